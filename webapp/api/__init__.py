"""The JSON API: the same commands, for programs."""

from flask import Flask


def register(app: Flask) -> None:
    """Add the API to the app."""
