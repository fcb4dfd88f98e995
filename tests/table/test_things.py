"""A field of a thing is described once, and everything that writes such a thing down has it from there."""

import inspect
from dataclasses import make_dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from webapp.store.models import Clock
from webapp.table.command import Command
from webapp.table.commands import commands
from webapp.table.commands.clocks import AddClock
from webapp.table.document_format import ADDED, row_model
from webapp.table.fields import Id, Line
from webapp.table.pack import PackClock
from webapp.table.pack_rows import row_fields
from webapp.table.thing_fields import (
    CharacterFields,
    ClockFields,
    ConditionFields,
    NamedThing,
    SceneFields,
    TagFields,
    editing,
    field_type,
)
from webapp.views.view_types import ClockView, view_of

MEANING = "how it looks at the table"
DESCRIBED = {
    "character": CharacterFields,
    "clock": ClockFields,
    "condition": ConditionFields,
    "scene": SceneFields,
    "tag": TagFields,
    "zone": NamedThing,
}


class Moody(ClockFields):
    """A clock with one field more."""

    mood: Line | None = Field(default=None, description=MEANING)


class AddMoody(Moody, AddClock):
    pass


class PackMoody(Moody, PackClock):
    pass


@editing(AddMoody)
class EditMoody(Command):
    clock: Id


def meaning(kind: type[BaseModel]) -> Any:
    return kind.model_json_schema()["properties"]["mood"]["description"]


def test_a_new_field_is_in_add_edit_and_pack_with_its_meaning() -> None:
    assert [meaning(AddMoody), meaning(EditMoody), meaning(PackMoody)] == [MEANING] * 3


def test_what_is_typed_is_cleaned_and_bounded_alike_in_all_of_them() -> None:
    for kind, rest in (
        (AddMoody, {"name": "Alarm"}),
        (EditMoody, {"clock": 7}),
        (PackMoody, {"name": "Alarm"}),
    ):
        assert kind(**rest, mood="  tense \n now").mood == "tense now"  # type: ignore[attr-defined]
        with pytest.raises(ValidationError, match="at most 80 characters"):
            kind(**rest, mood="x" * 81)


def test_an_edit_asks_for_nothing_and_says_only_what_was_sent() -> None:
    assert EditMoody(clock=7, mood=None).given() == {"clock": 7, "mood": None}
    assert EditMoody(clock=7).given() == {"clock": 7}


def test_a_copy_says_it_unless_it_is_empty() -> None:
    row = SimpleNamespace(name="Alarm", mood="tense", segments=4, kind="threat", secret="not of a pack")
    assert row_fields(row, PackMoody) == {"name": "Alarm", "mood": "tense", "segments": 4, "kind": "threat"}
    assert "mood" not in row_fields(SimpleNamespace(name="Alarm", mood=None), PackMoody)


def test_an_import_holds_it_to_the_same_bounds() -> None:
    assert field_type(AddMoody.model_fields["mood"]) == Line
    clock = row_model("clock", partial=True)
    with pytest.raises(ValidationError):
        clock(tempo="never")
    assert clock(tempo="scene").model_dump(exclude_unset=True) == {"tempo": "scene"}


def test_a_view_that_has_it_shows_it_as_the_row_has_it() -> None:
    seen = make_dataclass("Seen", [("mood", str), ("word", str)], frozen=True)
    view: Any = view_of(seen, SimpleNamespace(mood="tense", word="as it is stored"), word="filling")
    assert (view.mood, view.word) == ("tense", "filling")


def test_no_thing_is_described_a_second_time() -> None:
    """Nothing that writes a thing down names one of its fields again."""
    for kind, described in DESCRIBED.items():
        add, edit = ADDED[kind], commands()[f"{kind}.edit"]
        assert issubclass(add, described)
        assert edit.__base__ is not Command
        for other in (add, edit.__base__):
            again = set(described.model_fields) & set(inspect.get_annotations(other))
            assert not again, (other, again)
        assert set(described.model_fields) <= set(edit.model_fields)


def test_every_field_of_a_clock_that_is_kept_can_be_shown() -> None:
    columns = {column.key for column in Clock.__table__.columns}
    assert set(AddClock.model_fields) - {"condition"} <= columns
    assert set(ClockFields.model_fields) <= set(ClockView.__dataclass_fields__)
