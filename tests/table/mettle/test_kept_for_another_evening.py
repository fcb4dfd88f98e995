"""What METTLE keeps goes along in the library and in packs: weapons, scenery, dangers, traps set anew."""

import pytest
from flask import Flask

from tests.table.mettle.brawl import Brawl, brawl, numbers
from webapp.games.mettle.views.map import pieces
from webapp.store.models import Character, Condition, GameDocument, Zone
from webapp.table.refusals import Invalid


def test_somebody_is_kept_with_their_weapon_and_without_their_wounds(yard: Brawl) -> None:
    bog = yard.who("Bog")
    yard.gm(do="mettle.weapon.add", character=bog, name="Axe", damage="FRAME+2", dice=1)
    yard.gm(do="mettle.hazard.expose", character=bog, name="Cobra venom", dice=[4, 5, 1, 1])
    yard.gm(do="mettle.status.add", character=bog, name="Shaken")
    saved = yard.gm(do="saved.add", character=bog).result["saved"]
    again = yard.gm(do="saved.use", saved=saved).result["character"]
    held = [row for row in yard.state().find_all(GameDocument) if row.character == again]
    assert [(row.kind, row.name, row.data["damage"], row.data["dice"]) for row in held] == [
        ("weapon", "Axe", "FRAME+2", 1)
    ]
    carried = [row.name for row in yard.state().find_all(Condition) if row.character == again]
    assert carried == ["Shaken"]


def test_a_scene_is_kept_with_what_stands_in_its_zones(yard: Brawl) -> None:
    left = yard.zone("Left range")
    yard.gm(do="mettle.zone.scenery", zone=left, name="Hedge", what="obstacle", difficulty=3)
    yard.gm(do="mettle.zone.light", zone=left, light="dark")
    trap = yard.gm(do="mettle.hazard.trap", zone=left, name="Pitfall").result["piece"]
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=left, free=True)
    yard.gm(do="mettle.hazard.spring", trap=trap, characters=[yard.who("Bog")], dice=[3, 3, 4, 5])
    scene = yard.state().table.active_scene
    saved = yard.gm(do="saved.add", scene=scene, name="The yard by night").result["saved"]
    again = yard.gm(do="saved.use", saved=saved).result["scene"]
    zone = next(
        row.id for row in yard.state().find_all(Zone) if row.scene == again and row.name == "Left range"
    )
    there = {row.kind: row.data for row in yard.state().find_all(GameDocument) if row.zone == zone}
    assert (there["scenery"]["difficulty"], there["place"]["light"]) == (3, "dark")
    assert there["trap"]["sprung"] is False


def test_the_example_is_ready_to_play(app: Flask) -> None:
    yard = brawl(app, zones=False)
    yard.gm(do="pack.add", example="cove")
    kept = {row["name"]: row["id"] for row in yard.sees()["saved"]}
    assert set(kept) == {"Smuggler", "Sharpshooter", "Guard dog", "The smugglers' cove"}
    scene = yard.gm(do="saved.use", saved=kept["The smugglers' cove"]).result["scene"]
    assert "Campfire" not in str(yard.sees("player"))
    yard.gm(do="scene.activate", scene=scene)
    assert "Campfire" in str(yard.sees("player"))
    assert "Tripwire" not in str(yard.sees("player"))
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=yard.zone("The ledge"))
    dog = yard.gm(do="saved.use", saved=kept["Guard dog"]).result["character"]
    assert yard.state().find(Character, dog).stats == {"Threat": "3D+2", "Speed": "2"}
    check = yard.call("Ann", "attack", "Lookout")
    assert numbers(yard, check)["numbers"]["difficulty"] == 3


