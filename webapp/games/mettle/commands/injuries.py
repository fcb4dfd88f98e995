"""Commands for injuries: lose and regain Mettle, gain and end statuses."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    CommandResult,
    Condition,
    Name,
    TableState,
    audience_knowing,
    command,
    ensure_room_for,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import CharacterCommand, Points, merge_game_results, save
from webapp.games.mettle.events import FighterDid
from webapp.games.mettle.people_events import StatusHeld, StatusMissing
from webapp.games.mettle.rules import durations
from webapp.games.mettle.rules import statuses as rules
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.sheet import METTLE
from webapp.games.mettle.rules.statuses import Status, Statuses, entry_of
from webapp.games.mettle.state import characters, game_state
from webapp.state.house_events import ConditionEnded, ConditionGained, MovedValue, ValueGained, ValueLost
from webapp.table.fields import Because, Line

SEVERE = ("fallen", "dead", "staggered")


def lose(state: TableState, row: Character, points: int) -> list[CommandResult]:
    """Subtract points of damage or suffocation from a character's Mettle, and update their statuses."""
    before = characters.sheet(state, row).mettle
    return put(state, row, before.lose(points), ValueLost)


def regain(state: TableState, row: Character, points: int) -> list[CommandResult]:
    """Restore Mettle, up to the maximum."""
    before = characters.sheet(state, row).mettle
    return put(state, row, before.regain(points), ValueGained)


def put(
    state: TableState, row: Character, mettle: Mettle, kind: type[MovedValue], **facts: str
) -> list[CommandResult]:
    """Set a character's Mettle, which an event of this kind tells, and update Staggered and Fallen."""
    by = abs(mettle.current - characters.sheet(state, row).mettle.current)
    row.stats = {**row.stats, METTLE: mettle.current}
    moved = kind(ref_of(row), METTLE, by, mettle.current, mettle.maximum, mettle.word, **facts)
    return [told(moved), *follow_mettle(state, row)]


def follow_mettle(state: TableState, row: Character) -> list[CommandResult]:
    """Set or end a character's Staggered and Fallen to match their Mettle.

    The character leaves the fight, or comes back into it, accordingly.
    """
    after = durations.with_state(characters.statuses(state, row.id), characters.sheet(state, row).mettle)
    return become(state, row, after) + in_or_out(state, row)


def in_or_out(state: TableState, row: Character) -> list[CommandResult]:
    """Take a character who cannot act out of the fight, or bring one who can act again back into it."""
    found = game_state.find_fight(state)
    if found is None or row.id not in found[1].combatants:
        return []
    document, fight = found
    gone = row.removed or cannot_act(state, row)
    if gone and row.id not in fight.out:
        save(document, fight.drop(row.id))
        return [told(FighterDid(ref_of(row), ref_of(document), "out"))]
    if not gone and row.id in fight.out:
        save(document, fight.restore(row.id))
        return [told(FighterDid(ref_of(row), ref_of(document), "back"))]
    return []


def cannot_act(state: TableState, row: Character) -> bool:
    """Return whether a character is Fallen, Incapacitated or dead."""
    return rules.helpless(characters.statuses(state, row.id))


def become(
    state: TableState, row: Character, after: Statuses, source: str | None = None, **data: object
) -> list[CommandResult]:
    """Make a character's statuses match `after`: end the others, update counts and add new ones.

    Added statuses get this source and data.
    """
    left = list(after)
    results: list[CommandResult] = []
    for held, status in characters.held(state, row.id):
        now = next((value for value in left if value.key == status.key), None)
        if now is None:
            held.removed = True
            results.append(told(ConditionEnded(ref_of(held), ref_of(row), _lets(status, after))))
        elif now != status:
            held.data = {**held.data, "count": now.count}
        left.remove(now) if now is not None else None
    return results + [_carries(state, row, value, source, data) for value in left]


def tell_fall(state: TableState, row: Character, result: CommandResult) -> None:
    """Tell of a status that was added or ended by hand that the character goes down, dies or stands up."""
    condition = state.find_ever(Condition, result.payload.get("condition"))
    status = characters.status_named(condition.name, 1) if condition is not None else None
    if status is None:
        return
    after = characters.statuses(state, row.id)
    for place, event in enumerate(result.events):
        if isinstance(event, ConditionGained):
            result.events[place] = replace(event, makes=_makes(status))
        elif isinstance(event, ConditionEnded):
            result.events[place] = replace(event, makes=_lets(status, after))


