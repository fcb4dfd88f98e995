"""What a screen is told, as frozen values. A field that is ABSENT does not leave the server.

The same values are printed by the templates, sent as JSON by the API, and compared before and after
a command to know who must hear of it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar
from zlib import crc32

from webapp.rules.effects import Effect
from webapp.screens.absent import ABSENT, Maybe, beside, page_only
from webapp.screens.check_views import CheckView, MyChecks, ProposalView

T = TypeVar("T")


@dataclass(frozen=True)
class Rumour:
    """Something exists; what it is called is not known."""

    id: int
    visibility: str
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class Masked:
    """Known by name; a clock also says one word: empty, filling, nearly full, full."""

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
    here: bool = field(metadata=page_only)
    unsaid: tuple[str, ...] = field(default=(), metadata=page_only)


@dataclass(frozen=True)
class ConditionView:
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
    unsaid: tuple[str, ...] = field(default=(), metadata=page_only)


@dataclass(frozen=True)
class CharacterView:
    id: int
    visibility: str
    name: str
    kind: str
    stats: dict[str, object]
    zone: Maybe[int | None]
    conditions: tuple[ConditionView | Rumour | Masked, ...]
    stands: Maybe[str] = ABSENT
    here: bool = field(default=True, metadata=page_only)

    def numbers_beside(self, known: Collection[str]) -> dict[str, object]:
        """The numbers of the sheet that have no place of their own on it."""
        return {
            name: value
            for name, value in self.stats.items()
            if name not in known and isinstance(value, int | float) and not isinstance(value, bool)
        }


@dataclass(frozen=True)
class ClockView:
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
    group: str | None
    character: Maybe[int | None]
    tempo: str | None
    race: Maybe[str | None]
    word: str
    complete: bool
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class PieceView:
    """What only one game keeps, as far as this audience may know it; `shown` is that game's own.

    Of a masked piece `shown` holds what its game says of masked ones, mostly nothing.
    """

    id: int
    visibility: str
    kind: str
    name: str | None
    scene: int | None
    zone: Maybe[int | None]
    character: Maybe[int | None]
    shown: Mapping[str, Any] = field(metadata=beside)
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class SeatView:
    id: int
    name: str
    character: Maybe[int | None]
    taken: bool
    asked: Maybe[str] = ABSENT


@dataclass(frozen=True)
class SavedView:
    """Something in the GM's library; `data` is its row in a pack."""

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
    """One line of the journal, as this audience may read it."""

    id: int
    at: datetime
    who: str
    role: str
    command: str
    summary: str
    because: str | None
    undone: bool
    undoable: Maybe[bool] = ABSENT

    @property
    def words(self) -> str:
        """The summary after the name of whoever did it, which is not said twice."""
        return self.summary.removeprefix(f"{self.who} ")

    @property
    def stamp(self) -> int:
        """A number made of all that the line says."""
        return crc32(repr(self).encode())


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, in games that take turns: `who` acts, `then` comes next, `note` says which round."""

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
    you: Maybe[int | None] = ABSENT
    join_code: Maybe[str | None] = ABSENT
    settings: Maybe[dict[str, object]] = ABSENT
    keys: Maybe[tuple[KeyView, ...]] = ABSENT
    saved: Maybe[tuple[SavedView, ...]] = ABSENT
    invite: str | None = field(default=None, metadata=page_only)
    mine: MyChecks | None = field(default=None, metadata=page_only)
    turn: Maybe[Turn] = field(default=ABSENT, metadata=page_only)
    preparing: int | None = field(default=None, metadata=page_only)

    def active(self) -> SceneView | None:
        """The scene being played, where this audience knows it."""
        return next((scene for scene in self.scenes if scene.id == self.scene), None)

    @property
    def people(self) -> tuple[CharacterView, ...]:
        """Everybody of whom this audience knows more than a name."""
        return tuple(who for who in self.cast if isinstance(who, CharacterView))

    def others(self, character: int) -> tuple[CharacterView, ...]:
        """Everybody this audience knows but this one."""
        return tuple(who for who in self.people if who.id != character)

    def stats_of(self, character: int) -> dict[str, object]:
        """Somebody's sheet, as far as it is known."""
        known = (who.stats for who in self.people if who.id == character)
        return next(known, {})


def view_of(kind: Callable[..., T], row: object, **shown: object) -> T:
    """A view of this row: what is given here, and every other field of the view as the row has it."""
    own = vars(row)  # what a row holds is here; asking it goes through its mapper
    names = _names(kind) - shown.keys()
    return kind(**{name: own[name] if name in own else getattr(row, name) for name in names}, **shown)


@cache
def _names(kind: Any) -> frozenset[str]:
    return frozenset(each.name for each in fields(kind))


def to_json(value: object) -> Any:
    """A view as plain JSON values: absent fields are left out, times are ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        known = [(name, getattr(value, name)) for name in _sent(type(value))]
        flat = [each for name in _flat(type(value)) for each in getattr(value, name).items()]
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
    declared: tuple[Field[Any], ...] = fields(kind)
    return tuple(each.name for each in declared if each.metadata.get("json", True))


@cache
def _flat(kind: type[Any]) -> tuple[str, ...]:
    """The fields whose own fields stand beside the others."""
    return tuple(each.name for each in fields(kind) if each.metadata.get("flat"))
