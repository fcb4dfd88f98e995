"""The game METTLE Core: its rules, commands, views and texts."""
