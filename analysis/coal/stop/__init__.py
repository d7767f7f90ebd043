"""``coal stop``: draw again or stop."""
