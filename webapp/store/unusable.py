"""The error for a database or instance that cannot be used."""


class Unusable(Exception):
    """An error with a sentence for the operator: what is wrong, what was kept, what to do next."""
