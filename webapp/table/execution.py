"""Execute a command, and apply what its game's hooks add before and after it.

Effects that a book calls mandatory happen in the command's own transaction, are listed in its result and
undone with it. Effects that a book introduces with "may" become proposals.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from webapp.rules.errors import RuleError
from webapp.rules.playable_games import why_read_only
from webapp.rules.word_lists import and_list
from webapp.state.audience import PLAYER
from webapp.state.reader import Reader
from webapp.state.visibility import Visibility
from webapp.store.models import (
    Character,
    Check,
    Clock,
    Condition,
    GameDocument,
    Proposal,
    Scene,
    Tag,
    Zone,
)
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, drop_earlier_verdicts, refusal_for
from webapp.table.game_table import game_table
from webapp.table.refusals import Refused, Unconfirmed

TAKING_BACK = ("undo", "redo")
DICE = ("check.roll", "check.resolve", "check.cancel")
VISIBLE = (Character, Clock, Tag, Condition, Zone, Scene, GameDocument)
"""The kinds of things that may be hidden."""
OF_PLAY = ("scene.", "check.", "proposal.", "time.", "undo", "redo", "table.", "saved.add", "order.")
"""The beginnings of commands that never apply to a prepared scene."""
MADE = (Zone, Tag, Clock, Character, Condition, GameDocument)
"""The kinds of things that commands add and that may be hidden."""


def execute_with_hooks(command: Command, state: TableState, actor: Actor) -> CommandResult:
    """Execute a command with its game's hooks; return one result that includes the effects they add."""
    read_only = why_read_only(state.rules)
    if read_only:
        raise Refused(read_only)
    if command.do in TAKING_BACK:
        return command.run(state, actor)
    if _rolls_in_secret(command, state):
        return command.run(state, actor)
    game = game_table(state.table.ruleset)
    deaths = game.list_deaths(state) if is_question(command) else {}
    try:
        before = game.before(command, state, actor)
        result = before.instead or command.run(state, actor)
        followed = game.after(command, result, state, actor)
    except RuleError as error:
        raise refusal_for(error, state, actor) from error
    if is_question(command):
        _ensure_nobody_lost(state, deaths)
    result = append_results(result, [*before.happened, *followed], state, actor)
    result.events = drop_earlier_verdicts(result.events)
    return _limit_cause(result, command, state)


def moment_of(command: Command, state: TableState) -> int | None:
    """Return the check in whose moment the command happens, as it makes or applies that check's outcome.

    Checks that are rolled together are one moment. None for any other command, which is a moment of its own.
    """
    if command.do in TAKING_BACK:
        return None
    line = state.find_ever(Proposal, getattr(command, "proposal", None))
    check = state.find_ever(Check, getattr(command, "check", None) if line is None else line.check)
    return None if check is None else check.lead or check.id


def is_question(command: Command) -> bool:
    """Return whether the command is to be refused if it would kill a character (`ask`)."""
    return bool(getattr(command, "ask", False))


def _ensure_nobody_lost(state: TableState, before: Mapping[int, str]) -> None:
    """Refuse a command sent with `ask` that would kill characters, and name them."""
    lost = {
        id: how for id, how in game_table(state.table.ruleset).list_deaths(state).items() if id not in before
    }
    if lost:
        names = {state.require(Character, id).name: how for id, how in lost.items()}
        named = [f"{name} ({how})" if how else name for name, how in names.items()]
        raise Unconfirmed(f"This would kill {and_list(named)}. Nothing has happened yet.")


def _rolls_in_secret(command: Command, state: TableState) -> bool:
    """Return whether the command rolls, answers or cancels a secret check.

    The game's hooks are then skipped, since a cost would reveal the check.
    """
    if command.do not in DICE or (command.do == "check.resolve" and getattr(command, "answer", None) is None):
        return False
    row = state.find(Check, getattr(command, "check", None))
    return row is not None and row.visibility == "secret"


def _limit_cause(result: CommandResult, command: Command, state: TableState) -> CommandResult:
    """Limit the reason to audiences that may see all things that the command names."""
    if not result.because:
        return result
    named = [thing for thing in _things_named_in(command.model_dump(), state) if thing not in result.about]
    result.about = [*result.about, *named]
    return result


def _things_named_in(value: object, state: TableState) -> list[tuple[str, int]]:
    """Return the things whose ids occur anywhere in the fields of a command."""
    if isinstance(value, dict | list | tuple):
        within = value.values() if isinstance(value, dict) else value
        return list(dict.fromkeys(thing for element in within for thing in _things_named_in(element, state)))
    if type(value) is not int:
        return []
    return [(model.kind_name, value) for model in VISIBLE if state.find(model, value) is not None]


def append_results(
    result: CommandResult, more: Sequence[CommandResult], state: TableState, actor: Actor
) -> CommandResult:
    """Append more results to the first; `happened` in its payload lists those that the actor may know."""
    if not more:
        return result
    reader = Reader(state, actor.audience)
    known = [value for value in more if all(reader.level(thing) == "shown" for thing in value.about)]
    result.events = [*result.events, *(event for value in more for event in value.events)]
    if known:
        listed = [said for value in known if (said := _redact_result(value, reader))]
        result.payload["happened"] = [*result.payload.get("happened", ()), *listed]
    return result


def _redact_result(result: CommandResult, reader: Reader) -> dict[str, object]:
    """Return an effect's words and payload, with foes' numbers redacted as in the journal.

    If such numbers are hidden, the payload is left out; without words, the result is empty.
    """
    says = reader.line(result.events) or ""
    if not all(map(reader.counts, result.about)):
        return {"says": says} if says else {}
    return {"says": says, **result.payload}


# ---- while a scene is prepared --------------------------------------------------------------------


@contextmanager
def in_prepared_scene(command: Command, state: TableState, actor: Actor) -> Iterator[None]:
    """Treat the scene that the actor prepares as the active one while the command executes.

    Commands of play (`OF_PLAY`) still execute in the active scene. New things that do not belong to the
    prepared scene and that players would see (a character in none of its zones, a condition) become secret,
    whatever was requested. Raises Refused if the scene is no longer prepared.
    """
    if actor.preparing is None or command.do.startswith(OF_PLAY):
        yield
        return
    scene = state.find(Scene, actor.preparing)
    if scene is None or scene.state != "prepared":
        raise Refused("This scene is not being prepared any more.")
    before = {model: set(state.all(model)) for model in MADE}
    with state.with_active_scene(scene.id):
        yield
    visibility = Visibility(state, PLAYER)
    for model in MADE:
        for row in (row for id, row in state.all(model).items() if id not in before[model]):
            if visibility.knows(row):
                row.visibility = "secret"
