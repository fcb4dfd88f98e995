"""A METTLE table's rows as value objects of the rules, for commands and views."""
