"""The interface of a ruleset, which the table uses for every game.

A check goes through four pure functions: `modifiers_for` (what affects it), `odds` (its chances), `resolve`
(the roll) and `proposes` (the consequences). The request and the check are the game's own: two frozen
dataclasses, parsed once from forms, JSON and rows.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from webapp.rules.catalogue import Catalogue
from webapp.rules.check import Assessment, ClockRef, ContextItem, Modifier, ProposalLine, Resolved
from webapp.rules.check_form import RequestT
from webapp.rules.check_hooks import CheckHooks, CheckT, RolledCheck
from webapp.rules.dice import Dice
from webapp.rules.effects import ModifierKind
from webapp.rules.errors import RuleError, quoted


@dataclass(frozen=True, slots=True)
class Attribute:
    """One line of a sheet: its key ("MIG"), its name and its usual range.

    `kind` is "number", "words" (one line), "text" (several) or "flag". A `rating` says how good a character
    is at something and changes seldom; other lines change in play, such as gear or points left.
    """

    key: str
    name: str
    text: str = ""
    low: int = 0
    high: int = 6
    kind: str = "number"
    rating: bool = True


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a difficulty ladder: the number, its name, when to use it, an example."""

    value: int
    name: str
    text: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class KnownAction:
    """A character's action for which this game has its own rules."""

    key: str
    name: str
    text: str = ""


class Ruleset(CheckHooks[RequestT, CheckT], ABC):
    """A game's rules, as the table uses them.

    Every hook defaults to a game without dice; the hooks around a check are in `check_hooks.CheckHooks`.
    """

    key: str
    """The game's key, the name of its entry point: 2 to 30 lowercase letters and digits, a letter first."""
    name: str
    """The game's name."""
    pitch: str
    """The game in a sentence, shown when a table is created."""
    attributes: tuple[Attribute, ...] = ()
    """The lines of a sheet that checks use, in the book's order."""
    sheet_numbers: tuple[Attribute, ...] = ()
    """The other lines of a sheet of this game."""

    def derived(self, stats: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """Return the values that the book derives from a sheet (maxima, loads), as (name, value)."""
        return ()

    @property
    def typical(self) -> Mapping[str, int]:
        """The numbers of a typical beginner, for a quick start; empty in a game without numbers."""
        return {}

    def to_spend(self, stats: Mapping[str, Any]) -> str:
        """Describe the points that a beginner has left to spend; "" if the book has no budget."""
        return ""

    players_burn = False
    """Whether players may burn tags of the scene and of their own character; else they may propose it."""
    skills = True
    """Whether characters have skills of the table's own, each with a bonus."""
    ladder: tuple[Rung, ...] = ()
    """The book's difficulties, easiest first, from which the GM may choose."""
    actions: tuple[KnownAction, ...] = ()
    """The actions of a character that have rules of their own."""

    effect_modifiers: frozenset[ModifierKind] = frozenset()
    """The kinds of effect that this game's tags and conditions have on a check."""

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The game's own tags, conditions and kinds of clock."""

    def modifiers_for(self, check: CheckT, around: Sequence[ContextItem] = ()) -> Assessment:
        """Return the modifiers, blocks and warnings of a check, from the things `around` it."""
        return Assessment()

    def resolve(self, check: CheckT, dice: Dice | Sequence[Any]) -> Resolved:
        """Return the result of a check, from a source of dice or from the dice that a person rolled.

        Raises RuleError in a game without dice.
        """
        without = f"{self.name} has no dice: decide what happens, and tick a clock if one moves."
        raise RuleError(without, field="dice")

    def odds(self, check: CheckT) -> Mapping[str, Fraction]:
        """Return the exact chance of every outcome of this check; empty in a game without dice."""
        return {}

    def proposes(
        self, rolled: RolledCheck[RequestT, CheckT], clocks: Sequence[ClockRef] = ()
    ) -> tuple[ProposalLine, ...]:
        """Return the proposals of a rolled check, given the table's clocks."""
        return ()

    @property
    def manual_modifier_kinds(self) -> tuple[ModifierKind, ...]:
        """The kinds of modifier that the GM may add by hand."""
        return tuple(sorted(self.effect_modifiers - {ModifierKind.BLOCKS, ModifierKind.NOTE}))

    def parse_manual_modifier(self, raw: Mapping[str, Any]) -> Modifier:
        """Parse a modifier that the GM adds: `name`, `modifier` [, `amount`, `note`].

        Raises RuleError for a kind outside `manual_modifier_kinds`, and for a wrong amount.
        """
        known = self.manual_modifier_kinds
        if raw.get("modifier") not in known:
            raise RuleError(
                f"A modifier here must be one of {', '.join(known)}, not {quoted(raw.get('modifier'))}.",
                field="modifier",
            )
        return Modifier(raw["name"], ModifierKind(raw["modifier"]), raw.get("amount", 1), raw.get("note", ""))
