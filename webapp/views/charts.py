"""Figures of a session: clocks and a game's numbers over time, outcomes against the odds, causes of ticks.

They are computed from the record, so they contain only what this audience may know now. Every figure has the
rows that it is drawn from, for the table below it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from webapp.rules.codec import load_value
from webapp.rules.errors import RuleError
from webapp.rules.events import Event, Prose, Unread
from webapp.rules.ruleset import Ruleset
from webapp.state.audience import Role
from webapp.state.entry_words import is_of_time
from webapp.state.house_events import (
    ClockMoved,
    RaceSettled,
    SceneBegan,
    SceneEnded,
    ThingAdded,
    ThingChanged,
    TimePassed,
)
from webapp.store.models import Check, Clock, Proposal
from webapp.views.game_screens import game_screens
from webapp.views.graphs import Graph, History, NumberChange, build_graphs
from webapp.views.journal import is_of_a_hidden_check
from webapp.views.safe_rendering import render_safely
from webapp.views.session_record import ClockMove, Record, StandingChange

BAR, ROW = 240.0, 44
MOST_MARKS = 24
"""The most segments of a clock whose graph has a line for each segment."""
OVER = ("rolled", "resolved")
TWIST = "twist"
"""The key of the chance that a second roll turns a failure into a success."""


@dataclass(frozen=True)
class Bar:
    """One bar of a figure: the number of outcomes or segments, and the number that the odds expected.

    `expected` is None if the odds are hidden, and for a bar of ticks by cause. `top` is the bar's vertical
    place in the drawing, `width` its length, `mark` the horizontal place of the expected number.
    """

    key: str
    name: str
    seen: int
    top: int
    width: float
    expected: float | None = None
    mark: float | None = None


@dataclass(frozen=True)
class Figures:
    """All figures of a session for one audience."""

    clocks: tuple[Graph, ...]
    outcomes: tuple[Bar, ...]
    rolls: int
    causes: tuple[Bar, ...]
    meters: tuple[Graph, ...] = ()

    @property
    def odds_told(self) -> bool:
        """Whether this audience sees the numbers expected by the odds."""
        return any(bar.expected is not None for bar in self.outcomes)


def make_figures(record: Record) -> Figures:
    """Return the figures of this record; all are empty if one of them cannot be made."""
    return render_safely("The figures", lambda: _figures(record), lambda: Figures((), (), 0, ()))


def _figures(record: Record) -> Figures:
    outcomes, rolls = _outcomes(record)
    own = game_screens(record.state.table.ruleset).histories(record)
    clocks, meters = (tuple(build_graphs(record, value)) for value in (_clocks(record), own))
    return Figures(clocks, outcomes, rolls, _causes(record), meters)


# ---- clocks over time ----------------------------------------------------------------------------


def _clocks(record: Record) -> Iterator[History]:
    """Yield the history of every clock on the table, and of removed ones whose graphs the game keeps."""
    turns: defaultdict[int, list[NumberChange]] = defaultdict(list)
    for past in record.standing_changes:
        for move in past.moves:
            turns[move.clock].append((past, move.before, move.after))
    kinds = {kind.key: kind.role for kind in record.state.rules.catalogue.clock_kinds}
    lasting = game_screens(record.state.table.ruleset).lasting
    for row in record.state.all_ever(Clock):
        if not row.removed or row.kind in lasting:
            marks = range(row.segments + 1) if row.segments <= MOST_MARKS else ()
            went, threat = tuple(turns[row.id]), kinds.get(row.kind) == "threat"
            now = row.filled if record.before is None else None
            yield History(row.id, row.name, "", 0, row.segments, went, marks, now, threat)


# ---- outcomes against the odds -------------------------------------------------------------------


def _outcomes(record: Record) -> tuple[tuple[Bar, ...], int]:
    """Return a bar for each outcome, and the number of rolls that this audience knows in full.

    A bar has the number of times that the outcome occurred, and the number that the odds expected.
    """
    game = record.state.rules
    rows = [
        row
        for row in record.checks
        if not row.removed and row.state in OVER and row.rolled and record.knows(row)
    ]
    chances = [(row, _odds(game, row)) for row in rows]
    expected: dict[str, Fraction] = {}
    for _, odds in chances:
        for key, chance in odds.items():
            expected[key] = expected.get(key, Fraction(0)) + chance
    seen = Counter(_outcome(row, odds) for row, odds in chances)
    if TWIST in expected and not seen[TWIST]:  # nobody took a Twist, so the expected ones are failures
        expected["failure"] += expected.pop(TWIST)
    shown = bool(record.state.table.settings.get("show_odds")) and not record.visibility.withholds
    odds_shown = record.audience.role is Role.GM or shown
    return tuple(_bars(game, seen, expected if odds_shown else None, list(expected))), len(rows)


def _odds(game: Ruleset, row: Check) -> Mapping[str, Fraction]:
    try:
        return game.odds(load_value(game.check, row.rolled.check))
    except (RuleError, KeyError):
        return {}


def _outcome(row: Check, odds: Mapping[str, Fraction]) -> str:
    """Return the outcome's key in the odds.

    A special success or failure that the odds lack counts as an ordinary one. If the odds have Twists, a
    success whose dice were rolled again counts as a Twist. Without odds, the outcome's own key is returned.
    """
    outcome: str = row.result.outcome
    if TWIST in odds and row.rolled.rolls > 1 and row.result.success:
        return TWIST
    if outcome in odds or not odds:
        return outcome
    return "success" if row.result.success else "failure"


def _bars(
    game: Ruleset, seen: Counter[str], expected: Mapping[str, Fraction] | None, order: list[str]
) -> Iterator[Bar]:
    keys = [*order, *(key for key in seen if key not in order)]
    most = max([1.0, *map(float, seen.values()), *map(float, (expected or {}).values())])
    for place, key in enumerate(keys):
        wanted = None if expected is None else float(expected.get(key, 0))
        yield Bar(
            key=key,
            name=game.outcome_name(key),
            seen=seen[key],
            top=place * ROW,
            width=round(BAR * seen[key] / most, 1),
            expected=None if wanted is None else round(wanted, 1),
            mark=None if wanted is None else round(BAR * wanted / most, 1),
        )


# ---- ticks by cause ------------------------------------------------------------------------------

OF_TIME = (TimePassed, SceneBegan, SceneEnded)
OF_CLOCKS = (ClockMoved, RaceSettled, ThingAdded, ThingChanged)
CAUSES = {
    "check": "Check outcomes",
    "event": "Ticks with a reason",
    "time": "Time and scenes",
    "players": "Player proposals",
    "game": "Game rules",
    "hand": "Other ticks",
}


def _causes(record: Record) -> tuple[Bar, ...]:
    """Return a bar for each kind of cause, with the segments by which it moved clocks towards completion.

    Moves away from completion do not count, and a cause without segments has no bar.
    """
    found: Counter[str] = Counter()
    for past in record.standing_changes:
        found[_cause(record, past)] += sum(_forward(record, move) for move in past.moves)
    most = max([1, *found.values()])
    return tuple(
        Bar(key, CAUSES[key], found[key], place * ROW, round(BAR * found[key] / most, 1))
        for place, key in enumerate(key for key in CAUSES if found[key])
    )


def _forward(record: Record, move: ClockMove) -> int:
    """Return by how many segments a clock moved towards completion; 0 if it moved back."""
    row = record.state.find_ever(Clock, move.clock)
    return max(0, -move.by if row is not None and row.direction == "drain" else move.by)


def _cause(record: Record, past: StandingChange) -> str:
    if past.entry.group is not None and not is_of_a_hidden_check(past.entry, record.reader):
        return "check"
    accepted = [
        record.state.find_ever(Proposal, change["id"])
        for change in past.entry.changes
        if change["kind"] == Proposal.kind_name and change["after"].get("state") == "accepted"
    ]
    if accepted:
        return "players" if any(row is not None and row.seat is not None for row in accepted) else "time"
    if any(isinstance(event, OF_TIME) for event in past.events) or is_of_time(past.entry):
        return "time"
    if all(_is_by_hand(event) for event in past.events):
        return "event" if past.line.because else "hand"
    return "game"


def _is_by_hand(event: Event | Unread) -> bool:
    """Return whether an event is of those of a clock that somebody moves, without a reason of the game."""
    if isinstance(event, Prose):
        return dict(event.about).keys() == {Clock.kind_name}
    return isinstance(event, OF_CLOCKS) and getattr(event, "why", None) is None
