"""What is best in mauer: tables within reach, plans, decks, boards compared."""
