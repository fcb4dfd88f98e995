"""The library of a table: kept once, used again on any evening; and packs of it, all or nothing."""

from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.table.packfile import as_toml, line_of, pack_of, read_pack
from webapp.table.refusals import Crowded, Forbidden, Invalid, Missing, Refused

OIL = {"on": "movement", "modifier": "burden", "amount": 1, "note": "oil"}


def kept(oak: Oak) -> list[tuple[str, str]]:
    return [(saved["kind"], saved["name"]) for saved in oak.sees()["saved"]]


def only(oak: Oak, kind: str) -> dict[str, Any]:
    """The one thing of this kind on the table."""
    (found,) = oak.sees()[kind]
    return dict(found)


def save(oak: Oak, **thing: Any) -> int:
    id: int = oak.gm(do="saved.add", **thing).result["saved"]
    return id


def a_pack(**rows: Any) -> dict[str, Any]:
    return {"format": "tableside.pack", "version": 1, **rows}


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
    with pytest.raises(Invalid, match="Choose who gets"):
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
    assert kept(oak) == [("tag", "Oil on the floor")]
    oak.gm(do="saved.use", saved=saved)
    assert [tag["name"] for tag in oak.sees()["tags"]] == ["Slick", "Oil on the floor"]
    other = save(oak, tag=oak.tag("Fog"))
    with pytest.raises(Refused, match="another tag called"):
        oak.gm(do="saved.edit", saved=other, name="oil on the FLOOR")
    oak.gm(do="saved.remove", saved=saved)
    assert kept(oak) == [("tag", "Fog")]
    oak.gm(do="undo")
    assert len(kept(oak)) == 2


def test_one_thing_is_kept_at_a_time(oak: Oak) -> None:
    tag, clock = oak.tag("Slick"), oak.clock("Alarm")
    for sent in ({}, {"tag": tag, "clock": clock}):
        with pytest.raises(Invalid, match="name one thing"):
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
    with pytest.raises(Crowded, match="full"):
        save(oak, tag=tag)
    monkeypatch.undo()
    monkeypatch.setitem(__import__("webapp.table.command").table.command.MOST, "saved", 0)
    with pytest.raises(Crowded, match="at most 0"):
        save(oak, tag=tag)
    assert kept(oak) == []


# ---- scenes --------------------------------------------------------------------------------------


@pytest.fixture
def docks(oak: Oak) -> int:
    """A prepared scene with two zones, tags, a race of clocks and a guard."""
    scene: int = oak.gm(do="scene.add", name="The docks", description="Rain.", notes="Boat.").result["scene"]
    quay = oak.gm(do="zone.add", name="Quay", scene=scene).result["zone"]
    oak.gm(do="zone.add", name="Boat", scene=scene, joins=[quay], visibility="secret")
    oak.tag("Slick", zone=quay)
    oak.tag("Fog", scene=scene)
    alarm = oak.clock("Alarm", 6, scene=scene, filled=2)
    oak.clock("Escape", 4, scene=scene, opposes=alarm)
    guard = oak.character("Guard", kind="npc", zone=quay, visibility="shown")
    oak.gm(do="condition.add", character=guard, name="Tired")
    oak.character("Mira", zone=quay)
    return scene


def of_scene(oak: Oak, scene: int, kind: str) -> list[dict[str, Any]]:
    return [each for each in oak.sees()[kind] if each["scene"] == scene]


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


# ---- packs ---------------------------------------------------------------------------------------


def test_a_library_taken_along_is_the_same_at_another_table(oak: Oak, docks: int) -> None:
    save(oak, scene=docks)
    save(oak, tag=oak.tag('A "quoted" \\ tag', effects=[OIL], clears="sand"))
    save(oak, clock=oak.clock("Drain", 5, direction="drain", on_full="Two\nlines"))
    save(oak, character=oak.character("Guärd 🗡", kind="npc", stats={"nerve": 2, "a b": "yes", "ok": True}))
    text = as_toml(pack_of(oak.board()))
    elm = Oak.start(oak.app, "Elm")
    done = elm.gm(do="pack.add", pack=read_pack(text))
    assert done.result == {"added": 4, "replaced": 0, "skipped": 0}
    mine = {(each["kind"], each["name"]): each["data"] for each in oak.sees()["saved"]}
    assert {(each["kind"], each["name"]): each["data"] for each in elm.sees()["saved"]} == mine


def test_a_clash_is_said_and_nothing_is_taken(oak: Oak) -> None:
    save(oak, tag=oak.tag("Sodden"))
    pack = a_pack(tag=[{"name": "sodden", "clears": "sand"}, {"name": "Fog"}])
    with pytest.raises(Refused, match="already has tag “sodden”"):
        oak.gm(do="pack.add", pack=pack)
    assert kept(oak) == [("tag", "Sodden")]


