"""What a screen is told, as frozen values. A field that is ABSENT does not leave the server.

The same values are printed by the templates, sent as JSON by the API, and compared before and after
a command to know who must hear of it.
"""

from dataclasses import Field, dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, TypeAlias, TypeVar

from webapp.rules.effects import Effect


class Absent(Enum):
    """The one value `ABSENT`: false in templates, left out of JSON."""

    ABSENT = "absent"

    def __bool__(self) -> bool:
        return False


ABSENT = Absent.ABSENT
T = TypeVar("T")
Maybe: TypeAlias = T | Absent
page_only: dict[str, Any] = {"json": False}


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
    here: bool = field(metadata=page_only)


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


@dataclass(frozen=True)
class CharacterView:
    id: int
    visibility: str
    name: str
    kind: str
    stats: dict[str, Any]
    zone: Maybe[int | None]
    conditions: tuple[ConditionView | Rumour | Masked, ...]
    here: bool = field(default=True, metadata=page_only)


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
    word: str
    complete: bool
    here: bool = field(metadata=page_only)


@dataclass(frozen=True)
class SeatView:
    id: int
    name: str
    character: Maybe[int | None]
    taken: bool


@dataclass(frozen=True)
class ProposalView:
    id: int
    seat: int | None
    command: dict[str, Any]
    because: str | None
    check: int | None
    range: tuple[int | None, int | None]
    state: str
    words: str = field(metadata=page_only)


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


Thing = Rumour | Masked | SceneView | ZoneView | TagView | CharacterView | ClockView


@dataclass(frozen=True)
class TableView:
    """The table as one audience may see it."""

    table: str
    name: str
    ruleset: str
    role: str
    paused: bool
    spotlight: Maybe[int | None]
    scene: int | None
    scenes: tuple[SceneView, ...]
    zones: tuple[ZoneView | Rumour | Masked, ...]
    tags: tuple[TagView | Rumour | Masked, ...]
    clocks: tuple[ClockView | Rumour | Masked, ...]
    cast: tuple[CharacterView | Rumour | Masked, ...]
    checks: tuple[Any, ...]
    proposals: tuple[ProposalView, ...]
    seats: tuple[SeatView, ...]
    you: Maybe[int | None] = ABSENT
    join_code: Maybe[str | None] = ABSENT
    settings: Maybe[dict[str, Any]] = ABSENT
    keys: Maybe[tuple[KeyView, ...]] = ABSENT

    def active(self) -> SceneView | None:
        """The scene being played, where this audience knows it."""
        return next((scene for scene in self.scenes if scene.id == self.scene), None)


def to_json(value: Any) -> Any:
    """A view as plain JSON values: absent fields are left out, times are ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        known = ((name, getattr(value, name)) for name in _sent(type(value)))
        return {name: to_json(part) for name, part in known if part is not ABSENT}
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
