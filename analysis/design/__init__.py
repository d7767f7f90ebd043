"""Questions of designers: sweeps, comparisons, which readings of the rules matter."""
