"""What follows from a roll, as proposals: progress on a clock, losses and tags, somebody hidden or found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webapp.rules.check import Dial, Proposed
from webapp.rules.errors import RuleError
from webapp.rules.play import RolledCheck
from webapp.rules.resonance.achieved import Critical, critical_tag
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.check import AGAINST_RESISTANCE, Check
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.outcome import Came
from webapp.rules.resonance.pool import MOST_OF_ONE, kind_of, name_of, tag

NOTHING = "none"
"""The value of an effect that takes from none."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """How a check came out, and whom it touched; `struck` are (id, by) of all it got through to."""

    called: Check
    by: int
    who: int | None
    target: int | None
    struck: tuple[tuple[int, int], ...]
    total: int
    in_cover: bool
    heroics: bool
    gives: str
    harmless: bool
    warded: frozenset[int]

    @property
    def marked(self) -> list[int]:
        """Whom a Critical marks: the one it was aimed at, and everybody it got through to; a Ward spares."""
        aimed = [] if self.target is None or self.target in self.warded else [self.target]
        return list(dict.fromkeys([*aimed, *(whom for whom, _ in self.struck)]))


def tick(
    clocks: Sequence[Dial], by: int, *, super_critical: bool = False, because: str = ""
) -> tuple[Proposed, ...]:
    """What a roll does to clocks: success to the one it works on, a Super Critical to a Situation's."""
    worked = [(each, by, because or _because(by)) for each in clocks if each.targeted and by > 0]
    heroic = [(each, 1, "Super Critical") for each in clocks if super_critical and each.kind == "situation"]
    return tuple(
        Proposed("clock.tick", {"clock": clock.id, "by": count, "because": why}, why)
        for clock, count, why in (*worked, *heroic)
    )


def follows(rolled: RolledCheck[Asked, Check], clocks: Sequence[Dial] = ()) -> Iterator[Proposed]:
    """Say what a roll proposes: progress, or losses and the tag it gives; a Super Critical's point."""
    came, outcome = _read(rolled), rolled.result.outcome
    because = _because(0 if came.called.keeps_number else came.by)
    if outcome == "success":
        yield from _success(came, because)
    works = outcome == "success" and came.called.attempt.kind not in AGAINST_RESISTANCE
    heroic = came.heroics and outcome != "miss"
    yield from tick(clocks, came.by if works else 0, super_critical=heroic, because=because)


def earns(rolled: RolledCheck[Asked, Check], option: Critical) -> Iterator[Proposed]:
    """What the choice of a Critical gives: a tag for all it marks, or a Value of the target full again.

    With nobody aimed at, whoever rolled restores their own. `loss_of` doubles what is lost. RuleError for a
    tag that nobody is there to get.
    """
    came, key = _read(rolled), critical_tag(option)
    because = f"Critical: {option.replace('_', ' ')}"
    if option == Critical.RESTORE:
        whom, value = came.who if came.target is None else came.target, str(came.called.value)
        yield Proposed("resonance.value.restore", {"character": whom, "value": value}, because)
    elif came.target is None:
        raise RuleError("This Critical needs a target; nobody was aimed at.", field="pick", value=option)
    for whom in came.marked if key else ():
        yield Proposed("resonance.pool.add", {"character": whom, "tag": name_of(key), "count": 1}, because)


def _read(rolled: RolledCheck[Asked, Check]) -> Aftermath:
    asked, came = rolled.asked, Came.of(rolled.result.data)
    by = max(came.by, 0)
    first = ((asked.target, by),) if asked.target is not None and by else ()
    return Aftermath(
        called=rolled.check,
        by=by,
        who=asked.character,
        target=asked.target,
        struck=tuple(each for each in (*first, *came.struck) if each[0] not in asked.warded),
        total=max(came.total, 0),
        in_cover=asked.in_cover,
        heroics=came.super_critical,
        gives=asked.gives,
        harmless=asked.value == NOTHING,
        warded=frozenset(asked.warded),
    )


def _success(came: Aftermath, because: str) -> Iterator[Proposed]:
    kind = came.called.attempt.kind
    if kind in AGAINST_RESISTANCE:
        yield from _effect(came, because)
    elif kind is Kind.HIDE and came.who is not None:  # its result is the number to find them: Layer 2, 4.4
        hidden = {"character": came.who, "tn": came.total, "in_cover": came.in_cover}
        yield Proposed("resonance.hide", hidden, because)
    elif kind is Kind.SEARCH and came.target is not None:
        yield Proposed("resonance.found", {"character": came.target}, because)


def _because(by: int) -> str:
    return f"Success by {by}" if by else "Success"


def _effect(came: Aftermath, because: str) -> Iterator[Proposed]:
    """A loss for everyone it got through to, and the tag that it gives; a boost takes nothing."""
    spared = came.harmless or takes_nothing(came.gives)
    for whom, by in came.struck:
        loss = {"character": whom, "value": str(came.called.value), "amount": by}
        if not spared:
            yield Proposed("resonance.value.lose", loss, f"Success by {by}")
        yield from _given(came.gives, whom, f"Success by {by}")
    if came.target is None and came.who is not None:
        yield from _given(came.gives, came.who, because)


def takes_nothing(gives: str) -> bool:
    """Whether an effect that gives this tag takes from no Value: one that gives a boost."""
    return bool(gives) and kind_of(tag(gives)) == "boost"


def _given(gives: str, whom: int, because: str) -> Iterator[Proposed]:
    """The tag of the effect's keyword: one, more if the table plays it so. Reading B4.22."""
    if gives:
        fields = {"character": whom, "tag": name_of(tag(gives)), "count": 1}
        yield Proposed("resonance.pool.add", fields, because, low=1, high=MOST_OF_ONE)
