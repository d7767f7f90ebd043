"""Diavolo: odds, reading a roll, when to grab, whole games."""
