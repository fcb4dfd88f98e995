"""Cover in its three kinds, called at the start of an Action and one at a time.

Source: Scenes, "Cover"; Resources, "Vehicle Cover". The numbers are data (catalogue.toml).
"""

from __future__ import annotations

from enum import StrEnum

from webapp.rules.errors import RuleError
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.needs import number, one_of


class Cover(StrEnum):
    """What somebody is behind, or does for somebody else; kinds never add up (reading C4.22)."""

    NONE = "none"
    PARTIAL = "partial"
    TOTAL = "total"
    GUARD = "guard"
    GUARDED = "guarded"


def cover_of(cover: Cover | str) -> Cover:
    """Cover by its name ("partial"); RuleError for a kind that there is not."""
    return Cover(one_of(cover, [str(kind) for kind in Cover], "kind of Cover", field="cover"))


def defence(cover: Cover | str) -> int:
    """What Cover adds to passive POISE: Partial +2, Guard -2 for oneself and +2 for the one guarded."""
    kind = cover_of(cover)
    if kind is Cover.GUARDED:
        return int(catalogue()["guard"].data["ally"])
    return 0 if kind is Cover.NONE else int(catalogue()[kind].data.get("defence", 0))


def stops(cover: Cover | str) -> bool:
    """Whether no damage gets through: behind Total Cover."""
    return cover_of(cover) is Cover.TOTAL


def taken(
    cover: Cover | str,
    *,
    at_start: bool = True,
    same_zone: bool = True,
    agreed: bool = True,
    penetrable: bool = False,
) -> Cover:
    """Take Cover: at the start of an Action, in one's own Zone; a guard and the guarded must agree.

    Guarding may be called on either one's turn. Easily penetrated Cover is never more than Partial.
    """
    guarding = cover in (Cover.GUARD, Cover.GUARDED)
    if not guarding and not at_start:
        raise RuleError("Cover is called at the start of one's Action.", field="cover", value=str(cover))
    if not same_zone:
        raise RuleError("Cover must be in one's own Zone.", field="cover", value=str(cover))
    if guarding and not agreed:
        raise RuleError("Both must agree to Guard Cover.", field="cover", value=str(cover))
    return against(cover, penetrable=penetrable)


def against(cover: Cover | str, *, from_covered_side: bool = True, penetrable: bool = False) -> Cover:
    """What Cover counts for against this attack: nothing from the open side, Partial if it goes through."""
    kind = cover_of(cover)
    if kind in (Cover.PARTIAL, Cover.TOTAL) and not from_covered_side:
        return Cover.NONE
    return Cover.PARTIAL if kind is Cover.TOTAL and penetrable else kind


def after_attack(cover: Cover | str) -> Cover:
    """Whoever attacks from Total Cover has Partial Cover until their next Action."""
    return Cover.PARTIAL if stops(cover) else cover_of(cover)


def guarded_poise(guard: int, guarded: int) -> tuple[int, int]:
    """Passive POISE of both while one shields the other: 2 lower (not below 0) and 2 higher."""
    number(guard, "POISE", field="poise")
    number(guarded, "POISE", field="poise")
    return max(0, guard + defence(Cover.GUARD)), guarded + defence(Cover.GUARDED)
