"""A game's hooks at the table: its commands, its documents and its immediate consequences.

A game's definition names its hooks in `commands`; importing that module registers the game's commands
("lantern.carry"). A game without hooks uses the defaults.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.rules.check_form import RequestT
from webapp.rules.errors import RuleError
from webapp.rules.game_parts import GameParts
from webapp.state.check_context import CheckContext
from webapp.store.models import Check, Condition, GameDocument, Json
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult

Named = Callable[[int | None], str | None]
"""Returns the name of the thing with this id within its scene; None for a thing outside it."""


@dataclass
class PreCommandResult:
    """The effects applied before a command; if `instead` is set, it replaces the command's own execution."""

    happened: list[CommandResult] = field(default_factory=list)
    instead: CommandResult | None = None


@dataclass(frozen=True)
class StepCounter:
    """A number that changes in steps: its default, least and greatest value (None: no limit).

    If the field holds several numbers by key, `most` may map each key to a limit.
    """

    usual: int = 0
    least: int | None = 0
    most: int | Mapping[str, int] | None = None

    def stepped(self, now: int, by: int, within: tuple[int, ...], key: str = "") -> int:
        """Return `now` plus `by`, kept within the limits; values in `within` are always allowed."""
        most = self.most.get(key) if isinstance(self.most, Mapping) else self.most
        after = now + by
        if most is not None:
            after = min(after, max(most, *within))
        return after if self.least is None else max(after, min(self.least, *within))


class GameTable(CheckContext[RequestT]):
    """The hooks of a game at the table, with defaults that do nothing; a game overrides what it needs."""

    schemas: Mapping[str, Callable[[Json], Json]] = {}
    """Maps each kind of document to a function that returns a document's data as the rules parse it, or
    raises RuleError."""

    written_beside: frozenset[str] = frozenset()
    """The names of texts that the game adds to a check's stored request ("astray": where a lost trip led)."""

    def named_by(self, kind: str, data: Json) -> Iterator[tuple[str, Any]]:
        """Yield (kind, id) of each thing that a document refers to; a character's id may be text."""
        return iter(())

    def to_library(self, piece: GameDocument) -> Json | None:
        """Return what the library stores of a character's or zone's document; None if nothing.

        A game returns None for a document that describes only the present moment.
        """
        return dict(piece.data)

    def scene_to_library(self, piece: GameDocument, clocks: Named, people: Named) -> Json | None:
        """Return what the library stores of a scene's document, with ids replaced by names, or None."""
        return None

    def scene_from_library(
        self, kind: str, data: Json, clocks: Mapping[str, int], people: Mapping[str, int]
    ) -> Json:
        """Return a stored document for a new scene, with names replaced by ids.

        Raises RuleError if the document is unusable.
        """
        raise RuleError(
            f"a stored scene of this game cannot contain the kind “{kind}”.", field="kind", value=kind
        )

    def counter(self, kind: str, data: Json, key: str) -> StepCounter | None:
        """Return the limits of a number in a document, a condition or a sheet.

        The kind is the document's kind, "condition", or "character" for a sheet. Returns None for a number
        that is set rather than stepped.
        """
        return None

    def list_deaths(self, state: TableState) -> Mapping[int, str]:
        """Return the dead characters by id, with the cause of death if the game knows it."""
        return {}

    def settles(self, state: TableState, check: Check, after: str) -> bool:
        """Return whether the open proposals of a rolled check apply by themselves now.

        They do if the book leaves the GM no choice about them and nothing that may still change the outcome
        is open. `after` is the command that was just executed ("lantern.rest"); one that begins a
        turn ends what was open before it. What kills is asked in any case.
        """
        return False

    def comes_by_itself(self, condition: Condition) -> bool:
        """Return whether the game derives this condition from other values, so packs omit it."""
        return False

    def decider(self, state: TableState, character: int) -> int:
        """Return the id of the character who decides for this one: itself, unless the game names another."""
        return character

    def before(self, command: Command, state: TableState, actor: Actor) -> PreCommandResult:
        """Apply the effects that the book requires before this command."""
        return PreCommandResult()

    def after(
        self, command: Command, result: CommandResult, state: TableState, actor: Actor
    ) -> list[CommandResult]:
        """Apply the immediate effects of a command that was just executed; return them in order."""
        return []


TABLES: GameParts[GameTable] = GameParts(GameTable())


def game_table(ruleset: str) -> GameTable:
    """Return this game's hooks at the table; the default hooks if it declares none."""
    return TABLES.of(ruleset)


def fitted(game: GameTable, kind: str, data: Json) -> Json:
    """Return a document's data as the game's rules parse it; raise RuleError if they cannot parse it."""
    if kind not in game.schemas:
        raise RuleError(f"this game has no documents of the kind “{kind}”.", field="kind", value=kind)
    try:
        return game.schemas[kind](data)
    except RuleError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError) as wrong:
        raise RuleError("its content does not fit the game.", field="data", value=data) from wrong
