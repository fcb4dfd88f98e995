"""Before the roll: what bears on a Check, what forbids it, what to say; and a Check read from plain JSON."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from webapp.rules.check import Assessment, Held, Source
from webapp.rules.fields import Fields
from webapp.rules.mettle.actions import all_actions
from webapp.rules.mettle.burdens import SAID, SIGHT, Discard
from webapp.rules.mettle.check import FACES, HIGHEST_SCORING_FACE, Check
from webapp.rules.mettle.needs import MOST, MOST_DICE
from webapp.rules.mettle.statuses import Status

Around = Held | Status
PILED_UP = 2 * MOST
"""What one thing may add to a Check, or take from it: wounds and poison go further than a GM by hand."""


def assess(check: Check, around: Iterable[Around] = ()) -> Assessment:
    """Say what bears on a Check: statuses and tags, bonus dice, what cannot be tried at all.

    The Check's own sources come first; the numbers are those with everything that bears.
    """
    held = check.burden(around)
    whole = replace(check, sources=check.sources + held.sources)
    ready = whole.ready
    return Assessment(
        sources=whole.sources,
        blocked=held.blocked,
        warnings=tuple(_warnings(ready)),
        dice=f"{ready.pool}d6",
        count=ready.pool,
        faces=FACES,
        data={
            "pool": ready.pool,
            "difficulty": ready.difficulty,
            "discard": None if ready.discard is None else str(ready.discard),
            "automatic": ready.automatic,
            "impossible": ready.impossible,
            "may_be_assumed": ready.may_be_assumed,
        },
    )


def check_of(mapping: Mapping[str, Any]) -> Check:
    """Read a Check as forms and JSON give it: `pool`, `difficulty`; if given all other fields of `Check`.

    `sources` are `{name, modifier (dice, difficulty ...), amount, note}`.
    """
    with Fields(mapping) as fields:
        return Check(
            pool=fields.integer("pool", 0, MOST_DICE),
            difficulty=fields.integer("difficulty", 0, MOST),
            discard=fields.choice("discard", Discard, None),  # type: ignore[arg-type]
            sources=tuple(
                Source.parse(raw, place, sorted(SAID), -PILED_UP, PILED_UP)
                for place, raw in enumerate(fields.items("sources", ()))
            ),
            action=fields.choice("action", ["", *all_actions()], ""),
            words=fields.text("words", "", longest=200),
            sight=fields.choice("sight", SIGHT, "partly"),
            hearing=fields.flag("hearing", False),
        )


def _warnings(check: Check) -> Iterator[str]:
    if check.automatic:
        yield "Difficulty 0 succeeds by itself; the dice show the Edge."
    elif check.impossible:
        most = HIGHEST_SCORING_FACE * check.pool
        yield f"{check.pool} dice reach {most} at most; {check.difficulty} is out of reach."
    elif check.may_be_assumed:
        yield "The pool is larger than the Difficulty; success may be assumed without a roll."
