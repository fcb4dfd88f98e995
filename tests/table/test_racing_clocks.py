"""Clocks that race and follow, in every game and on every way that a clock may move."""

from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.table.refusals import Refused

GAMES = ("freeform", "razorweave", "resonance", "mettle")


@pytest.fixture(params=GAMES)
def table(app: Flask, request: pytest.FixtureRequest) -> Oak:
    """A table of each game."""
    return Oak.start(app, ruleset=request.param)


def pair(table: Oak, filled: int = 0, segments: int = 2, **fields: Any) -> tuple[int, int]:
    """Two clocks that race."""
    first = table.clock("A", segments, filled=filled, **fields)
    return first, table.clock("B", segments, filled=filled, opposes=first, **fields)


def races(table: Oak, who: Any = "gm") -> dict[str, str | None]:
    """How each clock has finished, by its name."""
    return {each["name"]: each.get("race", "absent") for each in table.sees(who)["clocks"] if "name" in each}


def stands(table: Oak) -> dict[str, int]:
    return {each["name"]: each["filled"] for each in table.sees()["clocks"]}


def entry_of(table: Oak, words: str) -> int:
    from webapp.state.audience import GM
    from webapp.views.journal import journal_lines

    return next(each.id for each in journal_lines(table.state(), GM) if each.summary.startswith(words))


# ---- taking back -----------------------------------------------------------------------------------


def tick_back(table: Oak, clock: int) -> None:
    table.gm(do="clock.tick", clock=clock, by=-2)


def set_back(table: Oak, clock: int) -> None:
    table.gm(do="clock.set", clock=clock, filled=0)


def edit_back(table: Oak, clock: int) -> None:
    table.gm(do="clock.edit", clock=clock, filled=0)


def resize(table: Oak, clock: int) -> None:
    table.gm(do="clock.edit", clock=clock, segments=4)


def undo_back(table: Oak, _clock: int) -> None:
    table.gm(do="undo", entry=entry_of(table, "A: +2"))


@pytest.mark.parametrize("take_back", [tick_back, set_back, edit_back, resize, undo_back])
def test_the_winner_taken_back_has_won_nothing_and_a_rival_that_is_complete_has(
    table: Oak, take_back: Any
) -> None:
    first, second = pair(table)
    table.gm(do="clock.tick", clock=first, by=2)
    table.gm(do="clock.tick", clock=second, by=2)
    assert races(table) == {"A": "first", "B": "second"}
    take_back(table, first)
    assert races(table) == {"A": None, "B": "first"}
    table.gm(do="redo" if take_back is undo_back else "undo")
    assert (races(table), stands(table)) == ({"A": "first", "B": "second"}, {"A": 2, "B": 2})
    if take_back is undo_back:
        undo_back(table, first)
    else:
        table.gm(do="redo")
    assert races(table) == {"A": None, "B": "first"}
    table.gm(do="clock.tick", clock=second, by=-1)
    assert races(table) == {"A": None, "B": None}


def test_undo_of_both_in_any_order_leaves_the_race_undecided(table: Oak) -> None:
    first, second = pair(table)
    table.gm(do="clock.tick", clock=first, by=2)
    table.gm(do="clock.tick", clock=second, by=2)
    table.gm(do="undo", entry=entry_of(table, "A: +2"))
    table.gm(do="undo", entry=entry_of(table, "B: +2"))
    assert (races(table), stands(table)) == ({"A": None, "B": None}, {"A": 0, "B": 0})


def test_a_finish_that_somebody_else_has_got_since_does_not_keep_a_tick_from_being_undone(table: Oak) -> None:
    first, second = pair(table)
    table.gm(do="clock.tick", clock=first, by=2)
    table.gm(do="clock.tick", clock=first, by=-1)
    back = entry_of(table, "A: -1")
    table.gm(do="clock.tick", clock=second, by=2)
    assert races(table) == {"A": None, "B": "first"}
    table.gm(do="undo", entry=back)
    assert (races(table), stands(table)) == ({"A": "second", "B": "first"}, {"A": 2, "B": 2})


