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
    """A rolled check, what it was asked for, and how it came out."""

    called: Check
    asked: Asked
    came: Came

    @classmethod
    def of(cls, rolled: RolledCheck[Asked, Check]) -> "Aftermath":
        """A rolled check as a table keeps it, put together again."""
        return cls(rolled.check, rolled.asked, Came.of(rolled.result.data))

    @property
    def by(self) -> int:
        """How far it beat its number, 0 where it did not."""
        return max(self.came.by, 0)

    @property
    def struck(self) -> tuple[tuple[int, int], ...]:
        """All that it got through to, by id, and by how much; a Ward spares."""
        target = self.asked.target
        first = ((target, self.by),) if target is not None and self.by else ()
        return tuple(each for each in (*first, *self.came.struck) if each[0] not in self.asked.warded)

    @property
    def marked(self) -> list[int]:
        """Whom a Critical marks: the one it was aimed at, and everybody it got through to; a Ward spares."""
        target = self.asked.target
        aimed = [] if target is None or target in self.asked.warded else [target]
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
    at, outcome = Aftermath.of(rolled), rolled.result.outcome
    because = _because(0 if at.called.keeps_number else at.by)
    if outcome == "success":
        yield from _success(at, because)
    works = outcome == "success" and at.called.kind not in AGAINST_RESISTANCE
    heroic = at.came.super_critical and outcome != "miss"
    yield from tick(clocks, at.by if works else 0, super_critical=heroic, because=because)


def earns(rolled: RolledCheck[Asked, Check], option: Critical) -> Iterator[Proposed]:
    """What the choice of a Critical gives: a tag for all it marks, or a Value of the target full again.

    With nobody aimed at, whoever rolled restores their own. `loss_of` doubles what is lost. RuleError for a
    tag that nobody is there to get.
    """
    at, asked, key = Aftermath.of(rolled), rolled.asked, critical_tag(option)
    because = f"Critical: {option.replace('_', ' ')}"
    if option == Critical.RESTORE:
        whom = asked.character if asked.target is None else asked.target
        full = {"character": whom, "value": str(at.called.value)}
        yield Proposed("resonance.value.restore", full, because)
    elif asked.target is None:
        raise RuleError("This Critical needs a target; nobody was aimed at.", field="pick", value=option)
    for whom in at.marked if key else ():
        yield Proposed("resonance.pool.add", {"character": whom, "tag": name_of(key), "count": 1}, because)


def _success(at: Aftermath, because: str) -> Iterator[Proposed]:
    kind, asked = at.called.kind, at.asked
    if kind in AGAINST_RESISTANCE:
        yield from _effect(at, because)
    elif kind is Kind.HIDE and asked.character is not None:  # its result finds them: Layer 2, 4.4
        hidden = {"character": asked.character, "tn": max(at.came.total, 0), "in_cover": asked.in_cover}
        yield Proposed("resonance.hide", hidden, because)
    elif kind is Kind.SEARCH and asked.target is not None:
        yield Proposed("resonance.found", {"character": asked.target}, because)


def _because(by: int) -> str:
    return f"Success by {by}" if by else "Success"


def _effect(at: Aftermath, because: str) -> Iterator[Proposed]:
    """A loss for everyone it got through to, and the tag that it gives; a boost takes nothing."""
    asked = at.asked
    spared = asked.value == NOTHING or takes_nothing(asked.gives)
    for whom, by in at.struck:
        loss = {"character": whom, "value": str(at.called.value), "amount": by}
        if not spared:
            yield Proposed("resonance.value.lose", loss, f"Success by {by}")
        yield from _given(asked.gives, whom, f"Success by {by}")
    if asked.target is None and asked.character is not None:
        yield from _given(asked.gives, asked.character, because)


def takes_nothing(gives: str) -> bool:
    """Whether an effect that gives this tag takes from no Value: one that gives a boost."""
    return bool(gives) and kind_of(tag(gives)) == "boost"


def _given(gives: str, whom: int, because: str) -> Iterator[Proposed]:
    """The tag of the effect's keyword: one, more if the table plays it so. Reading B4.22."""
    if gives:
        fields = {"character": whom, "tag": name_of(tag(gives)), "count": 1}
        yield Proposed("resonance.pool.add", fields, because, low=1, high=MOST_OF_ONE)
