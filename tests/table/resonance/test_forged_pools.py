"""What happened to a pool last, and tags of a table's own, as an import may bring them."""

from typing import Any

import pytest

from webapp.games.resonance.commands import ResonanceTable
from webapp.rules.errors import RuleError

pool = ResonanceTable.schemas["pool"]
OWN = {"name": "Salted", "kind": "status", "colour": "null"}


@pytest.mark.parametrize(
    "last",
    [
        {},
        {"name": "x" * 500, "says": ["x"] * 100, "event": {"on": "gone", "spend": ["x"] * 100, "more": {}}},
        {"name": None, "says": None, "event": None, "must": None},
        {"must": {"count": None, "options": None}, "event": {"spend": None}},
        {"must": {"count": 1000, "options": ["x"] * 100}},
    ],
)
def test_what_happened_last_is_kept_as_it_was_told(last: dict[str, Any]) -> None:
    assert pool({"Slow": 1, "_last": last})["_last"] == last


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ({"name": "x" * 501}, "“_last.name” must be text of at most 500 characters"),
        ({"says": ["x"] * 101}, "“_last.says” must be a list of at most 100 items"),
        ({"says": "abc"}, "“_last.says” must be a list"),
        ({"says": [5]}, r"“_last.says\[0\]” must be text, not 5"),
        ({"must": {"options": ["x"] * 101}}, "“_last.must.options” must be a list of at most 100 items"),
        ({"must": {"count": 1001}}, "“_last.must.count” must be a whole number from 0 to 1000"),
        ({"must": {"other": 1}}, "no field “_last.must.other”"),
        ({"must": []}, "“_last.must” must be an object with count, options"),
        ({"other": 1}, "no field “_last.other”"),
        ({"event": []}, "“_last.event” must be an object with named values"),
        *(
            ({"event": {"spend": each}}, "“_last.event.spend” must be a list")
            for each in ("abc", 5, {}, ["x"] * 101)
        ),
        ({"event": {"spend": [5]}}, r"“_last.event.spend\[0\]” must be text, not 5"),
    ],
)
def test_what_cannot_have_happened_is_a_sentence(last: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleError, match=says) as refused:
        pool({"_last": last})
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("more", [{}, {"count": None}, {"count": 1}, {"clears": None, "on": None}])
def test_a_tag_of_its_own_lies_there_once_if_it_does_not_say_how_often(more: dict[str, Any]) -> None:
    assert pool({"own": [{**OWN, **more}]})["own"][0]["count"] == 1


@pytest.mark.parametrize(
    ("own", "says"),
    [
        (5, "an object with named values, not 5"),
        ([["name", "Salted"]], "an object with named values"),
        ({**OWN, "count": 6}, "tag.count must be a whole number from 1 to 5"),
        ({**OWN, "name": "x" * 81}, "“tag.name” must be text of at most 80 characters"),
        ({**OWN, "on": "x" * 61}, "“tag.on” must be text of at most 60 characters"),
    ],
)
def test_a_tag_that_cannot_be_is_a_sentence(own: object, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        pool({"own": [own]})


@pytest.mark.parametrize(
    ("held", "says"),
    [
        ({"own": 5}, "“own” must be a list, not 5"),
        ({"Curse": "many"}, r"“pool\[Curse\]” must be a whole number from 0 to 1000, not 'many'"),
        ({"Curse": 1.5}, "not 1.5"),
        ({"Curse": True}, "not true"),
    ],
)
def test_a_pool_that_cannot_be_is_a_sentence(held: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleError, match=says):
        pool(held)