def test_undo_of_an_added_or_removed_rival_settles_the_race(table: Oak) -> None:
    first, second = pair(table)
    table.gm(do="clock.tick", clock=first, by=2)
    table.gm(do="clock.remove", clock=first)
    removed = entry_of(table, "A: clock removed")
    table.gm(do="clock.tick", clock=second, by=2)
    table.gm(do="undo", entry=removed)
    assert races(table) == {"A": "first", "B": "second"}


# ---- other ways to complete -------------------------------------------------------------------------


def test_an_edit_that_completes_a_clock_decides_its_race_in_words(table: Oak) -> None:
    first, _ = pair(table)
    done = table.gm(do="clock.edit", clock=first, filled=2)
    assert races(table) == {"A": "first", "B": None}
    said = "“A” is complete first and wins the race against “B”"
    assert table.lines()[0] == f"A: filled segments changed; {said}"
    assert said in table.lines("player")[0]
    assert done.result["race"]["came"] == "first"


def test_a_clock_made_smaller_than_it_is_full_completes(table: Oak) -> None:
    first = table.clock("A", 6, filled=4)
    table.clock("B", 6, opposes=first)
    table.gm(do="clock.edit", clock=first, segments=4)
    assert races(table) == {"A": "first", "B": None}


def test_a_clock_that_is_complete_when_a_race_begins_has_won_it(table: Oak) -> None:
    first = table.clock("A", 2, filled=2)
    second = table.clock("B", 2, opposes=first)
    assert races(table) == {"A": "first", "B": None}
    table.gm(do="clock.tick", clock=second, by=2)
    assert races(table) == {"A": "first", "B": "second"}
    table.gm(do="clock.edit", clock=second, opposes=None)
    assert races(table) == {"A": None, "B": None}


# ---- one moment -------------------------------------------------------------------------------------


@pytest.mark.parametrize("passing", ["scene.end", "scene.activate", "time.pass"])
def test_two_that_complete_as_time_passes_are_complete_at_the_same_time(table: Oak, passing: str) -> None:
    tempo = "time" if passing == "time.pass" else "scene"
    pair(table, filled=3, segments=4, tempo=tempo)
    scene = table.state().table.active_scene
    if passing == "scene.activate":
        scene = table.gm(do="scene.add", name="Next").result["scene"]
    table.gm(do=passing, **({} if passing == "time.pass" else {"scene": scene}))
    assert races(table) == {"A": "both", "B": "both"}
    assert "“B” and “A” are complete at the same time: the GM decides" in table.lines()[0]
    assert "wins the race" not in table.lines()[0] + table.lines("player")[0]
    table.gm(do="undo")
    assert (races(table), stands(table)) == ({"A": None, "B": None}, {"A": 3, "B": 3})
    table.gm(do="redo")
    assert races(table) == {"A": "both", "B": "both"}


def test_two_proposals_accepted_together_are_one_moment(table: Oak) -> None:
    lines = [
        table.gm(do="proposal.make", command={"do": "clock.tick", "clock": clock}).result["proposal"]
        for clock in pair(table, filled=3, segments=4)
    ]
    table.gm(do="proposal.accept", proposal=lines[0], also=lines[1:])
    assert races(table) == {"A": "both", "B": "both"}
    assert "wins the race" not in table.lines()[0]


def test_two_proposals_accepted_one_after_the_other_are_two_moments(table: Oak) -> None:
    for clock in pair(table, filled=3, segments=4):
        line = table.gm(do="proposal.make", command={"do": "clock.tick", "clock": clock}).result["proposal"]
        table.gm(do="proposal.accept", proposal=line)
    assert races(table) == {"A": "first", "B": "second"}


@pytest.mark.parametrize("kind", ["task", "threat"])
def test_in_a_tie_of_resonance_the_threat_wins(app: Flask, kind: str) -> None:
    table = Oak.start(app, ruleset="resonance")
    made = {name: table.clock(name, 4, filled=3, tempo="time", kind=of) for name, of in order(kind)}
    table.gm(do="clock.edit", clock=made["Vault"], opposes=made["Threat"])
    table.gm(do="time.pass")
    assert races(table) == {"Threat": "first", "Vault": "second"}
    assert ("was complete first and won" if kind == "threat" else "wins the race") in table.lines()[0]
    assert "“Vault” is complete first" not in table.lines()[0]


