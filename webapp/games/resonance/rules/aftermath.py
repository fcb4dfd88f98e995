"""Consequences of a roll as proposals: clock progress, losses, tags, hiding and finding."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from webapp.games.api import ClockRef, ProposalLine, RolledCheck, RuleError, dials, listed
from webapp.games.resonance.rules.check import AGAINST_RESISTANCE, Check
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.outcome import KnownOutcome, Outcome
from webapp.games.resonance.rules.pools import MOST_OF_ONE, kind_of, name_of, tag
from webapp.games.resonance.rules.standard_roll import Critical, critical_tag

NOTHING = "none"
"""The `value` of an effect that reduces no Value."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A rolled check, its request and its outcome."""

    called: Check
    asked: ResonanceRequest
    came: KnownOutcome

    @classmethod
    def of(cls, rolled: RolledCheck[ResonanceRequest, Check]) -> "Aftermath":
        """Return a rolled check as an `Aftermath`, from its stored values."""
        return cls(rolled.check, rolled.asked, KnownOutcome.of(rolled.result.data))

    @property
    def by(self) -> int:
        """The margin by which the roll beat its number; 0 if it did not."""
        return max(self.came.by, 0)

    @property
    def struck(self) -> tuple[tuple[int, int], ...]:
        """The affected characters by id, each with the margin; a Ward spares its holder."""
        target = self.asked.target
        first = ((target, self.by),) if target is not None and self.by else ()
        return tuple(value for value in (*first, *self.came.struck) if value[0] not in self.asked.warded)

    @property
    def marked(self) -> list[int]:
        """The characters who get a Critical's tag: the target and all affected; a Ward spares its holder."""
        target = self.asked.target
        aimed = [] if target is None or target in self.asked.warded else [target]
        return list(dict.fromkeys([*aimed, *(whom for whom, _ in self.struck)]))


def attacked(asked: ResonanceRequest, came: KnownOutcome, aimed: Mapping[int, str]) -> str:
    """Describe which targets an Attack hit, missed or did not affect."""
    struck = {id for id, _ in came.struck} | ({asked.target} if came.by > 0 else set())
    hit = [name for id, name in aimed.items() if id in struck and id not in asked.warded]
    spared = [name for id, name in aimed.items() if id in struck and id in asked.warded]
    missed = [name for id, name in aimed.items() if id not in struck]
    said = {"hits": hit, "misses": missed, "does not affect": spared}
    return ", ".join(f"{verb} {listed(names)}" for verb, names in said.items() if names)


def tick(
    clocks: Sequence[ClockRef | int],
    outcome: Outcome | int,
    *,
    super_critical: bool = False,
    because: str = "",
) -> tuple[ProposalLine, ...]:
    """Propose a roll's ticks: of targeted clocks after a success, of a Situation after a Super Critical.

    A plain id among `clocks` stands for a clock that the action aims at. A success takes its margin
    off each targeted clock, a Super Critical 1 off each Situation's clock. `outcome` may be the
    margin itself.
    """
    by = outcome if isinstance(outcome, int) else outcome.achieved.by
    if not isinstance(outcome, int):
        super_critical = super_critical or outcome.super_critical
    return _ticks(dials(clocks), by, super_critical=super_critical, because=because)


def _ticks(
    clocks: Sequence[ClockRef], by: int, *, super_critical: bool, because: str
) -> tuple[ProposalLine, ...]:
    worked = [(value, by, because or _because(by)) for value in clocks if value.targeted and by > 0]
    heroic = [
        (value, 1, "Super Critical") for value in clocks if super_critical and value.kind == "situation"
    ]
    return tuple(
        ProposalLine("clock.tick", {"clock": clock.id, "by": count, "because": why}, why)
        for clock, count, why in (*worked, *heroic)
    )


