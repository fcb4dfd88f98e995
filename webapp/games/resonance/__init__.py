"""Resonance at the table."""
