"""Define commands, register them by name, and parse them from forms and JSON.

A command class is the only definition of a change: it validates forms and JSON, describes itself for OpenAPI,
and does the work on the table. Nothing here commits; the dispatcher does (`store/transaction.py`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any, ClassVar

from pydantic import Field, ValidationError

from webapp.rules.errors import RuleError
from webapp.rules.events import CAUSE, Event, Prose, Ref
from webapp.rules.outcome_line import join_sentences
from webapp.rules.playable_games import ruleset
from webapp.state.audience import GM, PLAYER, Audience
from webapp.state.house_events import RaceSettled
from webapp.state.reader import Reader
from webapp.state.visibility import Visibility
from webapp.store.models import Thing, ref_of
from webapp.store.table_state import K, TableState
from webapp.table import shares
from webapp.table.actor import GM_ONLY, PLAYERS_TOO, Actor, Roles, ensure_role
from webapp.table.fields import NamedFields
from webapp.table.refusals import Invalid, Refused, TableFull, invalid_from, missing, spoken_kind
from webapp.table.thing_fields import references_in

MOST = {
    "clock": 100,
    "tag": 300,
    "character": 100,
    "condition": 300,
    "scene": 60,
    "zone": 100,
    "seat": shares.SEATS,
}
MOST |= {"proposal": 100, "check": 60, "piece": 300, "saved": 200, "note": 300}
HIDDEN = {"clock": 4, "condition": 4, "check": 4, "piece": 4, "proposal": 6, "note": 4}
MOST_STORED = {
    kind: most * HIDDEN.get(kind, 1) + shares.SEATS * shares.HOLDS.get(kind, 0) for kind, most in MOST.items()
}
"""The most things of each kind in an import.

It is more than `MOST`, which is the GM's room: each seat has its own, and hidden things do not limit others.
"""
Given = dict[str, Any]
"""Fields of a command that were sent, by name."""
CLOSED_STATES = ("accepted", "declined", "resolved", "cancelled", "void")
"""The states of checks and proposals that are no longer open."""
CLOSE_ONE = {
    "check": "Resolve or cancel one first.",
    "proposal": "The GM must answer one first.",
    "seat": "Take a free seat, or ask the GM to remove one.",
}
"""How to make room for a thing of a kind that people at the table do not simply remove."""


@dataclass
class CommandResult:
    """The outcome of a command: what happened, and the payload for its caller.

    `about` lists the things that the command named: an audience reads its reason, `because`, only if it may
    know all of them. `group` is the id of the check that the command is undone with. `answer` replaces the
    journal's words in the reply to the sender. A result that is not `undoable` comes from a player's private
    change or a tip that was read, which undo does not reach. A `summary` is a sentence about these things,
    which a game from outside may return instead of events.
    """

    summary: InitVar[str] = ""
    about: list[Ref] = field(default_factory=list)
    payload: dict[str, Any] = field(default_factory=dict)
    because: str | None = None
    undoes: int | None = None
    anonymous: bool = False
    group: int | None = None
    answer: str | None = None
    undoes_too: list[int] = field(default_factory=list)
    undoable: bool = True
    events: list[Event] = field(default_factory=list)

    def __post_init__(self, summary: str) -> None:
        if summary:
            self.events = [Prose(summary, about=tuple(self.about)), *self.events]

    @property
    def undone(self) -> set[int]:
        """The ids of the entries that this command undid."""
        return set() if self.undoes is None else {self.undoes, *self.undoes_too}


def told(*events: Event, **payload: object) -> CommandResult:
    """Make a result from what happened, and the caller's payload."""
    about = dict.fromkeys(ref for event in events for ref in _named_by(event))
    return CommandResult(about=list(about), payload=payload, events=list(events))


def _named_by(event: Event) -> Iterator[Ref]:
    """Yield the things that an event names, without its cause; raise TypeError for another value."""
    if not isinstance(event, Event):
        raise TypeError("`told` takes events; make one, or return make_result(…) with a sentence")
    for name, ref in event.refs:
        if not isinstance(ref, tuple):
            kind, found = type(event).__name__, type(ref).__name__
            raise TypeError(f"{name} of {kind} must be a Ref, not a {found}; write ref_of(…)")
        if name != CAUSE:
            yield ref


