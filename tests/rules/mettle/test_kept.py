"""What a table keeps of a game between two evenings comes back as it was."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.mettle.people import ANN, BOG, CAI, DUN
from webapp.games.mettle.rules import (
    Exposure,
    Hazard,
    Initiative,
    affliction,
    dump_value,
    load_value,
    start,
    trap,
)
from webapp.games.mettle.rules.action_effects import Project
from webapp.games.mettle.rules.journeys import Map, Path
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.race_stretches import Racer, Stretch, stretch
from webapp.games.mettle.rules.zones import Legs, Scenery
from webapp.rules.errors import RuleError

PEOPLE = [ANN, BOG, CAI, DUN]


def again(value: Any) -> Any:
    """Through JSON text and back."""
    return load_value(type(value), json.loads(json.dumps(dump_value(value))))


@st.composite
def fights(draw_: st.DrawFn) -> Initiative:
    """A fight after any number of steps."""
    fight = start(PEOPLE, first=ANN, surprised=draw_(st.sets(st.sampled_from(PEOPLE[1:]))))
    for _ in range(draw_(st.integers(0, 12))):
        step = draw_(st.sampled_from(["act", "wait", "pass_to", "next_round", "surge", "delay", "drop"]))
        who = draw_(st.sampled_from(PEOPLE))
        given_ = {"next_round": (), "wait": ("attack",)}.get(step, (who,))
        try:
            fight = getattr(fight, step)(*given_)
        except RuleError:
            continue
    return fight


@given(fights())
def test_a_fight_goes_on_where_it_stood(fight: Initiative) -> None:
    assert again(fight) == fight


@given(st.integers(-40, 40), st.integers(1, 40), st.integers(0, 10))
def test_mettle_comes_back_as_it_was(current: int, maximum: int, motive: int) -> None:
    meter = Mettle(min(current, maximum), maximum, motive)
    assert again(meter) == meter


@given(
    st.lists(
        st.builds(
            Racer,
            name=st.sampled_from(PEOPLE),
            speed=st.integers(0, 60),
            edge=st.integers(0, 9),
            driven=st.booleans(),
            slowed=st.integers(0, 1),
            swerve=st.integers(0, 4),
        ),
        min_size=1,
        unique_by=lambda racer: racer.name,
    )
)
def test_a_race_comes_back_with_all_its_racers(racers: list[Racer]) -> None:
    assert again(stretch(racers, obstacles=2)) == stretch(racers, obstacles=2)


@pytest.mark.parametrize(
    "state",
    [
        Scenery("Ladder", "climb", 3),
        Legs(Fraction(1, 2), partway=Fraction(1, 2), crawled=True),
        Hazard(4, 4),
        Exposure(affliction("Cobra venom"), 3, 10, difficulty=3, checks=1),
        trap("Flooding room"),
        Project.new("Engine", difficulty=3, edge_needed=6),
        Map(("Bay", "Mine"), (Path("Bay", "Mine", 4),)).pin("Camp", "Mine", 2),
        stretch([Racer(ANN, 2, aboard=(ANN, BOG))]),
    ],
    ids=lambda state: type(state).__name__,
)
def test_every_state_comes_back_as_it_was(state: Any) -> None:
    assert again(state) == state


def test_a_hazard_is_kept_as_the_book_writes_it() -> None:
    assert dump_value(trap("Pitfall"))["hazard"] == str(trap("Pitfall").hazard)
    assert load_value(Hazard, "4D+4") == Hazard(4, 4)


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        (Initiative, {"combatants": ["Ann"], "holder": "Ann"}),
        (Stretch, {"racers": "Ann"}),
        (Scenery, {"name": "Yard", "walls": 4}),
        (Mettle, None),
        (Mettle, {"current": True, "maximum": 3, "motive": 1}),
        (Legs, {"speed": "fast"}),
        (Legs, {"speed": "1/0"}),
        (Legs, {"speed": "1e4000000"}),
        (Legs, {"partway": "1e4000000"}),
        (Hazard, "1d6"),
    ],
)
def test_what_is_no_state_is_refused(kind: type, raw: object) -> None:
    with pytest.raises(RuleError):
        load_value(kind, raw)
