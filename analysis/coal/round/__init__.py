"""A round whose stakes are open: exact values of the last drawers, inductions for those before."""
