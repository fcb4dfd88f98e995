"""The front of a game: what the table may ask of any ruleset, whatever its dice.

A check goes through four questions, all pure: `assess` (what touches it), `odds` (how likely), `resolve`
(the dice fell so) and `proposes` (what follows). What a check is asked for and what it is are the game's own:
two frozen dataclasses, read once where forms, JSON and rows come in.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue, CatalogueEntry
from webapp.rules.check import Assessment, Dial, Held, Proposed, Resolved, Source
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.play import AskedT, CheckT, Play, RolledCheck
from webapp.rules.plugins import found, is_set_aside, room, set_aside


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something a character is rated in: its key on sheets ("MIG"), its name and its usual range."""

    key: str
    name: str
    text: str = ""
    low: int = 0
    high: int = 6


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a difficulty ladder: the number, its name, when to use it, an example."""

    value: int
    name: str
    text: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class KnownAction:
    """Something a character may do in this game that has rules of its own."""

    key: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class ClockKind:
    """A kind of clock this game uses; its role is "progress" or "threat"."""

    key: str
    name: str
    pitch: str
    role: str


class Ruleset(Play[AskedT, CheckT], ABC):
    """One game as the table sees it. Another game brings a package with one of these, named `RULESET`.

    Every question has the answer of a game without dice; what is asked around a check stands in `play.Play`.
    """

    key: str
    name: str
    pitch: str
    attributes: tuple[Attribute, ...] = ()
    sheet_numbers: tuple[Attribute, ...] = ()
    """What else a sheet of this game counts, beside its attributes."""

    def sheet(self, stats: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
        """A sheet as one reads it: the game's own numbers in the book's order, then everything else on it."""
        known = {each.key: each.name for each in (*self.attributes, *self.sheet_numbers)}
        keys = [*(key for key in known if key in stats), *(key for key in stats if key not in known)]
        return tuple((known.get(key, key), stats[key]) for key in keys)

    skills = True
    """Whether people have skills of the table's own, each with a bonus."""
    ladder: tuple[Rung, ...] = ()
    actions: tuple[KnownAction, ...] = ()
    effect_modifiers: frozenset[Modifier] = frozenset()
    rests = ""
    """Why no table plays it just now, in a sentence; "" for a game that is here."""

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The game's own tags, conditions and clocks."""

    @cached_property
    def clock_kinds(self) -> tuple[ClockKind, ...]:
        """The kinds of clock that the catalogue lists as `[[clock]]` rows with a `role`."""
        rows = self.catalogue.entries("clock")
        return tuple(ClockKind(row.key, row.name, row.text, row.data["role"]) for row in rows)

    def clock_kind(self, key: str) -> ClockKind:
        """The kind of clock with this key; one that this game does not have is drawn as progress."""
        plain = ClockKind(key, key.replace("_", " ").capitalize(), "", "progress")
        return next((kind for kind in self.clock_kinds if kind.key == key), plain)

    def clock_kind_for(self, wanted: str) -> str:
        """The kind of a clock that would best be of this one; the first of a game that does not have it."""
        known = [kind.key for kind in self.clock_kinds]
        return wanted if wanted in known else known[0]

    def entries_carried(self) -> tuple[CatalogueEntry, ...]:
        """What the book has for a character to carry, in its order."""
        return tuple(entry for kind in self.carried for entry in self.catalogue.entries(kind))

    def assess(self, check: CheckT, around: Sequence[Held] = ()) -> Assessment:
        """Say before the roll what touches this check: `around` is all that stands near it."""
        return Assessment()

    def resolve(self, check: CheckT, dice: Dice | Sequence[Any]) -> Resolved:
        """Roll the check from a source of dice, or take the dice a person rolled, and read the outcome.

        RuleError in a game without dice, and in one that rests.
        """
        without = f"{self.name} has no dice: say what happens, and tick a clock if one moves."
        raise RuleError(self.rests or without, field="dice")

    def odds(self, check: CheckT) -> Mapping[str, Fraction]:
        """The exact chance of every outcome of this check; none without dice."""
        return {}

    def proposes(
        self, rolled: RolledCheck[AskedT, CheckT], clocks: Sequence[Dial] = ()
    ) -> tuple[Proposed, ...]:
        """What a rolled check proposes to do, given the clocks at the table."""
        return ()

    @property
    def ways_by_hand(self) -> tuple[Modifier, ...]:
        """The ways in which a source that the GM adds by hand may count."""
        return tuple(sorted(self.effect_modifiers - {Modifier.BLOCKS, Modifier.NOTE}))

    def by_hand(self, raw: Mapping[str, Any]) -> Source:
        """A source that the GM adds by hand: `name`, `modifier` [, `amount`, `note`]; RuleError if none."""
        known = self.ways_by_hand
        if raw.get("modifier") not in known:
            raise RuleError(
                f"A source here is {', '.join(known)}; not {raw.get('modifier')!r}.", field="modifier"
            )
        return Source(raw["name"], Modifier(raw["modifier"]), raw.get("amount", 1), raw.get("note", ""))


class MissingGame(Ruleset):
    """A game that is not installed, or cannot be loaded: its tables stand as they were, and rest."""

    catalogue = Catalogue((), "")

    def __init__(self, key: str) -> None:
        self.key = key
        self.name = key.capitalize()
        self.rests = (
            f"This table plays {self.name}, a game that is not installed here or cannot be loaded. All is "
            "kept: you can look at it and take it along, and it plays on once the game is back."
        )


def rulesets() -> Mapping[str, Ruleset]:
    """The games that can be played here, by key; freeform first."""
    return {key: game for key in found() if (game := _loaded(key)) is not None}


def ruleset(key: str) -> Ruleset:
    """One game by its key; RuleError with the names of those installed for any other."""
    game = _loaded(key)
    if game is None:
        raise RuleError(
            f"There is no ruleset {key!r}; installed are {', '.join(rulesets())}.", field="ruleset", value=key
        )
    return game


_absent = cache(MissingGame)


def played(key: str) -> Ruleset:
    """The game of a table; for one that is not here, what lets its table be looked at."""
    return _loaded(key) or _absent(key)


def _loaded(key: str) -> Ruleset | None:
    return None if key not in found() or is_set_aside(key) else _front(key)


@cache
def _front(key: str) -> Ruleset | None:
    package = room(key)
    if package is None:
        return None
    front = getattr(package, "RULESET", None)
    if isinstance(front, Ruleset) and front.key == key:
        return front
    set_aside(key, f"{package.__name__}.RULESET is not a Ruleset with the key {key!r}")
    return None
