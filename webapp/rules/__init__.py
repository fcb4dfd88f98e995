"""The games: pure Python, usable alone (see README.md beside this file)."""
