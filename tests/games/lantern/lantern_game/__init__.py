"""Lantern, a game for Tableside."""
