"""What is done on a turn and beside it: what it takes of the action pool, what bites on it, what it costs."""

from typing import Any

import pytest

from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin, order
from webapp.table.refusals import Forbidden, Refused


def test_actions_are_taken_by_whose_turn_it_is(sparks: Sparks) -> None:
    begin(sparks)
    alex = sparks.alex()
    sparks.oak.dispatch(alex, do="resonance.round.act", actions=2)
    assert order(sparks)[0] == ("Sparks", "active", 1)
    with pytest.raises(Refused, match="Sparks has 1 action left, not 2"):
        sparks.oak.dispatch(alex, do="resonance.round.act", actions=2)
    with pytest.raises(Forbidden, match="not your turn"):
        sparks.oak.dispatch(sparks.sam(), do="resonance.round.turn")


@pytest.mark.parametrize("what", ["act", "react"])
def test_the_unconscious_neither_act_nor_react(sparks: Sparks, what: str) -> None:
    begin(sparks, 2, 1)
    sparks.set(sparks.rook, hp=0)
    with pytest.raises(Refused, match="Rook is unconscious"):
        sparks.gm(do=f"resonance.round.{what}", **({"character": sparks.rook} if what == "react" else {}))


def test_focus_takes_the_whole_turn(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.round.focus")
    assert order(sparks)[-1] == ("Sparks", "done", 0)


@pytest.mark.parametrize(
    ("does", "left"),
    [
        ({"do": "resonance.round.act"}, (9, 12)),
        ({"do": "resonance.round.act", "actions": 2, "sp": 1}, (8, 10)),
        ({"do": "resonance.round.focus"}, (9, 10)),
    ],
)
def test_blight_bites_on_every_action_and_what_it_costs_is_paid_once(
    sparks: Sparks, does: dict[str, Any], left: tuple[int, int]
) -> None:
    """Impair adds to a cost in SP; two actions meet two Blights."""
    sparks.give("Blight", 2)
    sparks.give("Impair")
    begin(sparks)
    assert sparks.left()[1] == 12  # Brawn 2 on top
    done = sparks.gm(**does)
    assert "Sparks, Blight: a loss that nothing can prevent" in done.summary
    assert sparks.left()[:2] == left
    sparks.gm(do="undo")
    assert (sparks.left()[:2], sparks.pool()) == ((10, 12), {"Blight": 2, "Impair": 1})


def test_blight_bites_on_a_reaction_whose_cost_no_tag_touches(sparks: Sparks) -> None:
    for tag in ("Blight", "Impair"):
        sparks.give(tag, who=sparks.rook)
    begin(sparks)
    sparks.gm(do="resonance.round.react", character=sparks.rook, sp=3)
    assert sparks.left(sparks.rook)[:2] == (9, 11)
    assert sparks.pool(sparks.rook) == {"Impair": 1}
    assert order(sparks)[1] == ("Rook", "deck", 0)


@pytest.mark.parametrize("what", ["act", "focus", "react"])
def test_an_action_that_a_blight_took_costs_nothing_more(sparks: Sparks, what: str) -> None:
    sparks.set(hp=1)
    sparks.give("Blight")
    begin(sparks)
    who = {"character": sparks.sparks} if what == "react" else {}
    done = sparks.gm(do=f"resonance.round.{what}", **who)
    assert f"the {'reaction' if what == 'react' else 'action'} is lost" in done.summary
    assert "Sparks reacts" not in done.summary
    assert ("Sparks takes no Focus action" in done.summary) == (what == "focus")
    assert (order(sparks)[0], sparks.left()[:2]) == (("Sparks", "active", 3), (0, 12))


def test_what_cannot_be_paid_is_refused_before_anything_bites(sparks: Sparks) -> None:
    sparks.give("Blight")
    begin(sparks, brawn=False)
    sparks.set(sp=0)
    with pytest.raises(Refused, match="with none left"):
        sparks.gm(do="resonance.round.focus")
    assert (sparks.left(), sparks.pool()) == ((10, 0, 10), {"Blight": 1})


def test_standing_up_costs_a_move_action(sparks: Sparks) -> None:
    for name in ("Prone", "Exposed"):
        sparks.gm(do="condition.add", character=sparks.sparks, name=name)
    sparks.give("Blight")
    begin(sparks)
    sparks.oak.dispatch(sparks.alex(), do="resonance.stand", character=sparks.sparks)
    assert sparks.conditions() == ["Exposed"]
    assert (order(sparks)[0], sparks.left()[0]) == (("Sparks", "active", 2), 9)
    with pytest.raises(Refused, match="Sparks is already standing"):
        sparks.gm(do="resonance.stand", character=sparks.sparks)
    with pytest.raises(Forbidden, match="You cannot decide for"):
        sparks.oak.dispatch(sparks.alex(), do="resonance.stand", character=sparks.rook)


def test_a_blight_that_takes_the_last_hp_leaves_her_on_the_ground(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Prone")
    sparks.give("Blight")
    sparks.set(hp=1)
    done = sparks.gm(do="resonance.stand", character=sparks.sparks)
    assert done.summary.startswith("Sparks does not get up; Sparks, Blight:")
    assert sparks.conditions() == ["Prone", "Unconscious"]


IMMOBILISED = "Immobilised: no Move Action"


def test_the_immobilised_take_no_move_action_until_they_break_free(sparks: Sparks) -> None:
    """Seed 001:55 and 001:16; the GM may let them all the same."""
    sparks.gm(do="condition.add", character=sparks.sparks, name="Prone")
    sparks.give("Bind")
    begin(sparks)
    alex = sparks.alex()
    for sent in (
        {"do": "resonance.stand", "character": sparks.sparks},
        {"do": "resonance.round.act", "action": "move"},
    ):
        with pytest.raises(Refused, match=IMMOBILISED):
            sparks.oak.dispatch(alex, **sent)
    assert sparks.piece("values")["no_standing"].startswith(IMMOBILISED)
    sparks.oak.dispatch(alex, do="resonance.round.act", action="shove")
    sparks.gm(do="resonance.stand", character=sparks.sparks)
    assert sparks.conditions() == []
    sparks.happens("breaks free")
    assert sparks.piece("values")["no_move"] == ""


def test_the_immobilised_do_not_hide_unless_the_gm_lets_them(sparks: Sparks) -> None:
    sparks.give("Bind")
    sent = {"character": sparks.sparks, "roll": "hide", "stat": "technique"}
    check = sparks.gm(do="check.call", **sent).result["check"]
    seen = next(each for each in sparks.oak.sees()["checks"] if each["id"] == check)
    assert seen["blocked"] == [
        f"Bind: {IMMOBILISED} until you break free; each Bind costs an action and 1 SP."
    ]
    sparks.gm(do="check.edit", check=check, uses={seen["blocks"][0]["key"]: "off"})
    sparks.gm(do="check.roll", check=check, dice=[9, 3])


def test_getting_up_out_of_a_crouch_is_free(sparks: Sparks) -> None:
    """Seed 001:16 and 001:17: standing costs a Move Action from Prone; of Crouching nothing is said."""
    sparks.gm(do="condition.add", character=sparks.sparks, name="Crouching")
    sparks.give("Bind")
    begin(sparks)
    sparks.oak.dispatch(sparks.alex(), do="resonance.stand", character=sparks.sparks)
    assert (sparks.conditions(), order(sparks)[0]) == ([], ("Sparks", "active", 3))


def test_breaking_free_costs_an_action_and_an_sp(sparks: Sparks) -> None:
    sparks.give("Bind")
    begin(sparks)
    sparks.happens("breaks free")
    assert (order(sparks)[0], sparks.left()[1], sparks.pool()) == (("Sparks", "active", 2), 11, {})


def test_a_roll_is_an_action_of_whoever_has_priority_and_undone_with_it(sparks: Sparks) -> None:
    begin(sparks)
    asked = {"character": sparks.sparks, "stat": "technique", "tn": 9}
    check = sparks.gm(do="check.call", **asked).result["check"]
    done = sparks.gm(do="check.roll", check=check, dice=[8, 2])
    assert "Sparks: 2 actions left" in done.summary
    assert order(sparks)[0] == ("Sparks", "active", 2)
    sparks.gm(do="undo")
    assert order(sparks)[0] == ("Sparks", "active", 3)


def test_a_reaction_is_paid_from_the_own_pool_and_what_is_asked_out_of_turn_costs_nothing(
    sparks: Sparks,
) -> None:
    begin(sparks)
    for roll, left in (("effort", 1), ("reaction", 0), ("reaction", 0)):
        asked = {"character": sparks.rook, "roll": roll, "stat": "brawn", "tn": 9}
        check = sparks.gm(do="check.call", **asked).result["check"]
        sparks.gm(do="check.roll", check=check, dice=[8, 2])
        assert ("Rook", "deck", left) in order(sparks)


@pytest.mark.parametrize(
    "does",
    [{"do": "resonance.stand"}, {"do": "resonance.pool.happen", "on": "breaks free"}],
    ids=["up", "free"],
)
def test_what_costs_an_action_is_had_on_the_own_turn_with_one_left(
    sparks: Sparks, does: dict[str, Any]
) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Prone")
    sparks.give("Bind")
    begin(sparks, 2, 1)  # Rook is first
    with pytest.raises(Refused, match="It is not Sparks's turn"):
        sparks.gm(character=sparks.sparks, **does)
    sparks.gm(do="resonance.round.turn")
    sparks.gm(do="resonance.round.act", actions=3)
    with pytest.raises(Refused, match="Sparks has no actions left"):
        sparks.gm(character=sparks.sparks, **does)
    assert (sparks.conditions(), sparks.pool(), sparks.left()[1]) == (["Prone"], {"Bind": 1}, 12)


@pytest.mark.parametrize(
    ("who", "on", "left"), [("sparks", "acts", 2), ("rook", "reacts", 0), ("rook", "acts", 1)]
)
def test_an_action_or_a_reaction_that_is_said_takes_one_of_the_pool(
    sparks: Sparks, who: str, on: str, left: int
) -> None:
    begin(sparks)
    sparks.happens(on, getattr(sparks, who))
    assert next(rest for name, _, rest in order(sparks) if name.casefold() == who) == left


def test_an_action_of_the_book_costs_its_sp_and_augment_goes_with_an_ability_alone(sparks: Sparks) -> None:
    sparks.give("Augment")
    begin(sparks, brawn=False)
    sparks.oak.dispatch(sparks.alex(), do="resonance.round.act", action="shove")
    assert (order(sparks)[0], sparks.left()[1], sparks.offers()) == (("Sparks", "active", 2), 9, [])
    sparks.oak.dispatch(sparks.alex(), do="resonance.round.act", action="activate")
    assert (sparks.left()[1], sparks.offers()) == (9, ["Augment"])
    with pytest.raises(Refused, match="Recover takes the whole turn"):
        sparks.oak.dispatch(sparks.alex(), do="resonance.round.act", action="recover")
