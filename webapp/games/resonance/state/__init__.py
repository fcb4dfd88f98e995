"""A Resonance table's rows as values of the rules, for commands and views."""
