"""The command line, one module of commands a game."""
