"""Whole games: policies by name, the race to the last coal, the champion and its ladder."""
