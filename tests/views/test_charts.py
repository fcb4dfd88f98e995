"""Figures of an evening: what they count, and for whom."""

import pytest
from flask import Flask

from tests.table.investigation import Case
from tests.table.test_checks_investigation import play
from webapp.state import audience
from webapp.state.audience import Role
from webapp.views.charts import Figures, make_figures
from webapp.views.graphs import Graph
from webapp.views.session_record import Record


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


def drawn(case: Case, who: str = "gm") -> Figures:
    return make_figures(Record(case.state(), audience.audience_for(Role(who))))


def steps(figure: Graph) -> list[tuple[int, int]]:
    return [(step.before, step.after) for step in figure.steps]


def test_a_clock_is_a_line_of_steps_with_their_reasons(case: Case) -> None:
    play(case)
    expose, cover = drawn(case).clocks
    assert steps(expose) == [(0, 2), (2, 3)]
    assert steps(cover) == [(0, 1), (1, 2), (2, 4)]
    assert [step.why for step in cover.steps][1] == "The official hears of it and burns papers"
    assert (expose.threat, cover.threat) == (False, True)
    assert cover.line.startswith("M10.0,76.0L")
    assert cover.line.endswith("L290.0,8.0")
    assert cover.levels == (76.0, 59.0, 42.0, 25.0, 8.0)


def test_outcomes_stand_beside_what_the_odds_of_those_rolls_would_have(case: Case) -> None:
    for faces in ((6, 6, 6, 6), (4, 4, 3, 3), (1, 1, 1, 1)):
        case.roll(case.gm_call(dc=14, attribute="MIG"), *faces)
    shown = drawn(case)
    assert shown.rolls == 3
    assert [(bar.name, bar.seen) for bar in shown.outcomes] == [
        ("Critical success", 1),
        ("Full success", 1),
        ("Partial success", 0),
        ("Failure", 0),
        ("Critical failure", 1),
    ]
    assert [bar.expected for bar in shown.outcomes] == [0.3, 1.4, 0.6, 0.6, 0.1]


def test_players_see_the_odds_only_where_the_table_shows_them(case: Case) -> None:
    case.roll(case.gm_call(dc=14), 4, 4, 4, 4)
    assert {bar.expected for bar in drawn(case, "player").outcomes} == {None}
    case.gm(do="table.edit", settings={"show_odds": True})
    assert None not in {bar.expected for bar in drawn(case, "player").outcomes}


def test_a_check_taken_back_or_out_of_sight_is_not_counted(case: Case) -> None:
    case.dice(4, 4, 4, 4)
    case.gm(do="check.roll", check=case.gm_call(dc=14, visibility="secret"))
    assert (drawn(case).rolls, drawn(case, "player").rolls) == (1, 0)
    clock = case.clock("Escape", 6)
    check = case.gm_call(dc=14, targets=[clock])
    case.roll(check, 4, 4, 4, 4)
    assert drawn(case).rolls == 2
    case.gm(do="undo")
    assert drawn(case).rolls == 1


def test_ticks_are_counted_by_their_cause(case: Case) -> None:
    play(case)
    storm = case.clock("Storm", 6, tempo="time")
    case.gm(do="clock.tick", clock=storm, by=2)
    case.gm(do="time.pass")
    wish = {"do": "clock.tick", "clock": storm, "by": 1}
    asked = case.dispatch(case.ana, do="proposal.make", command=wish).result["proposal"]
    case.gm(do="proposal.accept", proposal=asked)
    drain = case.clock("Torches", 4, direction="drain")
    case.gm(do="clock.tick", clock=drain, because="they burn down")
    assert {bar.key: bar.seen for bar in drawn(case).causes} == {
        "check": 6,
        "event": 2,
        "time": 1,
        "players": 1,
        "hand": 2,
    }


def test_a_series_exists_only_for_what_players_may_know_now(case: Case) -> None:
    for visibility in ("secret", "rumoured", "masked", "shown"):
        clock = case.clock(f"{visibility} clock", 6, visibility=visibility)
        case.gm(do="clock.tick", clock=clock, by=3)
    assert [figure.name for figure in drawn(case, "player").clocks] == ["shown clock"]
    assert len(drawn(case).clocks) == 4
    case.gm(do="clock.edit", clock=clock, visibility="secret")
    assert drawn(case, "player").clocks == ()
    assert drawn(case, "player").causes == ()


def test_what_moves_in_secret_changes_nothing_for_players(case: Case) -> None:
    shown = case.clock("Alarm", 6)
    case.gm(do="clock.tick", clock=shown)
    before = drawn(case, "player")
    hidden = case.clock("Plot", 6, visibility="secret")
    case.gm(do="clock.tick", clock=hidden, by=4)
    assert drawn(case, "player") == before
