"""The tag pool of one entity, and the events that make its tags take effect or let them be spent.

Status and boost tags are held any number of times within three limits. The list of events, with
other names for each, is in events.toml. Source: Layer 3, 2.1 to 2.3.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, Literal

from pydantic_core import CoreSchema, core_schema

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import MOST_COUNT, Actions, Count, Left, Level, Parts, Stat, Target
from webapp.games.resonance.rules.values import Value
from webapp.rules.codec import Longest, Most, Within, ensure_limits, load_sent, load_value, member
from webapp.rules.dice import number
from webapp.rules.errors import ensure_within, nearest, quoted, shown

MOST_OF_ONE = 5
MOST_OF_A_KIND = {"status": 10, "boost": 10}
Colour = Literal["null", "silver", "yellow", "green", "black", "orange", "white", "red", "blue", "purple"]
"""The colour of a status tag and of the boost against it."""
Words = Annotated[str, Longest(80)]


@dataclass(frozen=True, slots=True)
class OwnTag:
    """A tag that a table adds to the book's twenty: its name, its colour, and how it clears.

    The event `on` resolves one, as with the book's tags (Layer 3, 2.2.1); without it, the Curator
    removes the tag.
    """

    name: Words
    kind: Literal["status", "boost"] = "status"
    colour: Colour = "null"
    clears: Words = ""
    on: book.EventName = ""

    def __post_init__(self) -> None:
        ensure_limits(self)
        if not _said(self.name):
            raise RuleError("The tag needs a name.", field="name", value=self.name)
        if _said(self.name) in (*tags(), *(_said(name_of(key)) for key in tags())):
            why = f"“{self.name.strip()}” is one of the book's tags: add that one instead."
            raise RuleError(why, field="name", value=self.name)
        if self.on:
            object.__setattr__(self, "on", book.event_key(self.on))

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> tuple["OwnTag", int]:
        """Parse a table's own tag and its count from JSON; raise RuleError if they are invalid."""
        said = dict(raw)
        count = said.pop("count", None)
        held = 1 if count is None else number(count, "tag.count", low=1, high=MOST_OF_ONE)
        return load_sent(cls, said, "tag"), held


OWN = "own"
"""The name of a table's own tags in a stored pool."""
OF_THE_BOOK: Mapping[str, OwnTag] = {}
"""No own tags: only the book's."""


