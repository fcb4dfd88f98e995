"""The whole grammar of the Add field: lines as people type, dictate and paste them, with what they mean."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from webapp.views.quick_add_batch import read_additions
from webapp.views.quick_add_hints import suggest_lines
from webapp.views.quick_add_names import NameCandidate, tell_apart
from webapp.views.quick_add_values import KINDS, Addition, AdditionChoices, AdditionContext
from webapp.views.view_types import SavedView

LINES = tomllib.loads(Path(__file__).with_name("typed_lines.toml").read_text(encoding="utf-8"))["lines"]
CAST = ("Mara Venn", "Tobin", "Zoë", "Captain Ilse", "Bruno, the foreman", "O’Malley", "Guard", "Guard")
CAST += ("Watcher 1", "Jean—Luc")
PEOPLE = tell_apart((NameCandidate(id, name) for id, name in enumerate(CAST)), {6: "Gate", 7: "Pier"})
STORM = {"name": "The storm", "segments": 8, "kind": "threat", "on_full": "It breaks"}
KNOWN = AdditionContext(
    people=PEOPLE,
    party=PEOPLE[:3],
    zones=tuple(map(NameCandidate, (21, 22, 23), ("Pier", "Gate", "Salt & Pepper"))),
    tags=("Slick", "Dark", "Rain-slick metal"),
    conditions=("Bleeding", "Dazed", "Deeply shaken"),
    saved=(SavedView(31, "clock", "The storm", STORM), SavedView(32, "npc", "Fixer", {"name": "Fixer"})),
    clock_kinds={"threat": "threat", "danger": "danger"},
    carried={1: frozenset({"cold"}), 2: frozenset({"cold"})},
)


def read(text: str, kind: str = "") -> Addition:
    return read_additions(text, KNOWN, AdditionChoices(kind))


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["typed"])
def test_a_line_is_read_as_people_mean_it(line: dict[str, Any]) -> None:
    made = read(line["typed"])
    assert made.lacks == line.get("lacks", "")
    assert [each.words for each in made.readings] == line.get("asks", [])
    if "means" in line:
        assert (made.words, made.sure) == (line["means"], True)
    if "confirm" in line:
        assert (made.words, made.sure) == (line["confirm"], False)
    assert not made.readings or not made.is_settled("", ""), "what may be meant otherwise is asked"


def test_there_are_lines_of_every_kind() -> None:
    assert len(LINES) >= 80
    assert {read(line["typed"]).kind for line in LINES} >= {*KINDS, "lines"}


def test_a_clock_of_the_library_keeps_what_is_not_typed() -> None:
    stored = {"name": "The storm", "kind": "threat", "on_full": "It breaks", "visibility": "shown"}
    assert read("the storm 6").command == {"do": "clock.add", **stored, "segments": 6}
    assert "on_full" not in read("The storm 6 danger").command


def test_each_choice_is_a_command_of_its_own() -> None:
    made = read("+Bleeding Guard")
    assert [each.command.get("character") for each in made.readings] == [6, 7, None]
    assert made.readings[2].command["characters"] == [6, 7]
    assert made.chosen(made.readings[1].stamp).command["character"] == 7
    assert made.chosen("unknown") is made


def test_like_names_without_places_are_numbered() -> None:
    told = tell_apart((NameCandidate(1, "Guard"), NameCandidate(2, "guard"), NameCandidate(3, "Ana")), {})
    assert [each.told for each in told] == ["Guard (1)", "guard (2)", "Ana"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("+Bleeding g", ("+Bleeding Guard (Gate)", "+Bleeding Guard (Pier)")),
        ("+Bleeding zo", ("+Bleeding Zoë",)),
        ("+Bleeding Mara and T", ("+Bleeding Mara and Tobin",)),
        ("o'm", ("O’Malley: ",)),
    ],
)
def test_what_is_offered_is_read_as_it_stands(typed: str, offered: tuple[str, ...]) -> None:
    assert suggest_lines(typed, KNOWN) == offered
    assert not read(offered[0]).lacks


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 600, "This line has 600 characters; at most 300 can be read. Shorten it."),
        ("#Slick\n" + "x" * 301, "Line 2 has 301 characters; at most 300 can be read. Shorten it."),
        ("#" + "y" * 95, "This name has 95 characters; at most 80 are possible. Shorten it."),
        ("Mara: " + "q" * 200, "What they try has 200 characters; at most 160 are possible. Shorten it."),
        ("#Wet @" + "y" * 90, "This place has 90 characters; at most 80 are possible. Shorten it."),
        ("a\n" * 41, "This text has 41 lines; at most 40 can be added at once."),
        ("a" * 8001, "This text has 8,001 characters; at most 8,000 can be added at once."),
    ],
)
def test_what_is_too_long_is_said_with_the_count_and_never_cut(text: str, says: str) -> None:
    assert read(text).lacks == says
    assert not read(text).command


def test_several_lines_are_one_command_with_a_choice_for_all() -> None:
    made = read("The Red Sashes\nLampblacks\n#Slick", kind="clock")
    assert made.command["do"] == "things.add"
    assert [each["do"] for each in made.command["adds"]] == ["clock.add", "clock.add", "tag.add"]  # type: ignore[index, attr-defined]
    assert [each.words for each in made.parts] == [
        "“The Red Sashes”: a clock of 4 segments, shown",
        "“Lampblacks”: a clock of 4 segments, shown",
        "“Slick”: a tag, shown",
    ]
    assert not read("Alarm 6\nDunno").sure


@pytest.mark.parametrize("typed", ["Alarm 6, Door 4", "#Slick #Dark", "Alarm 6\tDoor 4", "Alarm 6; Door 4"])
def test_a_list_on_one_line_is_offered_and_confirmed_as_a_list(typed: str) -> None:
    made = read(typed)
    assert made.command["do"] == "things.add"
    assert len(made.parts) == 2
    assert not made.is_settled("", "")
    assert made.is_settled("", made.stamp)
    assert [one.command["do"] for one in made.readings[:2]] == ["things.add", "tag.add"]


def test_a_list_among_several_lines_is_asked_for_all_of_them() -> None:
    made = read("Alarm 6, Door 4\n#Slick")
    assert [len(each.parts) for each in made.readings] == [3, 2]


def test_who_gets_a_condition_twice_in_one_text_is_told_too() -> None:
    made = read("+Bleeding Mara\n+bleeding mara")
    assert made.words.endswith("Mara Venn has it already")
    assert not made.sure
