"""The games of the house, each in a room of its own: what it keeps, its commands, its screens."""
