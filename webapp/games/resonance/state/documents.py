"""Resonance's five kinds of documents: the typed value of each, stored and read by one `TypeAdapter`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict

from webapp.games.api import GameDocument, Json, RuleError
from webapp.games.resonance.rules.numbers import Count
from webapp.games.resonance.rules.pools import TagPool
from webapp.games.resonance.rules.races import Ending
from webapp.games.resonance.rules.rounds import Rounds
from webapp.games.resonance.rules.situations import SituationState
from webapp.games.resonance.rules.values import Values
from webapp.rules.codec import Longest, Most, adapter, dump_value, load_value

VALUES, POOL, HIDING, SITUATION, ROUNDS = "values", "pool", "hiding", "situation", "rounds"
LAST = "_last"
"""The name of a pool's last event in its document."""
TextList = Annotated[tuple[str, ...], Most(100)]


@dataclass(frozen=True, slots=True)
class HidingPlace:
    """The number that a search must beat to find a character."""

    __pydantic_config__ = ConfigDict(extra="ignore", strict=True)

    tn: Count


# ---- pools -----------------------------------------------------------------------------------------


class PendingPick(TypedDict, total=False):
    """How many tags a holder still has to pick, and from which."""

    count: Count | None
    options: TextList | None


def _with_boosts(event: Mapping[str, Any]) -> Mapping[str, Any]:
    if event.get("spend") is not None:
        load_value(TextList, event["spend"], f"{LAST}.event.spend")
    return event


class LastPoolEvent(TypedDict, total=False):
    """A pool's last event in words, its fields as they were sent, its effects, and the picks still due."""

    name: Annotated[str, Longest(500)] | None
    event: Annotated[Mapping[str, Any], AfterValidator(_with_boosts)] | None
    says: TextList | None
    must: PendingPick | None


@dataclass(frozen=True, slots=True)
class StoredPool:
    """A character's tags and the last event that happened to them."""

    tags: TagPool = TagPool()  # noqa: RUF009 - it never changes
    last: LastPoolEvent | None = None

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "StoredPool":
        """Parse a pool's document, where the last event stands beside the tags."""
        last = raw.get(LAST)
        return cls(
            TagPool.parse({name: count for name, count in raw.items() if name != LAST}),
            load_value(LastPoolEvent, last, LAST) if isinstance(last, dict) else None,
        )

    def as_dict(self) -> Json:
        last = adapter(LastPoolEvent | None).dump_python(self.last, mode="json")
        return {**self.tags.as_dict(), **({LAST: last} if last is not None else {})}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, _: object) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(cls.as_dict)
        return core_schema.no_info_plain_validator_function(cls.parse, serialization=written)


# ---- Situations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoredPart:
    """A part of a Situation that must be dealt with: its task clock or its foe, and whether it is done."""

    __pydantic_config__ = ConfigDict(extra="ignore", strict=True)

    name: str
    kind: Literal["barrier", "puzzle", "foe"]
    tn: int | None = None
    clock: int | None = None
    character: int | None = None
    done: bool | None = None


@dataclass(frozen=True, slots=True)
class StoredSituation:
    """A Situation, or with a `threat` a Race: the ids of its clocks, its parts and its progress."""

    clock: int
    scene_clock: int | None
    threat: int | None
    parts: tuple[StoredPart, ...]
    state: SituationState
    outcome: Ending | None
    why: str
    category: str | None
    level: int | None
    complication: bool

    @property
    def running(self) -> bool:
        """Whether the Situation is neither won nor failed."""
        return self.state is SituationState.RUNNING

    @property
    def is_race(self) -> bool:
        """Whether the Situation is a Race, which has a Threat Clock."""
        return self.threat is not None

    def names(self) -> Iterator[tuple[str, int]]:
        """Yield the clocks and foes that the Situation refers to, as (kind, id)."""
        clocks = (self.clock, self.scene_clock, self.threat, *(part.clock for part in self.parts))
        yield from (("clock", id) for id in clocks if id is not None)
        yield from (("character", part.character) for part in self.parts if part.character is not None)


# ---- all documents ---------------------------------------------------------------------------------

Stored = Values | StoredPool | HidingPlace | StoredSituation | Rounds
KINDS: Mapping[str, type[Stored]] = {
    VALUES: Values,
    POOL: StoredPool,
    HIDING: HidingPlace,
    SITUATION: StoredSituation,
    ROUNDS: Rounds,
}


def fitted(kind: str, data: Json) -> Json:
    """Return a document's data as its type stores it; raise RuleError for anything else."""
    value: Stored = load_value(KINDS[kind], data)
    if isinstance(value, Rounds):
        _ensure_cards(value)
    return dict(dump_value(value))


def _ensure_cards(rounds: Rounds) -> None:
    cards = [*rounds.deck, *rounds.discard, rounds.active, rounds.slowed]
    if not {*cards} - {None} <= {*rounds.each} or {*rounds.left} != {*rounds.each}:
        raise RuleError(
            "the cards of a turn order must all be named in “each”, and “left” must name the same cards.",
            field="each",
            value=cards,
        )


def named_by(kind: str, data: Json) -> Iterator[tuple[str, int]]:
    """Yield the things a document refers to as (kind, id).

    They are the characters of a turn order, or the clocks and foes of a Situation.
    """
    if kind == ROUNDS:
        yield from (("character", card) for card in load_value(Rounds, data).each)
    if kind == SITUATION:
        yield from load_value(StoredSituation, data).names()


def situation_of(document: GameDocument) -> StoredSituation:
    """Return the Situation that a document stores."""
    return load_value(StoredSituation, document.data)


def rounds_in(document: GameDocument) -> Rounds:
    """Return the turn order that a document stores."""
    return load_value(Rounds, document.data)


def pool_in(document: GameDocument) -> StoredPool:
    """Return the tags that a document stores, and their last event."""
    return load_value(StoredPool, document.data)


def values_in(document: GameDocument) -> Values:
    """Return HP, SP and EP that a document stores."""
    return load_value(Values, document.data)


def store(document: GameDocument, value: Stored) -> None:
    """Store a value in its document."""
    document.data = dump_value(value)
