"""What a game adds at the table: commands of its own, the shapes of its pieces, and what follows at once.

A game says so in `webapp/games/<game>/table`, with a `TABLE`; importing it registers its commands
("lantern.carry"). A game without one adds nothing.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.plugins import added, is_set_aside, reason, set_aside
from webapp.rules.ruleset import Ruleset, rulesets
from webapp.screens.games import game_screens, game_sentences
from webapp.store.board import Board
from webapp.store.models import Condition, Piece
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, registered

Data = dict[str, Any]
Named = Callable[[int | None], str | None]
"""What a thing is called within its scene; None for one that is not in it."""


@dataclass
class Before:
    """What happened before a command; `instead` is told where that leaves nothing of the command to take."""

    happened: list[Report] = field(default_factory=list)
    instead: Report | None = None


class GameTable:
    """The answers of a game that keeps nothing of its own; a game says only what is different."""

    codecs: Mapping[str, Callable[[Data], Data]] = {}
    """The kinds of piece: each reads a piece's data as its rules do and writes it again; RuleError if it
    cannot be."""

    written_beside: frozenset[str] = frozenset()
    """The words that the game writes beside what was asked for in a check ("astray": where they come out)."""

    def fitted(self, kind: str, data: Data) -> Data:
        """A piece's data as the rules have it; RuleError for one that this game cannot read."""
        if kind not in self.codecs:
            raise RuleError(f"this game keeps no {kind}.", field="kind", value=kind)
        try:
            return self.codecs[kind](data)
        except RuleError:
            raise
        except (TypeError, ValueError, KeyError, AttributeError) as wrong:
            raise RuleError("it holds what its game cannot read.", field="data", value=data) from wrong

    def named_by(self, kind: str, data: Data) -> Iterator[tuple[str, Any]]:
        """The things that a piece speaks of, by what they are: ids, of characters also as text."""
        return iter(())

    def kept(self, piece: Piece) -> Data | None:
        """What goes along of somebody's piece when they are kept to use again; None for what belongs to the
        moment."""
        return dict(piece.data)

    def kept_of_scene(self, piece: Piece, clocks: Named, people: Named) -> Data | None:
        """What goes along of a scene's own piece, with names where it has ids; None for what does not."""
        return None

    def begun(self, kind: str, data: Data, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
        """The same in a scene prepared anew, with the ids of what came along; RuleError if it cannot be."""
        raise RuleError(f"this game prepares no {kind}.", field="kind", value=kind)

    def comes_by_itself(self, condition: Condition) -> bool:
        """Whether this condition follows from what the game keeps, and so is not kept beside it."""
        return False

    def decider(self, board: Board, character: int) -> int:
        """Who says what somebody does: they themselves, unless the game has another decide for them."""
        return character

    def before(self, command: Command, board: Board, actor: Actor) -> Before:
        """What the book makes happen before a command that is about to be taken."""
        return Before()

    def after(self, command: Command, told: Report, board: Board, actor: Actor) -> list[Report]:
        """What the book makes follow at once from any command that was just taken, in order."""
        return []


@cache
def game_table(ruleset: str) -> GameTable:
    """What this game adds at the table."""
    return added(ruleset, "table", "TABLE", GameTable())


@cache
def load_games() -> None:
    """Load every game whole, so that its commands are known; one that cannot be played is set aside."""
    for key, game in rulesets().items():
        others = set(registered)
        try:
            _ensure_playable(game, others)
        except Exception as error:
            set_aside(key, reason(error))
        if is_set_aside(key):
            for name in set(registered) - others:
                del registered[name]
    for kept in (game_screens, game_sentences, game_table):
        kept.cache_clear()  # of one that was set aside nothing is left


def _ensure_playable(game: Ruleset, others: Container[str]) -> None:
    game_screens(game.key)
    game_table(game.key)
    if not game.catalogue.entries() or not game.clock_kinds:
        raise ValueError("its catalogue is empty, or it has no kind of clock")
    strange = [name for name in registered if name not in others and name.partition(".")[0] != game.key]
    if strange:
        raise ValueError(f"its commands have to begin with “{game.key}.”, and {strange[0]!r} does not")
