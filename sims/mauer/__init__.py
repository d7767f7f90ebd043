"""Games of *Ab durch die Mauer*: moves on packed states, the search of a turn, whole games."""
