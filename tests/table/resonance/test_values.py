"""HP, SP and EP at the table, and the conditions that come and go with them."""

from typing import Any

import pytest

from tests.table.resonance.rolling import lines
from tests.table.resonance.sparks import Sparks
from tests.table.test_moments import told
from webapp.games.resonance.rules.book import catalogue
from webapp.rules.events import Event, load_event
from webapp.state.audience import GM, PLAYER, Audience, Role
from webapp.state.reader import Reader
from webapp.store.models import Condition
from webapp.table.audience_views import cursor_of
from webapp.table.refusals import Forbidden, Refused
from webapp.views.journal import journal_lines
from webapp.views.missed_changes import missed_since


def test_everybody_starts_with_ten_of_each_and_an_empty_pool(sparks: Sparks) -> None:
    assert sparks.left() == (10, 10, 10)
    assert sparks.pool() == {}


def test_a_loss_is_told_with_what_is_left_and_taken_back_by_undo(sparks: Sparks) -> None:
    done = sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp", amount=3)
    assert done.summary == "Sparks loses 3 HP, now 7 of 10"
    assert sparks.left() == (7, 10, 10)
    sparks.gm(do="undo")
    assert sparks.left() == (10, 10, 10)


@pytest.mark.parametrize(("value", "name"), [("hp", "Unconscious"), ("sp", "Exhausted"), ("ep", "Silenced")])
def test_a_value_at_nothing_brings_its_condition_and_takes_it_away_again(
    sparks: Sparks, value: str, name: str
) -> None:
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value=value, amount=10)
    assert sparks.conditions() == [name]
    sparks.gm(do="resonance.value.gain", character=sparks.sparks, value=value, amount=1)
    assert sparks.conditions() == []


VALUES = [("hp", "Unconscious"), ("sp", "Exhausted"), ("ep", "Silenced")]


@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("source", [None, "{} = 0", "no {} left"])
@pytest.mark.parametrize(("value", "name"), VALUES[1:])
def test_a_condition_added_by_hand_for_a_value_ends_with_it(
    sparks: Sparks, value: str, name: str, source: str | None, first: bool
) -> None:
    """Seed 001:22 and 001:25: "SP = 0", "EP = 0"."""
    steps = [
        {"do": "condition.add", "name": name, "source": source and source.format(value.upper())},
        {"do": "resonance.value.lose", "value": value, "amount": 10},
    ]
    for step in steps if first else reversed(steps):
        sparks.gm(character=sparks.sparks, **step)
    sparks.gm(do="resonance.value.gain", character=sparks.sparks, value=value, amount=1)
    assert sparks.conditions() == []


@pytest.mark.parametrize(("value", "name"), VALUES[1:])
def test_a_condition_of_another_cause_stays_when_the_value_is_back(
    sparks: Sparks, value: str, name: str
) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name=name, source="a curse")
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value=value, amount=10)
    sparks.gm(do="resonance.value.gain", character=sparks.sparks, value=value, amount=1)
    assert sparks.conditions() == [name]


def test_a_sleeper_sleeps_on_when_hp_are_back(sparks: Sparks) -> None:
    """Seed 001:24: unconscious at 0 HP, or asleep."""
    sparks.gm(do="condition.add", character=sparks.sparks, name="Unconscious")
    sparks.set(hp=0)
    sparks.gm(do="resonance.value.gain", character=sparks.sparks, value="hp", amount=3)
    assert sparks.conditions() == ["Unconscious"]


def test_a_condition_that_no_value_caused_stays(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Exhausted")
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="sp", amount=2)
    assert sparks.conditions() == ["Exhausted"]


def test_the_condition_that_came_with_a_loss_goes_with_its_undo(sparks: Sparks) -> None:
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="sp", amount=10)
    sparks.gm(do="undo")
    assert sparks.conditions() == []


def test_losing_hp_at_nothing_is_death_and_a_restore_undoes_it(sparks: Sparks) -> None:
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp", amount=12)
    assert "dies" in sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp").summary
    assert sparks.piece("values")["dead"]
    sparks.gm(do="resonance.value.restore", character=sparks.sparks, value="hp")
    assert sparks.left()[0] == 10
    assert sparks.conditions() == []


def test_a_blow_on_a_sleeper_is_proposed_as_fatal(sparks: Sparks) -> None:
    """Seed 001:24; the Curator confirms it, or does not."""
    sparks.gm(do="condition.add", character=sparks.sparks, name="Unconscious")
    for accepted in (False, True):
        sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp", amount=2)
        (line,) = sparks.oak.view().proposals
        assert line.because == "HP lost while asleep: fatal"
        assert not sparks.piece("values")["dead"]
        sparks.gm(do=f"proposal.{'accept' if accepted else 'decline'}", proposal=line.id)
        assert sparks.piece("values")["dead"] is accepted


