"""Sneak: unnoticed, a surprise, a hand in a pocket. Source: Scenes, "Sneak"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.needs import number


@dataclass(frozen=True, slots=True)
class Sneaked:
    """How a Sneak went: noticed or not, the damage it adds while they are surprised, small things moved."""

    unnoticed: bool
    extra_damage: int
    small_things: int


def sneak(result: Result) -> Sneaked:
    """Read a Sneak: Edge adds to damage during the surprise, or to the one small thing stolen or planted."""
    if not result.success:
        return Sneaked(False, 0, 0)
    return Sneaked(True, extra_damage=result.edge, small_things=1 + result.edge)


def needs_check(cover: Cover, *, cover_fails: bool = False, sees: bool = True) -> bool:
    """Whether hiding takes a Check: not while Cover holds; only to slip away once seekers get behind it.

    The Blinded or Deafened (`sees` False) are sneaked past as if from Cover. In plain sight: RuleError.
    """
    if cover is Cover.NONE and sees:
        raise RuleError("Nobody hides in plain sight; find Cover first.", field="cover", value=str(cover))
    return cover_fails


def group_sneaker(poises: Mapping[str, int], choice: str | None = None) -> str:
    """The group option: only the lowest pool rolls; a tie is theirs to decide (`choice`)."""
    if not poises:
        raise RuleError("A group has members.", field="poises", value={})
    lowest = min(number(poise, "A pool", field="poises") for poise in poises.values())
    tied = [name for name, poise in poises.items() if poise == lowest]
    if choice is not None and choice not in tied:
        raise RuleError(f"The lowest pool sneaks: {', '.join(tied)}.", field="choice", value=choice)
    return choice or tied[0]