def _makes(status: Status) -> str | None:
    """Return whether a character with this status is "down" or "dead", as events say it."""
    return "dead" if status.key == "dead" else "down" if rules.helpless([status]) else None


def _lets(status: Status, after: Statuses) -> str | None:
    """Return "up" if the end of this status lets a character stand up, who has the others `after` it."""
    return "up" if rules.helpless([status]) and not rules.helpless(after) else None


def _carries(
    state: TableState, row: Character, status: Status, source: str | None, data: dict[str, object]
) -> CommandResult:
    """Add a status to a character as a condition with the book's effects and texts."""
    ensure_room_for(state, Condition, audience_knowing(state, row))
    entry = status.entry
    new = state.add(
        Condition(
            character=row.id,
            name=entry.name,
            effects=entry.effects,
            source=source,
            trigger=entry.trigger or None,
            clears=entry.clears or None,
            severity="major" if entry.key in SEVERE else "minor",
            data={**entry.data, "count": status.count, **data},
        )
    )
    return told(ConditionGained(ref_of(new), ref_of(row), _makes(status)), condition=new.id)


def take_on(
    state: TableState,
    row: Character,
    name: str,
    count: int | None = None,
    source: str | None = None,
    **data: Any,
) -> list[CommandResult]:
    """Give a character a status of the book; the rules decide what happens to an existing one."""
    before = characters.statuses(state, row.id)
    status = Status(name, 1 if count is None else count)
    after = rules.add(before, status)
    known = [held for held, value in characters.held(state, row.id) if value.key == status.key]
    results = become(state, row, after, source, **data)
    for held in known if len(after) <= len(before) else ():
        held.source, held.data = source or held.source, {**held.data, **data}
        count = status.count if status.entry.data.get("counts") else None
        results.append(told(StatusHeld(ref_of(row), ref_of(held), count)))
    return results + after_status(state, row)


def end(state: TableState, row: Character, *names: str) -> list[CommandResult]:
    """End these statuses of a character."""
    keys = [entry_of(name).key for name in names]
    results = become(state, row, rules.remove(characters.statuses(state, row.id), *keys))
    return results + (after_status(state, row) if results else [])


def after_status(state: TableState, row: Character) -> list[CommandResult]:
    """Update Mettle, Staggered, Fallen and the place in a fight after a status change.

    Starving, for example, lowers maximum Mettle.
    """
    mettle = characters.sheet(state, row).mettle
    if METTLE in row.stats and row.stats[METTLE] != mettle.current:
        row.stats = {**row.stats, METTLE: mettle.current}
    return follow_mettle(state, row)


def is_gone(state: TableState, row: Character) -> bool:
    """Return whether a character is dead."""
    return rules.has(characters.statuses(state, row.id), "dead")


StatusName = Annotated[str, Field(max_length=40)]


class _Points(CharacterCommand):
    """A command that lowers or restores a character's Mettle by a number of points."""

    by: Points = Field(description="how many points of Mettle")
    because: Because | None = None

    moves: ClassVar[Callable[[TableState, Character, int], list[CommandResult]]]

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        result = merge_game_results(type(self).moves(state, row, self.by), {"character": row.id})
        result.payload["mettle"] = row.stats["Mettle"]
        return result


@command("mettle.hurt", own_sheet=True)
class Hurt(_Points):
    """Lower a character's Mettle by unsoaked damage; Staggered and Fallen follow automatically."""

    moves = lose


@command("mettle.mend", own_sheet=True)
class Mend(_Points):
    """Restore a character's Mettle, up to its maximum."""

    moves = regain


@command("mettle.status.add")
class AddStatus(CharacterCommand):
    """Give a character a status of the book; `count` is its Actions, days or points."""

    name: Name
    count: Points | None = optional("how many Actions, days or points the status counts; default: 1")
    source: Line | None = optional("where the status came from; default: not said")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        results = take_on(state, row, self.name, self.count, self.source)
        return merge_game_results(results, {"character": row.id})


@command("mettle.status.end")
class EndStatus(CharacterCommand):
    """End a character's status that was treated, put out or slept off."""

    status: StatusName = Field(description="the status")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        results = end(state, row, self.status)
        return merge_game_results(
            results or [told(StatusMissing(ref_of(row), entry_of(self.status).key))],
            {"character": row.id},
        )