def test_nothing_but_the_death_is_said_of_one_who_dies(sparks: Sparks) -> None:
    done = sparks.gm(do="resonance.value.die", character=sparks.sparks)
    assert (done.summary, sparks.conditions()) == ("Sparks dies", ["Unconscious"])


def test_a_setting_keeps_the_blow_fatal_at_nothing_alone(sparks: Sparks) -> None:
    sparks.gm(do="table.edit", settings={"fatal_at_zero": True})
    sparks.gm(do="condition.add", character=sparks.sparks, name="Unconscious")
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp", amount=2)
    assert (sparks.oak.view().proposals, sparks.left()[0]) == ((), 8)


def test_who_lies_at_nothing_dies_of_the_next_loss_with_no_question(sparks: Sparks) -> None:
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp", amount=12)
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, value="hp")
    assert (sparks.oak.view().proposals, sparks.piece("values")["dead"]) == ((), True)


def test_injured_halves_what_one_holds_until_it_is_cleared(sparks: Sparks) -> None:
    wound = sparks.gm(do="condition.add", character=sparks.sparks, name="Injured").result["condition"]
    values = sparks.piece("values")["values"]
    assert values == {name: {"left": 5, "most": 5} for name in ("hp", "sp", "ep")}
    sparks.gm(do="condition.clear", condition=wound)
    assert sparks.piece("values")["values"]["hp"] == {"left": 5, "most": 10}


def test_unconscious_by_hand_is_sleep_and_clearing_it_wakes(sparks: Sparks) -> None:
    sleep = sparks.gm(do="condition.add", character=sparks.sparks, name="Unconscious").result["condition"]
    for on in ("acts", "reacts"):
        with pytest.raises(Refused, match="unconscious"):
            sparks.happens(on)
    sparks.gm(do="condition.clear", condition=sleep)
    assert sparks.happens("acts").result["lost"] is False


@pytest.mark.parametrize("name", [entry.name for entry in catalogue().entries("condition")])
def test_every_condition_of_the_book_can_be_given_and_taken(sparks: Sparks, name: str) -> None:
    condition = sparks.gm(do="condition.add", character=sparks.sparks, name=name).result["condition"]
    assert sparks.conditions() == [name]
    sparks.gm(do="condition.clear", condition=condition)
    assert sparks.conditions() == []


def test_rider_and_mount_belong_together_until_one_gets_off(sparks: Sparks) -> None:
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    assert (sparks.conditions(), sparks.conditions(sparks.rook)) == (["Riding"], ["Mounted"])
    with pytest.raises(Refused, match="already"):
        sparks.gm(do="resonance.mount", character=sparks.captain, mount=sparks.rook)
    sparks.gm(do="resonance.dismount", character=sparks.rook)
    assert (sparks.conditions(), sparks.conditions(sparks.rook)) == ([], [])


def test_clearing_one_of_the_two_by_hand_clears_the_other(sparks: Sparks) -> None:
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    rows = sparks.oak.sees()["cast"]
    riding = next(each for each in rows if each["id"] == sparks.sparks)["conditions"][0]["id"]
    sparks.gm(do="condition.clear", condition=riding)
    assert sparks.conditions(sparks.rook) == []


def test_the_gm_chooses_who_sees_values_and_masked_ones_say_a_word_each(sparks: Sparks) -> None:
    sparks.set(sparks.captain, hp=4, visibility="masked")
    seen = sparks.piece("values", sparks.captain, "player")
    assert seen["values"] == {"hp": {"word": "some"}, "sp": {"word": "full"}, "ep": {"word": "full"}}
    assert "resistance" not in seen
    hidden = sparks.gm(do="resonance.value.set", character=sparks.captain, visibility="secret")
    assert hidden.summary.endswith(": values secret")
    kinds = [(row["kind"], row["character"]) for row in sparks.oak.sees("tv")["pieces"]]
    assert ("values", sparks.captain) not in kinds


def test_a_player_writes_down_the_own_values_and_nobody_elses(sparks: Sparks) -> None:
    done = sparks.oak.dispatch(sparks.alex(), do="resonance.value.set", character=sparks.sparks, hp=7)
    assert done.result["hp"] == 7
    other = sparks.oak.character("Tobin")
    with pytest.raises(Forbidden):
        sparks.oak.dispatch(sparks.alex(), do="resonance.value.set", character=other, hp=10)


