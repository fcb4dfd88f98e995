"""Several things picked and changed at once: one line, one undo, all or nothing."""

from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.table.refusals import Forbidden, Invalid, Missing
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table


def states(oak: Oak) -> dict[str, str]:
    seen = oak.sees()
    carried = [each for who in seen["cast"] for each in who["conditions"]]
    return {
        each["name"]: each["visibility"] for each in seen["clocks"] + seen["tags"] + seen["cast"] + carried
    }


@pytest.fixture
def picked(oak: Oak) -> list[int]:
    """A clock, a tag, a character and a condition of theirs."""
    mara = oak.character("Mara")
    dazed = oak.gm(do="condition.add", character=mara, name="Dazed").result["condition"]
    return [mara, oak.clock("Alarm"), oak.tag("Slick"), dazed]


def test_all_that_was_picked_is_hidden_in_one_line_and_comes_back_in_one_undo(
    oak: Oak, picked: list[int]
) -> None:
    before = len(oak.lines())
    oak.gm(do="things.edit", ids=picked, visibility="secret")
    assert states(oak) == dict.fromkeys(["Alarm", "Slick", "Mara", "Dazed"], "secret")
    assert oak.lines()[0] == "Alarm: secret; Slick: secret; Dazed: secret; Mara: secret"
    assert len(oak.lines()) == before + 1
    oak.gm(do="undo")
    assert states(oak) == dict.fromkeys(["Alarm", "Slick", "Mara", "Dazed"], "shown")


def test_removing_clears_conditions_and_takes_the_rest_off(oak: Oak, picked: list[int]) -> None:
    oak.gm(do="things.edit", ids=picked, remove=True)
    assert states(oak) == {}
    assert "Mara is no longer Dazed" in oak.lines()[0]
    oak.gm(do="undo")
    assert set(states(oak)) == {"Alarm", "Slick", "Mara", "Dazed"}


def test_clocks_and_tags_move_to_another_scene_together(oak: Oak, picked: list[int]) -> None:
    roof = oak.gm(do="scene.add", name="The roof").result["scene"]
    oak.gm(do="things.edit", ids=picked[1:3], scene=roof)
    assert [each["scene"] for each in oak.sees()["clocks"] + oak.sees()["tags"]] == [roof, roof]
    oak.gm(do="things.edit", ids=picked[1:3], scene=None)
    assert [each["scene"] for each in oak.sees()["clocks"] + oak.sees()["tags"]] == [None, None]


def test_if_one_refuses_nothing_is_changed(oak: Oak, picked: list[int]) -> None:
    roof = oak.gm(do="scene.add", name="The roof").result["scene"]
    with pytest.raises(Invalid, match="Select only clocks and tags"):
        oak.gm(do="things.edit", ids=picked, scene=roof)
    with pytest.raises(Missing):
        oak.gm(do="things.edit", ids=[*picked, 7], visibility="secret")
    assert set(states(oak).values()) == {"shown"}
    assert all(each["scene"] != roof for each in oak.sees()["clocks"])


def test_it_says_what_to_do_with_them_and_one_thing_at_a_time(oak: Oak, picked: list[int]) -> None:
    with pytest.raises(Invalid, match="Choose a change"):
        oak.gm(do="things.edit", ids=picked)
    with pytest.raises(Invalid, match="Choose a change"):
        oak.gm(do="things.edit", ids=picked, remove=True, visibility="secret")


def test_only_the_gm_picks_many(oak: Oak, picked: list[int]) -> None:
    with pytest.raises(Forbidden):
        oak.player(do="things.edit", ids=picked, visibility="secret")


def test_players_hear_of_those_they_may_know_and_of_no_other(oak: Oak) -> None:
    hidden, slick = oak.clock("The traitor", visibility="secret"), oak.tag("Slick", visibility="secret")
    oak.gm(do="things.edit", ids=[slick], visibility="shown")
    oak.gm(do="things.edit", ids=[hidden, slick], remove=True)
    assert not any("traitor" in line for line in oak.lines("player"))
    assert not any("traitor" in line for line in oak.lines("tv"))


def test_what_is_revealed_together_is_told_together(oak: Oak) -> None:
    alarm, slick = oak.clock("Alarm", visibility="secret"), oak.tag("Slick", visibility="secret")
    oak.gm(do="things.edit", ids=[alarm, slick], visibility="shown")
    assert oak.lines("player")[0] == "Alarm: revealed; Slick: revealed"


