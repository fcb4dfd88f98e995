"""METTLE Core at the table."""
