"""The rules that games share: pure Python, usable alone (see README.md in this folder)."""

from importlib import import_module
from warnings import warn

MOVED = ("freeform", "mettle", "razorweave", "resonance")


def __getattr__(name: str) -> object:
    """Load a game's rules from its package; `from webapp.rules import mettle` works for one more release."""
    if name not in MOVED:
        raise AttributeError(name)
    warn(f"write `from webapp.games.{name} import rules as {name}`", DeprecationWarning, stacklevel=2)
    return import_module(f"webapp.games.{name}.rules")