def test_several_get_the_same_condition_in_one_line_and_one_undo(oak: Oak) -> None:
    people = [oak.character(name) for name in ("Mara", "Tobin")]
    before = len(oak.lines())
    oak.gm(do="conditions.add", characters=people, name="Soaked", severity="major")
    carried = [each for who in oak.sees()["cast"] for each in who["conditions"]]
    assert [(each["name"], each["severity"], each["character"]) for each in carried] == [
        ("Soaked", "major", id) for id in people
    ]
    assert oak.lines()[0] == "Mara is now Soaked; Tobin is now Soaked"
    oak.gm(do="undo")
    assert [who["conditions"] for who in oak.sees()["cast"]] == [[], []]
    assert len(oak.lines()) == before + 2
    with pytest.raises(Missing):
        oak.gm(do="conditions.add", characters=[people[0], 5], name="Soaked")


def test_shared_notes_are_removed_together_and_come_back(oak: Oak) -> None:
    notes = [oak.gm(do="note.add", text=text, visibility="shown").result["note"] for text in ("One", "Two")]
    oak.gm(do="things.edit", ids=notes, remove=True)
    assert oak.sees()["notes"] == []
    oak.gm(do="undo")
    assert [note["text"] for note in oak.sees()["notes"]] == ["One", "Two"]
    with pytest.raises(Invalid, match="Notes can only be removed"):
        oak.gm(do="things.edit", ids=notes, visibility="secret")


def test_a_players_private_note_is_nothing_that_a_gm_can_pick(oak: Oak) -> None:
    note = oak.dispatch(oak.sit("Ana"), do="note.add", text="Mine").result["note"]
    with pytest.raises(Missing):
        oak.gm(do="things.edit", ids=[note], remove=True)


def test_several_things_are_added_in_one_entry_with_one_undo(oak: Oak) -> None:
    adds = [
        {"do": "clock.add", "name": "Alarm", "segments": 6},
        {"do": "tag.add", "name": "Slick"},
        {"do": "character.add", "name": "Guard", "kind": "npc"},
    ]
    before = len(oak.lines("gm"))
    done = oak.gm(do="things.add", adds=adds)
    assert [[*each] for each in done.result["added"]] == [["clock"], ["tag"], ["character"]]
    assert len(oak.lines("gm")) == before + 1
    seen = oak.sees()
    assert [each["name"] for kind in ("clocks", "tags", "cast") for each in seen[kind]] == [
        "Alarm",
        "Slick",
        "Guard",
    ]
    assert not any("Guard" in line for line in oak.lines("player"))
    oak.gm(do="undo")
    assert [oak.sees()[kind] for kind in ("clocks", "tags", "cast")] == [[], [], []]


@pytest.mark.parametrize(
    ("wrong", "field", "why"),
    [
        (
            {"do": "clock.add", "name": "Alarm", "segments": 101},
            "adds.1.segments",
            "Thing 2: Please check “segments”",
        ),
        ({"do": "scene.end", "scene": 1}, "adds.1.do", "Thing 2 of “adds” must be one of clock.add"),
        ({"name": "Alarm"}, "adds.1.do", "Thing 2 of “adds” must be one of"),
        ({"do": ["clock.add"]}, "adds.1.do", "Thing 2 of “adds” must be one of"),
    ],
)
def test_one_wrong_thing_of_several_leaves_all_out(
    oak: Oak, wrong: dict[str, Any], field: str, why: str
) -> None:
    with pytest.raises(Invalid, match=why) as refused:
        oak.gm(do="things.add", adds=[{"do": "tag.add", "name": "Slick"}, wrong])
    assert [*refused.value.fields] == [field]
    with pytest.raises(Missing):
        oak.gm(do="things.add", adds=[{"do": "tag.add", "name": "Slick"}, {"do": "saved.use", "saved": 7}])
    assert oak.sees()["tags"] == []


def test_only_the_gm_adds_several_things(oak: Oak) -> None:
    with pytest.raises(Forbidden):
        oak.player(do="things.add", adds=[{"do": "tag.add", "name": "Slick"}])


@pytest.mark.parametrize("change", [{"visibility": "secret"}, {"remove": True}])
def test_what_is_done_to_three_hundred_long_names_is_a_line_that_can_be_imported(
    oak: Oak, change: dict[str, Any]
) -> None:
    ids = [oak.tag(f"{number} {'a long name ' * 6}") for number in range(300)]
    oak.gm(do="things.edit", ids=ids, **change)
    assert oak.lines()[0].endswith("and 297 more")
    assert len(oak.lines()[0]) < 400
    import_table(export_table(oak.id))
