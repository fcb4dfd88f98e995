"""Who sits down makes a character at once, with the numbers typed when they like."""

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.rules.playable_games import rulesets
from webapp.table.refusals import Forbidden, Invalid

GAMES = sorted(rulesets())


def played(oak: Oak) -> dict[str, object]:
    """Who plays whom, by name."""
    seen = oak.sees()
    names = {each["id"]: each["name"] for each in seen["cast"]}
    return {seat["name"]: names.get(seat["character"]) for seat in seen["seats"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_sits_down_and_plays_mara_at_once(app: Flask, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    done = oak.player(do="seat.claim", name="Ana", new="Mara")
    assert played(oak) == {"Ana": "Mara"}
    assert done.result["character"] == oak.sees()["cast"][0]["id"]
    assert oak.sees("player")["cast"][0]["kind"] == "pc"
    assert oak.lines()[0] == "Ana joined; Mara joins the cast"


def test_a_second_character_of_a_name_gets_a_number_unless_the_first_is_hidden(oak: Oak) -> None:
    oak.character("Ilse", kind="npc")
    for player, character in (("Ana", "Mara"), ("Ben", "mára"), ("Cleo", "Ilse")):
        oak.player(do="seat.claim", name=player, new=character)
    assert played(oak) == {"Ana": "Mara", "Ben": "mára (2)", "Cleo": "Ilse"}


def test_a_seated_player_names_a_character_and_does_not_join_again(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="seat.claim", new="Mara")
    assert oak.lines()[0] == "Ana names a new character; Mara joins the cast"
    oak.dispatch(oak.sit("Ben"), do="seat.claim", name="Ben")
    assert oak.lines()[0] == "Ben keeps the seat"


@pytest.mark.parametrize(
    ("game", "some"),
    [
        ("mettle", {"CALLING": 6, "CULTURE": 3, "FRAME": 4, "MOTIVE": 4, "NATURE": 3, "POISE": 3}),
        ("razorweave", {"MIG": 1, "AGI": 2, "PRE": 1, "RSN": 0}),
        ("resonance", {"level": 1, "brawn": 2, "wit": 2}),
    ],
)
def test_quick_gives_typical_numbers(app: Flask, game: str, some: dict[str, int]) -> None:
    oak = Oak.start(app, ruleset=game)
    oak.player(do="seat.claim", name="Ana", new="Mara", quick=True)
    stats = oak.sees()["cast"][0]["stats"]
    assert {key: stats.get(key) for key in some} == some


def test_who_sits_already_makes_somebody_too(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="seat.claim", new="Mara")
    assert played(oak) == {"Ana": "Mara"}


def test_gear_that_is_written_before_the_numbers_staggers_nobody(app: Flask) -> None:
    oak = Oak.start(app, ruleset="mettle")
    ana = oak.sit("Ana")
    mara = oak.dispatch(ana, do="seat.claim", new="Mara").result["character"]
    oak.dispatch(ana, do="character.edit", character=mara, stats={"Gear": "A rope"})
    assert oak.sees()["cast"][0]["conditions"] == []


def test_who_plays_somebody_makes_nobody_beside(oak: Oak) -> None:
    tobin = oak.character("Tobin")
    with pytest.raises(Invalid, match="already plays a character"):
        oak.dispatch(oak.sit("Ana", tobin), do="seat.claim", new="Mara")
    with pytest.raises(Invalid, match="not both"):
        oak.dispatch(oak.sit("Ana"), do="seat.claim", character=tobin, new="Mara")


def test_where_the_table_asks_the_gm_lets_her_in_and_she_is_seated_with_her(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"sheets": "ask"})
    done = oak.player(do="seat.claim", name="Ana", new="Mara")
    assert played(oak) == {"Ana": None}
    oak.gm(do="proposal.accept", proposal=done.result["proposal"])
    assert played(oak) == {"Ana": "Mara"}


def test_where_sheets_are_locked_the_gm_makes_them(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"sheets": "locked"})
    with pytest.raises(Forbidden, match="Your GM makes the characters"):
        oak.player(do="seat.claim", name="Ana", new="Mara")
    assert oak.sees()["seats"] == []


@pytest.mark.parametrize(
    ("game", "stats", "left"),
    [
        ("mettle", {"CALLING": 6, "FRAME": 5, "POISE": 4}, "8 of 17 points left besides CALLING 6"),
        ("razorweave", {"MIG": 2}, "2 of 4 points left (usual spread: 2, 1, 1, 0)"),
        ("resonance", {"level": 1, "brawn": 4}, "9 of 21 stat points left"),
        ("freeform", {}, ""),
    ],
)
def test_what_is_left_to_spend_is_said(game: str, stats: dict[str, int], left: str) -> None:
    assert rulesets()[game].to_spend(stats) == left
