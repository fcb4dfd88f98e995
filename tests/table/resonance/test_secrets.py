"""What only the GM knows of Resonance's state stays with the GM: on screens, in answers, in the journal."""

import json

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.state.audience import Audience, Role
from webapp.store.models import Seat
from webapp.views.journal import journal_lines
from webapp.views.panels import make_panels
from webapp.views.table_view_factory import project
from webapp.views.view_types import to_json

SECRET = "Canary Assassin"


@pytest.fixture
def hidden(sparks: Sparks) -> int:
    """Somebody nobody knows of."""
    stats = {"level": 7, "alacrity": 5, "power": 5}
    return sparks.oak.character(SECRET, kind="npc", stats=stats)


def told_anywhere(sparks: Sparks, *words: str) -> list[str]:
    """Every place where a player, a seat or the TV reads one of these words."""
    sparks.alex()
    state = sparks.oak.state()
    seat = state.find_all(Seat)[0].id
    found = []
    for who in (Audience(Role.PLAYER), Audience(Role.PLAYER, seat), Audience(Role.TV)):
        view = project(state, who)
        texts = {
            "view": json.dumps(to_json(view)),
            "panels": repr([(panel.it, panel.key) for panel in make_panels(view, who).values()]),
            "journal": " ".join(f"{each.summary} {each.because}" for each in journal_lines(state, who)),
        }
        found += [
            f"{who.key} {place}: {word}" for place, text in texts.items() for word in words if word in text
        ]
    return found


def test_nothing_that_happens_to_somebody_unknown_is_told(sparks: Sparks, hidden: int) -> None:
    sparks.give("Blight", who=hidden)
    sparks.give("Regen", who=hidden)
    sparks.happens("acts", who=hidden)
    sparks.spends("Regen", who=hidden, restore="hp")
    sparks.gm(do="resonance.pool.own", character=hidden, name="Canary mark", on="acts")
    sparks.gm(do="resonance.value.lose", character=hidden, value="sp", amount=10)
    sparks.gm(do="resonance.hide", character=hidden, tn=77)
    sparks.gm(do="resonance.found", character=hidden)
    assert (
        told_anywhere(sparks, SECRET, str(hidden), "Blight", "Canary mark", "more than 77", 'tn": 77') == []
    )


def test_their_turns_are_somebodys(sparks: Sparks, hidden: int) -> None:
    sparks.dice = [4, 1, 1]
    sparks.gm(do="resonance.round.start")
    sparks.gm(do="resonance.round.act")
    sparks.gm(do="resonance.round.pass")
    sparks.dice = [1, 1, 1]
    for _ in range(4):
        sparks.gm(do="resonance.round.turn")
    assert told_anywhere(sparks, SECRET, str(hidden)) == []


def test_a_players_own_turn_tells_nothing_of_other_cards(sparks: Sparks, hidden: int) -> None:
    alex = sparks.alex()
    sparks.dice = [1, 1, 1]
    sparks.gm(do="resonance.round.start")
    done = sparks.oak.dispatch(alex, do="resonance.round.act")
    assert str(hidden) not in json.dumps(done.result)
    sparks.dice = [1, 1, 1]
    done = sparks.oak.dispatch(alex, do="resonance.round.turn")
    assert SECRET not in json.dumps(done.result) + done.summary


def test_a_roll_at_somebody_unknown_keeps_who_and_how_strong(sparks: Sparks, hidden: int) -> None:
    sparks.give("Mark", who=hidden)
    check = sparks.gm(
        do="check.call", character=sparks.sparks, roll="attack", stat="technique", target=hidden
    ).result["check"]
    view = next(each for each in sparks.oak.sees("player")["checks"] if each["id"] == check)
    assert "against" not in view["numbers"]
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=check)
    sparks.gm(do="check.resolve", check=check)
    assert told_anywhere(sparks, SECRET, str(hidden)) == []


