"""The values from which every game's check result is drawn: dice, facts and sentences.

A result with `Resolved(faces=..., facts=...)` is drawn directly. A game that stores its own numbers
in `data` converts them to a card in `Ruleset.result_card`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Annotated, Any

from webapp.rules.codec import Longest, Within, ensure_limits
from webapp.rules.errors import RuleError

ROLES = ("kept", "dropped", "added", "exploded")
"""The roles of dice that every screen draws; a game's own `result.html` may have others."""
Words = Annotated[str, Longest(200)]


@dataclass(frozen=True, slots=True)
class DieFace:
    """One die on the table: the number on top, its role ("kept"), its sides and its group.

    ```python
    DieFace(5), DieFace(2, "dropped"), DieFace(9, "exploded", sides=10)
    ```
    """

    value: Annotated[int, Within(-1000, 1000)]
    role: Annotated[str, Longest(30)] = "kept"
    sides: Annotated[int, Within(2, 1000)] = 6
    group: Words = ""

    def __post_init__(self) -> None:
        ensure_limits(self)


@dataclass(frozen=True, slots=True)
class Fact:
    """One number behind a result, with its label: `Fact("Total", 19, "against DC 14")`."""

    label: Words
    value: str | int
    note: Words = ""

    def __post_init__(self) -> None:
        ensure_limits(self)

    @property
    def key(self) -> str:
        """The name by which a game decides who may read this fact: "total"."""
        return self.label.casefold().replace(" ", "_")


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice drawn together, perhaps with a `name` ("Edge 2"); screen readers read `says` for the name."""

    faces: tuple[DieFace, ...] = ()
    name: Words = ""
    note: Words = ""
    says: Words = ""
    role: Words = ""

    def __post_init__(self) -> None:
        ensure_limits(self)

    @property
    def spoken(self) -> str:
        """The group as a screen reader reads it."""
        numbers = ", ".join(str(face.value) for face in self.faces) or "no dice"
        return f"{self.says or self.name}: {numbers}" if self.name else f"{self.role.capitalize()} {numbers}"


@dataclass(frozen=True, slots=True)
class ResultCard:
    """The result of a check as a screen draws it: groups of dice, facts, then sentences.

    `parts` are what the first fact, a total, adds up to. A game gives what the dice came to
    (`Fact("Dice", 16)`), and the table adds what `Ruleset.added` names, as far as the reader may know it.
    """

    groups: tuple[DiceGroup, ...] = ()
    facts: tuple[Fact, ...] = ()
    sentences: tuple[str, ...] = ()
    parts: tuple[Fact, ...] = ()

    @property
    def named(self) -> bool:
        """Whether any group has a name; the groups are then drawn apart, each with its name."""
        return any(group.name for group in self.groups)

    @property
    def spoken(self) -> str:
        """All dice as a screen reader reads them."""
        first, *rest = [group.spoken for group in self.groups] or [""]
        return "; ".join([first, *(value if self.named else value.lower() for value in rest)])


def with_added(card: ResultCard, added: Mapping[str, int]) -> ResultCard:
    """Return the card with what was added to its dice, by name, or as one number if the names do not add up.

    Nothing is added up without a total, and dice to which nothing was added need no sum.
    """
    total = card.facts[0].value if card.facts else None
    fell = [part.value for part in card.parts if isinstance(part.value, int)]
    if not fell or not isinstance(total, int):
        return replace(card, parts=())
    more = total - sum(fell)
    named = {name: number for name, number in added.items() if number}
    if sum(named.values()) != more:
        named = {"added": more}
    parts = tuple(Fact(name, f"{number:+d}".replace("-", "−")) for name, number in named.items() if number)
    noted = any(part.note for part in card.parts)
    return replace(card, parts=(*card.parts, *parts) if parts or noted else ())


def grouped(faces: Iterable[DieFace]) -> tuple[DiceGroup, ...]:
    """Group consecutive dice by the name of their group, and dice without one by their role."""
    found = groupby(faces, lambda value: (value.group, "" if value.group else value.role))
    return tuple(DiceGroup(tuple(dice), name, role=role) for (name, role), dice in found)


def faces_of(data: Mapping[str, Any], sides: int = 6) -> tuple[DieFace, ...]:
    """Convert dice that games stored before `faces` existed: a flat list, or lists of dice by role.

    Other values are left out, since the sentences mention them too.
    """
    fell = data.get("roll", ())
    if isinstance(fell, Mapping):
        return tuple(
            DieFace(number, role, sides) for role in ROLES for number in _numbers(fell.get(role, ()))
        )
    return tuple(DieFace(number, sides=sides) for number in _numbers(fell))


def _numbers(found: object) -> Iterator[int]:
    for value in found if isinstance(found, list | tuple) else ():
        if isinstance(value, int) and not isinstance(value, bool):
            yield value


def ensure_drawn(card: object) -> ResultCard:
    """Return the card; raise RuleError for a value that is not a `ResultCard`."""
    if not isinstance(card, ResultCard):
        raise RuleError(
            f"result_card must return a ResultCard, not {type(card).__name__}.", field="result_card"
        )
    return card
