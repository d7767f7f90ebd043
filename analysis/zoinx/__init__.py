"""Zoinx!, solved."""
