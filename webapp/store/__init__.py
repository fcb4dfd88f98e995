"""The database: rows, sessions and transactions; the only package that uses SQL."""
