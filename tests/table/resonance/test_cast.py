"""The cast on the GM's page is sent again when the documents that it prints change, and by no others."""

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.games.resonance.views import ResonanceScreens
from webapp.state.audience import GM
from webapp.views import panels_gm
from webapp.views.panels import make_panels


def key(sparks: Sparks) -> object:
    return make_panels(sparks.oak.view(), GM)["cast"].key


def sent_again_by(sparks: Sparks) -> list[str]:
    """Of what the cast is sent again: HP, tags of the pool."""
    found, before = [], key(sparks)
    sparks.set(hp=7)
    if key(sparks) != before:
        found.append("hp")
    before = key(sparks)
    sparks.give("bless")
    return [*found, "tags"] if key(sparks) != before else found


def test_the_documents_that_the_game_names_have_it_sent_again(
    sparks: Sparks, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sent_again_by(sparks) == ["hp"]
    monkeypatch.setattr(ResonanceScreens, "cast_documents", frozenset({"pool"}))
    sparks.set(hp=10)
    assert sent_again_by(sparks) == ["tags"]


def test_a_game_that_names_none_has_it_sent_again_by_all_of_a_character(
    sparks: Sparks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ResonanceScreens, "cast_documents", frozenset())
    assert sent_again_by(sparks) == ["hp", "tags"]


def test_a_game_that_prints_nothing_there_has_it_sent_again_by_none(
    sparks: Sparks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panels_gm, "own_template", lambda game, name: "")
    assert sent_again_by(sparks) == []
