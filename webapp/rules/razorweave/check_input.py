"""Reading a check as forms and JSON give it."""

from collections.abc import Mapping
from typing import Any

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.fields import Fields
from webapp.rules.razorweave.check import MOST_BONUS, WORDS, Check
from webapp.rules.razorweave.ladder import HIGHEST, LOWEST
from webapp.rules.razorweave.levels import COUNTED

MOST_SHIFT = 20


def check_from(fields: Fields) -> Check:
    """Read a check from fields: `dc`; if given `attribute`, `skill`, `other`, `sources` and four texts.

    The texts are `attribute_name`, `skill_name`, `intent` and `approach`. The caller refuses other fields.
    """
    words = {name: fields.text(name, "") for name in WORDS}
    return Check(
        dc=fields.integer("dc", LOWEST, HIGHEST),
        attribute=fields.integer("attribute", -MOST_BONUS, MOST_BONUS, 0),
        skill=fields.integer("skill", -MOST_BONUS, MOST_BONUS, 0),
        other=fields.integer("other", -MOST_BONUS, MOST_BONUS, 0),
        sources=tuple(source_from(raw, place) for place, raw in enumerate(fields.items("sources", ()))),
        **words,
    )


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


def whole_check(raw: Mapping[str, Any]) -> Check:
    """Read a check and nothing else; any other field is refused."""
    with Fields(raw) as fields:
        return check_from(fields)
