"""Interpret a table's rows: who may know what, what counts for a check, and sentences for proposals."""
