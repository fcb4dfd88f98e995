"""Two write one text: the second is told, and nobody's words are lost."""

import pytest

from tests.table.oak import Oak
from webapp.table.refusals import Overtaken

MINE, THEIRS = "Fog over the harbour.", "Rain over the harbour."


@pytest.fixture
def scene(oak: Oak) -> int:
    made: int = oak.gm(do="scene.add", name="The docks", description="Night.").result["scene"]
    oak.gm(do="scene.edit", scene=made, description=THEIRS, base={"description": "Night."})
    return made


def _described(oak: Oak, scene: int) -> dict[str, str]:
    found: dict[str, str] = next(each for each in oak.sees()["scenes"] if each["id"] == scene)
    return found


def test_a_text_that_somebody_changed_meanwhile_is_not_overwritten(oak: Oak, scene: int) -> None:
    with pytest.raises(Overtaken) as refused:
        oak.gm(do="scene.edit", scene=scene, description=MINE, name="Pier", base={"description": "Night."})
    assert refused.value.fields == {"description": THEIRS}
    assert refused.value.status == 409
    assert (_described(oak, scene)["name"], _described(oak, scene)["description"]) == ("The docks", THEIRS)


def test_whoever_began_from_the_newer_text_or_says_nothing_of_it_replaces_it(oak: Oak, scene: int) -> None:
    oak.gm(do="scene.edit", scene=scene, description=MINE, base={"description": THEIRS})
    assert _described(oak, scene)["description"] == MINE
    oak.gm(do="scene.edit", scene=scene, description="Snow.")
    assert _described(oak, scene)["description"] == "Snow."


def test_a_text_that_was_left_as_it_began_is_not_sent_back(oak: Oak, scene: int) -> None:
    """White space that a form adds is no change."""
    base = {"description": "Night.", "notes": ""}
    oak.gm(do="scene.edit", scene=scene, description="Night. ", notes="A boat", base=base)
    assert (_described(oak, scene)["description"], _described(oak, scene)["notes"]) == (THEIRS, "A boat")


def test_two_who_wrote_the_same_agree(oak: Oak, scene: int) -> None:
    oak.gm(do="scene.edit", scene=scene, description=THEIRS, base={"description": "Night."})
    assert _described(oak, scene)["description"] == THEIRS


@pytest.mark.parametrize("empty", ["", "gone"])
def test_so_are_a_note_and_the_tables_name(oak: Oak, empty: str) -> None:
    note = oak.gm(do="note.add", text="They lie", visibility="shown").result["note"]
    oak.gm(do="note.edit", note=note, text="They know")
    with pytest.raises(Overtaken) as refused:
        oak.gm(do="note.edit", note=note, text="They sleep", base={"text": empty})
    assert refused.value.fields == {"text": "They know"}
    oak.gm(do="table.edit", name="The Elm")
    with pytest.raises(Overtaken, match="name"):
        oak.gm(do="table.edit", name="The Rowan", base={"name": "The Oak", "settings": empty})


def test_what_a_player_proposes_is_compared_by_whoever_accepts_it(oak: Oak) -> None:
    """A proposal keeps no earlier text."""
    oak.gm(do="table.edit", settings={"sheets": "ask"})
    mara = oak.character("Mara")
    ana = oak.sit("Ana", mara)
    oak.dispatch(ana, do="character.edit", character=mara, name="Mara Venn", base={"name": "Mara"})
    oak.gm(do="character.edit", character=mara, name="Marah")
    (proposal,) = [each for each in oak.sees()["proposals"] if each["state"] == "open"]
    oak.gm(do="proposal.accept", proposal=proposal["id"])
    assert oak.sees()["cast"][0]["name"] == "Mara Venn"


def test_a_sheets_lines_are_compared_one_by_one(oak: Oak) -> None:
    mara = oak.character("Mara", stats={"Trade": "smith", "Gear": "rope", "Age": 30})
    base = {"stats.Trade": "smith", "stats.Gear": "rope", "stats.Age": "30"}
    oak.gm(do="character.edit", character=mara, stats={"Gear": "spear", "Age": 31})
    oak.gm(do="character.edit", character=mara, base=base, stats={"Trade": "spy", "Gear": "rope", "Age": 30})
    assert oak.sees()["cast"][0]["stats"] == {"Trade": "spy", "Gear": "spear", "Age": 31}
    with pytest.raises(Overtaken, match="Trade") as refused:
        oak.gm(do="character.edit", character=mara, base=base, stats={"Trade": "monk"})
    assert refused.value.fields == {"stats.Trade": "spy"}


def test_numbers_and_choices_that_were_left_alone_are_not_sent_back(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.edit", clock=alarm, segments=10, kind="threat")
    base = {"segments": "6", "kind": "progress", "on_full": "", "direction": "fill", "owner": ""}
    sent = {"segments": 6, "kind": "progress", "on_full": "It rings", "direction": "drain", "owner": None}
    oak.gm(do="clock.edit", clock=alarm, base=base, **sent)
    clock = oak.sees()["clocks"][0]
    assert (clock["segments"], clock["kind"], clock["on_full"]) == (10, "threat", "It rings")
    assert clock["direction"] == "drain"


def test_something_in_the_library_is_renamed_in_the_same_way(oak: Oak) -> None:
    saved = oak.gm(do="saved.add", tag=oak.tag("Slick")).result["saved"]
    oak.gm(do="saved.edit", saved=saved, name="Slippery", base={"name": "Slick"})
    with pytest.raises(Overtaken):
        oak.gm(do="saved.edit", saved=saved, name="Icy", base={"name": "Slick"})
