"""The book's actions and reactions that need a roll, by name: which roll, and its cost.

```python
>>> reveal = deeds()["reveal"]
>>> reveal.sp, reveal.fields["roll"], reveal.whole_turn
(1, 'search', True)
>>> fitted({"deed": "restrain", "target": 7})
{'roll': 'effect', 'gives': 'bind', 'deed': 'restrain', 'target': 7}

```

A reaction answers an effect on the character:

```python
>>> shot = KnownRoll(1, 7, "rolled", ResonanceRequest(roll="attack", target=8))
>>> unanswered(8, (shot,))
(1,)
>>> unanswered(8, (shot, KnownRoll(2, 8, "called", ResonanceRequest(roll="reaction"))))
()

```

Source: Layer 2, "The Action Catalog" and "Reactions".
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from webapp.games.api import slug
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind

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
"""The actions whose roll differs from their row in actions.toml, with the fields of that roll."""
JOINS: Mapping[str, str] = {
    **dict.fromkeys(("shove", "disarm", "restrain", "taunt"), " "),
    **dict.fromkeys(("lunge", "feint"), " at "),
    **dict.fromkeys(("improvise", "counter", "avoid", "parry", "clash"), " against "),
}
"""The text between an action's name and its target, where it is not " on "."""
USUAL = {Kind.SEARCH: "reveal"}
"""The default action of a kind of roll."""
UNAIMED = (Kind.EFFORT, Kind.HIDE)
ANSWERS = ("Avoid", "Resist", "Parry")
"""The reactions to an effect on oneself; the book's others follow one of these, or help an ally."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of the book with the fields of its roll; a `reaction` answers somebody else's action."""

    key: str
    name: str
    sp: int
    text: str
    whole_turn: bool
    reaction: bool
    fields: Mapping[str, Any]

    @property
    def ignores(self) -> bool:
        """Whether a success cancels the effect that the roll has to beat."""
        return self.key in ("avoid", "parry")

    @property
    def seizes(self) -> bool:
        """Whether a success also seizes priority."""
        return self.key == "parry"


@dataclass(frozen=True, slots=True)
class OfferedReaction:
    """A possible reaction to an effect on the character, with its SP and whether it is rolled."""

    key: str
    name: str
    sp: int
    rolls: bool


@cache
def deeds() -> Mapping[str, Deed]:
    """Return the actions that need a roll, by key, in the book's order."""
    return {slug(row["name"]): _deed(row) for row in book.actions() if row["roll"]}


def answers(sp: int, actions: int | None) -> tuple["OfferedReaction", ...]:
    """Return the reactions to an effect that a character with this many SP can pay for.

    A Resist is not rolled and takes one of the `actions` that the character has left in this round; it is
    left out if none is left, and while no rounds run (None).
    """
    return tuple(reaction for reaction in _answers() if reaction.sp <= sp and (reaction.rolls or actions))


@cache
def _answers() -> tuple["OfferedReaction", ...]:
    rows = (row for row in book.actions() if row["name"] in ANSWERS)
    return tuple(
        OfferedReaction(slug(row["name"]), row["name"], int(row["sp"]), bool(row["roll"])) for row in rows
    )


def of(asked: ResonanceRequest) -> Deed | None:
    """Return the book's action of a roll: the named one, else the default of its kind; None without one."""
    return deeds().get(asked.deed or USUAL.get(asked.roll, ""))


def sp_of(asked: ResonanceRequest) -> int:
    """Return the SP of a roll: as set, else the book's cost of its action; 0 without an action."""
    if asked.sp is not None:
        return asked.sp
    deed = of(asked)
    return deed.sp if deed is not None else 0


def fitted(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the request with the fields of the action it names; fields of the request take precedence.

    The target is removed if the roll is aimed at nobody, such as Hide. A request without an action
    of the book is returned unchanged.
    """
    said = ResonanceRequest.of(asked)
    deed = of(said) if said.deed else None
    if deed is None:
        return dict(asked)
    found = {**deed.fields, **asked}
    aimless = found["roll"] in UNAIMED
    return {name: value for name, value in found.items() if not (aimless and name == "target")}


def _deed(row: Mapping[str, Any]) -> Deed:
    key, reaction = slug(row["name"]), row["group"] == "reaction"
    plain = {"effect": Kind.EFFECT, "effort": Kind.EFFORT, "opposed": Kind.EFFORT}[row["roll"]]
    fields = OF_ITS_OWN.get(key, {"roll": str(Kind.REACTION if reaction else plain)})
    whole = bool(row.get("whole_turn"))
    return Deed(key, row["name"], int(row["sp"]), row["text"], whole, reaction, fields)


STANDING = ("called", "rolled", "resolved")
"""The states of a roll that was neither cancelled nor undone."""
OPEN = ("called", "rolled")
"""The states in which an effect can still be answered."""


@dataclass(frozen=True, slots=True)
class KnownRoll:
    """A roll as far as an audience knows it: who rolls, its state, and its request."""

    id: int
    roller: int | None
    state: str
    asked: ResonanceRequest

    def is_upon(self, who: int) -> bool:
        """Return whether the roll is another character's effect on this one, not cancelled or undone."""
        return self.state in STANDING and self.roller != who and self.asked.is_upon(who)


def unanswered(who: int, rolls: Sequence[KnownRoll], resisted: Collection[int] = ()) -> tuple[int, ...]:
    """Return the ids of the effects that a character may still answer, among `rolls` in order of request.

    A reaction answers the newest effect before it. The effects in `resisted` were answered by a
    Resist, which names its effect; one that the character has taken is answered too.
    """
    upon = [one for one in rolls if one.is_upon(who) and not one.asked.is_taken_by(who)]
    answered = {*resisted, *_reacted_to(who, rolls)}
    return tuple(one.id for one in upon if one.state in OPEN and one.id not in answered)


def _reacted_to(who: int, rolls: Sequence[KnownRoll]) -> set[int]:
    """Return the ids of the effects that the character's own reactions answer."""
    found, spare = set(), 0
    for one in reversed(rolls):
        if one.is_upon(who) and spare:
            spare -= 1
            found.add(one.id)
        elif one.roller == who and one.state in STANDING:
            spare += one.asked.roll is Kind.REACTION
    return found
