"""Decide which clocks an outcome moves, by the book's flowchart, and propose the ticks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webapp.games.api import ClockRef, ProposalLine, dials
from webapp.games.razorweave.rules.check import Outcome
from webapp.games.razorweave.rules.clock_ticks import SegmentSpan, advance
from webapp.games.razorweave.rules.tiers import Tier

THREATS = frozenset({"threat", "danger", "faction"})
APART = frozenset({"personal", "resolve"})  # these move only when an action aims at them

SMALL = frozenset({
    "the", "and", "for", "with", "from", "into", "onto", "over", "under", "our", "out", "off", "his", "her",
    "its", "their", "they", "them", "that", "this", "you", "your", "are", "was", "before", "until", "while",
})  # fmt: skip


def threatens(clock: ClockRef) -> bool:
    """Return whether a clock is a threat to the party, by its kind or because it does harm."""
    return clock.harms or clock.kind in THREATS


@dataclass(frozen=True, slots=True)
class Decision:
    """Which clocks move and why: `because` is the branch of the flowchart that was taken."""

    progress: tuple[ClockRef, ...]
    threat: ClockRef | None
    because: str

    @property
    def split(self) -> bool:
        """Whether the action is divided between several clocks, which then move by the reduced range."""
        return len(self.progress) > 1


def decide(clocks: Sequence[ClockRef], *, intent: str = "", approach: str = "") -> Decision:
    """Decide which clocks progress, and which threat may move.

    The chosen clocks are the targeted ones, else the affected ones, else the only open goal, else
    the goals that the intent names, else those that the approach names, else all goals. Threats
    among them make no progress. Personal and Resolve clocks are no goals; complete clocks do not
    move. Source: ch. 9, "Decision Flowchart: Which Clock Advances?" and "Multi-Clock Guidance".
    """
    open_clocks = [clock for clock in clocks if not clock.complete]
    goals = [clock for clock in open_clocks if not threatens(clock) and clock.kind not in APART]
    chosen, because = _primary(open_clocks, goals, intent, approach)
    return Decision(
        progress=tuple(clock for clock in chosen if not threatens(clock)),
        threat=_nearest_threat(open_clocks, chosen),
        because=because,
    )


def tick(
    clocks: Sequence[ClockRef | int],
    outcome: Outcome | Tier,
    *,
    intent: str = "",
    approach: str = "",
    loud: bool = False,
    split: bool | None = None,
    impact: int = 0,
    because: str = "",
    hazards: Sequence[str] = (),
) -> tuple[ProposalLine, ...]:
    """Propose an outcome's ticks of the table's clocks: progress first, then threat (reading A4.8).

    `decide` chooses the clocks that move. A plain id among `clocks` stands for a clock that the
    action aims at. `intent` and `approach` default to those of a rolled outcome. Where the book says
    "may", the range starts at 0; the tick is proposed at its default, and the GM may drop it
    (reading A4.5). `split` overrides whether the action is divided; an `impact` below 0 is a limited
    effect. Each of the `hazards` nearby may add one threat tick on a failure (ch. 9, Hazardous).
    """
    tier = outcome if isinstance(outcome, Tier) else outcome.tier
    if not isinstance(outcome, Tier):
        intent, approach = intent or outcome.check.intent, approach or outcome.check.approach
    decision = decide(dials(clocks), intent=intent, approach=approach)
    split = decision.split if split is None else split
    moved = advance(tier, loud=loud, split=split, impact=impact)
    cause = because or tier.label
    ticks = [_tick(clock, moved.progress, cause) for clock in decision.progress if moved.progress.moves]
    if decision.threat is not None:
        if moved.threat.moves:
            ticks.append(_tick(decision.threat, moved.threat, cause))
        if not tier.succeeds:
            ticks += [_tick(decision.threat, SegmentSpan(0, 1), f"{cause}; {hazard}") for hazard in hazards]
    return tuple(ticks)


def _primary(
    clocks: Sequence[ClockRef], goals: Sequence[ClockRef], intent: str, approach: str
) -> tuple[Sequence[ClockRef], str]:
    if targeted := [clock for clock in clocks if clock.targeted]:
        return targeted, "the action targets this clock"
    if affected := [clock for clock in clocks if clock.affected]:
        return affected, "this clock is most affected"
    if len(goals) < 2:
        return goals, "there is at most one open goal"
    for text, because in (
        (intent, "the intent names this clock"),
        (approach, "the approach is closest to this clock"),
    ):
        if named := [clock for clock in goals if mentions(clock.name, text)]:
            return named, because
    return goals, "no clock stands out: split at the reduced rate"


def _nearest_threat(clocks: Sequence[ClockRef], chosen: Sequence[ClockRef]) -> ClockRef | None:
    """Return the most relevant threat: a chosen one, else an affected one, else a rival, else the first.

    A rival opposes a chosen clock. A clock that does harm counts only if it is chosen. None without
    a threat.
    """
    ids = {clock.id for clock in chosen}
    threats = [clock for clock in clocks if threatens(clock) and (clock.id in ids or not clock.harms)]
    faced = {clock.opposes for clock in chosen}
    for wanted in (
        [clock for clock in threats if clock.id in ids],
        [clock for clock in threats if clock.affected],
        [clock for clock in threats if clock.opposes in ids or clock.id in faced],
        threats,
    ):
        if wanted:
            return wanted[0]
    return None


def mentions(name: str, text: str) -> bool:
    """Return whether a text and a clock's name share a word of 3 letters or more that is not common."""
    return bool(_telling(text) & _telling(name))


def _telling(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", text.casefold())) - SMALL


def _tick(clock: ClockRef, span: SegmentSpan, because: str) -> ProposalLine:
    return ProposalLine("clock.tick", {"clock": clock.id, "by": span.default}, because, span.low, span.high)
