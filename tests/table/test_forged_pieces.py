"""What only one game keeps, brought in by somebody who tampered with it: a sentence, and no table."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.table.refusals import Invalid
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table

Data = dict[str, Any]
NOWHERE = 1234567


def a_fight(oak: Oak, people: list[int]) -> None:
    oak.gm(do="mettle.initiative.start", first=people[0])


def a_chase(oak: Oak, people: list[int]) -> None:
    oak.gm(do="mettle.chase.start", quarry=people[0], pursuers=people[1:], path=["Gate", "Yard"])


def a_race(oak: Oak, people: list[int]) -> None:
    oak.gm(do="mettle.stretch.start", drivers=[{"character": each, "speed": 2} for each in people])


def a_finish(oak: Oak, people: list[int]) -> None:
    a_race(oak, people)
    oak.gm(do="mettle.stretch.end")


def a_map(oak: Oak, _: list[int]) -> None:
    oak.gm(do="mettle.travel.map", name="The coast", stops=["Dock", "Hill"])


def a_turn_order(oak: Oak, people: list[int]) -> None:
    oak.gm(do="resonance.round.start")


def a_situation(oak: Oak, _: list[int]) -> None:
    parts = [{"kind": "barrier", "name": "Gate", "tn": 12, "length": 4}]
    oak.gm(do="resonance.situation.start", name="The gate", parts=parts)


FORGED: dict[str, tuple[Callable[[Oak, list[int]], None], Data]] = {
    "a holder that is no number": (a_fight, {"holder": "Ann"}),
    "a holder who is not there": (a_fight, {"holder": str(NOWHERE)}),
    "somebody ready who does not fight": (a_fight, {"ready": [str(NOWHERE)]}),
    "legs that are none": (a_fight, {"legs": [1]}),
    "a quarry that is no number": (a_chase, {"quarry": "Fox", "at": {"Fox": 0, "Ann": 0}}),
    "a quarry who is not there": (a_chase, {"quarry": "7", "at": {"7": 0, "8": 0}}),
    "a quarry as another writes numbers": (a_chase, {"quarry": "٣", "at": {"٣": 0, "8": 0}}),
    "a driver who is not there": (a_race, {"racers": [{"name": "7", "speed": 2}]}),
    "a winner who is not there": (a_finish, {"first": ["7"]}),
    "a winner who is no word": (a_finish, {"first": [7]}),
    "a place that is no word": (a_map, {"at": 7}),
    "a place that the map does not have": (a_map, {"at": "Elsewhere"}),
    "meetings that are no words": (a_map, {"met": [7]}),
    "food that is none": (a_map, {"food": "much"}),
    "cards of nobody": (a_turn_order, {"each": {"7": 1}, "left": {"7": 1}, "deck": ["7"], "active": None}),
    "a card that is in no hand": (a_turn_order, {"deck": [str(NOWHERE)]}),
    "a turn without actions": (a_turn_order, {"left": {}}),
    "a clock that is not there": (a_situation, {"clock": NOWHERE}),
    "a part with a clock that is not there": (
        a_situation,
        {"parts": [{"name": "Gate", "kind": "barrier", "clock": NOWHERE}]},
    ),
    "a reason that is no word": (a_situation, {"why": 7}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_piece_is_refused_in_words(app: Flask, name: str) -> None:
    play, forged = FORGED[name]
    document = played(app, play)
    import_table(copy.deepcopy(document))
    document["things"]["piece"][-1]["data"] |= forged
    with pytest.raises(Invalid, match=r"(is invalid|does not exist)"):
        import_table(document)


def played(app: Flask, play: Callable[[Oak, list[int]], None]) -> Data:
    oak = Oak.start(app, ruleset="resonance" if play in (a_turn_order, a_situation) else "mettle")
    play(oak, [oak.character("Ann"), oak.character("Bog")])
    return export_table(oak.id)


def test_a_check_that_asks_for_what_its_game_cannot_roll_is_refused(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    oak.gm(do="check.call", character=oak.character("Mara"), roll="effort", tn=9)
    document = copy.deepcopy(export_table(oak.id))
    document["things"]["check"][0]["asked"]["roll"] = "juggle"
    with pytest.raises(Invalid, match="This check is invalid: “roll” must be one of"):
        import_table(document)
