"""The fields of each kind of thing on a table, described once.

A kind's Add command has these fields and others, such as a place; its Edit command has the same fields, all
optional. Packs, copies and exports use the same bounds, and the API's description uses the same texts.
"""

from collections.abc import Callable, Iterator, Mapping
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args

from pydantic import BaseModel, Field, create_model
from pydantic.fields import FieldInfo

from webapp.state.proposal_sentences import OTHER_NOUNS
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
        "only": "seat",
        "opposes": "clock",
        "follows": "clock",
        "spotlight": "clock",
        "active_scene": "scene",
        "goal": "clock",
        "lead": "check",
        "joins": "zone",
    }
)
"""Maps the fields that refer to things of the table to the kinds of these things."""


class NamedThing(NamedFields):
    """The fields of a thing with a name."""

    name: Name


class TagFields(NamedThing):
    object: Line | None = optional("the object that has the tag, in words")
    effects: Effects = []
    trigger: Line | None = optional("when the tag applies")
    clears: Line | None = optional("how the tag ends")


class ConditionFields(NamedThing):
    effects: Effects = []
    source: Line | None = optional("where the condition came from")
    trigger: Line | None = optional("when the condition applies")
    clears: Line | None = optional("how the condition ends")
    severity: Severity = Field(
        default="minor",
        description="how severe the condition is; default for a new condition: as in the book, else minor",
    )


class ClockFields(NamedThing):
    segments: Segments = 4
    filled: Filled | None = optional(
        "how many of the clock's segments are full; default for a new clock: none, or all of a drain clock"
    )
    direction: Literal["fill", "drain"] = Field(
        default="fill", description="whether the clock starts empty and fills, or starts full and drains"
    )
    on_full: Note | None = optional("what happens when the clock completes; only the GM sees this until then")
    tempo: Tempo | None = None
    group: Line | None = optional("the heading under which the clock is listed")


class CharacterFields(NamedThing):
    look: Line | None = optional("how the character looks, in one line")
    stats: Stats = {}


class SceneFields(NamedThing):
    description: Note | None = optional("the scene's description, shown to everybody when the scene begins")
    notes: Note | None = optional("notes on the scene, for the GM only")


def editing(add: type[BaseModel], *, without: tuple[str, ...] = ()) -> Callable[[type[M]], type[M]]:
    """Return a decorator that gives a command the fields of `add` except `without`, all optional."""

    def with_fields(edit: type[M]) -> type[M]:
        own = {*edit.model_fields, *without}
        fields: dict[str, Any] = {
            name: (field_type(field) | None, Field(default=None, description=field.description))
            for name, field in add.model_fields.items()
            if name not in own
        }
        return create_model(
            edit.__name__, __base__=edit, __doc__=edit.__doc__, __module__=edit.__module__, **fields
        )

    return with_fields


def references_in(fields: Mapping[str, object]) -> Iterator[tuple[str, int]]:
    """Yield the kind and id of each thing that these fields refer to."""
    for name in [name for name in REFERENCES if name in fields]:
        named = fields[name]
        ids = named if isinstance(named, list) else [named]
        yield from ((REFERENCES[name], id) for id in ids if isinstance(id, int))


def field_type(field: FieldInfo) -> Any:
    """Return a field's type with its bounds and cleaning, but without null."""
    kinds = [arg for arg in get_args(field.annotation) if arg is not NoneType]
    may_be_null = NoneType in get_args(field.annotation)
    plain = Union[tuple(kinds)] if may_be_null else field.annotation  # noqa: UP007
    return Annotated[(plain, *field.metadata)] if field.metadata else plain
