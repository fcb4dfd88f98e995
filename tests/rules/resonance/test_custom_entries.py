"""A table's own conditions and tags, in the book's format; a typo has a sentence."""

import pytest

from webapp.games.resonance.rules.book import CATALOGUE_FIELDS, KINDS
from webapp.rules.catalogue import parse
from webapp.rules.errors import CatalogueError

OILED = {
    "name": "Oiled",
    "text": "You are slippery.",
    "effects": [{"on": "hide", "modifier": "disadvantage"}],
}


def read(row, kind="condition"):
    return parse({kind: [row]}, "our table", CATALOGUE_FIELDS, KINDS)


def test_a_custom_condition_is_read_as_the_books_are():
    assert read(OILED).find("oiled").effects[0].modifier == "disadvantage"


@pytest.mark.parametrize(
    ("row", "kind", "says"),
    [
        ({**OILED, "colr": "red"}, "condition", "our table, condition 'Oiled', colr: there is no such field"),
        (
            {**OILED, "order": "1"},
            "condition",
            "our table, condition 'Oiled', order: it must be a whole number, not '1'",
        ),
        ({"name": "Oiled"}, "condition", "our table, condition 'Oiled', text: it is missing"),
        (OILED, "mood", "our table: there is no kind “mood”"),
        (
            {**OILED, "effects": [{"on": "hide", "modifier": "advantge"}]},
            "condition",
            r"our table, condition 'Oiled', effects\[0\].modifier",
        ),
    ],
)
def test_a_typo_is_named(row, kind, says):
    with pytest.raises(CatalogueError, match=says):
        read(row, kind)