def test_what_a_wound_cleared_among_several_things_means_is_done_with_it(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Injured")
    injured = next(row.id for row in sparks.oak.state().find_all(Condition))
    sparks.gm(do="things.edit", ids=[injured], remove=True)
    assert sparks.conditions() == []


@pytest.mark.parametrize("condition", ["Crouching", "Submerged"])
def test_movement_is_halved_by_what_one_is_in(sparks: Sparks, condition: str) -> None:
    sparks.gm(do="character.edit", character=sparks.sparks, stats={"movement": 4})
    sparks.gm(do="condition.add", character=sparks.sparks, name=condition)
    assert sparks.piece("values")["movement"] == 2


def test_sparks_reaches_level_two_and_raises_her_influence(sparks: Sparks) -> None:
    mara = sparks.oak.character("Mara")  # just awakened: level 1, every stat 2
    done = sparks.gm(do="resonance.level", character=mara, stat="influence")
    assert done.summary == "Mara reaches level 2, with 6 keywords; Influence is now 3"
    newest, *_ = told(sparks.oak, Audience(Role.PLAYER, sparks.oak.sit("Ana", mara).seat))
    assert (newest.head, newest.weight, newest.tone) == (done.summary, "card", "good")
    assert newest.is_about(mara)
    shown = sparks.piece("values", mara)
    assert (shown["level"], shown["resistance"]) == (2, 7)
    sparks.gm(do="character.edit", character=mara, stats={"level": 9})
    with pytest.raises(Refused, match="Level 9 is the highest level"):
        sparks.gm(do="resonance.level", character=mara, stat="wit")


def test_who_goes_down_dies_or_rises_takes_the_stage(sparks: Sparks) -> None:
    def weighs(**sent: Any) -> list[str | None]:
        sparks.gm(**sent, character=sparks.sparks)
        state = sparks.oak.state()
        entry = state.entry(journal_lines(state, GM)[0].id)
        assert entry is not None
        reader = Reader(state, PLAYER)
        return [reader.weight(event) for event in map(load_event, entry.events) if isinstance(event, Event)]

    assert weighs(do="resonance.value.lose", amount=9) == ["card"]
    assert weighs(do="resonance.value.lose", amount=1) == ["card", "stage"]
    assert weighs(do="resonance.value.lose", amount=1) == ["stage"]
    assert weighs(do="resonance.value.restore") == ["card", "stage"]
    assert weighs(do="condition.add", name="Unconscious") == ["stage"]
    woken = next(each["id"] for each in sparks.oak.sees()["cast"][0]["conditions"])
    sparks.gm(do="condition.clear", condition=woken)
    assert sparks.oak.lines("player")[0] == "Sparks is no longer Unconscious"
    assert weighs(do="resonance.value.lose", value="sp", amount=10) == ["card", "card"]
    assert weighs(do="resonance.value.set", dead=True) == ["stage", "line"]
    assert weighs(do="resonance.value.set", dead=True, sp=3)[0] == "line"


def test_a_change_of_nothing_is_told_as_none(sparks: Sparks) -> None:
    for do, amount in (("gain", 2), ("lose", 0)):
        done = sparks.gm(do=f"resonance.value.{do}", character=sparks.sparks, value="hp", amount=amount)
        assert done.summary == "Sparks: HP stays at 10 of 10"


def test_the_dead_are_refused_as_dead_and_not_as_unconscious(sparks: Sparks) -> None:
    for state, fields in (("unconscious", {"asleep": True}), ("dead", {"dead": True})):
        sparks.set(**fields)
        with pytest.raises(Refused, match=f"Sparks is {state} and cannot act"):
            sparks.happens("acts")


def test_the_next_level_is_proposed_with_the_name_of_its_stat(sparks: Sparks) -> None:
    level = {"do": "resonance.level", "character": sparks.sparks, "stat": "force"}
    sparks.oak.dispatch(sparks.alex(), do="proposal.make", command=level)
    assert lines(sparks) == ["Sparks reaches the next level, with more Force"]


def test_values_that_were_set_several_times_are_missed_as_they_are_now(sparks: Sparks) -> None:
    before = cursor_of(sparks.oak.state(), PLAYER)
    for hp in (9, 8):
        sparks.set(hp=hp)
    state = sparks.oak.state()
    missed = missed_since(state, PLAYER, before, cursor_of(state, PLAYER))
    assert missed is not None
    assert missed.sentences == ("Sparks: HP 8 of 10, SP 10 of 10, EP 10 of 10, after 2 changes",)
