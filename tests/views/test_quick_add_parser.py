"""One line of text, read: what it adds, how sure that is, and what is offered meanwhile."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.rules.name_keys import name_key
from webapp.views.quick_add_batch import read_additions
from webapp.views.quick_add_hints import suggest_lines
from webapp.views.quick_add_lines import clean_line
from webapp.views.quick_add_names import NameCandidate
from webapp.views.quick_add_parser import read_addition
from webapp.views.quick_add_values import KINDS, SIGNS, AdditionChoices, AdditionContext, AdditionTarget
from webapp.views.view_types import SavedView

MARA, TOBIN, ILSE = NameCandidate(1, "Mara"), NameCandidate(2, "Tobin"), NameCandidate(3, "Captain Ilse")
PIER = NameCandidate(7, "Pier")
KNOWN = AdditionContext(
    people=(MARA, TOBIN, ILSE),
    party=(MARA, TOBIN),
    zones=(PIER,),
    tags=("Slick", "Slippery", "Dark"),
    conditions=("Bleeding", "Deeply shaken"),
    saved=(
        SavedView(20, "clock", "Storm", {"name": "Storm", "segments": 8, "kind": "threat"}),
        SavedView(21, "npc", "Fixer", {"name": "Fixer"}),
        SavedView(22, "tag", "Wet", {"name": "Wet", "trigger": "on a quick step"}),
    ),
)
GUILDHALL = AdditionTarget("for the prepared scene “Guildhall”", 9, here=False, prepared=True)


def command(text: str, **wanted: Any) -> dict[str, Any]:
    made = read_addition(text, KNOWN, AdditionChoices(**wanted))
    assert not made.lacks, made.lacks
    return dict(made.command)


def says(text: str, **wanted: Any) -> str:
    made = read_addition(text, KNOWN, AdditionChoices(**wanted))
    return made.lacks or made.words


def is_sure(text: str, **wanted: Any) -> bool:
    return read_addition(text, KNOWN, AdditionChoices(**wanted)).sure


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Alarm 6", "“Alarm”: a clock of 6 segments, shown"),
        ("Cover 2/4", "“Cover”: a clock of 4 segments, 2 filled, shown"),
        ("#Slick", "“Slick”: a tag, shown"),
        ("#Slick @Pier", "“Slick”: a tag in Pier, shown"),
        ("#Armed @ilse", "“Armed”: a tag on Captain Ilse, shown"),
        ("+Bleeding Mara", "“Bleeding”: a condition for Mara, shown"),
        ("+Out of breath Captain Ilse", "“Out of breath”: a condition for Captain Ilse, shown"),
        ("Mara: climb the wall", "a check for Mara: “climb the wall”"),
        ("@Old Harrow", "“Old Harrow”: an NPC, secret"),
        ("@Old Harrow @pier", "“Old Harrow”: an NPC in Pier, secret"),
        ("pc Vesna", "“Vesna”: a player's character, shown"),
        ("Storm", "“Storm” from the library: a clock of 8 segments, shown"),
        ("@Fixer", "“Fixer” from the library: an NPC, secret"),
        ("dark", "“dark”: a tag, shown"),
        ("Bleeding Tobin", "“Bleeding”: a condition for Tobin, shown"),
    ],
)
def test_what_is_typed_says_what_it_is(text: str, words: str) -> None:
    assert says(text) == words
    assert is_sure(text)


@pytest.mark.parametrize(
    "text", ["Dunno", "clock tower", "#Meet @noon", "Nobody: climbs", "check Mara: climb"]
)
def test_what_may_be_meant_otherwise_is_not_sure(text: str) -> None:
    assert not is_sure(text)


def test_a_line_becomes_an_ordinary_command() -> None:
    assert command("Alarm 6") == {"do": "clock.add", "name": "Alarm", "segments": 6, "visibility": "shown"}
    assert command("#Slick @Pier") == {"do": "tag.add", "name": "Slick", "zone": 7, "visibility": "shown"}
    bleeds = {"do": "condition.add", "name": "Bleeding", "character": 1, "visibility": "shown"}
    assert command("+Bleeding Mara") == bleeds
    assert command("Mara: climb") == {"do": "check.call", "character": 1, "intent": "climb"}
    assert command("npc Bo") == {"do": "character.add", "name": "Bo", "kind": "npc", "visibility": "secret"}
    assert command("@Fixer") == {"do": "saved.use", "saved": 21}
    assert command("#Wet")["trigger"] == "on a quick step"
    assert command("Storm")["kind"] == "threat"


def test_a_chosen_kind_wins_over_what_the_text_looks_like() -> None:
    assert says("Alarm 6", kind="tag") == "“Alarm 6”: a tag, shown"
    assert says("Mara", kind="person") == "“Mara”: an NPC, secret"
    assert says("Slick", kind="clock") == "“Slick”: a clock of 4 segments, shown"
    assert says("#Slick", kind="tag") == "“Slick”: a tag, shown"
    assert is_sure("Alarm 6", kind="tag")


@pytest.mark.parametrize(
    "text",
    ["#Slick", "@Fixer", "+Bleeding Mara", "pc Vesna", "npc Bo", "Mara: climb the wall", "#Slick @Pier"],
)
@pytest.mark.parametrize("chip", list(KINDS))
def test_a_mark_in_the_text_wins_over_a_chip(text: str, chip: str) -> None:
    assert says(text, kind=chip) == says(text)
    assert is_sure(text, kind=chip)


def test_a_word_after_the_size_says_the_kind_of_clock() -> None:
    known = replace(KNOWN, clock_kinds={"danger": "danger", "cover up": "cover"})
    made = read_addition("Alarm 6 Danger", known, AdditionChoices())
    assert (made.words, made.sure) == ("“Alarm”: a clock of 6 segments, danger, shown", True)
    assert made.command["kind"] == "danger"
    assert read_addition("Alarm 2/6 danger", known, AdditionChoices()).command["filled"] == 2
    assert read_addition("Alarm 6 o'clock", known, AdditionChoices()).kind == "tag"
    assert "kind" not in read_addition("Alarm 6", known, AdditionChoices()).command


def test_a_clock_without_a_number_has_as_many_segments_as_the_last() -> None:
    assert (
        read_addition("Alarm", AdditionContext(segments=6), AdditionChoices(kind="clock")).command["segments"]
        == 6
    )


@pytest.mark.parametrize("text", ["Alarm 0", "Alarm 101", "Alarm 5/4"])
def test_a_clock_that_cannot_be_is_not_added(text: str) -> None:
    assert "1 to 100 segments" in says(text)


def test_the_scene_and_who_sees_it_stick_and_are_said() -> None:
    sticks: dict[str, Any] = {"place": GUILDHALL, "sees": {"clock": "secret"}}
    words = "“Alarm”: a clock of 6 segments, for the prepared scene “Guildhall”, secret"
    assert says("Alarm 6", **sticks) == words
    assert command("Alarm 6", **sticks)["scene"] == 9
    assert says("#Slick", **sticks) == "“Slick”: a tag, for the prepared scene “Guildhall”, shown"
    whole = AdditionTarget("for the whole table", None, here=False)
    assert command("Alarm 6", place=whole)["scene"] is None
    assert says("@Bo", sees={"person": "shown"}) == "“Bo”: an NPC, shown"


def test_nothing_that_is_prepared_can_be_seen_before() -> None:
    shown = {"person": "shown", "condition": "shown"}
    assert command("@Bo", place=GUILDHALL, sees=shown)["visibility"] == "secret"
    assert command("@Bo @Pier", place=GUILDHALL, sees=shown)["visibility"] == "shown"
    assert command("+Bleeding Mara", place=GUILDHALL, sees=shown)["visibility"] == "secret"
    no_checks = "Checks cannot be prepared. Add the check once the scene has begun."
    assert says("Mara: climb", place=GUILDHALL) == no_checks


def test_what_is_missing_is_said() -> None:
    assert says("+Bleeding") == "Who? e.g. +Bleeding Mara"
    assert says("+ Mara") == "Which condition? e.g. +Bleeding Mara"
    assert says("#") == "Type a name too."
    assert says("climb", kind="check").startswith("Type a character")
    assert says("Zed: climb", kind="check") == "No character here is called “Zed”."
    twins = AdditionContext(people=(NameCandidate(1, "Guard one"), NameCandidate(2, "Guard two")))
    assert (
        read_addition("+Dazed Guard", twins, AdditionChoices()).lacks
        == "Several match. Type more of the name: Guard one, Guard two"
    )
    no_dice = AdditionContext(people=(MARA,), checks=False)
    assert read_addition("", no_dice, AdditionChoices()).lacks.endswith("#Slick or +Bleeding Mara.")
    assert read_addition("Mara: climb", no_dice, AdditionChoices()).lacks.startswith(
        "This game has no checks"
    )


def test_enter_does_only_what_was_said_or_was_asked() -> None:
    alarm, unclear = (
        read_addition("Alarm 6", KNOWN, AdditionChoices()),
        read_addition("Dunno", KNOWN, AdditionChoices()),
    )
    assert alarm.is_settled("", "")
    assert alarm.is_settled(alarm.stamp, "")
    assert not alarm.is_settled(unclear.stamp, "")
    assert not unclear.is_settled(unclear.stamp, "")
    assert unclear.is_settled("", unclear.stamp)
    assert not unclear.is_settled("", alarm.stamp)
    hidden = read_addition("Alarm 6", KNOWN, AdditionChoices(sees={"clock": "secret"}))
    assert not hidden.is_settled(alarm.stamp, "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("#Sl", ("#Slick", "#Slippery")),
        ("sl", ("#Slick", "#Slippery")),
        ("#Slick @p", ("#Slick @Pier",)),
        ("+bl", ("+Bleeding ",)),
        ("+Bleeding t", ("+Bleeding Tobin",)),
        ("+Out of breath t", ("+Out of breath Tobin",)),
        ("Ma", ("Mara: ",)),
        ("Sto", ("Storm",)),
        ("@Fi", ("@Fixer",)),
        ("zzz", ()),
        ("", ()),
    ],
)
def test_what_is_typed_is_gone_on_with(typed: str, offered: tuple[str, ...]) -> None:
    assert suggest_lines(typed, KNOWN) == offered


def test_a_chosen_kind_offers_its_own() -> None:
    assert suggest_lines("Sl", KNOWN, "tag") == ("#Slick", "#Slippery")
    assert suggest_lines("bl", KNOWN, "condition") == ("+Bleeding ",)


TYPED = st.text(alphabet="aA #+@:/0269 xéß\u200d\n", max_size=30) | st.text(max_size=60)
PIECES = (
    "#",
    "+",
    "@",
    ";",
    ",",
    "|",
    "\t",
    "• ",
    "1. ",
    "“",
    '"',
    "(",
    ")",
    ". ",
    ": ",
    " and ",
    " is ",
    "add ",
)
NAMED = ("Mara", "Tobin", "Pier", "Slick", "Bleeding", "Alarm 6", "six", "hidden", "2/4", "Bo", "")
LISTED = st.lists(st.sampled_from([*PIECES, *NAMED, " "]), max_size=14).map("".join)


@given(TYPED, st.sampled_from(["", *KINDS]), st.sampled_from([AdditionTarget(), GUILDHALL]))
def test_whatever_is_typed_is_read_or_something_is_missing(
    text: str, kind: str, place: AdditionTarget
) -> None:
    made = read_addition(text, KNOWN, AdditionChoices(kind, place))
    assert bool(made.command) != bool(made.lacks)
    name = str(made.command.get("name", ""))
    assert name == name.strip(), "what stands around a name is no part of it"
    typed = clean_line(text)
    sign = SIGNS.get(typed[:1])
    assert not sign or made.kind == sign, "a sign in the text wins over a chip"
    assert not kind or not typed or sign or made.kind in (kind, "person", "check")
    hidden = made.command.get("scene") == 9 or made.command.get("visibility") == "secret"
    placed = "zone" in made.command or "character" in made.command or made.command.get("do") == "saved.use"
    assert hidden or placed or not place.prepared or made.lacks
    suggest_lines(text, KNOWN, kind)


@given(LISTED, st.sampled_from(["", *KINDS]), st.sampled_from([AdditionTarget(), GUILDHALL]))
def test_each_meaning_of_a_list_is_a_command(text: str, kind: str, place: AdditionTarget) -> None:
    made = read_additions(text, KNOWN, AdditionChoices(kind, place))
    for one in (made, *made.readings):
        adds = one.command.get("adds", [one.command])
        assert isinstance(adds, list)
        assert len(one.parts or [one]) == len(adds)
        names = [str(each.get("name", "")) for each in adds]
        assert names == [name.strip() for name in names]
        assert all(
            place.here
            or each.get("visibility") == "secret"
            or "zone" in each
            or "character" in each
            or each.get("scene") == place.id
            or not each
            or "saved" in each
            for each in adds
        )
    assert all(one.command and not one.lacks and one.sure for one in made.readings)


@given(st.sampled_from([*KINDS]), st.text(alphabet="abc ", min_size=1, max_size=20).filter(str.strip))
def test_what_is_offered_is_read_as_more_of_the_same(kind: str, text: str) -> None:
    for each in suggest_lines(text, KNOWN, kind):
        assert name_key(text) in name_key(each)


@pytest.mark.parametrize(
    ("text", "people", "words"),
    [
        ("+Soaked all", [1, 2], "“Soaked”: a condition for Mara and Tobin, shown"),
        ("+Soaked Mara, ilse", [1, 3], "“Soaked”: a condition for Mara and Captain Ilse, shown"),
        ("+Wet Mara, Tobin, Mara", [1, 2], "“Wet”: a condition for Mara and Tobin, shown"),
    ],
)
def test_a_condition_is_given_to_several_or_all_in_one_line(text: str, people: list[int], words: str) -> None:
    made = command(text)
    assert (made["do"], made["characters"]) == ("conditions.add", people)
    assert "character" not in made
    assert says(text) == words
    assert is_sure(text)


def test_of_several_each_must_be_somebody() -> None:
    assert says("+Soaked Mara, Zoe") == "No character here is called “Zoe”."
    assert says("+Soaked Mara,") == "Type a name after each comma."
    assert command("+Soaked Mara")["do"] == "condition.add"


def test_a_persons_line_says_who_sees_them() -> None:
    assert says("@Old Harrow shown") == "“Old Harrow”: an NPC, shown"
    assert says("npc Old Harrow @pier Shown") == "“Old Harrow”: an NPC in Pier, shown"
    assert says("@Fixer shown") == "“Fixer”: an NPC, shown"
    assert says("pc Vesna secret") == "“Vesna”: a player's character, secret"
    assert says("@Secret") == "“Secret”: an NPC, secret"
    assert command("@Old Harrow shown", place=GUILDHALL)["visibility"] == "secret"


def test_a_clocks_line_says_who_sees_it() -> None:
    assert command("Alarm 6 secret") == {
        "do": "clock.add",
        "name": "Alarm",
        "segments": 6,
        "visibility": "secret",
    }
    assert says("Alarm 6 secret") == "“Alarm”: a clock of 6 segments, secret"
    assert command("Alarm 6 soon")["do"] == "tag.add"
