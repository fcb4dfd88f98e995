"""Freeform adds nothing to what every table has."""
