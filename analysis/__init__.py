"""What is best: exact solvers, advice and estimates."""
