"""What a check was asked for when it was called, and reading what is added to it by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.rules.check import Source
from webapp.rules.dice import number
from webapp.rules.effects import Modifier
from webapp.rules.guard import read
from webapp.rules.play import AskedFor
from webapp.rules.razorweave.levels import ensure_counted


@dataclass(frozen=True, slots=True)
class Asked(AskedFor):
    """The fields of `form.toml`."""

    attribute: str = ""
    skill: str = ""
    dc: int | None = None
    rating: int | None = None
    skill_bonus: int | None = None
    other: int = 0
    loud: bool = False
    split: bool | None = None


MOST_SHIFT = 20


def source_from(raw: Mapping[str, Any], place: int = 0) -> Source:
    """Read one source: `name`, `modifier` (edge, burden, dc) [, `amount` (1; of a DC 2), `note`]."""
    shifts = isinstance(raw, Mapping) and raw.get("modifier") == Modifier.DC and raw.get("amount") is None
    source = read(Source, {**raw, "amount": 2} if shifts else raw, f"sources[{place}]")
    number(source.amount, f"sources[{place}].amount", low=-MOST_SHIFT, high=MOST_SHIFT)
    ensure_counted(source, place)
    return source
