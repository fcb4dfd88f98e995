"""The rules without a table: what is offered, and the calculator."""

import json
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import refusal
from webapp.rules.calculator import examples
from webapp.rules.playable_games import rulesets

EXAMPLES = examples()


def test_the_games_on_offer_are_listed_with_what_their_tables_know(house: Flask) -> None:
    answer = house.test_client().get("/api/v1/rulesets")
    assert answer.status_code == 200
    listed = {game["ruleset"]: game for game in answer.json["rulesets"]}
    assert list(listed) == list(rulesets())
    freeform = listed["freeform"]
    assert freeform["name"] == "Freeform"
    assert [kind["key"] for kind in freeform["clock_kinds"]][:2] == ["progress", "threat"]
    assert freeform["effect_modifiers"] == ["blocks", "note"]
    slick = next(entry for entry in freeform["catalogue"] if entry["name"] == "Slick")
    assert slick["effects"][0]["on"] == "movement and balance"


@pytest.mark.parametrize("name", sorted(EXAMPLES), ids="/".join)
def test_every_example_of_the_calculator_holds(house: Flask, name: tuple[str, str]) -> None:
    sent, given = EXAMPLES[name]
    answer = house.test_client().post("/api/v1/rules/" + "/".join(name), json=sent)
    assert answer.status_code == 200, answer.text
    assert close(answer.json, given), answer.text


def close(found: Any, expected: Any) -> bool:
    """The same values; chances may differ by what a float cannot hold."""
    if isinstance(expected, float) and isinstance(found, int | float):
        return abs(found - expected) < 1e-9
    if isinstance(expected, dict) and isinstance(found, dict):
        return {str(key) for key in expected} == set(found) and all(
            close(found[str(key)], each) for key, each in expected.items()
        )
    if isinstance(expected, list | tuple) and isinstance(found, list):
        return len(found) == len(expected) and all(map(close, found, expected))
    return bool(found == expected)


def test_dice_that_nobody_sent_are_rolled_by_the_server(house: Flask) -> None:
    sent = {"dc": 14, "attribute": 2, "skill": 1, "sources": []}
    answer = house.test_client().post("/api/v1/rules/razorweave/check", json=sent)
    assert answer.status_code == 200
    dice = answer.json["roll"]["dice"]
    assert len(dice) >= 4
    assert set(dice) <= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("path", "field"),
    [("chess/check", "ruleset"), ("freeform/check", "ruleset"), ("razorweave/x", "calculation")],
)
def test_an_unknown_game_or_calculation_is_invalid(house: Flask, path: str, field: str) -> None:
    answer = house.test_client().post(f"/api/v1/rules/{path}", json={})
    assert set(refusal(answer, 422, "invalid")["fields"]) == {field}


@pytest.mark.parametrize("name", sorted(EXAMPLES), ids="/".join)
@pytest.mark.parametrize("sent", [[], 7, None, {"nonsense": 2**63}, {}])
def test_a_calculation_refuses_what_does_not_fit(house: Flask, name: tuple[str, str], sent: Any) -> None:
    answer = house.test_client().post(
        "/api/v1/rules/" + "/".join(name), data=json.dumps(sent), content_type="application/json"
    )
    refusal(answer, 422, "invalid")


@pytest.mark.parametrize(
    ("path", "sent", "field"),
    [
        ("razorweave/check", {"dc": 14, "attribute": 2, "skill": 1, "dice": [1, 2, 3, 7]}, "dice"),
        ("razorweave/check", {"dc": 14, "attribute": 2, "skill": 1, "dice": [1, 2]}, "dice"),
        ("razorweave/check", {"dc": "14", "attribute": 2, "skill": 1}, "dc"),
        ("razorweave/odds", {"dc": 1e9, "attribute": 2, "skill": 1}, "dc"),
    ],
)
def test_dice_and_numbers_given_by_a_person_are_held_to_the_rules(
    house: Flask, path: str, sent: dict[str, Any], field: str
) -> None:
    answer = house.test_client().post(f"/api/v1/rules/{path}", json=sent)
    assert set(refusal(answer, 422, "invalid")["fields"]) == {field}


def test_a_calculator_takes_json_alone(house: Flask) -> None:
    client = house.test_client()
    refusal(client.post("/api/v1/rules/razorweave/odds", data={"dc": "14"}), 415, "unsupported_media_type")
    answer = client.post("/api/v1/rules/razorweave/odds", data="{", content_type="application/json")
    refusal(answer, 400, "malformed")


@pytest.mark.parametrize("name", sorted(EXAMPLES), ids="/".join)
def test_a_program_cannot_hand_in_what_rolls(house: Flask, name: tuple[str, str]) -> None:
    sent = {**EXAMPLES[name][0], "source": 1}
    answer = house.test_client().post("/api/v1/rules/" + "/".join(name), json=sent)
    assert refusal(answer, 422, "invalid")["fields"] == {"source": "There is no field “source”."}
