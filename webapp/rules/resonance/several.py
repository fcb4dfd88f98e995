"""Whom else one effect is aimed at. The book rolls once for an effect that spreads; it does not say more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.rules.fields import Fields
from webapp.rules.guard import guarded
from webapp.rules.resonance import book
from webapp.rules.resonance.numbers import MOST_TARGET
from webapp.rules.resonance.pool import TagPool


@guarded
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
