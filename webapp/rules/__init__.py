"""The rules that games share: pure Python, usable alone (see README.md in this folder)."""
