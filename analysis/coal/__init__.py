"""Auf Teufel komm raus, solved."""
