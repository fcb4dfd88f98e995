"""The pages people open, and the one address their forms post to."""

from flask import Flask


def register(app: Flask) -> None:
    """Add the pages to the app."""
