"""The book's actions and reactions that make a roll, as somebody names them: which roll it is, what it costs.

```python
>>> of({"deed": "reveal"}).sp, of({"deed": "reveal"}).fields["roll"], of({"deed": "reveal"}).whole_turn
(1, 'search', True)
>>> fitted({"deed": "restrain", "target": 7})
{'roll': 'effect', 'gives': 'bind', 'deed': 'restrain', 'target': 7}

```
Source: Layer 2, "The Action Catalog".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from webapp.rules.catalogue import slug
from webapp.rules.resonance import book
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.conditions import Kind

OF_ITS_OWN: Mapping[str, Mapping[str, Any]] = {
    "activate": {"roll": "attack"},
    "called-shot": {"roll": "attack", "called_shot": True},
    "lunge": {"roll": "attack"},
    "combined-strike": {"roll": "attack"},
    "counter": {"roll": "attack"},
    "restrain": {"roll": "effect", "gives": "bind"},
    "hide": {"roll": "hide"},
    "reveal": {"roll": "search"},
}
"""Those whose roll is another than their row says, and the tag that one of them gives."""
USUAL = {Kind.SEARCH: "reveal"}
"""The action that a roll is where nobody named one."""
UNAIMED = (Kind.EFFORT, Kind.HIDE)
ANSWERS = ("Avoid", "Resist", "Parry")
"""What anybody may do about an effect upon them; other reactions come after one of these, or help an ally."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One action of the book with the fields of its roll; a `reaction` answers what another does."""

    key: str
    name: str
    sp: int
    text: str
    whole_turn: bool
    reaction: bool
    fields: Mapping[str, Any]

    @property
    def ignores(self) -> bool:
        """Whether it makes nothing of the effect that its roll beats."""
        return self.key in ("avoid", "parry")

    @property
    def seizes(self) -> bool:
        """Whether it seizes priority then."""
        return self.key == "parry"


@dataclass(frozen=True, slots=True)
class OfferedReaction:
    """A reaction to an effect upon oneself, with what it costs and whether it is rolled."""

    key: str
    name: str
    sp: int
    rolls: bool


@cache
def deeds() -> Mapping[str, Deed]:
    """All of them, in the book's order."""
    return {slug(row["name"]): _deed(row) for row in book.actions() if row["roll"]}


def answers(sp: int, actions: int | None) -> tuple["OfferedReaction", ...]:
    """What an effect may be answered with: what so many SP pay for.

    A Resist rolls nothing: it is an action of the pool, of which so many are left; None while no rounds run.
    """
    return tuple(each for each in _answers() if each.sp <= sp and (each.rolls or actions))


@cache
def _answers() -> tuple["OfferedReaction", ...]:
    rows = (row for row in book.actions() if row["name"] in ANSWERS)
    return tuple(
        OfferedReaction(slug(row["name"]), row["name"], int(row["sp"]), bool(row["roll"])) for row in rows
    )


def of(asked: Asked) -> Deed | None:
    """Which of them a roll is: the one that was named, else the usual one."""
    return deeds().get(asked.deed or USUAL.get(asked.roll, ""))


def sp_of(asked: Asked) -> int:
    """The SP of a roll: as said, else what the book asks for its action."""
    if asked.sp is not None:
        return asked.sp
    deed = of(asked)
    return deed.sp if deed is not None else 0


def fitted(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked for, with what the action it names brings along; what was said outright wins."""
    said = Asked.of(asked)
    deed = of(said) if said.deed else None
    if deed is None:
        return dict(asked)
    found = {**deed.fields, **asked}
    aimless = found["roll"] in UNAIMED
    return {name: each for name, each in found.items() if not (aimless and name == "target")}


def _deed(row: Mapping[str, Any]) -> Deed:
    key, reaction = slug(row["name"]), row["group"] == "reaction"
    plain = {"effect": Kind.EFFECT, "effort": Kind.EFFORT, "opposed": Kind.EFFORT}[row["roll"]]
    fields = OF_ITS_OWN.get(key, {"roll": str(Kind.REACTION if reaction else plain)})
    whole = bool(row.get("whole_turn"))
    return Deed(key, row["name"], int(row["sp"]), row["text"], whole, reaction, fields)
