"""Packs of a library: taken along, brought in all or nothing, and what is wrong with one by its line."""

from typing import Any

import pytest

from tests.table.oak import Oak
from tests.table.shelves import OIL, a_pack, list_saved, of_scene, save
from webapp.table.packfile import as_toml, line_of, pack_of, read_pack
from webapp.table.refusals import Invalid, Refused


def test_a_library_taken_along_is_the_same_at_another_table(oak: Oak, docks: int) -> None:
    save(oak, scene=docks)
    save(oak, tag=oak.tag('A "quoted" \\ tag', effects=[OIL], clears="sand"))
    save(oak, clock=oak.clock("Drain", 5, direction="drain", on_full="Two\nlines"))
    save(oak, character=oak.character("Guärd 🗡", kind="npc", stats={"nerve": 2, "a b": "yes", "ok": True}))
    text = as_toml(pack_of(oak.state()))
    elm = Oak.start(oak.app, "Elm")
    done = elm.gm(do="pack.add", pack=read_pack(text))
    assert done.result == {"added": 4, "replaced": 0, "skipped": 0}
    mine = {(each["kind"], each["name"]): each["data"] for each in oak.sees()["saved"]}
    assert {(each["kind"], each["name"]): each["data"] for each in elm.sees()["saved"]} == mine


def test_a_clash_is_said_and_nothing_is_taken(oak: Oak) -> None:
    save(oak, tag=oak.tag("Sodden"))
    pack = a_pack(tag=[{"name": "sodden", "clears": "sand"}, {"name": "Fog"}])
    with pytest.raises(Refused, match="already has the tag “sodden”"):
        oak.gm(do="pack.add", pack=pack)
    assert list_saved(oak) == [("tag", "Sodden")]


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
    assert [name for _, name in list_saved(oak)] == names
    assert oak.sees()["saved"][0]["data"].get("clears") == clears
    oak.gm(do="undo")
    assert list_saved(oak) == [("tag", "Sodden")]


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
    assert list_saved(oak) == []


@pytest.mark.parametrize("sent", [{}, {"example": "warehouse", "pack": a_pack(tag=[{"name": "Fog"}])}])
def test_it_is_a_pack_or_an_example(oak: Oak, sent: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="the name of an example"):
        oak.gm(do="pack.add", **sent)


@pytest.mark.parametrize("ruleset", ["freeform", "razorweave"])
@pytest.mark.parametrize(("example", "clocks"), [("warehouse", 1), ("investigation", 2)])
def test_the_examples_can_be_prepared(oak: Oak, ruleset: str, example: str, clocks: int) -> None:
    elm = Oak.start(oak.app, "Elm", ruleset)
    elm.gm(do="pack.add", example=example)
    scene = elm.gm(do="saved.use", saved=elm.sees()["saved"][0]["id"]).result["scene"]
    assert len(of_scene(elm, scene, "clocks")) == clocks
    assert elm.sees("player")["clocks"] == []
    with pytest.raises(Refused, match="already has everything"):
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
WRITTEN = """[[npc]]
name = "Guard"
conditions = [
    { name = "Tired" },
    { name = "Loud", wings = 2 },
]

[npc.sheet]
level = 3

[[npc]]
name = "Dog"
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
        (WRITTEN, ("npc", 0, "conditions", 1, "wings"), 5),
        (WRITTEN, ("npc", 0, "sheet", "level"), 9),
        (WRITTEN, ("npc", 1, "name"), 12),
        (JSON, ("format",), 1),
        (JSON, ("tag", 0), 3),
        (JSON, ("tag", 0, "effects", 0, "modifier"), 3),
        (JSON, ("tag", 1, "name"), 4),
    ],
)
def test_the_line_of_a_mistake_is_found(text: str, path: tuple[str | int, ...], line: int | None) -> None:
    assert line_of(text, path) == line


TWICE = '{"version": 1,\n "tag": [\n {"name": "Fog"},\n {"name": "Wet", "clears": "",\n "name": "Dry"}]}'


def test_a_field_that_stands_twice_is_refused_by_its_line() -> None:
    for text, why in ((TWICE, "Line 5: “name” appears twice"), ("a = 1\na = 2\n", r"line 2, column 6")):
        with pytest.raises(Invalid, match=why):
            read_pack(text)


@pytest.mark.parametrize("text", ["[[tag", "{", "", "x" * 50, "a = " + "[" * 3000, '{"a":' * 3000])
def test_what_is_no_pack_is_refused_with_a_sentence(text: str) -> None:
    if text == "":
        assert read_pack(text) == {}
        return
    with pytest.raises(Invalid, match="Nothing was imported"):
        read_pack(text)
