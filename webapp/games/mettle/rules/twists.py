"""Find the failed Checks that may still be twisted.

```python
>>> failed = KnownOutcome(kept=(1, 5), score=1, edge=1, difficulty=3, may_twist=True)
>>> first, second = (TwistCandidate(id, character=7, state="rolled", outcome=failed) for id in (1, 2))
>>> open_to_twists((first, second))
(2,)
>>> open_to_twists((first, second), offered={1})
(1, 2)

```

Source: Engine, "Twists".
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from webapp.games.api import Effect, ModifierKind
from webapp.games.mettle.rules.actions import all_actions
from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.check_request import MettleRequest

SPLIT = "split"


@dataclass(frozen=True, slots=True)
class TwistCandidate:
    """A Check with a result: who rolled, whether it was `applied`, whether a Twist was `refused`."""

    id: int
    character: int | None
    state: str
    outcome: KnownOutcome
    asked: MettleRequest = MettleRequest()  # noqa: RUF009 - it never changes
    applied: bool = False
    refused: bool = False


def is_twistable(state: str, outcome: KnownOutcome) -> bool:
    """Return whether a Check in this state may be twisted: it failed with Edge and has not been twisted."""
    return state in ("rolled", "resolved") and outcome.may_twist


def left_by(text: str, action: str) -> tuple[Effect, ...]:
    """Return the effects of the tag that a Twist's complication leaves on whoever took it.

    A weapon that falls, jams, breaks or is empty stands in the way of the next Attack; anything else is said
    before each Check. Players and Guide remove the tag when it is over.
    """
    known = all_actions().get(action)
    if known is not None and text.strip(" .").casefold() in known.disarming:
        return (Effect(action, ModifierKind.BLOCKS, note=text.strip(" .")),)
    return (Effect("anything", ModifierKind.NOTE, note=f"Twist: {text.strip(' .')}"),)


def open_to_twists(
    rolled: Sequence[TwistCandidate], *, offered: Collection[int] = (), drivers: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the ids of the Checks that may be twisted, oldest first.

    These are Checks with a Twist `offered`, the newest Check (and its other half, if it is part of a split
    Attack), and the last driving Check of each of the `drivers`; the newest and the driving ones
    only until they are applied. A Check whose Twist was refused is left out.
    """
    known = {*offered, *_driving(rolled, drivers)}
    may = (one for one in rolled if not one.refused and is_twistable(one.state, one.outcome))
    return tuple(one.id for one in may if one.id in known or _is_fresh(one, rolled[-1]))


def _is_fresh(one: TwistCandidate, newest: TwistCandidate) -> bool:
    """Return whether a Check is not applied yet and is the newest, or half of the newest split Attack."""
    split = one.asked.manner == newest.asked.manner == SPLIT
    return not one.applied and (one is newest or (split and one.character == newest.character))


def _driving(rolled: Sequence[TwistCandidate], drivers: Collection[int]) -> Iterator[int]:
    for driver in drivers:
        own = (one for one in rolled if one.asked.drives and one.character == driver and not one.applied)
        yield from [one.id for one in own][-1:]
