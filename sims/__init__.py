"""What happens: compiled kernels that play, random streams, the one runner."""
