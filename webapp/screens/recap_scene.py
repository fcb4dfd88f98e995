"""One scene's story, gathered from what stands of it in the record."""

from collections.abc import Iterable, Iterator
from typing import Any

from webapp.rules.ruleset import rulesets
from webapp.screens.recap_views import Deed, SceneStory, Way
from webapp.screens.record import Move, Past, Record
from webapp.screens.sentences import joined

BETWEEN = "Between the scenes"
SAID = {
    "tag.add": "{name}: true from now on",
    "tag.remove": "{name}: true no longer",
    "tag.burn": "{name}: used up",
    "clock.add": "A clock started: {name}, of {segments}",
    "character.add": "{name} joined",
    "character.remove": "{name} left",
}
AS_WRITTEN = ("condition.add", "condition.clear", "time.pass", "proposal.accept")
LAST = "The scene ended."


def scene_story(record: Record, scene: int | None, run: list[Past]) -> SceneStory | None:
    """What happened in a scene, or None where nothing is worth telling."""
    deeds = tuple(_deeds(record, run))
    moves = _moves(run)
    revealed = tuple(_revealed(record, run))
    ending = tuple(_ending(record, run, moves))
    if not (deeds or moves or revealed or ending):
        return None
    row = record.named("scene", scene) if scene is not None else None
    return SceneStory(
        name=row.name if row is not None else BETWEEN,
        description=(row.description or "") if row is not None else "",
        people=tuple(_people(record, run)),
        deeds=deeds,
        clocks=tuple(_way(record, id, steps) for id, steps in moves.items()),
        revealed=revealed,
        ending=ending,
    )


def _people(record: Record, run: list[Past]) -> Iterator[str]:
    """Those whom this scene names, each once."""
    named = dict.fromkeys(id for past in run for id in _characters(record, past))
    for id in named:
        row = record.named("character", id)
        if row is not None:
            yield row.name


def _characters(record: Record, past: Past) -> Iterator[int]:
    about = [*past.entry.about, *(each for part in past.entry.parts for each in part["about"])]
    for kind, id in about:
        row = record.board.row(kind, id) if kind in ("character", "check") else None
        if row is not None:
            yield row.id if kind == "character" else row.character


# ---- clocks, reveals, the end ------------------------------------------------------------------------

Steps = list[tuple[Move, str]]


def _moves(run: list[Past]) -> dict[int, Steps]:
    found: dict[int, Steps] = {}
    for past in run:
        for move in past.moves:
            found.setdefault(move.clock, []).append((move, past.line.because or ""))
    return found


def _way(record: Record, id: int, steps: Steps) -> Way:
    row = record.board.row("clock", id)
    told = tuple(f"{move.by:+d}" + (f" ({why})" if why else "") for move, why in steps)
    name, segments = (row.name, row.segments) if row is not None else ("", 0)
    return Way(name, steps[0][0].before, steps[-1][0].after, segments, told)


def _revealed(record: Record, run: list[Past]) -> Iterator[str]:
    """The things that came to light, each once."""
    found = {(change["kind"], change["id"]): None for past in run for change in _uncovered(past)}
    for kind, id in found:
        row = record.named(kind, id)
        if row is not None and hasattr(row, "name"):
            yield row.name


def _uncovered(past: Past) -> Iterator[dict[str, Any]]:
    for change in past.entry.changes:
        if "visibility" in change["before"] and change["after"].get("visibility") == "shown":
            yield change


def _ending(record: Record, run: list[Past], moves: dict[int, Steps]) -> Iterator[str]:
    for id, steps in moves.items():
        row = record.board.row("clock", id)
        if row is not None and row.value.complete and steps[-1][0].after == row.filled:
            word = "was full" if row.direction == "fill" else "ran out"
            yield _closed(f"{row.name} {word}" + (f": {row.on_full}" if row.on_full else ""))
    if any(past.entry.command == "scene.end" for past in run):
        yield LAST


# ---- what was tried and what came of it --------------------------------------------------------------


def _deeds(record: Record, run: list[Past]) -> Iterator[Deed]:
    """Checks with all that came of them where they were rolled; everything else in its turn."""
    tried = _tried(run)
    for past in run:
        group = past.entry.group
        if group is None or group not in tried:
            said = _sentence(record, past)
            if said is not None:
                yield Deed(said=_closed(said))
        elif past is tried[group][0]:
            yield from _checks(record, tried[group])


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
    command = past.entry.command
    return command == "check.roll" or (command == "check.resolve" and not (past.entry.parts or past.moves))


def _checks(record: Record, pasts: list[Past]) -> Iterator[Deed]:
    """Those who rolled for one moment; what followed stands with the last of them."""
    ids = [id for past in pasts if _came_out(past) for kind, id in past.entry.about if kind == "check"]
    rows = [record.board.row("check", id) for id in dict.fromkeys(ids)]
    known = [row for row in rows if record.knows(row)]
    then = tuple(_closed(said) for past in pasts for said in _after(record, past))
    for row in known:
        yield _deed(record, row, then if row is known[-1] else ())
    if not known:
        yield from (Deed(said=each) for each in then)


def _deed(record: Record, row: Any, then: tuple[str, ...]) -> Deed:
    who = record.named("character", row.character)
    margin = row.result.get("data", {}).get("margin")
    outcome = row.result.get("label", "") + (f", margin {margin:+d}" if isinstance(margin, int) else "")
    real = " (real dice)" if row.result.get("real") else ""
    name = who.name if who is not None else "Somebody"
    return Deed(who=name, tried=row.intent, how=row.approach, outcome=outcome + real, then=then)


def _after(record: Record, past: Past) -> Iterator[str]:
    """What followed, in its order: how clocks moved, and the rest in the journal's words."""
    ways = {("clock", move.clock): move for move in past.moves}
    for part in past.entry.parts:
        about = [(kind, id) for kind, id in part["about"]]
        move = ways.pop(about[0], None) if len(about) == 1 else None
        if move is not None:
            yield from _ways(record, [move])
        elif "check" not in dict(about) and all(record.knows(record.board.row(*each)) for each in about):
            yield part["summary"]
    yield from _ways(record, ways.values())
    if not past.entry.parts and not past.moves and not past.entry.command.startswith("check."):
        yield past.line.summary


def _ways(record: Record, moves: Iterable[Move]) -> Iterator[str]:
    for move in moves:
        row = record.board.row("clock", move.clock)
        yield f"{row.name if row else 'A clock'} went from {move.before} to {move.after}" + (
            f" of {row.segments}" if row else ""
        )


def _sentence(record: Record, past: Past) -> str | None:
    """A change that is no check, in a sentence; None for what is no part of the story."""
    because = f" ({past.line.because})" if past.line.because else ""
    command = past.entry.command
    if past.moves:
        return joined(_ways(record, past.moves)) + because
    if command in SAID:
        return _by_name(record, past, SAID[command])
    if command in AS_WRITTEN or command.partition(".")[0] in rulesets():
        return past.line.summary + because
    return None


def _by_name(record: Record, past: Past, said: str) -> str | None:
    kind, id = past.entry.about[0]
    row = record.board.row(kind, id)
    if row is None or not record.knows(row):
        return None
    return said.format(name=row.name, segments=getattr(row, "segments", ""))


def _closed(sentence: str) -> str:
    return sentence if sentence[-1:] in ".!?" else f"{sentence}."
