"""What each kind of event of METTLE says to whom; the examples are in `mettle_events.toml`."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.database_copies import load_copy
from tests.table.house import (
    HIDDEN,
    WORD,
    Example,
    House,
    assert_examples,
    assert_nothing_hidden,
    assert_said,
    examples_in,
    named,
)
from webapp.rules.events import kinds
from webapp.store.models import Condition

EXAMPLES = examples_in(Path(__file__).with_name("mettle_events.toml"))
BOG = {"CALLING": 6, "CULTURE": 2, "FRAME": 3, "MOTIVE": 3, "NATURE": 4, "POISE": 3}


class MettleHouse(House):
    """The table of the house, which plays METTLE: with Bog, a foe whom all know, and things of the game."""

    hidden = HIDDEN | {"piece": ("pyre", "raiders", "nook"), "condition": ("dread", "curse")}

    @classmethod
    def open_mettle(cls, app: Flask) -> "MettleHouse":
        house = cls.open(app, "mettle")
        assert isinstance(house, MettleHouse)
        mara = house.things["mara"][1]

        def piece(**command: Any) -> tuple[str, int]:
            result = house.gm(**command).result
            return "piece", result.get("piece") or result["map"]

        def condition(character: int, name: str, **more: Any) -> tuple[str, int]:
            done = house.gm(do="condition.add", character=character, name=name, **more)
            return "condition", done.result["condition"]

        bog = house.character("Bog", kind="npc", visibility="shown", stats=BOG)
        quay = house.things["quay"][1]
        road = {"do": "mettle.travel.rival", "stop": "Coast", "edge": 2}
        house.things |= {
            "bog": ("character", bog),
            "burning": condition(mara, "Burning"),
            "curse": condition(mara, f"Curse {WORD}", visibility="secret"),
            "ablaze": condition(bog, "Burning"),
            "bonfire": piece(do="mettle.hazard.add", name="Bonfire", zone=quay),
            "pyre": piece(
                do="mettle.hazard.add", name=f"Pyre {WORD}", hazard="4D", zone=quay, visibility="secret"
            ),
            "snare": piece(do="mettle.hazard.trap", name="Snare", hazard="3D", zone=quay, visibility="shown"),
            "venom": piece(do="mettle.hazard.expose", name="Venom", hazard="4D", character=mara),
            "voucher": ("piece", house.gm(do="mettle.voucher.give").result["vouchers"][0]),
            "knife": piece(do="mettle.weapon.add", name="Knife", character=mara),
            "isle": piece(do="mettle.travel.map", name="Isle", stops=["Port", "Coast"]),
            "reds": piece(**road, name="The Reds", visibility="shown"),
            "raiders": piece(**road, name=f"Raiders {WORD}"),
        }
        house.gm(do="mettle.time.pass", span="hour")
        house.things["time"] = (
            "piece",
            next(row["id"] for row in house.sees()["pieces"] if row["kind"] == "time"),
        )
        house._begin(bog)
        return house

    def _begin(self, bog: int) -> None:
        """Begin a fight, a race and a chase of Mara and Bog, beside some crates."""
        mara, quay = self.things["mara"][1], self.things["quay"][1]
        self.gm(do="mettle.zone.move", character=mara, zone=quay, free=True)
        crates = self.gm(do="mettle.zone.scenery", zone=quay, name="Crates").result["piece"]
        nook = {"do": "mettle.zone.scenery", "zone": quay, "name": f"Nook {WORD}", "visibility": "secret"}
        self.gm(do="mettle.action.cover", character=mara, cover="partial", behind=crates)
        cover = next(row for row in self.state().find_all(Condition) if row.name == "Partial Cover")
        fight = self.gm(do="mettle.initiative.start", first=bog, combatants=[mara, bog]).result["fight"]
        drivers = [{"character": mara, "speed": 3}, {"character": bog, "speed": 2}]
        race = self.gm(do="mettle.stretch.start", name="Causeway", drivers=drivers).result["race"]
        chase = self.gm(do="mettle.chase.start", quarry=bog, pursuers=[mara]).result["chase"]
        self.things |= {
            "brawl": ("check", self.gm(do="check.call", character=bog, intent="brawl").result["check"]),
            "crates": ("piece", crates),
            "nook": ("piece", self.gm(**nook).result["piece"]),
            "cover": ("condition", cover.id),
            "fight": ("piece", fight),
            "race": ("piece", race),
            "chase": ("piece", chase),
        }


@pytest.fixture
def house(app: Flask) -> MettleHouse:
    return load_copy(app, MettleHouse.open_mettle)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_event_is_said_to_each_reader_as_they_may_know_it(house: MettleHouse, example: Example) -> None:
    assert_said(house, example)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_nothing_hidden_is_read_from_an_event(house: MettleHouse, example: Example) -> None:
    assert_nothing_hidden(house, example)


def test_every_kind_of_mettle_has_an_example() -> None:
    declared = {name for name in kinds() if name.startswith("mettle.")}
    assert_examples(declared, EXAMPLES, "mettle_events.toml")


@pytest.mark.parametrize("foes", ["words", "absent"])
def test_a_foe_s_numbers_are_not_read_where_the_table_hides_them(house: MettleHouse, foes: str) -> None:
    house.gm(do="table.edit", settings={"foes": foes})
    readers = house.readers()
    for example in EXAMPLES:
        if "@bog" in str(example["facts"]):
            said = {readers[who].words(house.event(example)) for who in ("ana", "ben", "tv")}
            assert said == {example["hidden"]}, named(example)


def test_one_blast_on_several_is_told_once_but_not_with_the_numbers_of_a_foe(house: MettleHouse) -> None:
    blast = {"how": "struck", "size": "2D+2", "dice": "4, 6", "damage": 4, "unsoaked": 1}
    told = [
        house.event({"kind": "mettle.harmed", "facts": {"who": who, **blast, "source": "@bonfire"}})
        for who in ("@mara", "@bog")
    ]
    readers = house.readers()
    alike = ["Bonfire (2D+2: 4, 6) on Mara and Bog: 4 damage, 1 unsoaked each"]
    assert readers["gm"].said(told) == readers["ben"].said(told) == alike
    house.gm(do="table.edit", settings={"foes": "words"})
    alone = ["Bonfire (2D+2: 4, 6) on Mara: 4 damage, 1 unsoaked", "Bonfire strikes Bog"]
    assert house.readers()["ben"].said(told) == alone