def follows(
    rolled: RolledCheck[ResonanceRequest, Check], clocks: Sequence[ClockRef] = ()
) -> Iterator[ProposalLine]:
    """Yield a roll's proposals: clock ticks, losses, the tag given, hiding or being found."""
    at, outcome = Aftermath.of(rolled), rolled.result.outcome
    because = _because(0 if at.called.keeps_number else at.by)
    if outcome == "success":
        yield from _success(at, because)
    works = outcome == "success" and at.called.kind not in AGAINST_RESISTANCE
    heroic = at.came.super_critical and outcome != "miss"
    yield from _ticks(clocks, at.by if works else 0, super_critical=heroic, because=because)


def earns(rolled: RolledCheck[ResonanceRequest, Check], option: Critical) -> Iterator[ProposalLine]:
    """Yield the proposals of a Critical's choice: a tag for target and affected, or a Value restored in full.

    Without a target, Restore restores the roller's own Value, and any other choice raises RuleError.
    Value loss has no proposals, since `loss_of` doubles the loss.
    """
    at, asked, key = Aftermath.of(rolled), rolled.asked, critical_tag(option)
    because = f"Critical: {option.replace('_', ' ').capitalize()}"
    if option == Critical.RESTORE:
        whom = asked.character if asked.target is None else asked.target
        full = {"character": whom, "value": str(at.called.value)}
        yield ProposalLine("resonance.value.restore", full, because)
    elif asked.target is None:
        raise RuleError(
            "This choice needs a target, but the roll had none: choose Restore.", field="pick", value=option
        )
    for whom in at.marked if key else ():
        yield ProposalLine(
            "resonance.pool.add", {"character": whom, "tag": name_of(key), "count": 1}, because
        )


def _success(at: Aftermath, because: str) -> Iterator[ProposalLine]:
    kind, asked = at.called.kind, at.asked
    if kind in AGAINST_RESISTANCE:
        yield from _effect(at, because)
    elif kind is Kind.HIDE and asked.character is not None:  # seekers must beat its total: Layer 2, 4.4
        hidden = {"character": asked.character, "tn": max(at.came.total, 0), "in_cover": asked.in_cover}
        yield ProposalLine("resonance.hide", hidden, because)
    elif kind is Kind.SEARCH and asked.target is not None:
        yield ProposalLine("resonance.found", {"character": asked.target}, because)


def _because(by: int) -> str:
    return f"Success by {by}" if by else "Success"


def _effect(at: Aftermath, because: str) -> Iterator[ProposalLine]:
    """Yield a loss for everyone affected, and the tag given; without a target, the roller gets the tag.

    An effect that gives a boost has no loss, nor has an Improvise.
    """
    asked = at.asked
    spared = asked.value == NOTHING or spares_values(asked)
    for whom, by in at.struck:
        loss = {"character": whom, "value": str(at.called.value), "amount": by}
        if not spared:
            yield ProposalLine("resonance.value.lose", loss, f"Success by {by}")
        yield from _given(asked.gives, whom, f"Success by {by}")
    if asked.target is None and asked.character is not None:
        yield from _given(asked.gives, asked.character, because)


def spares_values(asked: ResonanceRequest) -> bool:
    """Return whether an effect reduces no Value: it gives a boost, or it is an Improvise. Layer 2, 4.5."""
    return asked.deed == "improvise" or takes_nothing(asked.gives)


def takes_nothing(gives: str) -> bool:
    """Return whether this tag is a boost, since an effect that gives a boost reduces no Value."""
    return bool(gives) and kind_of(tag(gives)) == "boost"


def _given(gives: str, whom: int, because: str) -> Iterator[ProposalLine]:
    """Yield the proposal of an effect's tag: one, which the GM may raise up to 5. Reading B4.22."""
    if gives:
        fields = {"character": whom, "tag": name_of(tag(gives)), "count": 1}
        yield ProposalLine("resonance.pool.add", fields, because, low=1, high=MOST_OF_ONE)
