"""The schema of packs: tags, conditions, clocks, NPCs and whole scenes to use at any table.

A row has the fields of the command that adds such a thing to a table. Things within a scene refer to one
another by name, so those names are unique in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError, model_validator

from webapp.rules.clocks import comes_round
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.rules.word_lists import and_list
from webapp.table.command import MOST
from webapp.table.fields import ClockKind, DocumentKind, Name, NamedFields, VisibilityLevel
from webapp.table.game_table import fitted, game_table
from webapp.table.refusals import Invalid, invalid_from, spoken_kind
from webapp.table.thing_fields import (
    CharacterFields,
    ClockFields,
    ConditionFields,
    NamedThing,
    SceneFields,
    TagFields,
)

FORMAT, VERSION = "tableside.pack", 1
KINDS = ("tag", "condition", "clock", "npc", "scene")
Kind = Literal["tag", "condition", "clock", "npc", "scene"]


class Row(NamedThing):
    """One row of a pack."""

    def plain(self) -> dict[str, object]:
        """Return the given fields as JSON, without those left to the book's or the command's defaults."""
        said: dict[str, object] = self.model_dump(mode="json", exclude_unset=True)
        return said


class PackTag(TagFields, Row):
    visibility: VisibilityLevel = "shown"


class PackCondition(ConditionFields, Row):
    own_clock: bool | None = None
    visibility: VisibilityLevel = "shown"


class PackClock(ClockFields, Row):
    kind: ClockKind = "progress"
    visibility: VisibilityLevel = "shown"

    @model_validator(mode="after")
    def _fits(self) -> "PackClock":
        if self.filled is not None and self.filled > self.segments:
            ending = "s" if self.segments > 1 else ""
            raise ValueError(f"a clock of {self.segments} segment{ending} cannot have {self.filled} filled")
        return self


class PackPiece(NamedFields):
    """A game's own document of a character, zone or scene: its kind, name, data and visibility."""

    kind: DocumentKind
    name: Name | None = None
    data: dict[str, Any] = {}
    visibility: VisibilityLevel = "shown"


class PackPerson(CharacterFields, Row):
    visibility: VisibilityLevel = "secret"
    pieces: Annotated[list[PackPiece], Field(max_length=20)] = []
    conditions: Annotated[list[PackCondition], Field(max_length=12)] = []
    tags: Annotated[list[PackTag], Field(max_length=12)] = []


class SceneZone(Row):
    joins: Annotated[list[Name], Field(max_length=20)] = []
    pieces: Annotated[list[PackPiece], Field(max_length=20)] = []
    visibility: VisibilityLevel = "shown"


class SceneTag(PackTag):
    zone: Name | None = None


class SceneClock(PackClock):
    opposes: Name | None = None
    follows: Name | None = None


class ScenePerson(PackPerson):
    zone: Name | None = None


class PackScene(SceneFields, Row):
    zones: Annotated[list[SceneZone], Field(max_length=20)] = []
    tags: Annotated[list[SceneTag], Field(max_length=40)] = []
    clocks: Annotated[list[SceneClock], Field(max_length=30)] = []
    npcs: Annotated[list[ScenePerson], Field(max_length=30)] = []
    pieces: Annotated[list[PackPiece], Field(max_length=20)] = []

    @model_validator(mode="after")
    def _holds_together(self) -> "PackScene":
        zones, clocks = _unique(self.zones, "zones"), _unique(self.clocks, "clocks")
        for zone in self.zones:
            _known(zone.joins, zones, "zone")
        _known((tag.zone for tag in self.tags), zones, "zone")
        _known((person.zone for person in self.npcs), zones, "zone")
        _known((name for clock in self.clocks for name in (clock.opposes, clock.follows)), clocks, "clock")
        _no_circle({clock.name: clock.follows for clock in self.clocks})
        return self


