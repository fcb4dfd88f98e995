"""Before the roll: what bears on a Check, what forbids it, what to say."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from webapp.rules.check import Assessment, Held
from webapp.rules.mettle.check import FACES, HIGHEST_SCORING_FACE, Check
from webapp.rules.mettle.statuses import Status

Around = Held | Status


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


def _warnings(check: Check) -> Iterator[str]:
    if check.automatic:
        yield "Difficulty 0 succeeds by itself; the dice show the Edge."
    elif check.impossible:
        most = HIGHEST_SCORING_FACE * check.pool
        yield f"{check.pool} dice reach {most} at most; {check.difficulty} is out of reach."
    elif check.may_be_assumed:
        yield "The pool is larger than the Difficulty; success may be assumed without a roll."
