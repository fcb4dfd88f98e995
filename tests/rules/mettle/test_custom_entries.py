"""A table's own fires, afflictions, traps and statuses, in the book's format; a slip has a sentence."""

from typing import Any

import pytest

from webapp.games.mettle.rules.book import FIELDS, KINDS, checked
from webapp.rules.catalogue import Catalogue, parse
from webapp.rules.errors import CatalogueError


def custom(rows: dict[str, Any]) -> Catalogue:
    return checked(parse(rows, "custom", FIELDS, KINDS))


def test_a_table_adds_its_own_in_the_same_format() -> None:
    rows = {
        "fire": [{"name": "Dragon", "text": "Breath.", "hazard": "8D+8"}],
        "affliction": [
            {"name": "Ague", "text": "Shivers.", "hazard": "2D", "soak": "none", "interval": "day"}
        ],
        "trap": [{"name": "Net", "text": "Drops.", "trigger": "A rope", "hazard": "3D", "soak": "none"}],
    }
    assert [entry.name for entry in custom(rows).values()] == ["Dragon", "Ague", "Net"]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (
            {"fire": [{"name": "Dragon", "text": "Breath.", "hazard": "8d8"}]},
            "fire 'Dragon', hazard: Write a hazard like",
        ),
        ({"fire": [{"name": "Dragon", "text": "Breath."}]}, "fire 'Dragon', hazard"),
        (
            {"affliction": [{"name": "Ague", "text": "Shivers.", "hazard": "2D", "interval": "moon"}]},
            "affliction 'Ague', interval",
        ),
        (
            {"affliction": [{"name": "Ague", "text": "Shivers.", "hazard": "2D", "soak": "luck"}]},
            "affliction 'Ague', soak: The soak of an Affliction must be",
        ),
        (
            {"trap": [{"name": "Net", "text": "Drops.", "hazard": "3D"}]},
            "trap 'Net', trigger: Say what sets off",
        ),
        (
            {"status": [{"name": "Sad", "text": "Sad.", "effect": []}]},
            "status 'Sad', effect: there is no such",
        ),
        (
            {
                "status": [
                    {"name": "Sad", "text": "Sad.", "effects": [{"on": "anything", "modifier": "gloom"}]}
                ]
            },
            r"status 'Sad', effects\[0\].modifier",
        ),
        ({"moods": []}, "there is no kind “moods”"),
    ],
)
def test_a_slip_in_custom_data_is_named_with_entry_and_field(rows: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CatalogueError, match=sentence):
        custom(rows)