def make_result(words: str, *rows: Thing | None, **result: object) -> CommandResult:
    """Make a result from a sentence, the rows it names (None is skipped) and the caller's payload."""
    return CommandResult(words, [ref_of(row) for row in rows if row is not None], result)


def merge_results(done: Iterable[CommandResult], **result: object) -> CommandResult:
    """Merge several results into one, with this payload."""
    results = list(done)
    about = list(dict.fromkeys(thing for value in results for thing in value.about))
    why = join_sentences(dict.fromkeys(value.because for value in results if value.because)) or None
    events = [event for value in results for event in value.events]
    return CommandResult(about=about, payload=result, because=why, events=events)


def drop_earlier_verdicts(events: list[Event]) -> list[Event]:
    """Return the events with only the last verdict on each race; one moment may complete both clocks."""
    verdicts = [event for event in events if isinstance(event, RaceSettled)]
    last = {frozenset((verdict.clock, verdict.rival)): verdict for verdict in verdicts}
    return [event for event in events if not isinstance(event, RaceSettled) or event in last.values()]


class Command(NamedFields):
    """The base of all commands; `@command` names a subclass, and the subclass implements `execute`."""

    do: ClassVar[str]
    """The command's public name ("lantern.carry"), set by `@command`."""
    roles: ClassVar[Roles] = GM_ONLY
    """The roles that may send the command."""
    undoable: ClassVar[bool] = True
    """Whether undo can reverse the command."""
    moves_the_device: ClassVar[bool] = False
    """Whether the command may change the seat of the sender's device."""
    own_sheet: ClassVar[bool] = False
    """Whether a player may send the command for their own character, if the setting `sheets` allows it."""
    gms_fields: ClassVar[frozenset[str]] = frozenset()
    """The fields that a player may not send even for their own character."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        """Change the table's state and return what happened; raise Refused to leave it unchanged."""
        raise NotImplementedError

    def run(self, state: TableState, actor: Actor) -> CommandResult:
        """Execute the command; a subclass may add validation, so callers use this, not `execute`."""
        return self.execute(state, actor)

    @classmethod
    def allow(cls, actor: Actor) -> None:
        """Refuse a role that may not send this command, before its fields are checked."""
        ensure_role(cls.roles, actor, cls.do)

    def sheet_of(self, state: TableState, actor: Actor) -> int | None:
        """Return the id of the character whose sheet this command changes; None if there is none."""
        return getattr(self, "character", None)

    def changes_ratings(self, state: TableState) -> bool:
        """Return whether the command changes ratings, which need the GM's approval after the first roll."""
        return False

    def worth_asking(self, state: TableState) -> Given:
        """Return the command as JSON, to propose it."""
        return {"do": self.do, **self.model_dump(mode="json", exclude_unset=True)}

    def for_player(self, state: TableState, actor: Actor) -> "Command":
        """Return the command to execute for a player: this command or its replacement."""
        return self

    def with_players_name(self, state: TableState) -> "Command":
        """Return the command with a player's name for a character checked, and numbered if needed.

        A player's proposal is treated in the same way, when it is made and when it is accepted.
        """
        return self

    def given(self) -> Given:
        """Return the fields that were sent, by name; in an edit, null clears a field."""
        sent = self.model_fields_set
        return {name: getattr(self, name) for name in type(self).model_fields if name in sent}


class ConfirmableCommand(Command):
    """A command that may be sent with `ask`: it is then refused if it would kill a character."""

    ask: bool = Field(
        default=False, description="true: if the command would kill characters, refuse it and name them"
    )


