"""Whom the GM brings in: sheets that fit a level, kept in the library, taken along in a pack."""

from typing import Any

import pytest

from tests.table.oak import Oak
from tests.table.resonance.sparks import Sparks
from webapp.table.packfile import as_toml, pack_of, read_pack
from webapp.table.refusals import Invalid


def add(sparks: Sparks, preset: str, **fields: Any) -> list[int]:
    found: list[int] = sparks.gm(do="resonance.npc.add", preset=preset, **fields).result["characters"]
    return found


def stats(sparks: Sparks, who: int) -> dict[str, int]:
    sheet: dict[str, int] = next(each for each in sparks.oak.sees()["cast"] if each["id"] == who)["stats"]
    return sheet


def test_a_minion_of_the_partys_level_goes_down_with_one_hp(sparks: Sparks) -> None:
    [who] = add(sparks, "minion")
    assert (stats(sparks, who)["level"], stats(sparks, who)["brawn"]) == (2, 2)
    assert sparks.piece("values", who)["values"]["hp"] == {"left": 1, "most": 1}
    sparks.gm(do="resonance.value.lose", character=who, amount=1)
    assert sparks.conditions(who) == ["Unconscious"]


@pytest.mark.parametrize(
    ("preset", "level", "focus", "highest", "resistance"),
    [
        ("animation", 2, "body", {"brawn": 2, "alacrity": 2, "movement": 1}, 5),  # the book's Sentry: 5
        ("animation", 9, "mind", {"technique": 4, "wit": 4, "expertise": 4}, 12),
        ("character", 1, "body", {"brawn": 2, "alacrity": 2, "movement": 2}, 6),
        ("character", 9, "essence", {"power": 5, "force": 5, "influence": 4}, 14),
    ],
)
def test_sheets_have_the_stat_points_of_their_level(
    sparks: Sparks, preset: str, level: int, focus: str, highest: dict[str, int], resistance: int
) -> None:
    [who] = add(sparks, preset, level=level, focus=focus)
    assert {name: stats(sparks, who)[name] for name in highest} == highest
    assert sparks.piece("values", who)["resistance"] == resistance


def test_several_come_at_once_secret_with_a_number_each_and_leave_with_one_undo(sparks: Sparks) -> None:
    before = sparks.oak.revisions()[1:]
    found = add(sparks, "minion", name="Thug", count=3)
    names = [each["name"] for each in sparks.oak.sees()["cast"] if each["id"] in found]
    assert names == ["Thug", "Thug (2)", "Thug (3)"]
    assert sparks.oak.revisions()[1:] == before
    sparks.gm(do="undo")
    assert len(sparks.oak.sees()["cast"]) == 3


def save_character(sparks: Sparks, who: int) -> int:
    id: int = sparks.gm(do="saved.add", character=who).result["saved"]
    return id


def test_who_was_kept_comes_back_with_values_and_pool(sparks: Sparks) -> None:
    sparks.set(sparks.captain, hp=0, most_hp=14, visibility="masked")
    sparks.give("Haste", 2, sparks.captain)
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=14)
    saved = save_character(sparks, sparks.captain)
    sparks.gm(do="saved.use", saved=saved)
    back = sparks.oak.sees()["cast"][-1]
    assert sparks.piece("values", back["id"])["values"]["hp"] == {"left": 0, "most": 14}
    assert sparks.piece("values", back["id"])["visibility"] == "masked"
    assert sparks.pool(back["id"]) == {"Haste": 2}
    assert sparks.conditions(back["id"]) == ["Hidden", "Unconscious"]
    sparks.gm(do="resonance.value.gain", character=back["id"], amount=1)
    assert sparks.conditions(back["id"]) == ["Hidden"]


def test_a_pack_takes_a_sheet_with_its_values_to_another_table(sparks: Sparks) -> None:
    [who] = add(sparks, "minion", name="Thug")
    sparks.give("Haste", 1, who)
    sparks.gm(do="resonance.pool.own", character=who, name="Hexed", on="acts")
    save_character(sparks, who)
    pack = read_pack(as_toml(pack_of(sparks.oak.state())))
    elm = Oak.start(sparks.oak.app, "Elm", "resonance")
    elm.gm(do="pack.add", pack=pack)
    assert elm.sees()["saved"][0]["data"] == sparks.oak.sees()["saved"][0]["data"]
    elm.gm(do="saved.use", saved=elm.sees()["saved"][0]["id"])
    pieces = {each["kind"]: each for each in elm.sees()["pieces"]}
    assert pieces["values"]["values"]["hp"] == {"left": 1, "most": 1}
    assert [each["name"] for each in pieces["pool"]["tags"]] == ["Haste", "Hexed"]


