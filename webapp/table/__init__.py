"""Changes to a table: commands, their dispatcher, the journal, undo, seats and links."""
