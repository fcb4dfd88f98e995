"""What a check was asked for when it was called, and reading what is added to it by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.fields import Fields
from webapp.rules.play import AskedFor
from webapp.rules.razorweave.levels import COUNTED


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


def source_from(raw: Mapping[str, Any], place: int) -> Source:
    """Read one source: `name`, `modifier` (edge, burden, dc) [, `amount` (1; of a DC 2), `note`]."""
    with Fields(raw, within=f"sources[{place}]") as fields:
        modifier = Modifier(fields.choice("modifier", sorted(COUNTED)))
        shifts = modifier is Modifier.DC
        return Source(
            name=fields.text("name", longest=120),
            modifier=modifier,
            amount=fields.integer("amount", -MOST_SHIFT if shifts else 1, MOST_SHIFT, 2 if shifts else 1),
            note=fields.text("note", "", longest=300),
        )
