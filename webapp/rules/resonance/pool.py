"""The tag pool of one entity: status and boost tags, each any number of times within three limits.

Source: Layer 3, 2.1 to 2.3.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from webapp.rules.errors import RuleError
from webapp.rules.guard import guarded
from webapp.rules.resonance import book
from webapp.rules.resonance.numbers import Count

MOST_OF_ONE = 5
MOST_OF_A_KIND = {"status": 10, "boost": 10}


@guarded
class TagPool(Mapping[str, int]):
    """How many of each tag someone has, asked for in any case; it never changes, every move gives a new one.

    At most 10 status tags, 10 boost tags, and 5 of any one tag; a pool beyond that cannot be made. `beside`
    says how many of a kind are the table's own (`own_tags`): those take up room too.
    """

    __slots__ = ("_beside", "_counts")

    def __init__(
        self, pool: Mapping[str, Count] | None = None, beside: Mapping[str, int] | None = None
    ) -> None:
        self._beside = dict(beside or {})
        held: dict[str, int] = {}
        for name, count in (pool or {}).items():
            key = tag(name)
            held[key] = held.get(key, 0) + count
        self._counts = {key: held[key] for key in tags() if held.get(key)}
        self._within_limits()

    def __getitem__(self, key: str) -> int:
        return self._counts.get(_said(key), 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __contains__(self, key: object) -> bool:
        return _said(key) in self._counts

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return f"TagPool({self._counts})"

    def total(self, kind: str) -> int:
        """How many tags of a kind ("status" or "boost") lie in the pool."""
        own = self._beside.get(kind, 0)
        return own + sum(count for key, count in self._counts.items() if kind_of(key) == kind)

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Which tags of a kind lie in the pool."""
        return tuple(key for key in self._counts if kind_of(key) == kind)

    @property
    def immobilised(self) -> bool:
        """Whether a Bind holds them: movement is 0."""
        return "bind" in self

    @property
    def passives_off(self) -> bool:
        """Whether a Nullify keeps their passive keywords off."""
        return "nullify" in self

    def room(self, name: str) -> int:
        """How many more of this tag would fit."""
        key = tag(name)
        kind = kind_of(key)
        return max(0, min(MOST_OF_ONE - self[key], MOST_OF_A_KIND[kind] - self.total(kind)))

    def add(self, name: str, count: Count = 1) -> "Added":
        """Put tags into the pool; what goes over a limit is lost, and said. Reading B4.9."""
        key = tag(name)
        fits = min(count, self.room(key))
        after = TagPool({**self._counts, key: self[key] + fits}, self._beside)
        return Added(after, key, fits, count - fits, self._why_lost(key, fits) if fits < count else "")

    def remove(self, name: str, count: Count = 1) -> "TagPool":
        """Take tags out; RuleError if there are not so many."""
        key = tag(name)
        if count > self[key]:
            raise RuleError(
                f"There are only {self[key]} {name_of(key)} in the pool, not {count}.",
                field="remove",
                value=name,
            )
        return TagPool({**self._counts, key: self[key] - count}, self._beside)

    def recover(self, picks: Iterable[str], most: int) -> "TagPool":
        """Remove tags by an action or a keyword: the holder picks which, at most so many. Layer 3, 2.3."""
        chosen = tuple(picks)
        if len(chosen) > most:
            raise RuleError(
                f"At most {most} tags can go, not {len(chosen)}.", field="remove", value=list(chosen)
            )
        pool = self
        for name in chosen:
            pool = pool.remove(name)
        return pool

    def _why_lost(self, key: str, fits: int) -> str:
        if self[key] + fits == MOST_OF_ONE:
            return f"nobody holds more than {MOST_OF_ONE} {name_of(key)}"
        kind = kind_of(key)
        return f"nobody holds more than {MOST_OF_A_KIND[kind]} {kind} tags"

    def _within_limits(self) -> None:
        for key, count in self._counts.items():
            if count > MOST_OF_ONE:
                raise RuleError(
                    f"A pool holds at most {MOST_OF_ONE} {name_of(key)}, not {count}.",
                    field="pool",
                    value=count,
                )
        for kind, most in MOST_OF_A_KIND.items():
            if self.total(kind) > most:
                raise RuleError(
                    f"A pool holds at most {most} {kind} tags, not {self.total(kind)}.",
                    field="pool",
                    value=self.total(kind),
                )


@dataclass(frozen=True, slots=True)
class Added:
    """A pool after tags came in: how many fitted, how many were lost and why."""

    pool: TagPool
    tag: str
    added: int
    lost: int
    why: str = ""


@cache
def tags() -> tuple[str, ...]:
    """The keys of all 20 tags: status tags first, then boosts."""
    return tuple(entry.key for kind in MOST_OF_A_KIND for entry in book.catalogue().entries(kind))


def tag(name: str) -> str:
    """The key of a tag said in any case; RuleError with the nearest one if there is none."""
    key = _said(name)
    if key not in tags():
        near = get_close_matches(key, tags(), n=1)
        hint = f" Did you mean {near[0].title()}?" if near else ""
        raise RuleError(f"There is no tag {name!r}.{hint}", field="tag", value=name)
    return key


def _said(name: object) -> str:
    return str(name).strip().casefold()


def kind_of(key: str) -> str:
    """Whether a tag is a "status" or a "boost"."""
    return book.catalogue()[key].kind


def name_of(key: str) -> str:
    """The name of a tag as the book writes it."""
    return book.catalogue()[key].name
