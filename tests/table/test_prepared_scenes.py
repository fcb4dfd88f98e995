"""Scenes kept and copied with all that belongs to them, prepared anew on any evening."""

from tests.table.oak import Oak
from tests.table.shelves import of_scene, save


def test_a_scene_is_kept_with_all_that_belongs_to_it_and_prepared_anew(oak: Oak, docks: int) -> None:
    saved = save(oak, scene=docks)
    oak.gm(do="scene.remove", scene=docks)
    made = oak.gm(do="saved.use", saved=saved).result["scene"]
    scene = next(each for each in oak.sees()["scenes"] if each["id"] == made)
    assert (scene["name"], scene["description"], scene["notes"]) == ("The docks", "Rain.", "Boat.")
    assert scene["state"] == "prepared"
    quay, boat = of_scene(oak, made, "zones")
    assert (quay["name"], quay["joins"], boat["joins"]) == ("Quay", [boat["id"]], [quay["id"]])
    assert boat["visibility"] == "secret"
    assert {(tag["name"], tag["zone"]) for tag in of_scene(oak, made, "tags")} == {
        ("Slick", quay["id"]),
        ("Fog", None),
    }
    alarm, escape = of_scene(oak, made, "clocks")
    assert (alarm["filled"], alarm["opposes"], escape["opposes"]) == (2, escape["id"], alarm["id"])
    guards = [each for each in oak.sees()["cast"] if each["name"] == "Guard"]
    assert [each["zone"] for each in guards] == [None, quay["id"]]
    assert [each["name"] for each in guards[1]["conditions"]] == ["Tired"]
    assert oak.sees("player")["cast"] == [
        each for each in oak.sees("player")["cast"] if each["id"] != guards[1]["id"]
    ]


def test_what_a_template_brought_is_undone_as_one(oak: Oak, docks: int) -> None:
    saved = save(oak, scene=docks)
    before = {kind: len(oak.sees()[kind]) for kind in ("scenes", "zones", "tags", "clocks", "cast")}
    oak.gm(do="saved.use", saved=saved)
    oak.gm(do="undo")
    assert {kind: len(oak.sees()[kind]) for kind in before} == before
    oak.gm(do="redo")
    assert len(oak.sees()["zones"]) == 4


def test_the_people_of_a_template_may_stay_away(oak: Oak, docks: int) -> None:
    saved = save(oak, scene=docks)
    oak.gm(do="saved.use", saved=saved, people=False)
    assert len(oak.sees()["cast"]) == 2


def test_a_copied_scene_has_a_name_of_its_own_and_leaves_the_people_where_they_are(
    oak: Oak, docks: int
) -> None:
    first = oak.gm(do="scene.copy", scene=docks).result["scene"]
    oak.gm(do="scene.copy", scene=docks, name="The docks, by day")
    assert [scene["name"] for scene in oak.sees()["scenes"]][1:] == [
        "The docks",
        "The docks (2)",
        "The docks, by day",
    ]
    assert len(of_scene(oak, first, "zones")) == 2
    assert len(oak.sees()["cast"]) == 2


def test_a_scene_that_was_played_starts_its_clocks_anew(oak: Oak, docks: int) -> None:
    oak.gm(do="scene.activate", scene=docks)
    copy = oak.gm(do="scene.copy", scene=docks).result["scene"]
    assert [clock["filled"] for clock in of_scene(oak, copy, "clocks")] == [0, 0]


def test_two_zones_of_one_name_are_told_apart(oak: Oak) -> None:
    scene = oak.sees()["scene"]
    for _ in range(2):
        zone = oak.gm(do="zone.add", name="Door").result["zone"]
    oak.tag("Locked", zone=zone)
    copy = oak.gm(do="scene.copy", scene=scene).result["scene"]
    first, second = of_scene(oak, copy, "zones")
    assert (first["name"], second["name"]) == ("Door", "Door (2)")
    assert of_scene(oak, copy, "tags")[0]["zone"] == second["id"]
