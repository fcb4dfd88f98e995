"""Catalogues: read from TOML, checked row by row, searched as people search."""

import tomllib

import pytest

from webapp.rules import toml_tables
from webapp.rules.catalogue import Catalogue, load_catalogue, parse
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import CatalogueError, RuleError
from webapp.rules.playable_games import MissingGame

SLICK = """
[[tag]]
name = "Slick"
group = "Environmental"
text = "No hold."
effects = [{ on = "movement", modifier = "burden" }]
sources = ["rain", "ice"]
clears = "Dry it."
"""


def read(text: str, **more: object) -> Catalogue:
    return parse(tomllib.loads(text), "packs/mine.toml", **more)  # type: ignore[arg-type]


def test_a_row_becomes_an_entry() -> None:
    entry = read(SLICK)["slick"]

    assert (entry.name, entry.kind, entry.group) == ("Slick", "tag", "Environmental")
    assert entry.effects == (Effect("movement", ModifierKind.BURDEN),)
    assert entry.sources == ("rain", "ice")
    assert (entry.clears, entry.trigger) == ("Dry it.", "")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[tag]]\nname = "Slick"', "packs/mine.toml, tag 'Slick', text: it is missing."),
        ('[[tag]]\ntext = "x"', "packs/mine.toml, tag '?', name: it is missing."),
        ('[[tag]]\nname = " "\ntext = "x"', "packs/mine.toml, tag ' ', name: it is empty."),
        ('[[tag]]\nname = "Slick"\ntext = 3', "packs/mine.toml, tag 'Slick', text: it must be text, not 3."),
        (
            '[[tag]]\nname = "Slick"\ntext = "x"\nefects = []',
            "packs/mine.toml, tag 'Slick', efects: there is no such field",
        ),
        (
            '[[tag]]\nname = "Slick"\ntext = "x"\neffects = [{ on = "a", modifier = "burdn" }]',
            "packs/mine.toml, tag 'Slick', effects[0].modifier: “modifier” must be one of",
        ),
        (
            '[[tag]]\nname = "Slick"\ntext = "x"\neffects = ["burden"]',
            "packs/mine.toml, tag 'Slick', effects[0]: it is 'burden', not an effect.",
        ),
        (
            '[[tag]]\nname = "Slick"\ntext = "x"\nsources = ["rain", 2]',
            "packs/mine.toml, tag 'Slick', sources[1]: it is not text.",
        ),
        ('tag = "Slick"', "packs/mine.toml: “tag” must be a list of rows [[tag]], not 'Slick'."),
        ('tag = ["Slick"]', "packs/mine.toml, tag '?': this is not a row of named fields."),
        (SLICK + SLICK, "packs/mine.toml, tag 'Slick', key: this key appears twice."),
        (
            '[[tgas]]\nname = "Slick"\ntext = "x"',
            "packs/mine.toml: there is no kind “tgas”; the known kinds are condition, tag.",
        ),
    ],
)
def test_a_typo_is_found_with_file_entry_and_field(text: str, says: str) -> None:
    with pytest.raises(CatalogueError) as refused:
        read(text, kinds=frozenset({"tag", "condition"}))
    assert str(refused.value).startswith(says)
    assert refused.value.file == "packs/mine.toml"


def test_a_game_may_keep_more_about_a_row() -> None:
    row = '[[tag]]\nname = "Slow"\ntext = "x"\ncolour = "yellow"\nweight = 2'
    assert read(row, extra_fields={"colour": str, "weight": int})["slow"].data == {
        "colour": "yellow",
        "weight": 2,
    }
    with pytest.raises(CatalogueError, match="weight: it must be a whole number, not true"):
        read(row.replace("= 2", "= true"), extra_fields={"colour": str, "weight": int})


def test_text_that_is_no_toml_names_the_file() -> None:
    with pytest.raises(CatalogueError, match=r"packs/mine.toml: this is not valid TOML"):
        toml_tables.parse("[[tag", "packs/mine.toml")
    with pytest.raises(CatalogueError, match=r"freeform/nothing.toml: there is no such file"):
        load_catalogue("webapp.games.freeform.rules", "nothing.toml")


def test_a_table_of_rows_is_held_against_its_schema() -> None:
    with pytest.raises(CatalogueError, match=r"freeform/catalogue.toml: it has no rows \[\[rung\]\]"):
        toml_tables.rows("webapp.games.freeform.rules", "catalogue.toml", "rung", {"dc": int})
    with pytest.raises(CatalogueError, match="clock 'Progress', dc: it is missing"):
        toml_tables.rows("webapp.games.freeform.rules", "catalogue.toml", "clock", {"dc": int})


def test_finding_by_name_in_any_case_and_a_hint_for_a_typo() -> None:
    catalogue = read(SLICK)
    assert catalogue.find("sLICK ") is catalogue["slick"]
    with pytest.raises(RuleError, match=r"no entry named “Slik”. Did you mean Slick\?"):
        catalogue.find("Slik")
    with pytest.raises(RuleError, match="no condition named"):
        catalogue.find("Slick", "condition")


def test_names_in_any_script_have_keys_of_their_own() -> None:
    mine = read(
        "".join(f'[[tag]]\nname = "{name}"\ntext = "x"\n' for name in ("Öl", "Дым", "Лёд", "火", "!?"))
    )
    assert list(mine) == ["öl", "дым", "лёд", "火", "!?"]


def test_a_kind_of_clock_without_a_role_is_refused_with_the_roles_there_are() -> None:
    class Ashen(MissingGame):
        catalogue = parse({"clock": [{"name": "Ashfall", "text": "It falls."}]}, "ash/catalogue.toml")

    with pytest.raises(CatalogueError) as refused:
        _ = Ashen("ash").catalogue.clock_kinds
    said = "ash/catalogue.toml, clock 'Ashfall', role: it is missing; write progress or threat."
    assert str(refused.value) == said
