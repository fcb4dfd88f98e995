"""Hazards at the table: fire, falls, afflictions, traps; every one of the book."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.games.mettle.rules import catalogue
from webapp.games.mettle.views.panels import gm_panels
from webapp.store.models import Condition, GameDocument
from webapp.table.refusals import Refused

FIRES = [entry.name for entry in catalogue().entries("fire")]
AFFLICTIONS = [entry.name for entry in catalogue().entries("affliction")]
TRAPS = [entry.name for entry in catalogue().entries("trap") if "hazard" in entry.data]


def test_a_fire_burns_each_round_and_ends_when_it_rolls_no_edge(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.hazard.ignite", character=bog, hazard="4D+4", dice=[4, 5, 1, 1])
    assert (yard.mettle("Bog"), "Burning" in yard.statuses("Bog")) == (9 - (2 + 4 - 3), True)
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    burning = next(row for row in yard.state().find_all(Condition) if row.name == "Burning")
    yard.gm(do="mettle.initiative.round", dice={str(burning.id): [1, 2, 3, 1]})
    assert (yard.mettle("Bog"), yard.statuses("Bog")) == (5, {})
    assert "Bog is no longer Burning" in yard.lines()[0]
    yard.gm(do="undo")
    assert (yard.mettle("Bog"), "Burning" in yard.statuses("Bog")) == (6, True)


def test_the_targets_of_a_fire_are_drawn_anew_when_somebody_goes_there(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.add", zone=yard.zone("Melee"), name="Bonfire")

    def key() -> object:
        drawn = (make() for make in gm_panels(yard.view()))
        return next(panel.key for panel in drawn if panel.id == "m-dangers")

    before = key()
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=yard.zone("Right range"), free=True)
    assert key() != before


def test_a_fire_that_rolls_no_edge_does_not_catch_and_is_out(yard: Brawl) -> None:
    fire = yard.gm(do="mettle.hazard.add", zone=yard.zone("Melee"), name="Bonfire").result["piece"]
    strike = {"do": "mettle.hazard.strike", "hazard": fire, "characters": [yard.who("Ann")], "ignite": True}
    yard.gm(**strike, dice=[1, 1, 2, 3])
    assert (yard.mettle("Ann"), yard.statuses("Ann")) == (9, {})
    assert yard.lines()[0].endswith("Bonfire is out: no Edge")
    assert "hazard" not in [row["kind"] for row in yard.sees()["pieces"]]
    yard.gm(do="undo")
    yard.gm(**strike, dice=[1, 1, 2, 4])
    assert "Burning" in yard.statuses("Ann")
    assert yard.piece("hazard")["name"] == "Bonfire"


@pytest.mark.parametrize("typed", [True, False])
def test_a_fire_that_strikes_three_is_rolled_once(yard: Brawl, typed: bool) -> None:
    fire = yard.gm(do="mettle.hazard.add", zone=yard.zone("Melee"), name="Bonfire").result["piece"]
    yard.rolls(4, 1, 2, 5, 1, 1, 1, 1, 1, 1, 1, 1)
    people = [yard.who(name) for name in ("Ann", "Cai", "Bog")]
    sent = {"do": "mettle.hazard.strike", "hazard": fire, "characters": people}
    done = yard.gm(**sent, **({"dice": [4, 1, 2, 5]} if typed else {}))
    assert not done.result["ends"]
    assert [yard.mettle(name) for name in ("Ann", "Cai", "Bog")] == [10 - 3, 9 - 4, 9 - 3]
    assert yard.piece("hazard")["name"] == "Bonfire"
    yard.gm(**sent, dice=[1, 1, 2, 3])
    assert "hazard" not in [row["kind"] for row in yard.sees()["pieces"]]


def test_a_use_puts_a_fire_out(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.ignite", character=yard.who("Ann"), dice=[4, 4])
    yard.does("Ann", "use", dice=[1, 2, 3, 3], manner="extinguish", attribute="POISE", difficulty=3)
    assert "Burning" not in yard.statuses("Ann")


@pytest.mark.parametrize("name", FIRES)
def test_every_fire_of_the_book_burns_in_a_zone(yard: Brawl, name: str) -> None:
    fire = yard.gm(do="mettle.hazard.add", name=name, zone=yard.zone("Melee")).result["piece"]
    yard.rolls(*[4] * 6)
    yard.gm(do="mettle.hazard.strike", hazard=fire, characters=[yard.who("Ann")], ignite=True)
    size = {"Campfire": 2, "Bonfire": 4, "Forge": 6}[name]
    assert yard.mettle("Ann") == 10 - (2 * size - 3)
    assert yard.statuses("Ann")["Burning"] == 1


def test_a_hazard_of_ones_own_hurts_by_its_bonus_even_without_edge(yard: Brawl) -> None:
    made = yard.gm(do="mettle.hazard.add", name="Steam", hazard="3D+4", burns=False)
    yard.gm(
        do="mettle.hazard.strike",
        hazard=made.result["piece"],
        characters=[yard.who("Ann")],
        dice=[1, 2, 3],
    )
    assert yard.mettle("Ann") == 9
    with pytest.raises(Refused, match="no fire named"):
        yard.gm(do="mettle.hazard.add", name="Volcano", hazard=None)


def test_the_gm_sees_what_a_hazard_does_at_least_and_at_most(yard: Brawl) -> None:
    """The book's own two: 3D+3 is 3 to 6 damage, 5D is 0 to 5."""
    for written, harm in (("3D+3", "3 to 6"), ("5D", "0 to 5")):
        yard.gm(do="mettle.hazard.add", name="Acid", hazard=written)
        assert yard.piece("hazard")["harm"] == harm


