"""The deeds of a scene with their outcomes, in the order of play."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webapp.rules.clocks import segments_in_words
from webapp.rules.events import Event, Ref, load_event
from webapp.rules.outcome_line import join_sentences
from webapp.rules.playable_games import rulesets
from webapp.rules.word_lists import and_list
from webapp.state.check_events import CheckAnswered, CheckDecided, CheckRolled
from webapp.state.entry_words import part_words
from webapp.store.models import Character, Check, Clock, Entry, Thing
from webapp.views.game_screens import game_screens
from webapp.views.outcomes import whole_line
from webapp.views.session_record import ClockMove, Record, StandingChange

TOGETHER = {
    "tag.add": "New tag{s}: {names}",
    "tag.remove": "Tag{s} removed: {names}",
    "tag.burn": "Tag{s} burned: {names}",
    "tag.unburn": "Tag{s} no longer burned: {names}",
    "clock.add": "New clock{s}: {names}",
    "character.add": "{names} joined the cast",
    "character.remove": "Removed from the cast: {names}",
}
"""Changes that are described in one sentence if several follow one another; `s` makes the plural."""
OF_A_CHECK = ("check.", "checks.")
AS_WRITTEN = ("condition.add", "conditions.add", "condition.clear", "time.pass", "proposal.accept")


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
    """Yield the deeds in order, each check with its consequences at the place of its roll."""
    tried = _tried(run)
    alike: list[StandingChange] = []
    for past in run:
        if alike and _kind(past) != _kind(alike[0]) and _belongs_in_recap(past):
            yield from _several(record, alike)
            alike = []
        if past.command in TOGETHER:
            alike.append(past)
        else:
            yield from _one(record, past, tried)
    yield from _several(record, alike)


def _kind(past: StandingChange) -> str:
    """Return the kind of a change: its command, or "tag.unburn" for a burned tag that is usable again."""
    unburned = any(change["after"].get("burned") is False for change in past.entry.changes)
    return "tag.unburn" if past.command == "tag.burn" and unburned else past.command


def _belongs_in_recap(past: StandingChange) -> bool:
    """Return whether the recap mentions this change, so that it ends a series of similar changes."""
    return bool(past.moves or past.command in TOGETHER or _is_as_written(past) or past.entry.group)


def _one(record: Record, past: StandingChange, tried: dict[int, list[StandingChange]]) -> Iterator[RecapDeed]:
    group = past.entry.group
    if group is None or group not in tried:
        said = _sentence(record, past)
        if said is not None:
            yield RecapDeed(said=closed(said))
    elif past is tried[group][0]:
        yield from _checks(record, tried[group])


def _several(record: Record, pasts: list[StandingChange]) -> Iterator[RecapDeed]:
    """Describe consecutive additions or removals of one kind in one sentence."""
    rows = [record.state.thing(*past.entry.about[0]) for past in pasts if past.entry.about]
    names = list(dict.fromkeys(_called(row) for row in rows if row is not None and record.knows(row)))
    if names:
        listed = and_list(names)
        said = TOGETHER[_kind(pasts[0])].format(s="s" if len(names) > 1 else "", names=listed)
        yield RecapDeed(said=closed(said))


def _called(row: Thing) -> str:
    name = getattr(row, "name", None) or row.kind_name
    return f"{name} ({segments_in_words(row.segments)})" if isinstance(row, Clock) else str(name)


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
    kinds = [kind for kind, *_ in past.entry.events]
    if kinds:
        return CheckRolled.kind in kinds or CheckAnswered.kind in kinds
    command = past.command
    return command == "check.roll" or (command == "check.resolve" and not (past.entry.parts or past.moves))


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
        yield _deed(record, row, beside, then, changed=in_line)
    if not known:
        yield from (RecapDeed(said=sentence) for sentence in _sentences(record, apart))


def _is_replaced(past: StandingChange, row: Check) -> bool:
    """Return whether this is an outcome of a check whose dice were rolled again later."""
    again = row.rolled.rolls > 1 and past.entry.serial < row.rolled.order
    return again and past.command.startswith("check.") and ["check", row.id] in map(list, past.entry.about)


def _has_a_line(past: StandingChange) -> bool:
    """Return whether a check's outcome line describes the change; an earlier release stored it in parts."""
    decided = any(kind == CheckDecided.kind for kind, *_ in past.entry.events)
    return decided or (bool(past.entry.parts) and "head" in past.entry.parts[0])


