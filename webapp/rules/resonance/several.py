"""One effect aimed at several: the same dice, held against each one's own Resistance.

What helps or hinders against one of them does not count against another, so that each reads the dice by a
mode of its own. The book rolls once for an effect that spreads; it does not say more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from webapp.rules.fields import Fields
from webapp.rules.resonance import book
from webapp.rules.resonance.conditions import OF_TARGET
from webapp.rules.resonance.numbers import MOST_TARGET
from webapp.rules.resonance.pool import TagPool
from webapp.rules.resonance.standard import StandardRoll

if TYPE_CHECKING:
    from webapp.rules.resonance.achieved import Achieved
    from webapp.rules.resonance.check import Check

TAG_OF_TARGET = "tag of the target"
THEIRS = (OF_TARGET, TAG_OF_TARGET)


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else whom the same effect is aimed at: the Resistance, the conditions, the tags."""

    id: int
    against: int
    conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009 - it never changes

    @classmethod
    def parse(cls, raw: Mapping[str, Any], place: int) -> Other:
        """Read one of a check's `others`: `id`, `against`, perhaps `conditions` and `pool`."""
        fields = Fields(raw, within=f"others[{place}]")
        names = fields.items("conditions", ())
        found = cls(
            id=fields.integer("id", 1, 2**31),
            against=fields.integer("against", 0, MOST_TARGET),
            conditions=tuple(book.catalogue().find(str(each), "condition").key for each in names),
            pool=TagPool(fields.value("pool", {})),
        )
        fields.done()
        return found


def facing(check: Check, other: Other) -> Check:
    """The same check held against somebody else: what stood against the first one alone is left out."""
    sources = tuple(source for source in check.sources if source.note not in THEIRS)
    return replace(
        check,
        against=other.against,
        sources=sources,
        target=other.conditions,
        target_pool=other.pool,
        others=(),
    )


def against_each(check: Check, rolled: StandardRoll) -> tuple[tuple[int, Achieved], ...]:
    """What the dice that fell come to against every other target, by id."""
    faced = ((other.id, facing(check, other)) for other in check.others)
    return tuple((id, each.achieved(replace(rolled, mode=each.settled.mode))) for id, each in faced)
