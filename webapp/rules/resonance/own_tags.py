"""Tags of a table's own in a pool: a name, a colour, what clears them, within the same three limits.

The book's twenty come from its keywords; a Curator's own stand beside them. One that names an event loses one
instance whenever that happens, as every tag does (Layer 3, 2.2.1); any other goes when the Curator says so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields
from webapp.rules.resonance import book
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.pool import MOST_OF_A_KIND, MOST_OF_ONE, TagPool, name_of, tags


@dataclass(frozen=True, slots=True)
class OwnTag:
    """One of a table's own tags in somebody's pool, `count` times; `on` is the event that resolves one."""

    name: str
    kind: str = "status"
    colour: str = "null"
    count: int = 1
    clears: str = ""
    on: str = ""

    def __post_init__(self) -> None:
        if self.name.strip().casefold() in (*tags(), *(name_of(key).casefold() for key in tags()), ""):
            raise RuleError(
                f"{self.name} is a tag of the book; give that one.", field="name", value=self.name
            )
        if self.on:
            object.__setattr__(self, "on", book.event_key(self.on))

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "OwnTag":
        """Read one as JSON has it; RuleError for what it cannot be."""
        with Fields(raw, within="tag") as fields:
            return cls(
                name=fields.text("name", longest=80),
                kind=fields.choice("kind", MOST_OF_A_KIND, "status"),
                colour=fields.choice("colour", colours(), "null"),
                count=fields.integer("count", 1, MOST_OF_ONE, 1),
                clears=fields.text("clears", "", longest=80),
                on=fields.text("on", "", longest=60),
            )

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON has it."""
        return asdict(self)


Own = tuple[OwnTag, ...]


def colours() -> tuple[str, ...]:
    """The ten colours of the book."""
    return tuple(str(entry.data["colour"]) for entry in book.catalogue().entries("status"))


def read(rows: Iterable[Mapping[str, Any]]) -> Own:
    """All of a pool's own tags; RuleError where two have one name."""
    own = tuple(OwnTag.parse(row) for row in rows)
    if len({each.name.casefold() for each in own}) < len(own):
        raise RuleError("Two own tags of one pool have the same name.", field="name")
    return own


def beside(own: Own) -> dict[str, int]:
    """How many of each kind they are: they share the limits of the book's."""
    return {kind: sum(each.count for each in own if each.kind == kind) for kind in MOST_OF_A_KIND}


def find(own: Own, name: str) -> OwnTag | None:
    """The one of this name, in any case."""
    return next((each for each in own if each.name.casefold() == name.strip().casefold()), None)


def add(own: Own, new: OwnTag, pool: TagPool) -> tuple[Own, int, str]:
    """Put one in, as often as it fits beside `pool`: what lies there then, how many were lost, and why."""
    held = find(own, new.name)
    before = held.count if held else 0
    room = min(MOST_OF_ONE - before, MOST_OF_A_KIND[new.kind] - pool.total(new.kind))
    fits = max(0, min(new.count, room))
    one = before + fits == MOST_OF_ONE
    most = f"{MOST_OF_ONE} {new.name}" if one else f"{MOST_OF_A_KIND[new.kind]} {new.kind} tags"
    why = f"nobody holds more than {most}" if fits < new.count else ""
    rest = tuple(each for each in own if each is not held)
    return (*rest, *((replace(new, count=before + fits),) if before + fits else ())), new.count - fits, why


def take(own: Own, name: str) -> Own:
    """Take one instance out; RuleError if there is none."""
    held = find(own, name)
    if held is None:
        raise RuleError(f"There is no {name} in the pool.", field="remove", value=name)
    less = (
        replace(each, count=each.count - 1) if each is held else each
        for each in own
        if each is not held or each.count > 1
    )
    return tuple(less)


def resolve(own: Own, event: Event) -> tuple[Own, Own]:
    """An event happens: one instance of each that waited for it goes; those are told."""
    met = tuple(each for each in own if each.on and each.on in event.moments)
    for each in met:
        own = take(own, each.name)
    return own, met
