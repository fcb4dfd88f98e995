"""The rulesets of the games that can be played here, and a stand-in for one that is missing."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from webapp.rules.catalogue import Catalogue
from webapp.rules.check import Resolved
from webapp.rules.dice import Dice
from webapp.rules.errors import RuleError, quoted
from webapp.rules.plugins import (
    installed_games,
    is_set_aside,
    load_game,
    outside_games,
    set_aside,
    why_absent,
)
from webapp.rules.ruleset import Ruleset


class MissingGame(Ruleset):
    """A game that is absent or cannot be loaded: its tables are unchanged and read-only."""

    catalogue = Catalogue((), "")

    def __init__(self, key: str) -> None:
        self.key = key
        self.name = key.capitalize()
        self.read_only = (
            f"This table plays {self.name}, a game {why_absent(key)}. Nothing is lost: the GM can export the "
            "table, and you can continue once the game works again."
        )

    def resolve(self, check: Any, dice: Dice | Sequence[Any]) -> Resolved:
        """Raise RuleError: nobody can roll."""
        raise RuleError(self.read_only, field="dice")


def why_read_only(rules: Ruleset) -> str:
    """Return why the tables of a game are read-only, in a sentence; "" for a game that can be played."""
    return rules.read_only if isinstance(rules, MissingGame) else ""


def rulesets() -> Mapping[str, Ruleset]:
    """Return the games that can be played here, by key; freeform first."""
    return {key: game for key in installed_games() if (game := _loaded(key)) is not None}


def ruleset(key: str) -> Ruleset:
    """Return one game by its key; raise RuleError, with a list of the playable games, for any other."""
    game = _loaded(key)
    if game is None:
        raise RuleError(
            f"There is no ruleset {quoted(key)}; the playable ones are {', '.join(rulesets())}.",
            field="ruleset",
            value=key,
        )
    return game


_absent = cache(MissingGame)


def load_ruleset_or_stand_in(key: str) -> Ruleset:
    """Return the ruleset with this key; for a missing game, a read-only stand-in."""
    return _loaded(key) or _absent(key)


def _loaded(key: str) -> Ruleset | None:
    return None if key not in installed_games() or is_set_aside(key) else _load_ruleset(key)


@cache
def _load_ruleset(key: str) -> Ruleset | None:
    installed = load_game(key)
    if installed is None:
        return None
    front = getattr(installed, "rules", None)
    if isinstance(front, Ruleset) and front.key == key:
        try:
            _ensure_shared_form(front)
        except RuleError as error:
            set_aside(key, error.message)
            return None
        return front
    set_aside(key, f"its `rules` is not a Ruleset with the key {key!r}")
    return None


def _ensure_shared_form(game: Ruleset) -> None:
    """Raise RuleError for a game from outside whose form has a field that the games before it ask otherwise.

    All games' fields are in one command, `check.call`, so fields with the same key must have the same kind.
    """
    outside = outside_games()
    if game.key not in outside:
        return
    before = [key for key in installed_games() if key not in outside or key < game.key]
    kinds = {field.key: field.kind for key in before if (other := _loaded(key)) for field in other.check_form}
    for field in game.check_form:
        if kinds.get(field.key, field.kind) != field.kind:
            own, kind = quoted(field.key), quoted(kinds[field.key])
            raise RuleError(f"another game's form has a field {own} of the kind {kind}; rename yours.")