def order(first: str) -> list[tuple[str, str]]:
    """The Threat and the Vault; the one of this kind is the first on the table."""
    return sorted([("Threat", "threat"), ("Vault", "task")], key=lambda each: each[1] != first)


def test_the_moment_is_that_of_the_journals_entry(table: Oak) -> None:
    from webapp.store.models import Clock

    first, _ = pair(table)
    table.gm(do="clock.tick", clock=first, by=2)
    row = table.state().find(Clock, first)
    assert row is not None
    assert row.completed_by == entry_of(table, "A: +2")


# ---- following --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "clock.tick", "by": 1},
        {"do": "clock.set", "filled": 3},
        {"do": "clock.edit", "filled": 3},
        {"do": "clock.edit", "segments": 2},
    ],
)
def test_a_clock_that_waits_is_moved_by_nobody(table: Oak, sent: dict[str, Any]) -> None:
    leader = table.clock("Leader", 4)
    waiting = table.clock("Waiting", 4, filled=2, follows=leader)
    with pytest.raises(Refused, match="“Waiting” follows “Leader”, which is not complete yet"):
        table.gm(clock=waiting, **sent)
    assert table.sees()["clocks"][1]["filled"] == 2
    table.gm(do="clock.tick", clock=leader, by=4)
    table.gm(clock=waiting, **sent)


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "clock.tick", "by": -1},
        {"do": "clock.set", "filled": 1},
        {"do": "clock.edit", "filled": 1, "name": "Renamed"},
        {"do": "clock.edit", "segments": 6},
        {"do": "clock.edit", "filled": 4, "follows": None},
    ],
)
def test_a_clock_that_waits_may_be_taken_back_renamed_made_larger_and_set_free(
    table: Oak, sent: dict[str, Any]
) -> None:
    waiting = table.clock("Waiting", 4, filled=2, follows=table.clock("Leader", 4))
    table.gm(clock=waiting, **sent)


def test_time_leaves_a_clock_whose_leader_it_completes(table: Oak) -> None:
    leader = table.clock("Leader", 4, filled=3, tempo="time")
    waiting = table.clock("Waiting", 4, tempo="time", follows=leader)
    table.gm(do="order.set", ids=[waiting, leader])
    for _ in range(2):
        table.gm(do="time.pass")
        table.gm(do="order.set", ids=[leader, waiting])
    assert stands(table) == {"Leader": 4, "Waiting": 1}


def test_undo_gives_a_waiting_clock_its_ticks_back(table: Oak) -> None:
    leader = table.clock("Leader", 1, filled=1)
    waiting = table.clock("Waiting", 4, filled=2, follows=leader)
    table.gm(do="clock.tick", clock=waiting, by=-1)
    taken = entry_of(table, "Waiting: -1")
    table.gm(do="clock.tick", clock=leader, by=-1)
    table.gm(do="undo", entry=taken)
    assert stands(table) == {"Leader": 0, "Waiting": 2}


# ---- a rival of whom players know nothing ------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["secret", "rumoured"])
def test_a_rival_without_a_name_is_read_by_nobody_but_the_gm(table: Oak, visibility: str) -> None:
    hidden = table.clock("Nemesis", 2, visibility=visibility)
    torch = table.clock(
        "Torch", 2, opposes=hidden, follows=table.clock("Doom", 1, filled=1, visibility=visibility)
    )
    for clock in (hidden, torch):
        table.gm(do="clock.tick", clock=clock, by=2)
    assert races(table) == {"Nemesis": "first", "Torch": "second", "Doom": None}
    for who in ("player", "tv"):
        (seen,) = (each for each in table.sees(who)["clocks"] if each.get("name") == "Torch")
        assert not {"race", "opposes", "follows"} & set(seen)
        assert "race" not in str(table.lines(who))
        assert "Nemesis" not in str(table.lines(who))
    table.gm(do="clock.edit", clock=hidden, visibility="masked")
    assert races(table, "player")["Torch"] == "second"
