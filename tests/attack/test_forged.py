"""Exports that somebody has tampered with: refused in words, or whole tables."""

import copy

import pytest
from flask import Flask

from tests.attack.forged import Forged, forge, forge_many, today, wrong_with
from tests.store.past.kept import ALL
from webapp.table import document, exchange


def test_a_tampered_document_is_refused_in_words_or_is_a_table(app: Flask) -> None:
    print(f"seed {today()}: python -m tests.attack.forged --seed {today()}")
    assert forge_many(app, today(), 100) == {}


def test_the_same_seed_forges_the_same() -> None:
    assert forge("7-1") == forge("7-1")
    assert len({str(forge(f"7-{number}")) for number in range(20)}) > 15


def test_what_is_let_through_unchecked_is_noticed(
    app: Flask, monkeypatch: pytest.MonkeyPatch, something_unshown: None
) -> None:
    monkeypatch.setattr(exchange, "_ensure_showable", lambda *_: None)
    monkeypatch.setattr(document, "ensure_sound", lambda *_: None)
    spoiled = copy.deepcopy(next(kept for kept in ALL if kept.game == "mettle").documents[1])
    spoiled["things"]["piece"][0]["data"] = {}
    assert "could not be shown" in wrong_with(app, Forged("mettle", 1, ("a piece of nothing",), spoiled))
