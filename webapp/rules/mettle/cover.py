"""Cover in its three kinds, called at the start of an Action and one at a time.

Source: Scenes, "Cover"; Resources, "Vehicle Cover". The numbers are data (catalogue.toml).
"""

from enum import StrEnum

from webapp.rules.errors import RuleError
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.zones import Scenery


class Cover(StrEnum):
    """What somebody is behind, or does for somebody else; kinds never add up (reading C4.22)."""

    NONE = "none"
    PARTIAL = "partial"
    TOTAL = "total"
    GUARD = "guard"
    GUARDED = "guarded"


NAMES = {
    Cover.PARTIAL: "Partial Cover",
    Cover.TOTAL: "Total Cover",
    Cover.GUARD: "Guard Cover",
    Cover.GUARDED: "Guarded",
}
"""What each is called where somebody carries it."""


def defence(cover: Cover) -> int:
    """What Cover adds to passive POISE: Partial +2, Guard -2 for oneself and +2 for the one guarded."""
    if cover is Cover.GUARDED:
        return int(catalogue()["guard"].data["ally"])
    return 0 if cover is Cover.NONE else int(catalogue()[cover].data.get("defence", 0))


def stops(cover: Cover) -> bool:
    """Whether no damage gets through: behind Total Cover."""
    return cover is Cover.TOTAL


def take_cover(
    cover: Cover,
    *,
    at_start: bool = True,
    same_zone: bool = True,
    there: bool = True,
    penetrable: bool = False,
) -> Cover:
    """Take Cover: at the start of one's Action, from what one's own Zone holds (`there`).

    Guarding may be called on either one's turn, with no more than bodies. What is easily penetrated is never
    more than Partial. Coming out is open at any time.
    """
    if cover is Cover.NONE:
        return cover
    if not at_start:
        raise RuleError("Cover is called at the start of one's Action.", field="cover", value=cover)
    if not same_zone:
        raise RuleError("Cover must be in one's own Zone.", field="cover", value=cover)
    if cover in (Cover.PARTIAL, Cover.TOTAL) and not there:
        raise RuleError("Nothing in this Zone gives Cover.", field="cover", value=cover)
    return Cover.PARTIAL if cover is Cover.TOTAL and penetrable else cover


def offered(thing: Scenery, *, at_start: bool) -> tuple[Cover, ...]:
    """The kinds of Cover that one may take now behind this thing."""
    if not (at_start and thing.gives_cover):
        return ()
    taken = (take_cover(each, penetrable=thing.penetrable) for each in (Cover.PARTIAL, Cover.TOTAL))
    return tuple(dict.fromkeys(taken))


def against(cover: Cover, *, from_covered_side: bool = True) -> Cover:
    """What Cover counts for against this attack: a wall is nothing to those on its open side."""
    return cover if from_covered_side or cover not in (Cover.PARTIAL, Cover.TOTAL) else Cover.NONE


def after_attack(cover: Cover) -> Cover:
    """Whoever attacks from Total Cover has Partial Cover until their next Action."""
    return Cover.PARTIAL if stops(cover) else cover
