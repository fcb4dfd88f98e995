"""What is said of a field that does not fit: its place and what may stand there, in words."""

import re
from typing import Any

import pytest

from webapp.table.command import parse
from webapp.table.commands import commands
from webapp.table.refusals import Invalid

INSIDES = re.compile(
    r"constrained|function-|instance of|validation error|pydantic|dictionary|than or equal|exceeded|mapping"
    r"|\w\[|[\^$\\]|\.\.$"
)
JUNK = [3.5, "x", [1], {"a": 1}, {"0": {"value": 1}}, [[1]]]
JUNK += [None, True, 10**30, "", [], {}, ["x"], {"a": "x"}, [{"a": 1}]]
JUNK += ["x" * 9000, {"x": {"a": 1}}, {"x": None}, [None], {"1": [None]}]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "junk", [JUNK[:6], pytest.param(JUNK[6:], marks=pytest.mark.soak)], ids=["few", "more"]
)
def test_no_sentence_shows_how_the_server_is_made(junk: list[Any]) -> None:
    every = [(name, field) for name, kind in commands().items() for field in kind.model_fields]
    wrong = [refused for each in every for one in junk for refused in insides(*each, one)]
    assert wrong == []


def insides(name: str, field: str, junk: Any) -> list[tuple[Any, ...]]:
    """What is said of this value in this field that nobody outside should read."""
    found = []
    for strict in (True, False):
        try:
            parse({"do": name, field: junk}, strict=strict)
        except Invalid as refused:
            known = (*commands()[name].model_fields, "command")
            said = [place for place in refused.fields if place.partition(".")[0] not in known]
            said += filter(INSIDES.search, [*refused.fields, *refused.fields.values(), refused.message])
            found += [(name, field, junk, each) for each in said]
    return found


def test_a_value_that_may_be_of_several_kinds_is_told_all_of_them() -> None:
    with pytest.raises(Invalid) as refused:
        parse({"do": "character.add", "name": "Mara", "stats": {"Edge": {}}})
    assert (
        refused.value.message == "Please check “stats.Edge”: it should be a whole number, text or true/false."
    )


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "clock.add", "name": "A", "direction": "up"}, "“direction”: it should be “fill” or “drain”"),
        ({"do": "check.call", "intent": "x" * 161}, "“intent”: it should have at most 160 characters"),
        ({"do": "note.add", "text": "x" * 4001}, "“text”: it should have at most 4000 characters"),
        ({"do": "undo", "entry": 1, "x": 1}, "“x”: there is no such field"),
        (
            {"do": "table.edit", "settings": {"show_odds": "maybe"}},
            "“settings”: the setting “show_odds” must be true or false",
        ),
        (
            {"do": "table.edit", "settings": {"music": "loud"}},
            "“settings”: the table has no setting “music”",
        ),
        ({"do": "mettle.npc.add", "threat": "3d"}, "“threat”: it should be written like 3D+3 or 4D"),
        (
            {"do": "mettle.weapon.add", "character": 1, "name": "Axe", "damage": "POISE"},
            "“damage”: it should be written like FRAME+3, FRAME or 7",
        ),
        (
            {"do": "clock.add", "name": "A", "kind": "Threat"},
            "“kind”: it should be one word of up to 20 lowercase letters and underscores, such as threat",
        ),
        ({"do": "things.edit", "ids": []}, "“ids”: it should have at least 1 item, not 0"),
    ],
)
def test_a_broken_bound_is_told_without_the_names_of_types(sent: dict[str, Any], said: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(sent)
    assert refused.value.message == f"Please check {said}."


def test_of_several_kinds_the_bound_that_is_broken_is_told() -> None:
    with pytest.raises(Invalid) as refused:
        parse({"do": "character.add", "name": "Mara", "stats": {"Edge": 2**40}})
    assert refused.value.message == "Please check “stats.Edge”: it should be less than 2147483648."


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"do": "clock.tick", "clock": 1, "by": 1000}, "Please check “by”: it should be at most 100."),
        ({"do": "clock.tick", "clock": 1, "by": "9" * 5000}, "Please check “by”: the number is too long."),
        (
            {"do": "tag.add", "name": "Slick", "effects": [None]},
            "Please check “effects.0”: it should be an object with “on” and “modifier”.",
        ),
    ],
)
def test_a_limit_is_given_in_plain_words(sent: dict[str, object], words: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(sent, strict=False)
    assert refused.value.message == words
