"""METTLE Core."""
