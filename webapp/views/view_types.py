"""The values that screens show, as frozen dataclasses. A field that is ABSENT is never sent.

Templates print these values, the API sends them as JSON, and the dispatcher compares them before and after a
command to find the recipients of the change.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from functools import cache, cached_property
from typing import Any, TypeVar
from zlib import crc32

from webapp.rules.effects import Effect
from webapp.state.guests import GuestWork
from webapp.state.like_names import list_cast, number_cards, tell_alike
from webapp.views.absent import ABSENT, Maybe, flattened, page_only
from webapp.views.check_views import CheckView, MyChecks, ProposalView
from webapp.views.moment_views import MomentView

T = TypeVar("T")
"""Matches the part of a journal line that says by how much a clock moved."""


@dataclass(frozen=True)
class Rumour:
    """A thing that this audience knows only to exist."""

    id: int
    visibility: str
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class Masked:
    """A thing known only by name; a clock also has one word: empty, filling, nearly full, full."""

    id: int
    visibility: str
    name: str
    here: bool = field(metadata=page_only)
    word: Maybe[str] = ABSENT


@dataclass(frozen=True)
class SceneView:
    id: int
    visibility: str
    name: str
    description: str | None
    state: str
    notes: Maybe[str | None] = ABSENT


@dataclass(frozen=True)
class ZoneView:
    """A zone; `joins` are the ids of the zones next to it, `here` says whether the scene in play has it."""

    id: int
    visibility: str
    name: str
    scene: int | None
    joins: tuple[int, ...]
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class TagView:
    id: int
    visibility: str
    name: str
    scene: int | None
    zone: Maybe[int | None]
    object: str | None
    character: Maybe[int | None]
    effects: tuple[Effect, ...]
    trigger: str | None
    clears: str | None
    burned: bool
    switches: dict[str, bool]
    only: Maybe[int | None]
    here: bool = field(metadata=page_only)
    missing_details: tuple[str, ...] = field(default=(), metadata=page_only)


@dataclass(frozen=True)
class ConditionView:
    """A condition of a character as one audience may know it."""

    id: int
    visibility: str
    character: int
    name: str
    effects: tuple[Effect, ...]
    source: str | None
    trigger: str | None
    clears: str | None
    severity: str
    treated: bool
    clock: Maybe[int | None]
    goal: Maybe[int | None]
    switches: dict[str, bool]
    count: int | None = None
    treatable: bool = field(default=False, metadata=page_only)
    missing_details: tuple[str, ...] = field(default=(), metadata=page_only)


@dataclass(frozen=True)
class CharacterView:
    """A character as one audience may know them; values that it may not know are `ABSENT` or empty."""

    id: int
    visibility: str
    name: str
    kind: str
    look: str | None
    stats: dict[str, object]
    zone: Maybe[int | None]
    locked: bool
    conditions: tuple[ConditionView | Rumour | Masked, ...]
    stands: Maybe[str] = ABSENT
    here: bool = field(default=True, metadata=page_only)
    rolled: bool = field(default=False, metadata=page_only)

    def beside(self, known: Collection[str]) -> dict[str, object]:
        """Return the sheet's values except those named in `known`, which the screen shows elsewhere."""
        return {name: value for name, value in self.stats.items() if name not in known}


@dataclass(frozen=True)
class ClockView:
    """A clock as one audience may know it; `here` says whether it is in play."""

    id: int
    visibility: str
    name: str
    segments: int
    filled: int
    direction: str
    kind: str
    scene: int | None
    on_full: Maybe[str | None]
    opposes: Maybe[int | None]
    follows: Maybe[int | None]
    owner: Maybe[int | None]
    shared: bool
    group: str | None
    character: Maybe[int | None]
    tempo: str | None
    race: Maybe[str | None]
    word: str
    complete: bool
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class PieceView:
    """A game's own document as one audience may know it; `shown` is what the game shows of it.

    For a masked document, `shown` is what the game reveals of masked documents, usually nothing.
    """

    id: int
    visibility: str
    kind: str
    name: str | None
    scene: int | None
    zone: Maybe[int | None]
    character: Maybe[int | None]
    shown: Mapping[str, Any] = field(metadata=flattened)
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class SeatView:
    """A seat; `asked` is the name of the person who requests it, `asker` an id of the request.

    `joins` says that it is a guest's first seat, which waits for the GM's yes, and `through` by which link.
    """

    id: int
    name: str
    character: Maybe[int | None]
    taken: bool
    asked: Maybe[str] = ABSENT
    asker: Maybe[str] = ABSENT
    joins: bool = field(default=False, metadata=page_only)
    through: int | None = field(default=None, metadata=page_only)


