"""The rules of Lantern: 2d6 plus an attribute; outcomes at 10 and more, 7 to 9, 6 and less."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from webapp.games.api import (
    Assessment,
    Attribute,
    Catalogue,
    CheckField,
    CheckRequest,
    ClockRef,
    ContextItem,
    Dice,
    DieFace,
    Fact,
    Modifier,
    ModifierKind,
    ProposalLine,
    Resolved,
    RolledCheck,
    Ruleset,
    given,
    load_catalogue,
    roll,
)

OUTCOMES = {"full_success": "You do it", "partial_success": "At a price", "failure": "The dark comes closer"}
COUNTS = {"edge": 1, "burden": -1}


@dataclass(frozen=True)
class Asked(CheckRequest):
    """A request for a check: the attribute that a character relies on."""

    attribute: str = ""


@dataclass(frozen=True)
class Check:
    """A check: the bonus from the sheet, and the modifiers that count."""

    plus: int
    sources: tuple[Modifier, ...] = ()

    @property
    def whole(self) -> int:
        """Return the sum of everything that is added to the dice."""
        return self.plus + sum(COUNTS[each.modifier] * each.amount for each in self.sources)


class Lantern(Ruleset[Asked, Check]):
    """A walk in the dark."""

    key = "lantern"
    name = "Lantern"
    pitch = "2d6 and a light that burns down."
    request_type, check = Asked, Check
    skills = False
    attributes = (Attribute("NERVE", "Nerve", low=-1, high=3), Attribute("WITS", "Wits", low=-1, high=3))
    effect_modifiers = frozenset({ModifierKind.EDGE, ModifierKind.BURDEN})
    check_form = (
        CheckField(
            "attribute",
            "Attribute",
            "What they rely on.",
            "choice",
            ("NERVE", "WITS"),
            labels=("Nerve", "Wits"),
            player=True,
            needed=True,
        ),
    )

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue("lantern_game", extra_fields={"role": str})

    def called(self, asked: Asked, stats: Mapping[str, Any]) -> Check:
        return Check(stats.get(asked.attribute, 0))

    def modifiers_for(self, check: Check, around: Sequence[ContextItem] = ()) -> Assessment:
        near = [Modifier(held.name, each.modifier, each.amount) for held in around for each in held.effects]
        said, plus = (*check.sources, *near), check.whole
        return Assessment(said, dice=f"2d6 {plus:+d}", count=2, data={"plus": plus})

    def resolve(self, check: Check, dice: Dice | Sequence[Any]) -> Resolved:
        fell = roll(dice, 2, 6) if callable(dice) else given(dice, count=2, faces=6)
        total = fell.sum + check.whole
        outcome = _outcome(total)
        told = (f"2d6 {check.whole:+d} is {total}.",)
        return Resolved(
            outcome,
            OUTCOMES[outcome],
            outcome != "failure",
            told,
            fell.real,
            faces=tuple(DieFace(each) for each in fell.dice),
            facts=(Fact("Total", total),),
        )

    def odds(self, check: Check) -> Mapping[str, Fraction]:
        found = [_outcome(one + two + check.whole) for one, two in product(range(1, 7), repeat=2)]
        return {outcome: Fraction(found.count(outcome), 36) for outcome in OUTCOMES}

    def outcome_name(self, outcome: str) -> str:
        return OUTCOMES[outcome]

    def proposes(
        self, rolled: RolledCheck[Asked, Check], clocks: Sequence[ClockRef] = ()
    ) -> tuple[ProposalLine, ...]:
        came = {"full_success": ("way",), "partial_success": ("way", "oil"), "failure": ("oil",)}
        moved = [each for each in clocks if each.kind in came[rolled.result.outcome] and not each.complete]
        label = rolled.result.label
        return tuple(ProposalLine("clock.tick", {"clock": each.id, "by": 1}, label, 0, 2) for each in moved)


def _outcome(total: int) -> str:
    return "full_success" if total >= 10 else "partial_success" if total >= 7 else "failure"
