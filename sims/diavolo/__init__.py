"""Diavolo, played by compiled kernels."""
