"""The API keeps to its own description, whatever is made of that description, and whoever asks."""

import pytest
from flask import Flask

from tests.api.desk import Desk
from tests.attack.from_schema import ROLES, wrong_with_answers
from webapp.api import tables

pytestmark = pytest.mark.attack


@pytest.fixture
def desk(app: Flask) -> Desk:
    """A table with something on it, and somebody in a seat."""
    desk = Desk.start(app, ruleset="razorweave")
    desk.sit("Ana", character=desk.add("character", name="Mira"))
    desk.add("clock", name="Alarm", segments=6)
    desk.add("tag", name="Slick", visibility="secret")
    return desk


def test_every_answer_is_one_that_the_description_has(app: Flask, desk: Desk) -> None:
    assert wrong_with_answers(app, desk, examples=4) == {}


def test_an_answer_that_breaks_is_noticed(app: Flask, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "tell_story", lambda record: {}["missing"])
    found = wrong_with_answers(app, desk, examples=3, at="/recap")
    assert {key.split(" ")[0] for key in found} == {str(role) for role in ROLES if role}
    assert all("/recap" in key for key in found)
