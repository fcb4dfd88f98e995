"""Secrets are absent: what an audience may not know is in no projection, no line, no count."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.oak import Oak
from webapp.state.audience import Audience, Role
from webapp.store.models import Seat

WORD = "xanadu"


def read_as(oak: Oak, who: str) -> str:
    """Return every word this audience could get: the table and its journal."""
    return json.dumps([oak.sees(who), oak.lines(who)])


def test_a_rumoured_clock_is_only_there(oak: Oak) -> None:
    clock = oak.clock("The guards arrive", visibility="rumoured")
    assert oak.sees("player")["clocks"] == [{"id": clock, "visibility": "rumoured"}]


@pytest.mark.parametrize(
    ("filled", "word"), [(0, "empty"), (1, "filling"), (5, "filling"), (6, "nearly full"), (8, "full")]
)
def test_a_masked_clock_says_one_word(oak: Oak, filled: int, word: str) -> None:
    clock = oak.clock("Flood", 8, filled=filled, visibility="masked", on_full="the dam breaks")
    expected = {"id": clock, "visibility": "masked", "name": "Flood", "word": word}
    assert oak.sees("tv")["clocks"] == [expected]


def test_a_tick_that_does_not_change_the_masked_word_sends_nothing(oak: Oak) -> None:
    clock = oak.clock("Flood", 8, filled=1, visibility="masked")
    before = oak.revisions()
    oak.gm(do="clock.tick", clock=clock)
    assert oak.revisions() == (before[0] + 1, before[1], before[2])
    oak.gm(do="clock.tick", clock=clock, by=4)
    assert oak.lines("player")[0] == "Flood: nearly full"


def test_what_happens_when_full_is_the_gms_until_it_is(oak: Oak) -> None:
    clock = oak.clock("Alarm", 4, on_full="The vault locks")
    assert "on_full" not in oak.sees("player")["clocks"][0]
    oak.gm(do="clock.set", clock=clock, filled=4)
    assert oak.sees("player")["clocks"][0]["on_full"] == "The vault locks"


def test_whatever_belongs_to_a_scene_never_played_is_secret(oak: Oak) -> None:
    scene = oak.gm(do="scene.add", name=f"{WORD} hall").result["scene"]
    oak.tag(f"{WORD} fog", scene=scene)
    oak.clock(f"{WORD} rises", scene=scene)
    assert WORD not in read_as(oak, "player") + read_as(oak, "tv")
    oak.gm(do="scene.activate", scene=scene)
    assert f"{WORD} fog" in read_as(oak, "player")


def test_a_prepared_scenes_notes_stay_with_the_gm(oak: Oak) -> None:
    scene = oak.gm(do="scene.add", name="Hall", notes=WORD).result["scene"]
    oak.gm(do="scene.activate", scene=scene)
    assert WORD in read_as(oak, "gm")
    assert WORD not in read_as(oak, "player") + read_as(oak, "tv")


def test_conditions_and_tags_of_a_secret_character_are_secret(oak: Oak) -> None:
    spy = oak.character(f"{WORD} spy", kind="npc")
    oak.gm(do="condition.add", character=spy, name=f"{WORD} poisoned")
    oak.tag(f"{WORD} dagger", character=spy)
    assert WORD not in read_as(oak, "player") + read_as(oak, "tv")


def test_what_lies_in_a_secret_zone_is_secret(oak: Oak) -> None:
    zone = oak.gm(do="zone.add", name=f"{WORD} crypt", visibility="secret").result["zone"]
    other = oak.gm(do="zone.add", name="Yard", joins=[zone]).result["zone"]
    oak.tag(f"{WORD} mist", zone=zone)
    assert WORD not in read_as(oak, "player")
    assert oak.sees("player")["zones"] == [
        {"id": other, "visibility": "shown", "name": "Yard", "scene": oak.sees()["scene"], "joins": []}
    ]


def test_a_reference_to_a_secret_clock_is_absent(oak: Oak) -> None:
    secret = oak.clock("Ambush", visibility="secret")
    oak.clock("Escape", opposes=secret)
    seen = oak.sees("player")["clocks"]
    assert len(seen) == 1
    assert "opposes" not in seen[0]


def test_hiding_takes_the_numbers_out_of_the_journal_too(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm, by=2, because="a bottle breaks")
    assert "now 2 of 6" in read_as(oak, "player")
    oak.gm(do="clock.edit", clock=alarm, visibility="masked")
    assert "2 of 6" not in read_as(oak, "player")
    assert "bottle" not in read_as(oak, "player")
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    assert "Alarm" not in read_as(oak, "player")


def test_an_owned_clock_is_its_owners_and_the_gms_alone(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    vow = oak.clock("Vow", 4, owner=ana.seat)
    oak.dispatch(ana, do="clock.tick", clock=vow)
    assert [each["filled"] for each in oak.sees(Audience(Role.PLAYER, ana.seat))["clocks"]] == [1]
    assert oak.sees(Audience(Role.PLAYER, ben.seat))["clocks"] == []
    assert oak.sees("player")["clocks"] == []


def test_a_change_of_ones_own_clock_counts_for_that_seat_alone(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    vow = oak.clock("Vow", 4, owner=ana.seat)
    seats = {seat.name: seat.revision for seat in oak.state().find_all(Seat)}
    oak.dispatch(ana, do="clock.tick", clock=vow)
    after = {seat.name: seat.revision for seat in oak.state().find_all(Seat)}
    assert after == {"Ana": seats["Ana"] + 1, "Ben": seats["Ben"]}
    assert ben.seat is not None


PUBLIC = [
    {"do": "clock.add", "name": "Alarm", "segments": 6},
    {"do": "tag.add", "name": "Slick"},
    {"do": "character.add", "name": "Mara"},
    {"do": "table.edit", "name": "Oak"},
]
HIDDEN = [
    {"do": "clock.add", "name": WORD, "visibility": "secret"},
    {"do": "tag.add", "name": WORD, "visibility": "secret"},
    {"do": "character.add", "name": WORD, "kind": "npc"},
    {"do": "scene.add", "name": WORD, "notes": WORD},
]


@pytest.mark.thorough
@settings(max_examples=12)
@given(script=st.lists(st.sampled_from([*PUBLIC, *HIDDEN]), min_size=1, max_size=8))
def test_hidden_edits_change_nothing_for_others(oak: Oak, script: list[dict[str, object]]) -> None:
    """Two tables with the same public part: players and TV are told the same, in as many changes."""
    busy, plain = Oak.start(oak.app), Oak.start(oak.app)
    for step in script:
        busy.gm(**step)
        if step in PUBLIC:
            plain.gm(**step)
    for who in ("player", "tv"):
        assert _without_ids(busy, who) == _without_ids(plain, who)
    assert busy.revisions()[1:] == plain.revisions()[1:]
    assert WORD not in read_as(busy, "player") + read_as(busy, "tv")


def _without_ids(oak: Oak, who: str) -> str:
    seen = oak.sees(who)
    ids = {str(thing["id"]) for things in seen.values() if isinstance(things, list) for thing in things}
    text = json.dumps([{**seen, "table": "", "join_code": ""}, oak.lines(who)])
    for id in {*ids, str(seen["scene"])}:
        text = text.replace(id, "#")
    return text