def test_a_scene_takes_its_travel_map_along_with_the_group_at_its_start(yard: Brawl) -> None:
    yard.gm(do="mettle.travel.map", name="The island", stops=["Bay", "Mine"])
    yard.gm(do="mettle.travel.path", one="Bay", other="Mine", difficulty=4, days=2)
    yard.gm(do="mettle.travel.pin", name="Camp", near="Bay", difficulty=2)
    yard.gm(do="mettle.travel.provisions", food=6)
    drawn = yard.piece("map")
    yard.gm(do="mettle.travel.arrive", map=drawn["id"], stop="Mine")
    saved = yard.gm(do="saved.add", scene=yard.state().table.active_scene, name="The crossing").result[
        "saved"
    ]
    scene = yard.gm(do="saved.use", saved=saved).result["scene"]
    assert [each.name for each in pieces(yard.view(), "map")] == ["The island"]
    yard.gm(do="scene.activate", scene=scene)
    assert len(pieces(yard.view(), "map")) == 1
    assert yard.piece("map")["at"] == "Mine"
    yard.gm(do="mettle.remove", piece=drawn["id"])
    scene = yard.gm(do="saved.use", saved=saved).result["scene"]
    assert "The island" not in str(yard.sees("player")["pieces"])
    yard.gm(do="scene.activate", scene=scene)
    (again,) = pieces(yard.view("player"), "map")
    assert (again.shown["at"], again.shown["carried"]) == ("Bay", [("food", 4)])
    assert (again.shown["paths"], again.shown["pins"]) == (drawn["paths"], ["Camp"])


def test_a_map_comes_with_a_pack_and_a_wrong_one_is_refused_with_its_place(yard: Brawl) -> None:
    island = {"kind": "map", "name": "The island", "data": {"stops": ["Bay", "Mine"]}}
    pack = {"format": "tableside.pack", "version": 1, "scene": [{"name": "Landfall", "pieces": [island]}]}
    lost = {**island, "data": {"stops": ["Bay"], "at": "Moon"}}
    with pytest.raises(Invalid, match="“at” must be one of its stops"):
        yard.gm(do="pack.add", pack={**pack, "scene": [{"name": "Landfall", "pieces": [lost]}]})
    yard.gm(do="pack.add", pack=pack)
    (saved,) = yard.sees()["saved"]
    scene = yard.gm(do="saved.use", saved=saved["id"]).result["scene"]
    yard.gm(do="scene.activate", scene=scene)
    assert yard.piece("map")["at"] == "Bay"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"hazard": 3}, "Write a hazard like 3D\\+3 or 5D"),
        ({"soak": "frame"}, "“hazard” is missing."),
        ({"hazard": "3D", "heat": 2}, "There is no field “heat”."),
        ({"hazard": "3D", "soak": "luck"}, "“soak” must be one of frame, poise, none"),
    ],
)
def test_a_hazard_that_does_not_fit_is_refused_with_its_field(
    yard: Brawl, data: dict[str, object], why: str
) -> None:
    with pytest.raises(Invalid, match=why):
        yard.gm(do="pack.add", pack=cave(data))


def test_a_hazard_of_a_pack_needs_only_its_dice(yard: Brawl) -> None:
    yard.gm(do="pack.add", pack=cave({"hazard": "3D+1"}))
    (saved,) = yard.sees()["saved"]
    scene = yard.gm(do="saved.use", saved=saved["id"]).result["scene"]
    yard.gm(do="scene.activate", scene=scene)
    seen = yard.piece("hazard")
    assert (seen["soak"], seen["burns"]) == ("frame", True)
    yard.gm(do="mettle.hazard.strike", hazard=seen["id"], characters=[yard.who("Ann")], dice=[4, 4, 4])
    assert yard.mettle("Ann") == 9


def test_scenery_of_an_unknown_kind_is_refused_with_its_field(yard: Brawl) -> None:
    pond = {"what": "water", "difficulty": 0, "penetrable": False}
    with pytest.raises(Invalid, match=r"“what” must be one of cover, obstacle, .*, feature"):
        yard.gm(do="pack.add", pack=cave(pond, kind="scenery"))


def cave(data: dict[str, object], kind: str = "hazard") -> dict[str, object]:
    """A pack with one scene, whose one zone has this hazard, or a document of another kind."""
    zone = {"name": "The cave", "pieces": [{"kind": kind, "name": "Gas", "data": data}]}
    return {"format": "tableside.pack", "version": 1, "scene": [{"name": "Landfall", "zones": [zone]}]}
