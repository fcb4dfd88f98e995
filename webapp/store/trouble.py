"""The error for a database that cannot be used as it is."""


class Unusable(Exception):
    """A sentence for the operator: what is wrong, what was kept, what to do next."""
