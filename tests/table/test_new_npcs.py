"""A new NPC is the GM's alone from the first moment, whatever is done, undone and done again with it."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.state.audience import PLAYER, TV, Audience
from webapp.views.journal import journal_lines

NAME = "Xanthippe"


def by_hand(oak: Oak) -> int:
    return oak.character(NAME, kind="npc")


def as_a_minion(oak: Oak) -> int:
    made: int = oak.gm(do="resonance.npc.add", name=NAME, preset="minion", level=2, focus="body").result[
        "characters"
    ][0]
    return made


def as_a_foe(oak: Oak) -> int:
    made: int = oak.gm(do="mettle.npc.add", name=NAME, preset="thug").result["characters"][0]
    return made


def from_the_library(oak: Oak) -> int:
    npc = oak.character(NAME, kind="npc")
    saved = oak.gm(do="saved.add", character=npc).result["saved"]
    oak.gm(do="character.remove", character=npc)
    made: int = oak.gm(do="saved.use", saved=saved).result["character"]
    return made


WAYS = [("freeform", by_hand), ("razorweave", by_hand), ("freeform", from_the_library)]
WAYS += [("resonance", as_a_minion), ("mettle", as_a_foe)]


def read_as_others(oak: Oak) -> str:
    """Return every word that a seat, the players and the TV get."""
    ana = oak.sit("Ana").audience
    ears: list[Audience] = [PLAYER, TV, ana]
    seen = [json.dumps(oak.sees(each), default=str) for each in ears]
    return "".join(seen + [line.summary for each in ears for line in journal_lines(oak.state(), each)])


@pytest.mark.parametrize(("ruleset", "comes"), WAYS)
def test_nobody_else_hears_of_a_new_npc_whatever_is_undone(
    app: Flask, ruleset: str, comes: Callable[[Oak], int]
) -> None:
    oak = Oak.start(app, ruleset=ruleset)
    oak.sit("Ana")
    npc = comes(oak)
    assert NAME not in read_as_others(oak)
    oak.gm(do="condition.add", character=npc, name="Tired")
    oak.gm(do="tag.add", name=f"Beside {NAME}", character=npc)
    oak.gm(do="character.edit", character=npc, name=f"{NAME} the Elder")
    assert NAME not in read_as_others(oak)
    for do in ("undo", "undo", "undo", "undo", "redo", "redo", "redo", "redo"):
        oak.gm(do=do)
        assert NAME not in read_as_others(oak), do


@pytest.mark.parametrize("kind", ["npc", "pc"])
def test_one_that_was_hidden_again_by_an_undo_is_named_no_more(oak: Oak, kind: str) -> None:
    npc = oak.character(NAME, kind=kind, visibility="secret")
    oak.gm(do="character.edit", character=npc, visibility="shown")
    oak.gm(do="condition.add", character=npc, name="Tired")
    assert NAME in read_as_others(oak)
    oak.gm(do="undo")
    oak.gm(do="undo")
    assert NAME not in read_as_others(oak)
