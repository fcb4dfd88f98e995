"""Exports that somebody has tampered with: refused in words, or whole tables."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.attack.forged import GAMES, ODD, Forged, forge, forge_many, places, put, wrong_with
from tests.store.past.stored_games import ALL, StoredGame
from webapp.rules.playable_games import rulesets
from webapp.table import import_validation, table_import
from webapp.table.refusals import Refused
from webapp.table.row_validation import Known, ensure_sound

pytestmark = pytest.mark.attack

SEED = 20_780


def test_a_tampered_document_is_refused_in_words_or_is_a_table(app: Flask) -> None:
    """The same in every run; `python -m tests.attack.forged` forges others each day."""
    assert forge_many(app, SEED, 6) == {}


@pytest.mark.parametrize("stored", ALL, ids=str)
def test_a_piece_with_anything_in_it_is_refused_in_words_or_can_be_read(stored: StoredGame) -> None:
    """Every odd value in every place of each kind of piece that a game keeps."""
    tried, broken = 0, []
    for row, known in pieces(stored):
        for path in places({"things": row["data"]}):
            for odd in [*ODD, ["x"], [5], [{}]]:
                whole = {"things": copy.deepcopy(row["data"])}
                done = put(whole, path, copy.deepcopy(odd))
                if not isinstance(whole["things"], dict):
                    continue
                tried += 1
                try:
                    ensure_sound("piece", {**row, "data": whole["things"]}, stored.game, known)
                except Refused:
                    continue
                except Exception as error:
                    broken.append(f"{row['kind']} {done}: {error!r}")
    assert broken == []
    assert tried > 1000 or stored.game in ("freeform", "razorweave")


def pieces(stored: StoredGame) -> Iterator[tuple[dict[str, Any], Known]]:
    """One of each kind, with what else is there."""
    met = set()
    for each in stored.documents:
        ids = {kind: {row["id"] for row in rows} for kind, rows in each["things"].items()}
        for row in each["things"].get("piece", ()):
            if row["kind"] not in met:
                met.add(row["kind"])
                yield row, lambda of, id, ids=ids: id in ids.get(of, ())


def test_the_same_seed_forges_the_same() -> None:
    assert forge("7-1", "mettle") == forge("7-1", "mettle")
    assert len({str(forge(f"7-{number}", "mettle")) for number in range(20)}) > 15


def test_every_game_is_forged() -> None:
    assert set(GAMES) == set(rulesets())


def test_what_is_let_through_unchecked_is_noticed(
    app: Flask, monkeypatch: pytest.MonkeyPatch, something_unshown: None
) -> None:
    monkeypatch.setattr(table_import, "_ensure_showable", lambda *_: None)
    monkeypatch.setattr(import_validation, "ensure_sound", lambda *_: None)
    spoiled = copy.deepcopy(next(stored for stored in ALL if stored.game == "mettle").documents[1])
    spoiled["things"]["piece"][0]["data"] = {}
    assert "could not be shown" in wrong_with(app, Forged("mettle", 1, ("a piece of nothing",), spoiled))
