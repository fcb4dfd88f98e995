"""What each thing on a table says of itself, described once.

The command that adds it takes these fields beside where it goes, the one that edits it takes the same ones,
each of which may stay absent; a row of a pack, a copy and an export hold them to the same bounds, and the
description of the API has their meanings from here.
"""

from collections.abc import Callable, Iterator, Mapping
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args

from pydantic import BaseModel, Field, create_model
from pydantic.fields import FieldInfo

from webapp.screens.sentences import OTHER_NOUNS
from webapp.store.models import THINGS
from webapp.table.fields import (
    Effects,
    Filled,
    Line,
    Name,
    NamedFields,
    Note,
    Segments,
    Severity,
    Stats,
    Tempo,
    optional,
)

M = TypeVar("M", bound=BaseModel)
REFERENCES = (
    {kind: kind for kind in THINGS}
    | OTHER_NOUNS
    | {
        "owner": "seat",
        "opposes": "clock",
        "follows": "clock",
        "spotlight": "clock",
        "active_scene": "scene",
        "goal": "clock",
        "lead": "check",
        "completed_by": "check",
        "joins": "zone",
    }
)
"""The fields that name things of the table, and of which kind those are."""


class Described(NamedFields):
    """Something with a name."""

    name: Name


class TagFields(Described):
    object: Line | None = optional("the thing it is on, in words")
    effects: Effects = []
    trigger: Line | None = optional("when it bites")
    clears: Line | None = optional("how it goes away")


class ConditionFields(Described):
    effects: Effects = []
    source: Line | None = optional("where it came from")
    trigger: Line | None = optional("when it bites")
    clears: Line | None = optional("how it goes away")
    severity: Severity = "minor"


class ClockFields(Described):
    segments: Segments = 4
    filled: Filled | None = None
    direction: Literal["fill", "drain"] = Field(
        default="fill", description="whether the clock starts empty and fills, or starts full and drains"
    )
    on_full: Note | None = optional("what happens when it is full; the GM's until then")
    tempo: Tempo | None = None
    group: Line | None = optional("a heading to draw it under")


class CharacterFields(Described):
    stats: Stats = {}


class SceneFields(Described):
    description: Note | None = optional("what everybody sees of it")
    notes: Note | None = optional("for the GM alone")


def editing(add: type[BaseModel], *, without: tuple[str, ...] = ()) -> Callable[[type[M]], type[M]]:
    """The command takes every field of `add` but these, as it is described there; an absent one stays."""

    def with_fields(edit: type[M]) -> type[M]:
        own = {*edit.model_fields, *without}
        fields: dict[str, Any] = {
            name: (bounds(field) | None, Field(default=None, description=field.description))
            for name, field in add.model_fields.items()
            if name not in own
        }
        return create_model(
            edit.__name__, __base__=edit, __doc__=edit.__doc__, __module__=edit.__module__, **fields
        )

    return with_fields


def named_in(fields: Mapping[str, object]) -> Iterator[tuple[str, int]]:
    """The things that these fields name: their kinds and ids."""
    for name in [name for name in REFERENCES if name in fields]:
        named = fields[name]
        ids = named if isinstance(named, list) else [named]
        yield from ((REFERENCES[name], id) for id in ids if isinstance(id, int))


def bounds(field: FieldInfo) -> Any:
    """The type of a field with its bounds and how it is cleaned, but not that it may be null."""
    kinds = [each for each in get_args(field.annotation) if each is not NoneType]
    may_be_null = NoneType in get_args(field.annotation)
    plain = Union[tuple(kinds)] if may_be_null else field.annotation  # noqa: UP007
    return Annotated[(plain, *field.metadata)] if field.metadata else plain
