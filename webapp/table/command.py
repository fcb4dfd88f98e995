"""What a command is: its fields, who may take it, and what taking it does.

A command class is the only definition of a change: it validates forms and JSON, stands in the
OpenAPI text, and does the work on the board. Nothing here commits; the road does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import ValidationError

from webapp.rules.errors import RuleError
from webapp.rules.ruleset import played, ruleset
from webapp.screens.audience import GM, Role
from webapp.screens.journal import joined
from webapp.screens.visibility import Visibility
from webapp.store.board import Board, K
from webapp.store.models import Thing
from webapp.table.actor import Actor
from webapp.table.fields import NamedFields
from webapp.table.refusals import Crowded, Forbidden, Invalid, Refused, in_words, missing
from webapp.table.things import named_in

Roles = frozenset[Role]
GM_ONLY = frozenset({Role.GM})
PLAYERS_TOO = frozenset({Role.GM, Role.PLAYER})
MOST = {"clock": 100, "tag": 300, "character": 100, "condition": 300, "scene": 60, "zone": 100, "seat": 40}
MOST |= {"proposal": 100, "check": 60, "piece": 300, "saved": 200}
Given = dict[str, Any]
"""Fields of a command that were sent, by name."""
SETTLED = ("accepted", "declined", "resolved", "cancelled", "void")
"""The states of checks and proposals that take up no room any more."""


@dataclass
class Report:
    """What a command did: its result for the caller and its words for the journal.

    `about` lists the things the words name; an audience reads the words only while it may see all
    of them. `masked` is the sentence for those who know the thing but not its numbers. Where one command
    does several things, each is one of `parts`, which an audience reads as far as it may, and `about` only
    says who may read `because`. Commands of one `group` (a check) are undone together. `answer` is what
    whoever acted is told instead of what the journal says to them.
    """

    summary: str
    about: list[tuple[str, int]] = field(default_factory=list)
    result: dict[str, Any] = field(default_factory=dict)
    masked: str | None = None
    because: str | None = None
    undoes: int | None = None
    anonymous: bool = False
    parts: list["Report"] = field(default_factory=list)
    group: int | None = None
    answer: str | None = None
    undoes_too: list[int] = field(default_factory=list)

    @property
    def undone(self) -> set[int]:
        """The entries that are taken back by it."""
        return set() if self.undoes is None else {self.undoes, *self.undoes_too}

    def as_part(self) -> dict[str, object]:
        """This account as one of the sentences of a larger one."""
        return {"summary": self.summary, "masked": self.masked, "about": [list(each) for each in self.about]}


def account(words: str, *rows: Thing | None, **result: object) -> Report:
    """What happened, the rows that the words name (of those that are there), and what the caller is told."""
    return Report(words, [(row.kind_name, row.id) for row in rows if row is not None], result)


def together(done: Sequence[Report], **result: object) -> Report:
    """Several things that were done as one: each is a part, and read by whoever may know what it is about."""
    parts = [part for each in done for part in (each.parts or [each])]
    about = list(dict.fromkeys(thing for each in (*done, *parts) for thing in each.about))
    why = joined(dict.fromkeys(each.because for each in done if each.because)) or None
    return Report(joined(part.summary for part in parts), about, result, because=why, parts=parts)


class Command(NamedFields):
    """The base of all commands; a subclass says its name in `do` and its work in `take`."""

    do: ClassVar[str]
    roles: ClassVar[Roles] = GM_ONLY
    undoable: ClassVar[bool] = True
    moves_the_device: ClassVar[bool] = False  # whoever sends it holds another seat afterwards

    def take(self, board: Board, actor: Actor) -> Report:
        """Change the board and tell what happened; raises Refused and then nothing is kept."""
        raise NotImplementedError

    @classmethod
    def allow(cls, actor: Actor) -> None:
        """Refuse whoever's role is not listed, before any field is looked at."""
        if actor.role not in cls.roles:
            raise Forbidden(_NOT_YOURS[actor.role])

    def given(self) -> Given:
        """The fields that were sent, in an edit: an absent one stays unchanged, null empties it."""
        sent = self.model_fields_set
        return {name: getattr(self, name) for name in type(self).model_fields if name in sent}


