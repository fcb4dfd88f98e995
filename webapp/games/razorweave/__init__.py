"""The game Razorweave: its rules, commands, views and texts."""