class Pack(NamedFields):
    """A whole pack file."""

    format: Literal["tableside.pack"]
    version: Literal[1]
    name: Name | None = None
    tag: Annotated[list[PackTag], Field(max_length=MOST["saved"])] = []
    condition: Annotated[list[PackCondition], Field(max_length=MOST["saved"])] = []
    clock: Annotated[list[PackClock], Field(max_length=MOST["saved"])] = []
    npc: Annotated[list[PackPerson], Field(max_length=MOST["saved"])] = []
    scene: Annotated[list[PackScene], Field(max_length=MOST["saved"])] = []

    def rows(self) -> list[tuple[str, Row]]:
        """Return all rows of the pack with their kinds."""
        return [(kind, row) for kind in KINDS for row in getattr(self, kind)]

    @model_validator(mode="after")
    def _names_once(self) -> "Pack":
        for kind in KINDS:
            _unique(getattr(self, kind), f"{spoken_kind(kind)}s")
        return self


R = TypeVar("R", bound=Row)
SHAPES: dict[str, type[Row]] = {
    "tag": PackTag,
    "condition": PackCondition,
    "clock": PackClock,
    "npc": PackPerson,
    "scene": PackScene,
}


def parse_row(shape: type[R], data: object) -> R:
    """Return one row of a pack, validated as this kind; raise Invalid if it is wrong."""
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        raise invalid_from(error, data) from error


def ensure_fits(pack: Pack, game: str) -> None:
    """Refuse a pack with kinds or documents that the game does not have.

    The error names the place in the file.
    """
    held = list(_contained_rows(pack, "pack"))
    known = sorted(kind.key for kind in load_ruleset_or_stand_in(game).catalogue.clock_kinds)
    for place, _, clock in held:
        if isinstance(clock, PackClock) and "kind" in clock.model_fields_set and clock.kind not in known:
            said = (
                f"“{clock.name}” has the clock kind “{clock.kind}”, but "
                f"this game's clock kinds are {and_list(known)}."
            )
            raise Invalid(said, {f"{place}.kind": f"this game's clock kinds are {and_list(known)}"})
    for place, holder, piece in held:
        if isinstance(piece, PackPiece) and isinstance(holder, PackScene):
            clocks, people = ({row.name: 1 for row in rows} for rows in (holder.clocks, holder.npcs))
            _ensure_piece(game, place, piece, clocks, people)
        elif isinstance(piece, PackPiece):
            _ensure_piece(game, place, piece)


def _contained_rows(holder: BaseModel, place: str) -> Iterator[tuple[str, BaseModel, BaseModel]]:
    """Yield (place, container, row) for every row within `holder`, at any depth."""
    for name in type(holder).model_fields:
        rows = getattr(holder, name)
        for number, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, BaseModel):
                yield f"{place}.{name}.{number}", holder, row
                yield from _contained_rows(row, f"{place}.{name}.{number}")


def _ensure_piece(game: str, place: str, piece: PackPiece, *named: dict[str, int]) -> None:
    """Refuse a document that the game cannot parse.

    A scene's document refers to clocks and characters by name; `named` holds these names.
    """
    table = game_table(game)
    try:
        fitted(
            table,
            piece.kind,
            table.scene_from_library(piece.kind, piece.data, *named) if named else piece.data,
        )
    except RuleError as error:
        raise Invalid(
            f"{load_ruleset_or_stand_in(game).name} cannot read the document “{piece.kind}”: {error.message}",
            {place: error.message},
        ) from error


def _unique(rows: Sequence[Row], what: str) -> set[str]:
    names: set[str] = set()
    for row in rows:
        if row.name in names:
            raise ValueError(f"two {what} are called “{row.name}”")
        names.add(row.name)
    return names


def _known(named: Iterable[str | None], names: set[str], what: str) -> None:
    for name in named:
        if name is not None and name not in names:
            raise ValueError(f"this scene has no {what} “{name}”")


def _no_circle(leaders: dict[str, str | None]) -> None:
    for name in leaders:
        if comes_round(name, leaders.get) is not None:
            raise ValueError(f"the clock “{name}” is in a circle of clocks that follow one another")