class GameCommand(Command):
    """A command of one game; its name begins with that game's key ("lantern.carry"). It works in `play`."""

    def take(self, board: Board, actor: Actor) -> Report:
        game = self.do.partition(".")[0]
        if board.table.ruleset != game:
            own, other = played(board.table.ruleset).name, ruleset(game).name
            raise Refused(f"This table plays {own}; “{self.do}” is a command of {other}.")
        try:
            told = self.play(board, actor)
        except RuleError as error:
            raise refused(error, self.said(board, error.message)) from error
        told.because = told.because or getattr(self, "because", None)
        return told

    def play(self, board: Board, actor: Actor) -> Report:
        """Change the board and tell what happened; raises Refused and then nothing is kept."""
        raise NotImplementedError

    def said(self, board: Board, words: str) -> str:
        """Why the rules refuse it, with names where they know people and things by their ids alone."""
        return words


_NOT_YOURS = {
    Role.PLAYER: "Only the GM can do this. You can propose it, and the GM decides.",
    Role.TV: "This link only looks. Open the player or GM link to change something.",
    Role.GM: "The GM link cannot do this.",
}

registered: dict[str, type[Command]] = {}
"""The commands known so far; `commands.commands` has them all."""


def command(
    name: str,
    *,
    roles: Roles | None = None,
    undoable: bool | None = None,
    moves_the_device: bool | None = None,
) -> Any:
    """Register a command class under its public name, with what it says of itself beside its fields."""
    said = {"roles": roles, "undoable": undoable, "moves_the_device": moves_the_device}

    def register(kind: type[Command]) -> type[Command]:
        if registered.get(name, kind).__module__ != kind.__module__:
            raise ValueError(f"there is a command {name!r} already")
        kind.do = name
        for what, own in said.items():
            if own is not None:
                setattr(kind, what, own)
        registered[name] = kind
        return kind

    return register


def parse(sent: object, *, strict: bool = True) -> Command:
    """Make the command that JSON (strict) or a form (lenient with types) describes; Invalid if none."""
    if not isinstance(sent, dict) or not isinstance(sent.get("do"), str):
        raise Invalid('Send one JSON object with the command\'s name in "do".', {"do": "missing"})
    kind = registered.get(sent["do"])
    if kind is None:
        raise Invalid(f"There is no command called {sent['do'][:60]!r}.", {"do": "unknown command"})
    fields = {name: each for name, each in sent.items() if name != "do"}
    try:
        return kind.model_validate(fields, strict=strict)
    except ValidationError as error:
        raise in_words(error, fields) from error


# ---- what commands share ------------------------------------------------------------------------


def refused(error: RuleError, words: str = "") -> Refused:
    """What the rules refuse, as a command is refused."""
    said = words or error.message
    return Refused(said, {error.field: said} if error.field else None)


def find(board: Board, model: type[K], id: int | str | None, actor: Actor) -> K:
    """The thing with this id, or Missing; one that the actor does not know by name is missing too.

    Of a rumour no answer may say what it is called, so nobody but the GM does anything with it.
    """
    row = board.find(model, id)
    if row is None or not Visibility(board, actor.audience).names(row):
        raise missing(model.kind_name)
    return row


def ensure_reference(board: Board, kind: str, id: int | None, actor: Actor) -> None:
    """Refuse a reference to a thing that is not there for the actor; a rumour is."""
    if id is not None and not Visibility(board, actor.audience).may_name(kind, id):
        raise missing(kind)


def ensure_references(board: Board, fields: Mapping[str, object], actor: Actor) -> None:
    """The same for all that these fields name."""
    for kind, id in named_in(fields):
        ensure_reference(board, kind, id, actor)


def refuse_crowd(board: Board, model: type[Thing], actor: Actor | None = None) -> None:
    """Keep a table within what its screens can carry; with `actor`, count only what they know of."""
    kind, visibility = model.kind_name, Visibility(board, actor.audience if actor else GM)
    there = [row for row in board.here(model) if getattr(row, "state", "") not in SETTLED]
    if sum(visibility.knows(row) for row in there) >= MOST[kind]:
        raise Crowded(f"A table holds at most {MOST[kind]} {kind}s. Remove one that is no longer needed.")