class TagPool(Mapping[str, int]):
    """How many of each tag a character has; immutable, so every change returns a new pool. Names ignore case.

    At most 10 status tags, 10 boost tags, and 5 of any one tag; more raise RuleError. `own` are the
    table's own tags in the pool, by name; they count towards the same limits.
    """

    __slots__ = ("_counts", "own")

    def __init__(
        self, pool: Mapping[str, Count] | None = None, own: Iterable[tuple[OwnTag, Count]] = ()
    ) -> None:
        rows = tuple(own)
        self.own = {row.name: row for row, _ in rows}
        if len({_said(name) for name in self.own}) < len(rows):
            raise RuleError("Two custom tags in one pool have the same name.", field="name")
        held = {row.name: count for row, count in rows}
        for name, count in (pool or {}).items():
            ensure_within(f"pool[{name}]", count, 0, MOST_COUNT)
            key = tag(name)
            held[key] = held.get(key, 0) + count
        self._counts = {key: held[key] for key in (*tags(), *self.own) if held.get(key)}
        self._within_limits()

    @classmethod
    def parse(cls, raw: object) -> "TagPool":
        """Parse a pool from JSON: the count of each tag by its name, and the table's own tags in “own”."""
        if isinstance(raw, cls):
            return raw
        if not isinstance(raw, Mapping):
            why = f"“pool” must be an object with the count of each tag, not {shown(raw)}."
            raise RuleError(why, field="pool", value=raw)
        counts = {name: count for name, count in raw.items() if name != OWN}
        own = load_value(tuple[Mapping[str, Any], ...], raw[OWN], OWN) if OWN in raw else ()
        return cls(load_value(dict[str, Count], counts, "pool"), map(OwnTag.parse, own))

    def as_dict(self) -> dict[str, object]:
        """Return the pool as JSON, as `parse` reads it."""
        own = [{**asdict(tag), "count": self[name]} for name, tag in self.own.items() if name in self]
        counts = {name: count for name, count in self.items() if name not in self.own}
        return {**counts, **({OWN: own} if own else {})}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, _: object) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(cls.as_dict)
        return core_schema.no_info_plain_validator_function(cls.parse, serialization=written)

    def __getitem__(self, key: str) -> int:
        return self._counts.get(_key(key, self.own), 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __contains__(self, key: object) -> bool:
        return _key(key, self.own) in self._counts

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return f"TagPool({self._counts})"

    def total(self, kind: str) -> int:
        """Return how many tags of a kind ("status" or "boost") are in the pool."""
        return sum(count for key, count in self._counts.items() if kind_of(key, self.own) == kind)

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the pool's tags of a kind."""
        return tuple(key for key in self._counts if kind_of(key, self.own) == kind)

    @property
    def immobilised(self) -> bool:
        """Whether the pool has a Bind, so that movement is 0."""
        return "bind" in self

    @property
    def passives_off(self) -> bool:
        """Whether the pool has a Nullify, so that passive keywords do not work."""
        return "nullify" in self

    def room(self, name: str) -> int:
        """Return how many more of this tag fit into the pool."""
        key = tag(name, self.own)
        kind = kind_of(key, self.own)
        return max(0, min(MOST_OF_ONE - self[key], MOST_OF_A_KIND[kind] - self.total(kind)))

    def knowing(self, new: OwnTag) -> "TagPool":
        """Return the pool with a custom tag defined, replacing one of the same name but keeping its count."""
        known = _key(new.name, self.own)
        rest = [(tag, self[name]) for name, tag in self.own.items() if name != known]
        held = {key: count for key, count in self._counts.items() if key not in self.own}
        return TagPool(held, [*rest, (new, self[known])])

    def add(self, name: str, count: Count = 1) -> "PoolAddition":
        """Put tags into the pool; tags over a limit are lost and reported. Reading B4.9."""
        ensure_within("count", count, 0, MOST_COUNT)
        key = tag(name, self.own)
        fits = min(count, self.room(key))
        after = self._holding(key, self[key] + fits)
        full = after[key] == MOST_OF_ONE
        return PoolAddition(after, key, fits, count - fits, "tag" if full else kind_of(key, self.own))

    def remove(self, name: str, count: Count = 1) -> "TagPool":
        """Return the pool without `count` of a tag; raise RuleError if there are not so many."""
        ensure_within("count", count, 0, MOST_COUNT)
        key = tag(name, self.own)
        if count > self[key]:
            held = f"only {self[key]} {name_of(key)}" if self[key] else f"no {name_of(key)}"
            raise RuleError(f"The pool has {held} left to remove.", field="remove", value=name)
        return self._holding(key, self[key] - count)

    def recover(self, picks: Iterable[str], most: int) -> "TagPool":
        """Return the pool without the tags that its holder picked for an action or a keyword. Layer 3, 2.3.

        Raises RuleError for more than `most`.
        """
        chosen = tuple(picks)
        if len(chosen) > most:
            raise RuleError(
                f"At most {most} tag{'s'[: most != 1]} can be removed, not {len(chosen)}.",
                field="remove",
                value=list(chosen),
            )
        pool = self
        for name in chosen:
            pool = pool.remove(name)
        return pool

    def _holding(self, key: str, count: int) -> "TagPool":
        """Return the pool with this many of one tag, within the limits, without validating it again."""
        after = object.__new__(TagPool)
        held = {**self._counts, key: count}
        after.own = self.own
        after._counts = {tag: held[tag] for tag in (*tags(), *self.own) if held.get(tag)}
        return after

    def _within_limits(self) -> None:
        for key, count in self._counts.items():
            if count > MOST_OF_ONE:
                why = f"A pool holds at most {MOST_OF_ONE} {name_of(key)} tags, not {count}."
                raise RuleError(why, field="pool", value=count)
        for kind, most in MOST_OF_A_KIND.items():
            if self.total(kind) > most:
                why = f"A pool holds at most {most} {kind} tags, not {self.total(kind)}."
                raise RuleError(why, field="pool", value=self.total(kind))


@dataclass(frozen=True, slots=True)
class PoolAddition:
    """A pool after tags were added: how many fitted, and how many were lost.

    `of` is what the nearest limit is for: this "tag", or its kind ("status" or "boost").
    """

    pool: TagPool
    tag: str
    added: int
    lost: int
    of: str

    @property
    def limit(self) -> dict[str, Any]:
        """The limit that tags were lost to: how many a pool holds at most, and of what."""
        return {"most": MOST_OF_A_KIND.get(self.of, MOST_OF_ONE), "of": self.of}

    @property
    def why(self) -> str:
        """Why tags were lost, in words; "" if none were."""
        kind = name_of(self.tag) if self.of == "tag" else self.of
        return f"a pool holds at most {self.limit['most']} {kind} tags" if self.lost else ""


@cache
def tags() -> tuple[str, ...]:
    """Return the keys of all 20 tags: status tags first, then boosts."""
    return tuple(entry.key for kind in MOST_OF_A_KIND for entry in book.catalogue().entries(kind))


def tag(name: str, own: Mapping[str, OwnTag] = OF_THE_BOOK) -> str:
    """Return the key of a tag of the book or of a table's `own`, ignoring case.

    Raises RuleError, with the nearest name, for an unknown tag.
    """
    key = _key(name, own)
    if key not in own and key not in tags():
        hint = nearest(key.title(), map(str.title, tags()))
        raise RuleError(f"There is no tag {quoted(name)}.{hint}", field="tag", value=name)
    return key


def _key(name: object, own: Mapping[str, OwnTag]) -> str:
    said = _said(name)
    return next((text for text in own if _said(text) == said), said) if own else said


def _said(name: object) -> str:
    return str(name).strip().casefold()


def kind_of(key: str, own: Mapping[str, OwnTag] = OF_THE_BOOK) -> str:
    """Return whether a tag is a "status" or a "boost"."""
    return own[key].kind if key in own else _kinds()[key]


@cache
def _kinds() -> Mapping[str, str]:
    return {key: book.catalogue()[key].kind for key in tags()}


def name_of(key: str) -> str:
    """Return the name of a tag as the book or the table writes it."""
    return book.catalogue()[key].name if key in tags() else key


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to the holder, who may spend boosts on it (each at most once).

    Only `on` is required to create an event; the other fields make its result more precise. Firing it
    raises RuleError if a choice is missing: the `tag` of tag_gained, or what a Cure is to `remove`.

    `action` is the action's key, `sp` and `ep` are its costs, `rolls` is whether dice are rolled, and
    `sr` their result. `value` is the Value that is lost, or that Blight takes from (HP unless the
    Curator says otherwise), and `hp` what is left of HP. A loss is `ev` less `resistance` (twice as
    much if `doubled`), or the known `loss`; nothing prevents an `unavoidable` one. `level` and `stat`
    are for Obscure, `influence` for Enhance; `slowed` is whether Slow takes effect on this turn.
    `remove` are the tags picked, `restore` is the Value that Regen restores, `actions` are those of
    this round, and `tag` and `count` say which tags are gained and how many.
    """

    on: str
    spend: Annotated[tuple[str, ...], Most(20)] = ()
    action: str = ""
    sp: Left | None = None
    ep: Left | None = None
    rolls: bool = False
    sr: Count | None = None
    value: Value = Value.HP
    hp: Parts | None = None
    restore: Value | None = None
    remove: tuple[str, ...] = ()
    actions: Actions | None = None
    level: Level | None = None
    stat: Stat | None = None
    influence: Stat | None = None
    slowed: bool = True
    ev: Count | None = None
    resistance: Target | None = None
    loss: Count | None = None
    doubled: bool = False
    unavoidable: bool = False
    tag: str = ""
    count: Annotated[int, Within(1, 10)] = 1

    def __post_init__(self) -> None:
        ensure_limits(self)
        object.__setattr__(self, "value", member(Value, self.value, "value"))
        if self.restore is not None:
            object.__setattr__(self, "restore", member(Value, self.restore, "restore"))
        object.__setattr__(self, "on", book.event_key(self.on))
        object.__setattr__(self, "action", self.action.strip().casefold())
        object.__setattr__(self, "spend", tuple(_boost(name) for name in self.spend))
        object.__setattr__(self, "tag", tag(self.tag) if self.tag else "")
        twice = next((key for key in self.spend if self.spend.count(key) > 1), None)
        if twice:  # Layer 3, 2.2.1: one instance
            raise RuleError(
                f"Only one {name_of(twice)} can be spent on one event.", field="spend", value=twice
            )

    @classmethod
    def parse(cls, event: Mapping[str, object]) -> "Event":
        """Parse an event from JSON; raise RuleError for fields that this event does not have."""
        said = book.event_said(event, "event", "spend")
        if isinstance(said.get("remove"), str):
            said["remove"] = [said["remove"]]
        return load_value(cls, said, "event")

    @property
    def deed(self) -> bool:
        """Whether the event is an action or a reaction of the holder, which the unconscious cannot take."""
        return self.on in ("action_declared", "reaction_declared", "break_free")

    @property
    def moments(self) -> tuple[str, ...]:
        """Every trigger this event meets; declaring an action that costs SP and rolls meets three."""
        found = [self.on]
        if self.on == "break_free":  # correction B4.23: freeing oneself is an action that pays SP
            found += ["action_declared", "sp_paid"]
        if self.on in ("action_declared", "reaction_declared"):
            pays = (
                bool(self.sp) and self.on == "action_declared"
            )  # Impair applies to actions, Blight to reactions too
            found += ["sp_paid"] * pays + ["ep_paid"] * bool(self.ep) + ["roll"] * self.rolls
        if self.on == "tag_gained" and self.tag == "bind":
            found.append("immobilised")
        if (self.on == "sp_paid" and self.sp == 0) or (self.on == "ep_paid" and self.ep == 0):
            found.remove(self.on)
        return tuple(found)


def _boost(name: str) -> str:
    key = tag(name)
    if kind_of(key) != "boost":
        why = f"{name_of(key)} is a status tag: it takes effect by itself and cannot be spent."
        raise RuleError(why, field="spend", value=name)
    return key
