"""The three kinds of Cover, of which a character takes one at the start of an Action.

Source: Scenes, "Cover"; Resources, "Vehicle Cover". The numbers are data (catalogue.toml).
"""

from collections.abc import Iterable

from webapp.games.api import RuleError
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.statuses import Status, helpless
from webapp.games.mettle.rules.zones import Scenery
from webapp.rules.codec import AnyCase, member


class Cover(AnyCase):
    """A character's Cover, or the Guard they give another; kinds never add up (reading C4.22)."""

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
"""The name of each kind as a condition."""


def defence(cover: Cover) -> int:
    """Return what Cover adds to passive POISE: Partial 2, Total 0, GUARD (the guard) -2, GUARDED 2."""
    cover = member(Cover, cover, "cover")
    if cover is Cover.GUARDED:
        return int(catalogue()["guard"].data["ally"])
    return 0 if cover is Cover.NONE else int(catalogue()[cover].data.get("defence", 0))


def can_guard(guard: Iterable[Status], *, same_zone: bool = True) -> bool:
    """Return whether a character can Guard another: both are in the same Zone, and the guard can act."""
    return same_zone and not helpless(guard)


def blocks_all_damage(cover: Cover) -> bool:
    """Return whether this Cover stops all damage, as only Total Cover does."""
    return cover is Cover.TOTAL


def take_cover(
    cover: Cover,
    *,
    at_start: bool = True,
    same_zone: bool = True,
    there: bool = True,
    penetrable: bool = False,
) -> Cover:
    """Return the Cover that a character gets; raise RuleError if it is not possible now.

    Cover is taken at the start of an Action, behind something in the character's own Zone
    (`there`). A Guard needs only the two characters, and may start on either one's turn. A thing
    that is easily penetrated gives at most Partial Cover. Leaving Cover is always possible.
    """
    cover = member(Cover, cover, "cover")
    if cover is Cover.NONE:
        return cover
    if not at_start:
        why = (
            "You can Guard somebody only at the start of your Action or theirs."
            if cover is Cover.GUARD
            else "You can take Cover only at the start of your Action."
        )
        raise RuleError(why, field="cover", value=cover)
    if not same_zone:
        whom = "A guard and the guarded character" if cover is Cover.GUARD else "The character and the Cover"
        raise RuleError(f"{whom} must be in the same Zone.", field="cover", value=cover)
    if cover in (Cover.PARTIAL, Cover.TOTAL) and not there:
        raise RuleError("Nothing in this Zone gives Cover.", field="cover", value=cover)
    return Cover.PARTIAL if cover is Cover.TOTAL and penetrable else cover


def offered(thing: Scenery, *, at_start: bool) -> tuple[Cover, ...]:
    """Return the kinds of Cover available now behind this thing; none except at the start of an Action."""
    if not (at_start and thing.gives_cover):
        return ()
    taken = (take_cover(cover, penetrable=thing.penetrable) for cover in (Cover.PARTIAL, Cover.TOTAL))
    return tuple(dict.fromkeys(taken))


def cover_against_attack(cover: Cover, *, from_covered_side: bool = True) -> Cover:
    """Return the Cover that counts against an attack; Partial and Total count only on the covered side."""
    return cover if from_covered_side or cover not in (Cover.PARTIAL, Cover.TOTAL) else Cover.NONE


def after_attack(cover: Cover) -> Cover:
    """Return an attacker's Cover after an Attack: Total becomes Partial until the next Action."""
    return Cover.PARTIAL if blocks_all_damage(cover) else cover
