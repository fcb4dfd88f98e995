"""What was tried in a scene and what came of it, deed by deed, in the order of the evening."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webapp.rules.ruleset import rulesets
from webapp.screens.games import game_screens
from webapp.screens.journal import joined, part_words
from webapp.screens.record import ClockMove, Past, Record
from webapp.store.models import Character, Check, Clock, Thing

TOGETHER = {
    "tag.add": "True from now on: {}",
    "tag.remove": "True no longer: {}",
    "tag.burn": "Used up: {}",
    "clock.add": "New on the table: {}",
    "character.add": "{} joined",
    "character.remove": "{} left",
}
"""Changes that are told in one sentence where several follow one another."""
AS_WRITTEN = ("condition.add", "condition.clear", "time.pass", "proposal.accept")


@dataclass(frozen=True)
class RecapDeed:
    """Something that happened: what somebody tried and how it came out, or a plain sentence (`said`)."""

    said: str = ""
    who: str = ""
    tried: str = ""
    how: str = ""
    outcome: str = ""
    then: tuple[str, ...] = ()


def deeds(record: Record, run: list[Past]) -> Iterator[RecapDeed]:
    """Checks with all that came of them where they were rolled; everything else in its turn."""
    tried = _tried(run)
    alike: list[Past] = []
    for past in run:
        if alike and past.command != alike[0].command and _is_told(past):
            yield from _several(record, alike)
            alike = []
        if past.command in TOGETHER:
            alike.append(past)
        else:
            yield from _one(record, past, tried)
    yield from _several(record, alike)


def _is_told(past: Past) -> bool:
    """Whether this is anything a story speaks of; what is not interrupts nothing."""
    return bool(past.moves or past.command in TOGETHER or _is_as_written(past) or past.entry.group)


def _one(record: Record, past: Past, tried: dict[int, list[Past]]) -> Iterator[RecapDeed]:
    group = past.entry.group
    if group is None or group not in tried:
        said = _sentence(record, past)
        if said is not None:
            yield RecapDeed(said=closed(said))
    elif past is tried[group][0]:
        yield from _checks(record, tried[group])


def _several(record: Record, pasts: list[Past]) -> Iterator[RecapDeed]:
    """Things of one kind that came or went one after the other, in one sentence."""
    rows = [record.board.thing(*past.entry.about[0]) for past in pasts if past.entry.about]
    names = list(dict.fromkeys(_called(row) for row in rows if row is not None and record.knows(row)))
    if names:
        listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        yield RecapDeed(said=closed(TOGETHER[pasts[0].command].format(listed)))


def _called(row: Thing) -> str:
    name = getattr(row, "name", None) or row.kind_name
    return f"{name} (a clock of {row.segments})" if isinstance(row, Clock) else str(name)


def _tried(run: list[Past]) -> dict[int, list[Past]]:
    """What belongs to each check that came to something, from its first roll or answer on."""
    found: dict[int, list[Past]] = {}
    for past in run:
        group = past.entry.group
        if group is not None and (group in found or _came_out(past)):
            found.setdefault(group, []).append(past)
    return found


def _came_out(past: Past) -> bool:
    """Whether this is the roll of a check, or its answer without dice."""
    command = past.command
    return command == "check.roll" or (command == "check.resolve" and not (past.entry.parts or past.moves))


def _checks(record: Record, pasts: list[Past]) -> Iterator[RecapDeed]:
    """Those who rolled for one moment; what followed stands with the last of them."""
    ids = [id for past in pasts if _came_out(past) for kind, id in past.entry.about if kind == "check"]
    rows = [record.board.row(Check, id) for id in dict.fromkeys(ids)]
    known = [row for row in rows if row is not None and record.knows(row)]
    then = tuple(closed(said) for past in pasts for said in _after(record, past))
    for row in known:
        yield _deed(record, row, then if row is known[-1] else ())
    if not known:
        yield from (RecapDeed(said=each) for each in then)


def _deed(record: Record, row: Check, then: tuple[str, ...]) -> RecapDeed:
    who = record.named(Character, row.character)
    margin = row.result.data.get("margin")
    if record.visibility.counts_theirs(str(margin), [("check", row.id)]):
        margin = None
    outcome = row.result.label + (f", margin {margin:+d}" if isinstance(margin, int) else "")
    real = " (real dice)" if row.result.real else ""
    name = who.name if who is not None else "Somebody"
    return RecapDeed(who=name, tried=row.intent, how=row.approach, outcome=outcome + real, then=then)


def _after(record: Record, past: Past) -> Iterator[str]:
    """What followed, in its order: how clocks moved, and the rest in the journal's words."""
    ways = {("clock", move.clock): move for move in past.moves}
    for part in past.entry.parts:
        about = [(kind, id) for kind, id in part["about"]]
        move = ways.pop(about[0], None) if len(about) == 1 else None
        if move is not None:
            yield from _ways(record, [move])
        elif "check" not in dict(about) and all(record.knows(record.board.thing(*each)) for each in about):
            yield from filter(None, (part_words(part, record.visibility),))
    yield from _ways(record, ways.values())
    if not past.entry.parts and not past.moves and not past.command.startswith("check."):
        yield past.line.summary


def _ways(record: Record, moves: Iterable[ClockMove]) -> Iterator[str]:
    for move in moves:
        row = record.board.row(Clock, move.clock)
        yield f"{row.name if row else 'A clock'} went from {move.before} to {move.after}" + (
            f" of {row.segments}" if row else ""
        )


def _sentence(record: Record, past: Past) -> str | None:
    """A change that is no check, in a sentence; None for what is no part of the story."""
    because = f" ({past.line.because})" if past.line.because else ""
    if past.moves and not _is_a_games_own(past):
        return joined(_ways(record, past.moves)) + because
    return past.line.summary.removesuffix(".") + because if _is_as_written(past) else None


def _is_as_written(past: Past) -> bool:
    """Whether the journal's own words tell it: conditions, what was accepted, what a game's rules did."""
    return past.command in AS_WRITTEN or _is_a_games_own(past)


def _is_a_games_own(past: Past) -> bool:
    """Whether it says what happened better than the clocks that it moved: a rest, a door that is down."""
    game = past.command.partition(".")[0]
    return game in rulesets() and past.command not in game_screens(game).untold


def closed(sentence: str) -> str:
    return sentence if sentence[-1:] in ".!?" else f"{sentence}."
