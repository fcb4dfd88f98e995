"""The error for an unusable database."""


class Unusable(Exception):
    """An error with a sentence for the operator: what is wrong, what was kept, what to do next."""
