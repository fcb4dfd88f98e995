"""What a typed line may name and choose, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from unicodedata import combining
from zlib import crc32

from webapp.rules.name_keys import LONGEST_NAME
from webapp.views.quick_add_names import NameCandidate
from webapp.views.view_types import SavedView

KINDS = {"clock": "", "tag": "#", "person": "@", "condition": "+", "check": ""}
"""The mark of each kind of thing that a line may add; "" for kinds without a mark."""
SIGNS = {sign: kind for kind, sign in KINDS.items() if sign}
SIGHTS = {
    **{level: level for level in ("secret", "rumoured", "masked", "shown")},
    **{"hidden": "secret", "rumored": "rumoured", "visible": "shown"},
}
"""The words that say who sees a thing, with what each stands for."""
SEGMENTS = 4
MOST_SEGMENTS = 100
LONGEST_INTENT = 160
MOST_READINGS = 5


@dataclass(frozen=True)
class AdditionTarget:
    """The place to which things are added.

    `here` is true for the active scene; otherwise `id` is another scene's id, or None for the whole table.
    """

    words: str = ""
    id: int | None = None
    here: bool = True
    prepared: bool = False


@dataclass(frozen=True)
class AdditionContext:
    """The names that a line may use: characters, zones, tags, conditions and things in the library.

    `party` are the players' characters, `segments` the size of the last clock, which is the default for the
    next one.
    """

    people: tuple[NameCandidate, ...] = ()
    party: tuple[NameCandidate, ...] = ()
    zones: tuple[NameCandidate, ...] = ()
    tags: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    saved: tuple[SavedView, ...] = ()
    checks: bool = True
    segments: int = SEGMENTS
    clock_kinds: Mapping[str, str] = field(default_factory=dict)
    """Maps the words for each kind of clock to its key."""
    carried: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Maps each character to the keys of the names of their conditions."""


@dataclass(frozen=True)
class AdditionChoices:
    """The choices that stay from line to line: the kind, the place, the visibility, PC or NPC."""

    kind: str = ""
    place: AdditionTarget = AdditionTarget()
    sees: Mapping[str, str] = field(default_factory=dict)
    played: str = "npc"


@dataclass(frozen=True)
class Addition:
    """The meaning of a line: its command, and the command in words.

    `sure` says that the line can hardly mean anything else; `lacks` says what is missing if there is no
    command yet. `readings` are what an unclear line may mean, to choose from, and `parts` the additions of
    several lines.
    """

    kind: str = ""
    command: Mapping[str, object] = field(default_factory=dict)
    words: str = ""
    sure: bool = True
    lacks: str = ""
    readings: tuple["Addition", ...] = ()
    parts: tuple["Addition", ...] = ()

    def chosen(self, asked: str) -> "Addition":
        """Return the reading with this stamp, or else this addition itself."""
        return next((reading for reading in self.readings if reading.stamp == asked), self)

    @property
    def stamp(self) -> str:
        """An id of this meaning, which the page sends back to say which meaning it showed."""
        return f"{crc32(repr((self.words, sorted(self.command.items()))).encode()):08x}"

    def is_settled(self, said: str, asked: str) -> bool:
        """Return whether Enter adds the thing at once.

        It does if the meaning is clear and is the one that the page showed, or if the user confirmed it.
        """
        return not self.lacks and (asked == self.stamp or (self.sure and said in ("", self.stamp)))


def within_limits(made: Addition) -> Addition:
    """Return the addition, or what is too long in it, with the count."""
    limits = {"name": ("This name", LONGEST_NAME), "object": ("This place", LONGEST_NAME)}
    limits["intent"] = ("What they try", LONGEST_INTENT)
    for name, (what, most) in limits.items():
        count = sum(not combining(letter) for letter in str(made.command.get(name, "")))
        if count > most:
            why = f"{what} has {count} characters; at most {most} are possible. Shorten it."
            return Addition(made.kind, lacks=why)
    return made
