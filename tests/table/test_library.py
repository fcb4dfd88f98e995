"""The library of a table: a thing kept once is used again on any evening."""

import pytest

from tests.table.oak import Oak
from tests.table.shelves import OIL, list_saved, only, save
from webapp.rules.name_keys import free_name, name_key
from webapp.table.command import MOST
from webapp.table.commands.library import find_saved
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused, TableFull

# ---- one thing -----------------------------------------------------------------------------------


def test_a_tag_is_kept_and_comes_back_as_it_was(oak: Oak) -> None:
    tag = oak.tag("Slick", effects=[OIL], object="the floor", clears="sand", visibility="masked")
    saved = save(oak, tag=tag)
    oak.gm(do="tag.remove", tag=tag)
    oak.gm(do="saved.use", saved=saved)
    back = only(oak, "tags")
    assert (back["name"], back["object"], back["clears"]) == ("Slick", "the floor", "sand")
    assert (back["effects"], back["visibility"]) == ([OIL], "masked")


def test_a_clock_is_kept_empty(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, kind="threat", on_full="The watch comes", group="Guards")
    oak.gm(do="clock.tick", clock=alarm, by=4)
    saved = save(oak, clock=alarm)
    oak.gm(do="clock.remove", clock=alarm)
    oak.gm(do="saved.use", saved=saved)
    back = only(oak, "clocks")
    assert (back["filled"], back["segments"], back["kind"]) == (0, 6, "threat")
    assert (back["on_full"], back["group"]) == ("The watch comes", "Guards")


def test_a_condition_goes_to_whom_the_gm_chooses(oak: Oak) -> None:
    mira, tom = oak.character("Mira"), oak.character("Tom")
    shaken = oak.gm(do="condition.add", character=mira, name="Shaken", severity="major").result["condition"]
    saved = save(oak, condition=shaken)
    with pytest.raises(Invalid, match="Choose a character"):
        oak.gm(do="saved.use", saved=saved)
    oak.gm(do="saved.use", saved=saved, character=tom)
    (given,) = next(each for each in oak.sees()["cast"] if each["id"] == tom)["conditions"]
    assert (given["name"], given["severity"]) == ("Shaken", "major")


def test_somebody_of_the_gms_comes_with_what_they_carry(oak: Oak) -> None:
    guard = oak.character("Guard", kind="npc", stats={"nerve": 2})
    oak.gm(do="condition.add", character=guard, name="Tired")
    oak.tag("Lantern", character=guard)
    saved = save(oak, character=guard)
    oak.gm(do="character.remove", character=guard)
    oak.gm(do="saved.use", saved=saved)
    back = only(oak, "cast")
    assert (back["name"], back["kind"], back["stats"], back["visibility"]) == (
        "Guard",
        "npc",
        {"nerve": 2},
        "secret",
    )
    assert [each["name"] for each in back["conditions"]] == ["Tired"]
    assert only(oak, "tags")["character"] == back["id"]


def test_keeping_it_again_replaces_what_was_kept(oak: Oak) -> None:
    tag = oak.tag("Slick")
    first = save(oak, tag=tag)
    oak.gm(do="tag.edit", tag=tag, object="the stairs")
    assert save(oak, tag=tag) == first
    assert only(oak, "saved")["data"]["object"] == "the stairs"
    oak.gm(do="undo")
    assert "object" not in only(oak, "saved")["data"]


def test_a_name_in_the_library_is_changed_and_things_are_taken_out(oak: Oak) -> None:
    saved = save(oak, tag=oak.tag("Slick"))
    oak.gm(do="saved.edit", saved=saved, name="Oil on the floor")
    assert list_saved(oak) == [("tag", "Oil on the floor")]
    oak.gm(do="saved.use", saved=saved)
    assert [tag["name"] for tag in oak.sees()["tags"]] == ["Slick", "Oil on the floor"]
    other = save(oak, tag=oak.tag("Fog"))
    with pytest.raises(Refused, match="another tag called"):
        oak.gm(do="saved.edit", saved=other, name="oil on the FLOOR")
    oak.gm(do="saved.remove", saved=saved)
    assert list_saved(oak) == [("tag", "Fog")]
    oak.gm(do="undo")
    assert len(list_saved(oak)) == 2


def test_one_thing_is_kept_at_a_time(oak: Oak) -> None:
    tag, clock = oak.tag("Slick"), oak.clock("Alarm")
    for sent in ({}, {"tag": tag, "clock": clock}):
        with pytest.raises(Invalid, match="Name exactly one"):
            oak.gm(do="saved.add", **sent)
    with pytest.raises(Missing):
        oak.gm(do="saved.add", tag=clock)


def test_nobody_but_the_gm_knows_of_the_library(oak: Oak) -> None:
    saved = save(oak, tag=oak.tag("Xanadu", visibility="secret"))
    before = oak.revisions()
    oak.gm(do="saved.edit", saved=saved, name="Xanadu twice")
    assert oak.revisions()[1:] == before[1:]
    for who in ("player", "tv"):
        assert "saved" not in oak.sees(who)
        assert not any("Xanadu" in line for line in oak.lines(who))
    for sent in ({"do": "saved.use", "saved": saved}, {"do": "pack.add", "example": "warehouse"}):
        with pytest.raises(Forbidden):
            oak.player(**sent)


def test_a_library_holds_so_much_and_no_more(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = oak.tag("Slick")
    monkeypatch.setattr("webapp.table.commands.library.LARGEST", 10)
    with pytest.raises(TableFull, match="full"):
        save(oak, tag=tag)
    monkeypatch.undo()
    monkeypatch.setitem(MOST, "saved", 0)
    with pytest.raises(TableFull, match="at most 0"):
        save(oak, tag=tag)
    assert list_saved(oak) == []


@pytest.mark.parametrize("kept", ["O’Malley", "Zoë"])
@pytest.mark.parametrize("typed", ["O'Malley", "zoe"])
def test_a_name_typed_otherwise_is_the_same_thing_of_the_library(oak: Oak, kept: str, typed: str) -> None:
    save(oak, tag=oak.tag(kept))
    found = find_saved(oak.state(), "tag", typed)
    assert (found is not None) == (name_key(kept) == name_key(typed))


def test_copies_with_names_that_are_alike_are_numbered() -> None:
    assert free_name("Zoe", {"Zoë", "zoe (2)"}) == "Zoe (3)"