@pytest.mark.parametrize(
    ("on_clash", "result", "names", "clears"),
    [
        ("keep", (2, 0, 0), ["Sodden", "Sodden (2)", "Fog"], None),
        ("replace", (1, 1, 0), ["sodden", "Fog"], "sand"),
        ("skip", (1, 0, 1), ["Sodden", "Fog"], None),
    ],
)
def test_a_clash_is_settled_as_the_gm_says(
    oak: Oak, on_clash: str, result: tuple[int, int, int], names: list[str], clears: str | None
) -> None:
    save(oak, tag=oak.tag("Sodden"))
    pack = a_pack(tag=[{"name": "sodden", "clears": "sand"}, {"name": "Fog"}])
    done = oak.gm(do="pack.add", pack=pack, on_clash=on_clash)
    assert tuple(done.result[each] for each in ("added", "replaced", "skipped")) == result
    assert [name for _, name in kept(oak)] == names
    assert oak.sees()["saved"][0]["data"].get("clears") == clears
    oak.gm(do="undo")
    assert kept(oak) == [("tag", "Sodden")]


@pytest.mark.parametrize(
    "wrong",
    [
        {"tag": [{"name": "Fog"}, {"name": "Slick", "visibility": "loud"}]},
        {"tag": [{"name": "Fog"}, {"name": "Fog"}]},
        {"clock": [{"name": "Alarm", "segments": 101}]},
        {"clock": [{"name": "Alarm", "segments": 4, "filled": 5}]},
        {"clock": [{"name": "Alarm", "segments": "4"}]},
        {"clock": [{"name": "Alarm", "kind": "nonsense"}]},
        {"npc": [{"name": "Guard", "wings": 2}]},
        {"scene": [{"name": "Pier", "tags": [{"name": "Wet", "zone": "Steps"}]}]},
        {
            "scene": [
                {"name": "Pier", "clocks": [{"name": "A", "follows": "B"}, {"name": "B", "follows": "A"}]}
            ]
        },
        {"scene": [{"name": "Pier", "zones": [{"name": f"Z{n}"} for n in range(21)]}]},
        {"dragon": []},
        {"version": 2},
        {},
    ],
)
def test_one_bad_row_refuses_the_whole_pack(oak: Oak, wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        oak.gm(do="pack.add", pack=a_pack(condition=[{"name": "Tired"}] if wrong else [], **wrong) | wrong)
    assert kept(oak) == []


@pytest.mark.parametrize("sent", [{}, {"example": "warehouse", "pack": a_pack(tag=[{"name": "Fog"}])}])
def test_it_is_a_pack_or_an_example(oak: Oak, sent: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="name an example"):
        oak.gm(do="pack.add", **sent)


@pytest.mark.parametrize("ruleset", ["freeform", "razorweave"])
@pytest.mark.parametrize(("example", "clocks"), [("warehouse", 1), ("investigation", 2)])
def test_the_examples_can_be_prepared(oak: Oak, ruleset: str, example: str, clocks: int) -> None:
    elm = Oak.start(oak.app, "Elm", ruleset)
    elm.gm(do="pack.add", example=example)
    scene = elm.gm(do="saved.use", saved=elm.sees()["saved"][0]["id"]).result["scene"]
    assert len(of_scene(elm, scene, "clocks")) == clocks
    assert elm.sees("player")["clocks"] == []
    with pytest.raises(Refused, match="already has all"):
        elm.gm(do="pack.add", example=example, on_clash="skip")


TOML = """format = "tableside.pack"
version = 1
[[tag]]
name = "Fog"
[[scene]]
name = "Pier"
notes = \"\"\"
name = "not a field"
\"\"\"
[[scene.tags]]
name = "Wet"
[[scene.tags]]
name = "Dark"
visibility = "loud"
"""
JSON = (
    '{"format": "tableside.pack",\n "tag": [\n {"name": "Fog", "effects": [{"on": "a"}]},\n'
    ' {"name":\n "Wet"}]}'
)


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        (TOML, ("tag", 0), 3),
        (TOML, ("scene", 0, "name"), 6),
        (TOML, ("scene", 0, "tags", 1, "visibility"), 14),
        (TOML, ("scene", 0, "tags", 1, "effects", 0), 12),
        (TOML, ("dragon",), None),
        (JSON, ("format",), 1),
        (JSON, ("tag", 0), 3),
        (JSON, ("tag", 0, "effects", 0, "modifier"), 3),
        (JSON, ("tag", 1, "name"), 4),
    ],
)
def test_the_line_of_a_mistake_is_found(text: str, path: tuple[str | int, ...], line: int | None) -> None:
    assert line_of(text, path) == line


@pytest.mark.parametrize("text", ["[[tag", "{", "", "x" * 50, "a = " + "[" * 3000, '{"a":' * 3000])
def test_what_is_no_pack_is_refused_with_a_sentence(text: str) -> None:
    if text == "":
        assert read_pack(text) == {}
        return
    with pytest.raises(Invalid, match="Nothing was taken"):
        read_pack(text)
