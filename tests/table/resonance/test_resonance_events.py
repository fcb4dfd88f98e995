"""What each kind of event of Resonance says to whom; the examples are in `resonance_events.toml`."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar, Self, cast

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
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.situations import REASONS
from webapp.rules.events import Event, kinds
from webapp.state import event_kinds
from webapp.table.game_loading import load_games

load_games()
EXAMPLES = examples_in(Path(__file__).with_name("resonance_events.toml"))
NUMBERS = [example for example in EXAMPLES if "@captain" in example["facts"].values()]
"""The examples about an NPC whom players see."""


class Conduit(House):
    """A table with a Captain, with a Guard whose Values players know by a word, and with a hidden spy."""

    hidden: ClassVar = {**HIDDEN, "piece": ("spys_values", "spys_pool", "heist")}

    @classmethod
    def open(cls, app: Flask, ruleset: str = "resonance") -> Self:
        house = super().open(app, ruleset)
        captain = house.character("Captain", kind="npc", visibility="shown")
        fight = house.gm(do="resonance.situation.start", name="Fight", parts=[{"name": "Gate"}]).result
        heist = house.gm(
            do="resonance.situation.start",
            name=f"Heist {WORD}",
            parts=[{"name": "Safe"}],
            visibility="secret",
        ).result
        house.gm(do="resonance.round.start", characters=[captain], brawn=False)
        house.gm(do="resonance.hide", character=captain, tn=14)
        guard = house.character("Guard", kind="npc", visibility="shown")
        house.gm(do="resonance.value.set", character=guard, visibility="masked")
        pieces = house.sees()["pieces"]

        def piece(kind: str, who: int | None = None) -> tuple[str, int]:
            return "piece", next(
                row["id"] for row in pieces if row["kind"] == kind and row.get("character") == who
            )

        people = {"mara": house.things["mara"][1], "spy": house.things["spy"][1], "captain": captain}
        house.things |= {
            "captain": ("character", captain),
            "guard": ("character", guard),
            "guards_values": piece("values", guard),
            **{f"{name}s_values": piece("values", id) for name, id in people.items()},
            **{f"{name}s_pool": piece("pool", id) for name, id in people.items()},
            "lair": piece("hiding", captain),
            "rounds": piece("rounds"),
            "fight": ("piece", fight["situation"]),
            "gate": ("clock", fight["parts"][0]),
            "heist": ("piece", heist["situation"]),
        }
        return house


@pytest.fixture
def conduit(app: Flask) -> Conduit:
    return load_copy(app, Conduit.open)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_event_is_said_to_each_reader_as_they_may_know_it(conduit: Conduit, example: Example) -> None:
    assert_said(conduit, example)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_nothing_hidden_is_read_from_an_event(conduit: Conduit, example: Example) -> None:
    assert_nothing_hidden(conduit, example)


@pytest.mark.parametrize("foes", ["words", "absent"])
def test_no_number_of_a_foe_is_read_where_they_are_hidden(conduit: Conduit, foes: str) -> None:
    conduit.gm(do="table.edit", settings={"foes": foes})
    readers = conduit.readers()
    for example in NUMBERS:
        event = conduit.event(example)
        for who in ("ben", "tv"):
            said = (readers[who].words(event) or "") + (readers[who].short(event) or "")
            assert not re.search(r"\d", said), f"{who} reads {said}"


def test_every_kind_of_resonance_has_an_example_and_one_about_a_foe_if_it_has_numbers() -> None:
    own = set(event_kinds.read_of("webapp.games.resonance"))
    assert_examples(own, EXAMPLES, "resonance_events.toml")
    of_people = {kind for kind in own if "who" in {field.name for field in fields(cast(Any, kinds()[kind]))}}
    assert {example["kind"] for example in NUMBERS} >= of_people - {"resonance.hidden"}


def test_every_fact_of_an_example_is_one_of_its_kind() -> None:
    for example in EXAMPLES:
        known = {field.name for field in fields(cast(Any, kinds()[example["kind"]]))}
        assert set(example["facts"]) <= known, named(example)


def test_whatever_the_book_names_has_words() -> None:
    said = event_kinds.read_of("webapp.games.resonance")
    assert set(said["resonance.happened"].words["on"]) == {row["key"] for row in book.events()}
    assert set(said["resonance.race_happened"].words["on"]) == {row["key"] for row in book.events("race")}
    assert set(said["resonance.situation_ended"].words["why"]) == set(REASONS)


def cursed(conduit: Conduit, *people: str) -> list[Event]:
    """Two Curse for each of these."""
    return [
        conduit.event(
            {
                "kind": "resonance.tag_gained",
                "facts": {"who": f"@{who}", "document": f"@{who}s_pool", "tag": "curse", "count": 2},
            }
        )
        for who in people
    ]


def test_the_recap_tells_one_tag_for_several_as_the_journal_does(conduit: Conduit) -> None:
    told = cursed(conduit, "mara", "captain", "spy")
    readers = conduit.readers()
    assert readers["gm"].recap(told) == "Mara, Captain and Spy xanadu gain 2 Curse each"
    assert readers["ben"].recap(told) is None
    assert readers["ben"].recap(told[:2]) == "Mara and Captain gain 2 Curse each"
    assert readers["ben"].recap([told[0], told[0]]) is None, "one person twice are not two people"
    conduit.gm(do="table.edit", settings={"foes": "words"})
    assert conduit.readers()["ben"].recap(told[:2]) is None


def test_one_tag_for_several_is_told_once_but_not_with_the_numbers_of_a_foe(conduit: Conduit) -> None:
    told = cursed(conduit, "mara", "captain", "spy")
    readers = conduit.readers()
    assert readers["gm"].said(told) == ["Mara, Captain and Spy xanadu gain 2 Curse each"]
    assert readers["ben"].said(told) == ["Mara and Captain gain 2 Curse each"]
    conduit.gm(do="table.edit", settings={"foes": "words"})
    assert conduit.readers()["ben"].said(told) == ["Mara gains 2 Curse", "Captain gains Curse"]
    masked = {"do": "resonance.pool.edit", "character": conduit.things["captain"][1], "visibility": "masked"}
    conduit.gm(do="table.edit", settings={"foes": "exact"})
    conduit.gm(**masked)
    assert conduit.readers()["ben"].said(told) == ["Mara gains 2 Curse"]