@dataclass(frozen=True)
class NoteView:
    """A note; `owner` is its author's seat (null: the GM), `only` the only seat that may read it."""

    id: int
    visibility: str
    text: str
    owner: Maybe[int | None]
    only: Maybe[int | None]
    scene: Maybe[int | None]
    zone: Maybe[int | None]
    tag: Maybe[int | None]
    character: Maybe[int | None]
    condition: Maybe[int | None]
    clock: Maybe[int | None]


@dataclass(frozen=True)
class SavedView:
    """A saved thing in the GM's library; `data` is its row in a pack."""

    id: int
    kind: str
    name: str
    data: dict[str, object]


@dataclass(frozen=True)
class KeyView:
    id: int
    role: str
    name: str
    created: datetime
    token: str | None = field(metadata=page_only)


@dataclass(frozen=True)
class LineView:
    """One line of the journal as one audience may read it."""

    id: int
    at: datetime
    who: str
    role: str
    command: str
    summary: str
    because: str | None
    undone: bool
    undoable: Maybe[bool] = ABSENT
    author: str = field(default="", metadata=page_only)
    """The author's name; "" for a guest who took a seat, because the words name the seat instead."""
    words: str = field(default="", metadata=page_only)
    """The summary without the author's name; of a tick that goes on, with what all of them moved together."""
    goes_on: bool = field(default=False, metadata=page_only)
    """Whether it is a tick that continues the previous line."""

    @property
    def stamp(self) -> int:
        """A checksum of the line's content."""
        return crc32(repr(self).encode())


@dataclass(frozen=True)
class Turn:
    """The current turn in a game with turns: `who` acts, `then` is next, `note` gives the round."""

    who: str
    then: str | None = None
    note: str | None = None


ShownTag = TagView | Rumour | Masked
ShownClock = ClockView | Rumour | Masked
ShownCharacter = CharacterView | Rumour | Masked
InPlay = ZoneView | PieceView | ShownTag | ShownClock | ShownCharacter
Thing = Rumour | Masked | SceneView | ZoneView | TagView | CharacterView | ClockView | PieceView