def _deed(
    record: Record, row: Check, beside: tuple[str, ...], then: tuple[str, ...], *, changed: bool
) -> RecapDeed:
    who = record.find_nameable(Character, row.character)
    margin = row.result.data.get("margin")
    if record.visibility.has_foe_numbers(str(margin), [("check", row.id)]):
        margin = None
    outcome = row.result.label + (f", margin {margin:+d}" if isinstance(margin, int) else "")
    outcome += " (real dice)" if row.result.real else ""
    sentence = whole_line(record.state, row, record.visibility, outcome, changed=changed)
    name = who.name if who is not None else "Somebody"
    return RecapDeed(" ".join((closed(sentence), *beside)), name, row.intent, row.approach, outcome, then)


def _sentences(record: Record, pasts: Iterable[StandingChange]) -> tuple[str, ...]:
    return tuple(closed(sentence) for past in pasts for sentence in _after(record, past))


def _after(record: Record, past: StandingChange) -> Iterator[str]:
    """Yield the consequences of a change: clock moves, and other parts in the journal's words."""
    ways = {("clock", move.clock): move for move in past.moves}
    for about, words in _parts(record, past.entry):
        move = ways.pop(about[0], None) if len(about) == 1 else None
        if move is not None:
            yield from _ways(record, [move])
        elif all(record.reader.level(thing) == "shown" for thing in about):
            yield from filter(None, (words,))
    yield from _ways(record, ways.values())
    has_parts = past.entry.events or past.entry.parts
    if not has_parts and not past.moves and not past.command.startswith("check."):
        yield past.line.summary


def _parts(record: Record, entry: Entry) -> Iterator[tuple[list[Ref], str | None]]:
    """Yield what each event of an entry, or each part of an older one, is about, and its words.

    What happened to a check is left out, since the line of its outcome tells it.
    """
    for part in () if entry.events else entry.parts:
        if "check" not in dict(part["about"]):
            yield [(kind, id) for kind, id in part["about"]], part_words(part, record.visibility)
    for event in map(load_event, entry.events):
        if isinstance(event, Event) and not event.kind.startswith(OF_A_CHECK):
            yield list(dict.fromkeys(ref for _, ref in event.refs)), record.reader.words(event)


def _ways(record: Record, moves: Iterable[ClockMove]) -> Iterator[str]:
    for move in moves:
        row = record.state.find_ever(Clock, move.clock)
        yield f"{row.name if row else 'A clock'} went from {move.before} to {move.after}" + (
            f" of {row.segments}" if row else ""
        )


def _sentence(record: Record, past: StandingChange) -> str | None:
    """Describe a change that belongs to no check; return None if it is not part of the recap."""
    because = f" ({past.line.because})" if past.line.because else ""
    if past.moves and not _is_a_games_own(past):
        return join_sentences(_ways(record, past.moves)) + because
    return past.line.summary.removesuffix(".") + because if _is_as_written(past) else None


def _is_as_written(past: StandingChange) -> bool:
    """Return whether the recap uses the journal's words: conditions, proposals, a game's changes."""
    return past.command in AS_WRITTEN or _is_a_games_own(past)


def _is_a_games_own(past: StandingChange) -> bool:
    """Return whether a game's command made the change, whose words say more than its clock moves."""
    game = past.command.partition(".")[0]
    return game in rulesets() and past.command not in game_screens(game).hidden_from_recap


def closed(sentence: str) -> str:
    return sentence if sentence[-1:] in ".!?" else f"{sentence}."
