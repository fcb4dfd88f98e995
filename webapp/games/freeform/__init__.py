"""The game Freeform: tags, conditions and clocks, without dice."""
