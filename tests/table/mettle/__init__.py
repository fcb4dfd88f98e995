"""METTLE at the table."""