def test_an_affliction_that_has_stopped_wears_off_with_the_scene_and_one_at_work_stays(yard: Brawl) -> None:
    for who, dice in (("Ann", [4, 5, 1, 1]), ("Cai", [4, 5, 1, 1])):
        yard.gm(do="mettle.hazard.expose", character=yard.who(who), name="Cobra venom", dice=dice)
    ann = next(row.id for row in yard.state().find_all(GameDocument) if row.character == yard.who("Ann"))
    yard.gm(do="mettle.hazard.check", affliction=ann, dice=[1, 2, 3, 1])
    assert (yard.statuses("Ann")["Afflicted"], yard.statuses("Cai")["Afflicted"]) == (3, 4)
    scene = yard.gm(do="scene.add", name="The road").result["scene"]
    yard.gm(do="scene.activate", scene=scene)
    assert "Afflicted" not in yard.statuses("Ann")
    assert yard.statuses("Cai")["Afflicted"] == 4


@pytest.mark.parametrize(("who", "count"), [("Ann", 1), ("Cai", 2)])
def test_at_exposure_the_bonus_of_a_poison_is_enough(yard: Brawl, who: str, count: int) -> None:
    """Seed 003:316 and 003:318: 4D+4 without Edge, less FRAME 3 and 2; then it is checked no more."""
    sent = {"do": "mettle.hazard.expose", "character": yard.who(who), "name": "Cobra venom"}
    yard.gm(**sent, dice=[1, 2, 3, 1])
    assert yard.statuses(who) == {"Afflicted": count}
    assert yard.piece("affliction")["stopped"] is True


