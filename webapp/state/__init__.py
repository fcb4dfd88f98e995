"""Interpret a table's rows: who may know what, what counts for a check, what a proposal says."""
