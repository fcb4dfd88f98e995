"""A table's rows as they are meant: who may know what, what bears on a check, what may be proposed."""