def test_a_fall_is_soaked_with_poise(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.fall", character=yard.who("Ann"), metres=5, dice=[4, 5, 6, 1, 1])
    assert yard.mettle("Ann") == 10 - (3 + 5 - 4)
    yard.rolls(*[1] * 15)
    yard.gm(do="mettle.hazard.fall", character=yard.who("Cai"), metres=40)
    assert yard.mettle("Cai") == 9 - (15 - 2)


def test_a_cobra_bites_over_three_hours(yard: Brawl) -> None:
    """FRAME 3 soaks 3 of Edge + 4; it adds up each hour until there is no Edge, and then stays."""
    bog = yard.who("Bog")
    bite = yard.gm(do="mettle.hazard.expose", character=bog, name="Cobra venom", dice=[4, 5, 1, 1])
    assert (bite.result["difficulty"], yard.statuses("Bog")) == (3, {"Afflicted": 3})
    yard.rolls(4, 1, 1, 1)
    yard.gm(do="mettle.time.pass", span="hour")
    assert yard.statuses("Bog") == {"Afflicted": 5}
    assert yard.piece("affliction")["due"] == "day 1, 02:00"
    check = yard.call("Bog", "attack", "Ann")
    seen = numbers(yard, check)
    assert seen["numbers"]["difficulty"] == 4 + 5
    yard.rolls(4, 4, 1, 1)
    yard.gm(do="mettle.time.pass", span="hour")
    assert yard.statuses("Bog") == {"Afflicted": 8}
    yard.rolls(1, 1, 1, 1)
    yard.gm(do="mettle.time.pass", span="hour")
    stopped = yard.piece("affliction")
    assert (stopped["stopped"], stopped["difficulty"], stopped.get("due")) == (True, 8, None)
    assert "Dead" not in yard.statuses("Bog")
    assert yard.piece("time")["words"] == "day 1, 03:00"


def test_an_affliction_past_maximum_mettle_kills(yard: Brawl) -> None:
    bog = yard.who("Bog")
    bite = yard.gm(do="mettle.hazard.expose", character=bog, name="Curare dart", dice=[4] * 5)
    assert yard.statuses("Bog") == {"Afflicted": 7}
    yard.gm(do="mettle.hazard.check", affliction=bite.result["piece"], dice=[4, 1, 1, 1, 1])
    assert "Dead" in yard.statuses("Bog")
    again = yard.gm(do="mettle.hazard.check", affliction=bite.result["piece"], dice=[4, 1, 1, 1, 1])
    assert "Dead" not in again.summary, "nobody dies twice"


@pytest.mark.parametrize("name", AFFLICTIONS)
def test_every_affliction_of_the_book_is_met_and_treated(yard: Brawl, name: str) -> None:
    yard.rolls(*[4] * 6)
    met = yard.gm(do="mettle.hazard.expose", character=yard.who("Ann"), name=name).result
    assert met["difficulty"] > 0
    yard.gm(do="mettle.hazard.treat", affliction=met["piece"])
    assert yard.statuses("Ann") == {}


def test_ten_rounds_are_a_minute_and_the_poison_of_the_minute_falls_due(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.hazard.expose", character=bog, name="Tranquilizer dart", dice=[4, 1, 1, 1])
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.rolls(4, 4, 1, 1)
    for number in range(10):
        assert (number, yard.statuses("Bog")) == (number, {"Afflicted": 2})
        yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
        yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
        done = yard.gm(do="mettle.initiative.round")
    assert "Tranquilizer dart on Bog (4D+4): 3 unsoaked" in done.summary
    assert (yard.statuses("Bog"), yard.piece("time")["words"]) == ({"Afflicted": 5}, "day 1, 00:01")
    yard.gm(do="undo")
    assert (yard.statuses("Bog"), yard.piece("time")["words"]) == ({"Afflicted": 2}, "day 1, 00:00:54")


def test_a_stretch_is_a_minute(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.hazard.expose", character=bog, name="Tranquilizer dart", dice=[4, 1, 1, 1])
    gas = {"name": "Nettle gas", "hazard": "2D", "soaked": False, "interval": "round"}
    yard.gm(do="mettle.hazard.expose", character=ann, dice=[4, 1], **gas)
    yard.gm(do="mettle.stretch.start", drivers=[{"character": ann, "speed": 1}])
    drive = yard.gm(do="mettle.stretch.check", character=ann).result["check"]
    yard.roll(drive, 1, 1, 1, 4)
    yard.rolls(1, 1, 1, 1, 4, 1)
    yard.gm(do="mettle.stretch.next")
    assert (yard.statuses("Bog"), yard.statuses("Ann")) == ({"Afflicted": 2}, {"Afflicted": 2})
    assert yard.piece("time")["words"] == "day 1, 00:01"


def test_an_affliction_of_ones_own_is_checked_by_the_round(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    own = {"name": "Nettle gas", "hazard": "2D", "soaked": False, "interval": "round"}
    yard.gm(do="mettle.hazard.expose", character=bog, dice=[4, 1], **own)
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.rolls(5, 6)
    yard.gm(do="mettle.initiative.round")
    assert yard.statuses("Bog") == {"Afflicted": 3}


def trap(yard: Brawl, name: str, **more: Any) -> int:
    id: int = yard.gm(do="mettle.hazard.trap", zone=yard.zone("Melee"), name=name, **more).result["piece"]
    return id


@pytest.mark.parametrize("name", TRAPS)
def test_every_trap_of_the_book_is_hidden_until_sprung(yard: Brawl, name: str) -> None:
    set_ = trap(yard, name)
    assert name not in str(yard.sees("player")) + " ".join(yard.lines("player"))
    yard.rolls(*[3, 3, 4, 4, 4, 4])
    yard.gm(do="mettle.hazard.spring", trap=set_, characters=[yard.who("Bog")])
    left = {
        "Anti-personnel mine": 9 - (4 + 8 - 3),
        "Pitfall": 9 - (2 + 4 - 3),
        "Scything blade": 9 - (3 + 7 - 3),
        "Tripwire": None,
    }
    assert yard.mettle("Bog") == left[name], "nobody whom nothing hurts has lost any"
    assert name in str(yard.sees("player"))
    with pytest.raises(Refused, match="already been sprung"):
        yard.gm(do="mettle.hazard.spring", trap=set_)


def test_a_trap_that_does_not_beat_poise_does_nothing(yard: Brawl) -> None:
    yard.gm(
        do="mettle.hazard.spring", trap=trap(yard, "Pitfall"), characters=[yard.who("Ann")], dice=[1, 1, 4, 4]
    )
    assert yard.mettle("Ann") is None
    assert "Ann gets clear" in yard.lines()[0]


def test_a_mine_takes_in_the_whole_zone(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.spring", trap=trap(yard, "Anti-personnel mine"), dice=[3, 3, 4, 4, 4, 4])
    assert [yard.mettle(name) for name in ("Ann", "Cai", "Bog")] == [10 - 9, 9 - 10, 9 - 9]


def test_a_flooding_room_counts_its_rounds_on_a_clock(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.hazard.spring", trap=trap(yard, "Flooding room"))
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    (clock,) = yard.sees("player")["clocks"]
    assert (clock["kind"], clock["filled"], clock["segments"]) == ("countdown", 1, 5)
    assert "Flooding room: +1, now 1 of 5" in yard.lines()[0]


def _next_round(yard: Brawl) -> str:
    """Begin a fight of Ann and Bog, use up their Actions, begin Round 2; return the journal line."""
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    return yard.lines()[0]


def test_a_countdown_that_a_round_completes_says_so_with_the_verdict_of_its_race(yard: Brawl) -> None:
    boat = yard.clock("The boat casts off", 1, kind="countdown")
    yard.clock("The chase along the quay", 4, opposes=boat)
    line = _next_round(yard)
    assert "The boat casts off: +1, now 1 of 1. It is complete!" in line
    assert "“The boat casts off” is complete first and wins the race" in line


def test_a_round_moves_a_countdown_once_and_leaves_one_that_waits_for_another_clock(yard: Brawl) -> None:
    first = yard.clock("The fuse", 4, kind="countdown", tempo="round")
    yard.clock("The blast", 4, kind="countdown", follows=first)
    line = _next_round(yard)
    assert ("The fuse: +1, now 1 of 4" in line, "The blast" in line) == (True, False)
    assert [clock["filled"] for clock in yard.sees()["clocks"]] == [1, 0]


def test_a_countdown_whose_leader_the_round_completes_waits_for_the_next_round(yard: Brawl) -> None:
    fuse = yard.clock("The fuse", 1, kind="countdown", tempo="round")
    horn = yard.clock("The horn", 1, kind="countdown")
    yard.clock("The blast", 4, kind="countdown", follows=fuse)
    yard.clock("The guards", 4, kind="countdown", follows=horn)
    _next_round(yard)
    assert [clock["filled"] for clock in yard.sees()["clocks"]] == [1, 1, 0, 0]
    yard.gm(do="mettle.initiative.act", character=yard.who("Ann"), targets=[yard.who("Bog")])
    yard.gm(do="mettle.initiative.act", character=yard.who("Bog"), targets=[yard.who("Ann")])
    yard.gm(do="mettle.initiative.round")
    assert [clock["filled"] for clock in yard.sees()["clocks"]] == [1, 1, 1, 1]


def test_two_countdowns_that_a_round_completes_are_complete_at_the_same_time(yard: Brawl) -> None:
    boat = yard.clock("The boat casts off", 1, kind="countdown")
    yard.clock("The tide turns", 1, kind="countdown", opposes=boat, tempo="round")
    line = _next_round(yard)
    assert [clock["race"] for clock in yard.sees()["clocks"]] == ["both", "both"]
    assert "are complete at the same time: the GM decides" in line
    assert "wins the race" not in line


def test_who_steps_into_a_trapped_zone_is_put_before_the_gm(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.trap", zone=yard.zone("Left range"), name="Pitfall")
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=yard.zone("Left range"))
    (line,) = yard.sees()["proposals"]
    assert line["because"] == "Ann enters Left range"
    assert yard.sees("player")["proposals"] == []
    yard.rolls(3, 3, 4, 4)
    yard.gm(do="proposal.accept", proposal=line["id"])
    assert yard.mettle("Ann") == 10 - (2 + 4 - 4)


def test_a_mine_meets_cover_as_any_attack_does(yard: Brawl) -> None:
    """Score 4 beats Cai's POISE 2, but not with the 2 of Partial Cover and a point more."""
    mine = trap(yard, "Anti-personnel mine")
    yard.gm(do="mettle.action.cover", character=yard.who("Cai"), cover="partial")
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="total")
    yard.gm(do="mettle.hazard.spring", trap=mine, dice=[1, 2, 4, 4, 4, 4])
    assert yard.mettle("Cai") is None, "Score 3 against POISE 2 and Cover 2"
    assert yard.mettle("Bog") is None, "nothing gets through Total Cover"


def test_a_hazard_without_fire_sets_nobody_on_fire(yard: Brawl) -> None:
    rocks = yard.gm(do="mettle.hazard.add", name="Rocks", hazard="3D", burns=False).result["piece"]
    with pytest.raises(Refused, match="Rocks cannot set anybody on fire"):
        yard.gm(do="mettle.hazard.strike", hazard=rocks, characters=[yard.who("Ann")], ignite=True)


@pytest.mark.parametrize(
    ("do", "named"),
    [("add", "fire named “Moat”"), ("trap", "trap named “Moat”"), ("expose", "affliction named")],
)
def test_the_refusal_of_an_unknown_danger_says_how_to_write_ones_own(
    yard: Brawl, do: str, named: str
) -> None:
    where = {"trap": {"zone": yard.zone("Melee")}, "expose": {"character": yard.who("Ann")}}.get(do, {})
    with pytest.raises(Refused, match=f"{named}.* enter its dice, such as 3D"):
        yard.gm(do=f"mettle.hazard.{do}", name="Moat", **where)


def test_a_trap_of_the_book_may_have_a_trigger_of_its_own(yard: Brawl) -> None:
    trap = {"do": "mettle.hazard.trap", "zone": yard.zone("Melee")}
    yard.gm(**trap, name="Pitfall", trigger="Somebody dances")
    assert yard.piece("trap")["trigger"] == "Somebody dances"
    bomb = yard.gm(**trap, name="Bomb", rounds=1).result["piece"]
    yard.gm(do="mettle.hazard.spring", trap=bomb)
    assert yard.lines()[0] == "Bomb is sprung; Bomb: clock of 1 segment started"


def test_a_trap_is_no_hazard_that_strikes(yard: Brawl) -> None:
    trap = yard.gm(do="mettle.hazard.trap", zone=yard.zone("Melee"), name="Pitfall").result["piece"]
    with pytest.raises(Refused, match="This document is of the kind “trap”; the command needs “hazard”"):
        yard.gm(do="mettle.hazard.strike", hazard=trap, characters=[yard.who("Ann")])
