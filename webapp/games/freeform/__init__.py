"""Freeform: no dice, and nothing beyond what every table has."""
