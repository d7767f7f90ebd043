"""What makes a game good, in numbers: records of played games, metrics, their errors."""
