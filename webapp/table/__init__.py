"""What may happen at a table: commands, the one road they take, the journal, undo, seats and keys."""
