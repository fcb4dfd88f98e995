"""The API page lists every hook of a game once, with what it does, when it is asked and an example."""

from collections import Counter

import pytest
from flask import Flask

from webapp.api.hooks import GROUPS, hook_names, hook_reference
from webapp.rules.ruleset import Ruleset
from webapp.table.command import GameCommand
from webapp.table.game_table import GameTable
from webapp.views.game_screens import GameScreens


@pytest.mark.parametrize("base", [Ruleset, GameTable, GameScreens, GameCommand])
def test_every_hook_of_a_class_is_listed_once(base: type) -> None:
    listed = Counter(name for _, _, of, names in GROUPS if of is base for name in names.split())
    assert set(listed) == hook_names(base)
    assert set(listed.values()) == {1}


def test_every_hook_says_what_it_does(app: Flask) -> None:
    with app.app_context():
        silent = [hook.name for group in hook_reference() for hook in group.hooks if not hook.text]
    assert silent == []


def test_the_page_shows_arguments_when_it_is_asked_and_an_example(app: Flask) -> None:
    page = app.test_client().get("/api").text
    hook = page.partition('id="GameScreens.serialize_for"')[2].partition("</details>")[0]
    assert (
        "<code>serialize_for(piece: GameDocument, state: TableState, visibility: Visibility)</code>" in hook
    )
    assert "Called for each audience after every command that changes something in its view." in hook
    assert "It returns <code>Mapping[str, object]</code>." in hook
    assert "def serialize_for(" in hook.partition("<pre><code>")[2]
    assert "The interface's version is 1.0." in page


def test_a_value_is_read_and_a_default_is_shown(app: Flask) -> None:
    page = app.test_client().get("/api").text
    roles = page.partition('id="GameCommand.roles"')[2].partition("</details>")[0]
    assert "Read when somebody sends the command;" in roles
    assert "Its type is <code>frozenset[Role]</code>." in roles
    assert "changed: str = &#39;&#39;)</code>" in page


def test_the_labels_of_own_modifiers_have_a_real_example(app: Flask) -> None:
    page = app.test_client().get("/api").text
    hook = page.partition('id="GameScreens.modifier_labels"')[2].partition("</details>")[0]
    assert "own_modifier" in hook
    assert "ModifierLabel(" in hook.partition("<pre><code>")[2]