@pytest.mark.parametrize(
    ("ruleset", "piece", "says"),
    [
        (
            "resonance",
            {"kind": "values", "data": {"hp": -4}},
            "Resonance cannot read the document “values”: “hp” must be",
        ),
        ("resonance", {"kind": "mood"}, "this game has no documents of the kind “mood”"),
        ("freeform", {"kind": "values"}, "this game has no documents of the kind “values”"),
    ],
)
def test_what_the_game_cannot_read_refuses_the_whole_pack(
    sparks: Sparks, ruleset: str, piece: dict[str, Any], says: str
) -> None:
    oak = Oak.start(sparks.oak.app, "Elm", ruleset)
    pack = {"format": "tableside.pack", "version": 1, "npc": [{"name": "Thug", "pieces": [piece]}]}
    with pytest.raises(Invalid, match=says):
        oak.gm(do="pack.add", pack=pack)
    assert oak.sees()["saved"] == []


def test_the_example_of_the_conduit_runs_its_race_once_it_is_played(sparks: Sparks) -> None:
    sparks.gm(do="pack.add", example="conduit")
    saved = {each["name"]: each["id"] for each in sparks.oak.sees()["saved"]}
    scene = sparks.gm(do="saved.use", saved=saved["The power conduit"]).result["scene"]
    assert "The bomb" not in str(sparks.oak.sees("player"))
    sparks.gm(do="scene.activate", scene=scene)
    sparks.gm(do="resonance.race.happen", on="round ends")
    turret = next(each["id"] for each in sparks.oak.sees()["cast"] if each["name"] == "Sentry Turret")
    sparks.gm(do="resonance.value.lose", character=turret, amount=10)
    found = {each["kind"]: each["filled"] for each in sparks.oak.sees()["clocks"] if each["kind"] != "task"}
    assert found == {"scene": 5, "threat": 14, "situation": 2}
    sparks.gm(do="saved.use", saved=saved["Guard"])
    guard = sparks.oak.sees()["cast"][-1]
    assert sparks.piece("values", guard["id"])["values"]["hp"]["most"] == 1


def test_a_race_that_was_played_is_kept_with_its_scene_and_prepared_anew(sparks: Sparks) -> None:
    first = sparks.oak.sees()["scene"]
    parts = [
        {"name": "Door", "length": 4},
        {"name": "The Captain", "kind": "foe", "character": sparks.captain},
    ]
    sparks.gm(do="resonance.race.start", name="Get out", parts=parts, threat=9)
    sparks.gm(do="resonance.race.happen", on="attempt")
    saved = sparks.gm(do="saved.add", scene=first, name="Again").result["saved"]
    pack = pack_of(sparks.oak.state())
    assert read_pack(as_toml(pack)) == pack
    scene = sparks.gm(do="saved.use", saved=saved).result["scene"]
    sparks.gm(do="scene.activate", scene=scene)
    rows = [each for each in sparks.oak.sees()["pieces"] if each["kind"] == "situation"]
    assert [each["state"] for each in rows] == ["failed", "running"]  # the first ended with its scene
    new = {each["id"]: each["filled"] for each in sparks.oak.sees()["clocks"]}
    assert (new[rows[1]["threat"]], new[rows[1]["parts"][0]["clock"]]) == (9, 4)


@pytest.mark.parametrize("wrong", [{"clock": "Nowhere", "parts": []}, {"parts": "x"}, {"parts": [{"tm": 3}]}])
def test_a_prepared_situation_that_does_not_hold_together_is_refused(
    sparks: Sparks, wrong: dict[str, Any]
) -> None:
    scene = {"name": "The pier", "pieces": [{"kind": "situation", "data": wrong}]}
    with pytest.raises(Invalid, match="Resonance cannot read the document “situation”"):
        sparks.gm(do="pack.add", pack={"format": "tableside.pack", "version": 1, "scene": [scene]})