class GameCommand(Command):
    """A command of one game, whose name begins with the game's key ("lantern.carry")."""

    def run(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_of_game(self, state)
        try:
            result = self.execute(state, actor)
        except RuleError as error:
            raise refusal_for(error, state, actor) from error
        result.because = result.because or getattr(self, "because", None)
        return result

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        """Change the table's state and return what happened; raise Refused to leave it unchanged."""
        raise NotImplementedError


registered: dict[str, type[Command]] = {}
"""The commands registered so far; `commands.commands()` loads and returns all of them."""


def command(
    name: str,
    *,
    roles: Roles | None = None,
    undoable: bool | None = None,
    moves_the_device: bool | None = None,
    own_sheet: bool | None = None,
) -> Any:
    """Register a command class under its public name, with its roles and its other properties."""
    roles = PLAYERS_TOO if own_sheet else roles
    said = {"roles": roles, "undoable": undoable, "moves_the_device": moves_the_device}
    said |= {"own_sheet": own_sheet}

    def register(kind: type[Command]) -> type[Command]:
        if registered.get(name, kind).__module__ != kind.__module__:
            raise ValueError(f"there is already a command {name!r}")
        kind.do = name
        for what, own in said.items():
            if own is not None:
                setattr(kind, what, own)
        registered[name] = kind
        return kind

    return register


def parse(sent: object, *, strict: bool = True) -> Command:
    """Parse a command from JSON (strict) or a form (lenient about types); raise Invalid if it is wrong."""
    if not isinstance(sent, dict) or not isinstance(sent.get("do"), str):
        raise Invalid('Send one JSON object with the command\'s name in "do".', {"do": "missing"})
    kind = registered.get(sent["do"])
    if kind is None:
        raise Invalid(f"There is no command called “{sent['do'][:60]}”.", {"do": "unknown command"})
    fields = {name: value for name, value in sent.items() if name != "do"}
    try:
        return kind.model_validate(fields, strict=strict)
    except ValidationError as error:
        raise invalid_from(error, fields) from error


def ensure_of_game(command: Command, state: TableState) -> None:
    """Refuse a command of a game that this table does not play."""
    game = command.do.partition(".")[0]
    if isinstance(command, GameCommand) and state.table.ruleset != game:
        own, other = state.rules.name, ruleset(game).name
        raise Refused(f"This table plays {own}; “{command.do}” is a command of {other}.")


# ---- what commands share ------------------------------------------------------------------------


def refusal_for(error: RuleError, state: TableState, actor: Actor) -> Refused:
    """Turn an error of the rules into a refusal, which calls people as the actor knows them."""
    reader = Reader(state, actor.audience)
    said = error.named(lambda id: reader.called(("character", id)) or "Somebody")
    return Refused(said, {error.field: said} if error.field else None)


def find(state: TableState, model: type[K], id: int | str | None, actor: Actor) -> K:
    """Return the thing with this id; raise Missing if there is none or the actor does not know its name.

    Players and the TV may not know the name of a rumoured thing, so only the GM can use one.
    """
    row = state.find(model, id)
    if row is None or not Visibility(state, actor.audience).knows_name(row):
        raise missing(model.kind_name)
    return row


def ensure_reference(state: TableState, kind: str, id: int | None, actor: Actor) -> None:
    """Refuse a reference to a thing the actor may not know of; rumoured things are allowed."""
    if id is not None and not Visibility(state, actor.audience).may_name(kind, id):
        raise missing(kind)


def ensure_references(state: TableState, fields: Mapping[str, object], actor: Actor) -> None:
    """Refuse references in these fields to things the actor may not know of."""
    for kind, id in references_in(fields):
        ensure_reference(state, kind, id, actor)


def ensure_room_for(state: TableState, model: type[Thing], audience: Audience = GM) -> None:
    """Refuse a new thing if there is no room: a seat has its share of some kinds, the GM has the rest.

    Closed checks and proposals are not counted, nor what players made in their shares. Things that the
    audience may not know of are not counted either, because a refusal caused by hidden things would reveal
    them.
    """
    kind, visibility = model.kind_name, Visibility(state, audience)
    shared = kind in shares.HOLDS
    if shared and state.maker is not None:
        shares.ensure_share(state, model)
        return
    there = [row for row in state.find_all(model) if getattr(row, "state", "") not in CLOSED_STATES]
    there = [row for row in there if not (shared and shares.is_by_player(row))]
    if sum(visibility.knows(row) for row in there) >= MOST[kind]:
        then = CLOSE_ONE.get(kind, "Remove one that is no longer needed.")
        raise TableFull(f"A table holds at most {MOST[kind]} {limited_kind(kind)}s. {then}")


def limited_kind(kind: str) -> str:
    """Return the word for what a limit on this kind counts: of checks and proposals only the open ones."""
    return f"open {kind}" if kind in ("check", "proposal") else spoken_kind(kind)


def audience_knowing(state: TableState, row: Thing | None) -> Audience:
    """Return the players if they may know of this thing or if it is None; else return the GM."""
    return PLAYER if row is None or Visibility(state, PLAYER).knows(row) else GM
