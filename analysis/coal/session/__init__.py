"""``coal table``: a game at the table, kept as what people typed."""
