"""What METTLE keeps goes along in the library and in packs: weapons, scenery, dangers, traps set anew."""

from flask import Flask

from tests.table.mettle.brawl import Brawl, brawl


def test_somebody_is_kept_with_their_weapon_and_without_their_wounds(yard: Brawl) -> None:
    bog = yard.who("Bog")
    yard.gm(do="mettle.weapon.add", character=bog, name="Axe", damage="FRAME+2", dice=1)
    yard.gm(do="mettle.hazard.expose", character=bog, name="Cobra venom", dice=[4, 5, 1, 1])
    yard.gm(do="mettle.status.add", character=bog, name="Shaken")
    saved = yard.gm(do="saved.add", character=bog).result["saved"]
    again = yard.gm(do="saved.use", saved=saved).result["character"]
    held = [row for row in yard.board().here("piece") if row.character == again]
    assert [(row.kind, row.name, row.data["damage"], row.data["dice"]) for row in held] == [
        ("weapon", "Axe", "FRAME+2", 1)
    ]
    carried = [row.name for row in yard.board().here("condition") if row.character == again]
    assert carried == ["Shaken"]


def test_a_scene_is_kept_with_what_stands_in_its_zones(yard: Brawl) -> None:
    left = yard.zone("Left range")
    yard.gm(do="mettle.zone.scenery", zone=left, name="Hedge", what="obstacle", difficulty=3)
    yard.gm(do="mettle.zone.light", zone=left, light="dark")
    trap = yard.gm(do="mettle.hazard.trap", zone=left, name="Pitfall").result["piece"]
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=left, free=True)
    yard.gm(do="mettle.hazard.spring", trap=trap, characters=[yard.who("Bog")], dice=[3, 3, 4, 5])
    scene = yard.board().table.active_scene
    saved = yard.gm(do="saved.add", scene=scene, name="The yard by night").result["saved"]
    again = yard.gm(do="saved.use", saved=saved).result["scene"]
    zone = next(
        row.id for row in yard.board().here("zone") if row.scene == again and row.name == "Left range"
    )
    there = {row.kind: row.data for row in yard.board().here("piece") if row.zone == zone}
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
    assert yard.board().find("character", dog).stats == {"Threat": "3D+2", "Speed": "2"}
    check = yard.call("Ann", "attack", "Lookout")
    assert next(row for row in yard.sees()["checks"] if row["id"] == check)["numbers"]["difficulty"] == 3
