"""What Resonance keeps of a character, read off the rows as values of its rules."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from webapp.rules.codec import kept, restored
from webapp.rules.errors import RuleError
from webapp.rules.guard import Longest, Most, read
from webapp.rules.resonance.numbers import LEAST_STAT, MOST_LEVEL, MOST_STAT, Count, brought_within
from webapp.rules.resonance.pool import OwnTag, TagPool
from webapp.rules.resonance.rounds import Rounds
from webapp.rules.resonance.stats import Stats, names
from webapp.rules.resonance.values import Values
from webapp.screens.views import CharacterView
from webapp.store.board import Board
from webapp.store.models import Character, Piece

VALUES, POOL, HIDING, SITUATION, ROUNDS = "values", "pool", "hiding", "situation", "rounds"
LAST = "_last"
"""Where a pool keeps what happened to it last; only the moment needs it."""
SLOWED = "_slowed"
"""Where a turn order keeps whose Slow bites on the turn that runs."""
OWN = "own"
"""Where a pool keeps tags of the table's own."""


def piece_of(board: Board, kind: str, character: int | None) -> Piece | None:
    """The piece of this kind that a character has, if there is one."""
    return next((row for row in board.of(Piece, character) if row.kind == kind), None)


def pieces(board: Board, kind: str) -> list[Piece]:
    """All pieces of a kind, in their order."""
    return [row for row in board.here(Piece) if row.kind == kind]


def stats_of(character: Character | CharacterView | None) -> Stats:
    """The nine stats of a sheet; one that is missing or cannot be counts as 1."""
    sheet = {} if character is None else character.stats
    return Stats(**{name: brought_within(sheet.get(name), LEAST_STAT, MOST_STAT) for name in names()})


def level_of(character: Character | CharacterView | None) -> int:
    """The level on a sheet, 0 if it says none."""
    return brought_within({} if character is None else character.stats.get("level"), 0, MOST_LEVEL)


# ---- what stands in pieces -----------------------------------------------------------------------


def values_from(data: Mapping[str, Any]) -> Values:
    """HP, SP and EP as a piece keeps them; RuleError for what cannot be."""
    try:
        return Values(**data)
    except TypeError as error:
        raise RuleError("the values are hp, sp, ep, their maxima, injured, asleep and dead.") from error


def pool_from(data: Mapping[str, Any]) -> TagPool:
    """A tag pool as a piece keeps it."""
    counts = {name: count for name, count in data.items() if name not in (LAST, OWN)}
    return TagPool(counts, [OwnTag.parse(row) for row in data.get(OWN, ())])


def pool_data(pool: TagPool) -> dict[str, object]:
    """The other way round."""
    own = [{**asdict(each), "count": pool[name]} for name, each in pool.own.items() if name in pool]
    counts = {name: count for name, count in pool.items() if name not in pool.own}
    return {**counts, **({OWN: own} if own else {})}


def last_from(data: Mapping[str, Any]) -> dict[str, object]:
    """What happened to it last: in words, with the event it was, and what its holder still has to pick."""
    last = read(Last, data[LAST], LAST)
    read(Spent, {"spend": last.event.get("spend")}, f"{LAST}.event")
    return dict(data[LAST])


Told = Annotated[tuple[str, ...], Most(100)]


@dataclass(frozen=True, slots=True)
class Must:
    """What a holder still has to pick: how many of which."""

    count: Count | None = 0
    options: Told | None = ()


@dataclass(frozen=True, slots=True)
class Spent:
    """The boosts that were spent on an event, as it is kept there."""

    spend: Told = ()


@dataclass(frozen=True, slots=True)
class Last:
    """What happened to a pool last, as it is kept there."""

    name: Annotated[str, Longest(500)] = ""
    event: Mapping[str, Any] = field(default_factory=dict)
    says: Told = ()
    must: Must | None = None


def values_of(board: Board, character: int) -> Values:
    """What a character has left; full where nothing was kept yet."""
    row = piece_of(board, VALUES, character)
    return values_from(row.data) if row is not None else Values()


def pool_of(board: Board, character: int) -> TagPool:
    """The tags that lie in a character's pool."""
    row = piece_of(board, POOL, character)
    return pool_from(row.data) if row is not None else TagPool()


def last_of(board: Board, character: int) -> dict[str, Any]:
    """What happened to this pool last: the event, in words, and what its holder still has to pick."""
    row = piece_of(board, POOL, character)
    found: dict[str, object] = dict(row.data.get(LAST) or {}) if row is not None else {}
    return found


# ---- rounds --------------------------------------------------------------------------------------


def rounds_from(data: Mapping[str, Any]) -> Rounds:
    """The turn order as a piece keeps it: cards by name, piles as lists."""
    if not all(str(name).isdecimal() for name in data.get("each", ())):
        raise RuleError("the cards of a turn order are characters.")
    known = {name: each for name, each in data.items() if name != SLOWED}
    return restored(Rounds, {**known, "slowed": data.get(SLOWED)})


def rounds_data(rounds: Rounds) -> dict[str, Any]:
    """The other way round."""
    slowed = {SLOWED: rounds.slowed} if rounds.slowed else {}
    return {name: each for name, each in kept(rounds).items() if name != "slowed"} | slowed


def rounds_of(board: Board) -> tuple[Piece, Rounds] | None:
    """The turn order in play, if there is one."""
    row = next(iter(pieces(board, ROUNDS)), None)
    return (row, rounds_from(row.data)) if row is not None else None


def card(character: int) -> str:
    """A character's card in the deck."""
    return str(character)
