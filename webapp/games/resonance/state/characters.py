"""Read a Resonance character's state from the rows, as value objects of the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Protocol

from webapp.games.resonance.rules.numbers import LEAST_STAT, MOST_LEVEL, MOST_STAT, Count, brought_within
from webapp.games.resonance.rules.pools import OwnTag, TagPool
from webapp.games.resonance.rules.rounds import Rounds
from webapp.games.resonance.rules.stats import Stats, names
from webapp.games.resonance.rules.values import Values
from webapp.rules.annotations import Longest, Most
from webapp.rules.argument_validation import read
from webapp.rules.codec import dump_value, load_value
from webapp.rules.errors import RuleError
from webapp.store.models import Condition, GameDocument
from webapp.store.table_state import TableState

VALUES, POOL, HIDING, SITUATION, ROUNDS = "values", "pool", "hiding", "situation", "rounds"
LAST = "_last"
"""The key in a pool of its last event."""
SLOWED = "_slowed"
"""The key in a turn order of the card whose Slow takes effect on the current turn."""
OF_IDS = ("each", "deck", "active", "discard", "left", "taken", "begun", "surprised")
"""The fields of a stored turn order that hold ids, which are stored as text."""
OWN = "own"
"""The key in a pool of the table's own tags."""


class HasSheet(Protocol):
    """A character's row or view that has a sheet."""

    @property
    def stats(self) -> Mapping[str, Any]: ...


def piece_of(state: TableState, kind: str, character: int | None) -> GameDocument | None:
    """Return a character's document of this kind; None if there is none."""
    return next((row for row in state.of_character(GameDocument, character) if row.kind == kind), None)


def list_documents(state: TableState, kind: str) -> list[GameDocument]:
    """Return all documents of a kind, in order."""
    return [document for document in state.find_all(GameDocument) if document.kind == kind]


def stats_of(character: HasSheet | None) -> Stats:
    """Return the nine stats of a sheet: 1 if missing, the nearest allowed value if out of range."""
    sheet = {} if character is None else character.stats
    return Stats(**{name: brought_within(sheet.get(name), LEAST_STAT, MOST_STAT) for name in names()})


def level_of(character: HasSheet | None) -> int:
    """Return the level of a sheet, 0 if it has none."""
    return brought_within({} if character is None else character.stats.get("level"), 0, MOST_LEVEL)


# ---- values stored in documents ------------------------------------------------------------------


def values_from(data: Mapping[str, Any]) -> Values:
    """Return HP, SP and EP from a document's data; raise RuleError for impossible ones."""
    try:
        return Values(**data)
    except TypeError as error:
        raise RuleError("the only values are hp, sp, ep, their maxima, injured, asleep and dead.") from error


def pool_from(data: Mapping[str, Any]) -> TagPool:
    """Return a tag pool from its document's data."""
    counts = {name: count for name, count in data.items() if name not in (LAST, OWN)}
    return TagPool(counts, [OwnTag.parse(row) for row in data.get(OWN, ())])


def pool_data(pool: TagPool) -> dict[str, object]:
    """Return a document's data for a tag pool."""
    own = [{**asdict(tag), "count": pool[name]} for name, tag in pool.own.items() if name in pool]
    counts = {name: count for name, count in pool.items() if name not in pool.own}
    return {**counts, **({OWN: own} if own else {})}


def last_from(data: Mapping[str, Any]) -> dict[str, object]:
    """Validate and return the last event of a pool: its words, the event, and the holder's open choices."""
    last = read(LastPoolEvent, data[LAST], LAST)
    read(SpentBoosts, {"spend": last.event.get("spend")}, f"{LAST}.event")
    return dict(data[LAST])


TextList = Annotated[tuple[str, ...], Most(100)]


@dataclass(frozen=True, slots=True)
class PendingPick:
    """How many tags a holder still has to pick, and from which."""

    count: Count | None = 0
    options: TextList | None = ()


@dataclass(frozen=True, slots=True)
class SpentBoosts:
    """The boosts that were spent on an event, as a pool stores them."""

    spend: TextList = ()


@dataclass(frozen=True, slots=True)
class LastPoolEvent:
    """A pool's last event and its effects, as the pool stores them."""

    name: Annotated[str, Longest(500)] = ""
    event: Mapping[str, Any] = field(default_factory=dict)
    says: TextList = ()
    must: PendingPick | None = None


def values_of(state: TableState, character: int) -> Values:
    """Return a character's remaining values; full if none are stored yet."""
    row = piece_of(state, VALUES, character)
    return values_from(row.data) if row is not None else Values()


def pool_of(state: TableState, character: int) -> TagPool:
    """Return a character's tag pool; empty if none is stored yet."""
    row = piece_of(state, POOL, character)
    return pool_from(row.data) if row is not None else TagPool()


def last_of(state: TableState, character: int) -> dict[str, Any]:
    """Return the last event of a character's pool, its words and open choices; empty if there is none."""
    row = piece_of(state, POOL, character)
    found: dict[str, object] = dict(row.data.get(LAST) or {}) if row is not None else {}
    return found


# ---- rounds --------------------------------------------------------------------------------------


def rounds_from(data: Mapping[str, Any]) -> Rounds:
    """Return the turn order from its document's data; raise RuleError for a card that is no id."""
    if not all(str(name).isdecimal() for name in data.get("each", ())):
        raise RuleError("the cards of a turn order must be the ids of characters.")
    known = {name: value for name, value in data.items() if name != SLOWED}
    ids = {name: _as_ids(known[name]) for name in OF_IDS if name in known}
    return load_value(Rounds, {**known, **ids, "slowed": _as_ids(data.get(SLOWED))})


def rounds_data(rounds: Rounds) -> dict[str, Any]:
    """Return a document's data for the turn order."""
    known = {name: value for name, value in dump_value(rounds).items() if name != "slowed"}
    ids = {name: _as_text(known[name]) for name in OF_IDS}
    return {**known, **ids, **({SLOWED: str(rounds.slowed)} if rounds.slowed is not None else {})}


def _as_ids(stored: Any) -> Any:
    if isinstance(stored, Mapping):
        return {int(id): value for id, value in stored.items()}
    if isinstance(stored, str):
        return int(stored)
    return [int(id) for id in stored] if isinstance(stored, Iterable) else stored


def _as_text(ids: Any) -> Any:
    if isinstance(ids, Mapping):
        return {str(id): value for id, value in ids.items()}
    return [str(id) for id in ids] if isinstance(ids, list) else ids if ids is None else str(ids)


def rounds_of(state: TableState) -> tuple[GameDocument, Rounds] | None:
    """Return the document and the turn order of the current rounds; None while no rounds run."""
    row = next(iter(list_documents(state, ROUNDS)), None)
    return (row, rounds_from(row.data)) if row is not None else None


def partner_of(condition: Condition) -> int | None:
    """Return the id of the mount or rider that Riding or Mounted names; None for other conditions."""
    partner = condition.data.get("partner_id")
    return partner if isinstance(partner, int) else None
