"""The stories that the examples of each game's own commands are about."""
