"""The deeds of a scene with their outcomes, in the order of play.

The reader of events says what the recap tells of an event, and which several it tells together.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from webapp.rules.events import Event, Prose, Ref, Unread
from webapp.rules.outcome_line import join_sentences
from webapp.rules.playable_games import rulesets
from webapp.state.check_events import CheckAnswered, CheckDecided, CheckRolled
from webapp.state.entry_words import OF_THE_STORY, has_outcome_line, is_roll
from webapp.state.house_events import ClockMoved
from webapp.store.models import Character, Check, Clock
from webapp.views.game_screens import game_screens
from webapp.views.outcomes import whole_line
from webapp.views.session_record import ClockMove, Record, StandingChange

OF_A_CHECK = ("check.", "checks.")

Told: TypeAlias = list[Event | Unread | str]
"""What the recap tells of a change: its events, and in words how its clocks moved."""


@dataclass(frozen=True)
class RecapDeed:
    """An event in one sentence (`said`); for a check, its outcome line.

    The other fields give a check in parts: the attempt, the outcome and the consequences.
    """

    said: str = ""
    who: str = ""
    tried: str = ""
    how: str = ""
    outcome: str = ""
    then: tuple[str, ...] = ()


def deeds_of(record: Record, run: list[StandingChange]) -> Iterator[RecapDeed]:
    """Yield the deeds in order, each check with its consequences at the place of its roll.

    Several changes that follow one another are one deed if the recap tells their events together.
    """
    tried = _tried(run)
    alike: Told = []
    for past in run:
        group = tried.get(past.entry.group or 0)
        told = _apart_from_clocks(_told(record, past)) if group is None else []
        together = _together(record, [*alike, *told]) if told and not past.line.because else None
        if together is not None:
            alike += told
        elif told or group is not None:
            yield from _deed(record, alike)
            alike = []
            if group is not None:
                yield from _checks(record, group) if past is group[0] else ()
            elif past.line.because:
                yield from _deed(record, told, f" ({past.line.because})")
            else:
                alike = told
    yield from _deed(record, alike)


def _told(record: Record, past: StandingChange, *, of_check: bool = False) -> Told:
    """Return what the recap tells of a change, each clock's whole move at the place of its first event."""
    ways = {("clock", move.clock): move for move in past.moves}
    told: Told = []
    for event in past.events:
        move = ways.pop(_only_clock(event), None)
        if move is not None:
            told.append(_way(record, move) + _why(record, past, event))
        elif _is_of_the_story(past, event, of_check=of_check) and record.reader.recap([event]) is not None:
            told.append(event)
    return [*told, *(_way(record, move) for move in ways.values())]


def _apart_from_clocks(told: Told) -> Told:
    """Return what is told without clocks that moved, if there is more; a list of the scene has them."""
    return [each for each in told if not isinstance(each, str)] or told


def _only_clock(event: Event | Unread) -> Ref:
    """Return the clock whose move an event tells and nothing else; ("", 0) if it is about more."""
    if isinstance(event, ClockMoved):
        return event.clock
    return event.about[0] if isinstance(event, Prose) and len(event.about) == 1 else ("", 0)


def _way(record: Record, move: ClockMove) -> str:
    row = record.state.find_ever(Clock, move.clock)
    name, segments = (row.name, f" of {row.segments}") if row is not None else ("A clock", "")
    return f"{name} went from {move.before} to {move.after}{segments}"


def _why(record: Record, past: StandingChange, event: Event | Unread) -> str:
    """Return the game's words for why a clock moved, unless the change has a reason of its own."""
    given = record.reader.fact(event, "why") if isinstance(event, ClockMoved) else None
    return f" ({given.rstrip('.')})" if given and not past.line.because else ""


def _is_of_the_story(past: StandingChange, event: Event | Unread, *, of_check: bool) -> bool:
    """Return whether an event may be told: a check's line tells what happened to it.

    A sentence in place of events is told of certain commands, of a game's own ones, and of a check.
    """
    if not isinstance(event, Prose):
        return not event.kind.startswith(OF_A_CHECK)
    command = str(past.entry.command)
    game = command.partition(".")[0]
    is_a_games = game in rulesets() and command not in game_screens(game).hidden_from_recap
    return of_check or is_a_games or command in OF_THE_STORY