@dataclass(frozen=True)
class TableView:
    """The table as one audience may see it."""

    table: str
    name: str
    ruleset: str
    role: str
    paused: bool
    paused_by: str | None
    spotlight: Maybe[int | None]
    scene: int | None
    scenes: tuple[SceneView, ...]
    zones: tuple[ZoneView | Rumour | Masked, ...]
    tags: tuple[ShownTag, ...]
    clocks: tuple[ShownClock, ...]
    cast: tuple[ShownCharacter, ...]
    pieces: tuple[PieceView | Rumour, ...]
    checks: tuple[CheckView, ...]
    proposals: tuple[ProposalView, ...]
    seats: tuple[SeatView, ...]
    notes: tuple[NoteView, ...] = ()
    you: Maybe[int | None] = ABSENT
    join_code: Maybe[str | None] = ABSENT
    settings: Maybe[dict[str, object]] = ABSENT
    keys: Maybe[tuple[KeyView, ...]] = ABSENT
    saved: Maybe[tuple[SavedView, ...]] = ABSENT
    invite: str | None = field(default=None, metadata=page_only)
    mine: MyChecks | None = field(default=None, metadata=page_only)
    moments: tuple[MomentView, ...] = field(default=(), metadata=page_only)
    turn: Maybe[Turn] = field(default=ABSENT, metadata=page_only)
    preparing: int | None = field(default=None, metadata=page_only)
    tv_theme: str = field(default="dark", metadata=page_only)
    tv_sound: bool = field(default=False, metadata=page_only)
    asks_first: bool = field(default=False, metadata=page_only)
    """Whether a guest needs a GM's yes for a first seat."""
    guests: tuple[GuestWork, ...] = field(default=(), metadata=page_only)
    """For the GM: what was made through each player link."""
    left_out: tuple[tuple[str, int], ...] = field(default=(), metadata=page_only)
    """The kind and id of what newcomers made, which players' pages and the TV only count beyond a few."""
    newcomers: tuple[int, ...] = field(default=(), metadata=page_only)
    """The seats that players' pages do not know yet."""
    joining: int = field(default=0, metadata=page_only)
    """How many guests wait for that yes; a change makes their pages look for the answer."""

    def active(self) -> SceneView | None:
        """Return the active scene, if this audience knows it; else None."""
        return next((scene for scene in self.scenes if scene.id == self.scene), None)

    @property
    def people(self) -> tuple[CharacterView, ...]:
        """The characters that this audience knows in full."""
        return tuple(who for who in self.cast if isinstance(who, CharacterView))

    @cached_property
    def numbers(self) -> dict[str, dict[int, int]]:
        """The numbers beside names on cards that would look the same without them, by kind and id."""
        return number_cards(self)

    def number_of(self, kind: str, id: int) -> int | None:
        """Return the number beside a thing's name on its card; None if it needs none."""
        return self.numbers.get(kind, {}).get(id)

    @cached_property
    def _told_apart(self) -> dict[int, str]:
        return tell_alike(list_cast(self))

    def told(self, who: CharacterView) -> str:
        """Return a character's name as the adding line reads it as theirs alone: “Guard (Gate)”."""
        return f"{who.name} ({self._told_apart[who.id]})" if who.id in self._told_apart else who.name

    def others(self, character: int) -> tuple[CharacterView, ...]:
        """Return all characters that this audience knows in full except this one."""
        return tuple(who for who in self.people if who.id != character)

    def nameable(self, kind: str) -> tuple[tuple[int, str], ...]:
        """Return the choices of a check's field of this kind as (id, name).

        They are the zones in play, a game's documents ("piece"), or for any other kind the characters. Only
        things that this audience knows in full are included.
        """
        if kind == "piece":
            found = [(piece.id, piece.name) for piece in self.pieces if isinstance(piece, PieceView)]
        elif kind == "zone":
            found = [(zone.id, zone.name) for zone in self.zones if isinstance(zone, ZoneView) and zone.here]
        else:
            found = [(who.id, who.name) for who in self.people]
        return tuple((id, name) for id, name in found if name)

    def notes_about(self, kind: str, id: int) -> tuple[NoteView, ...]:
        """Return the notes about one thing that this audience may read."""
        return tuple(note for note in self.notes if getattr(note, kind) == id)

    def stats_of(self, character: int) -> dict[str, object]:
        """Return a character's sheet as this audience knows it; {} if the character is not known in full."""
        return next((who.stats for who in self.people if who.id == character), {})


def view_of(kind: Callable[..., T], row: object, **shown: object) -> T:
    """Return a view of a row: fields not in `shown` are copied from the row."""
    own = vars(row)  # the row's values; reading attributes would go through the mapper
    names = _names(kind) - shown.keys()
    return kind(**{name: own[name] if name in own else getattr(row, name) for name in names}, **shown)


@cache
def _names(kind: Any) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))


def to_json(value: object) -> Any:
    """Return a view as plain JSON values; ABSENT and page-only fields are left out, times are ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        known = [(name, getattr(value, name)) for name in _sent(type(value))]
        flat = [element for name in _flat(type(value)) for element in getattr(value, name).items()]
        return {name: to_json(part) for name, part in known + flat if part is not ABSENT}
    if isinstance(value, dict):
        return {name: to_json(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(part) for part in value]
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return value


@cache
def _sent(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.metadata.get("json", True))


@cache
def _flat(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields whose content is merged into their parent's in JSON."""
    return tuple(field.name for field in fields(kind) if field.metadata.get("flat"))