def test_a_part_that_nobody_knows_of_is_dealt_with_in_silence(sparks: Sparks, hidden: int) -> None:
    parts = [{"name": "The gate"}, {"name": SECRET, "kind": "foe", "character": hidden}]
    race = sparks.gm(do="resonance.race.start", name="Out", parts=parts, threat=9).result
    sparks.gm(do="resonance.situation.resolve", situation=race["situation"], part=1)
    assert told_anywhere(sparks, SECRET, str(hidden)) == []


def test_a_secret_situation_moves_behind_the_screens(sparks: Sparks) -> None:
    parts = [{"name": SECRET, "length": 2}]
    race = sparks.gm(
        do="resonance.race.start", name="Canary plot", parts=parts, threat=3, visibility="secret"
    ).result
    before = sparks.oak.revisions()[1:]
    sparks.gm(do="resonance.race.happen", on="round ends")
    sparks.gm(do="clock.tick", clock=race["parts"][0], by=1)
    assert sparks.oak.revisions()[1:] == before
    sparks.gm(do="clock.tick", clock=race["parts"][0], by=1)  # won: one off the Scene Clock, which all see
    assert told_anywhere(sparks, SECRET, "Canary plot") == []


def test_a_hidden_edit_draws_nothing_new_for_players(sparks: Sparks, hidden: int) -> None:
    before = sparks.oak.revisions()[1:]
    sparks.give("Curse", 3, who=hidden)
    sparks.happens("rolls", who=hidden)
    sparks.set(hidden, hp=3)
    assert sparks.oak.revisions()[1:] == before


def test_how_hard_somebody_unknown_is_to_hurt_is_told_nowhere(sparks: Sparks, hidden: int) -> None:
    check = sparks.gm(
        do="check.call",
        character=sparks.sparks,
        roll="attack",
        stat="technique",
        target=hidden,
        others=[sparks.captain],
        gives="daze",
    ).result["check"]
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=check)
    sparks.gm(do="check.resolve", check=check)
    assert told_anywhere(sparks, SECRET, str(hidden), "against 11") == []
    other = sparks.gm(
        do="check.call",
        character=sparks.sparks,
        roll="effect",
        stat="technique",
        target=sparks.captain,
        others=[hidden],
    ).result["check"]
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=other)
    assert told_anywhere(sparks, SECRET, str(hidden), "against 11") == []


def test_what_an_unknown_attacker_does_is_told_as_a_change_that_the_gm_made(
    sparks: Sparks, hidden: int
) -> None:
    check = sparks.gm(
        do="check.call", character=hidden, roll="attack", stat="power", target=sparks.sparks, gives="curse"
    ).result["check"]
    sparks.give("Mark")
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=check)
    assert told_anywhere(sparks, "the attack on them") == []
    sparks.gm(do="check.resolve", check=check)
    line = journal_lines(sparks.oak.state(), Audience(Role.PLAYER))[0]
    assert line.summary.endswith("Sparks gains 1 Curse")
    assert line.command == "proposal.accept"


def test_the_number_of_an_obscure_is_the_gms(sparks: Sparks) -> None:
    sparks.give("Obscure")
    sparks.happens("acts", action="obscure")
    sparks.spends("Obscure", stat=3)
    assert told_anywhere(sparks, "than 15", '"tn": 15') == []


def test_values_known_by_a_word_are_told_in_no_number(sparks: Sparks) -> None:
    sparks.set(sparks.captain, hp=9, visibility="masked")
    sparks.gm(do="resonance.pool.edit", character=sparks.captain, visibility="secret")
    sparks.give("Blight", who=sparks.captain)
    sparks.happens("acts", who=sparks.captain)
    sparks.gm(do="resonance.value.gain", character=sparks.captain, value="hp", amount=1)
    assert told_anywhere(sparks, "9 of 10", "8 of 10", "1 HP", "Blight") == []
