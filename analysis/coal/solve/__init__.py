"""``coal solve``: the opening round in the simplest rules that lose least."""
