"""*Zoinx!*, played by compiled kernels."""
