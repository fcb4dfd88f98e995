"""The parts of games that lie above the rules, such as their views, as the rest of the house finds them."""

from collections.abc import Mapping
from typing import Generic, TypeVar

P = TypeVar("P")


class GameParts(Generic[P]):
    """One part of every game, by the game's key; handed down once, when the games are loaded at start."""

    def __init__(self, usual: P) -> None:
        self.usual = usual
        self._parts: Mapping[str, P] | None = None

    def hand_down(self, parts: Mapping[str, P]) -> None:
        """Set the part of every playable game; the loader calls it at start."""
        self._parts = parts

    def all(self) -> Mapping[str, P]:
        """Return the part of every playable game; raise LookupError before the games are loaded."""
        if self._parts is None:
            raise LookupError("the games' commands and views are not loaded yet: call commands() first")
        return self._parts

    def of(self, key: str) -> P:
        """Return this game's part; the usual one for a game that is missing or has none of its own."""
        return self.all().get(key, self.usual)
