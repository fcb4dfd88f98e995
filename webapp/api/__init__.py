"""The JSON API: the same commands, for programs."""

from flask import Flask

from webapp import limits
from webapp.parts import Tableside


def register(app: Flask) -> None:
    """Add the API to the app."""
    joined: Tableside = app.extensions["tableside"]
    limits.set_up(app, joined.settings)