def _together(record: Record, told: Told) -> str | None:
    """Return the sentence that tells all of this together, or None."""
    if len(told) == 1 and isinstance(told[0], str):
        return told[0]
    events = [each for each in told if not isinstance(each, str)]
    return record.reader.recap(events) if len(events) == len(told) else None


def _deed(record: Record, told: Told, because: str = "") -> Iterator[RecapDeed]:
    words = join_sentences(_words(record, told))
    if words:
        yield RecapDeed(closed(words.removesuffix(".") + because))


def _words(record: Record, told: Told) -> Iterator[str]:
    """Yield sentences: one for what the recap tells together."""
    run: Told = []
    words: str | None = None
    for each in told:
        together = _together(record, [*run, each])
        if together is None:
            yield from filter(None, [words])
            run, together = [], _together(record, [each])
        run.append(each)
        words = together
    yield from filter(None, [words])


# ---- checks ---------------------------------------------------------------------------------------


def _tried(run: list[StandingChange]) -> dict[int, list[StandingChange]]:
    """Return the changes of each rolled or answered check, from its first roll or answer on, by group."""
    found: dict[int, list[StandingChange]] = {}
    for past in run:
        group = past.entry.group
        if group is not None and (group in found or _came_out(past)):
            found.setdefault(group, []).append(past)
    return found


def _came_out(past: StandingChange) -> bool:
    """Return whether this change is a check's roll, or its answer without dice."""
    if not past.entry.events:
        return is_roll(past.entry)
    return any(event.kind in (CheckRolled.kind, CheckAnswered.kind) for event in past.events)


def _checks(record: Record, pasts: list[StandingChange]) -> Iterator[RecapDeed]:
    """Yield the deeds of checks that were rolled together; the last one has the consequences."""
    ids = [id for past in pasts if _came_out(past) for kind, id in past.entry.about if kind == "check"]
    rows = [record.state.find_ever(Check, id) for id in dict.fromkeys(ids)]
    known = [row for row in rows if row is not None and record.knows(row)]
    pasts = [past for past in pasts if not any(_is_replaced(past, row) for row in known)]
    in_line = not any(_has_a_line(past) and record.is_renumbered(past) for past in pasts)
    apart = [past for past in pasts if not (in_line and _has_a_line(past))]
    for row in known:
        last = row is known[-1]
        beside, then = (_sentences(record, apart), _sentences(record, pasts)) if last else ((), ())
        yield _check(record, row, beside, then, changed=in_line)
    if not known:
        yield from (RecapDeed(said=sentence) for sentence in _sentences(record, apart))


def _is_replaced(past: StandingChange, row: Check) -> bool:
    """Return whether this is an outcome of a check whose dice were rolled again later."""
    again = row.rolled.rolls > 1 and past.entry.serial < row.rolled.order
    return again and _is_outcome(past) and ["check", row.id] in map(list, past.entry.about)


def _is_outcome(past: StandingChange) -> bool:
    if not past.entry.events:
        return past.entry.command.startswith("check.")
    return _has_a_line(past) or _came_out(past)


def _has_a_line(past: StandingChange) -> bool:
    """Return whether a check's outcome line describes the change."""
    if not past.entry.events:
        return has_outcome_line(past.entry)
    return any(isinstance(event, CheckDecided) for event in past.events)


def _check(
    record: Record, row: Check, beside: tuple[str, ...], then: tuple[str, ...], *, changed: bool
) -> RecapDeed:
    who = record.find_nameable(Character, row.character)
    margin = row.result.data.get("margin")
    known = isinstance(margin, int) and record.reader.counts(("check", row.id))
    outcome = row.result.label + (f", margin {margin:+d}" if known else "")
    outcome += " (real dice)" if row.result.real else ""
    sentence = whole_line(record.state, row, record.visibility, outcome, changed=changed)
    name = who.name if who is not None else "Somebody"
    return RecapDeed(" ".join((closed(sentence), *beside)), name, row.intent, row.approach, outcome, then)


def _sentences(record: Record, pasts: Iterable[StandingChange]) -> tuple[str, ...]:
    told = (_told(record, past, of_check=True) for past in pasts)
    return tuple(closed(sentence) for each in told for sentence in _words(record, each))


def closed(sentence: str) -> str:
    return sentence if sentence[-1:] in ".!?" else f"{sentence}."
