"""The game Resonance: its rules, commands, views and texts."""
