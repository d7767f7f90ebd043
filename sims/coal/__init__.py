"""Auf Teufel komm raus, played by compiled kernels."""
