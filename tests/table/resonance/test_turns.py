"""The turn order at the table: cards, actions, passing, Haste and Slow, rounds that end."""

from typing import Any

import pytest

from tests.table.oak import Oak
from tests.table.resonance.sparks import Sparks
from webapp.screens.audience import Audience, Role
from webapp.screens.journal import journal
from webapp.table.actor import Actor
from webapp.table.exchange import export_table, import_table
from webapp.table.refusals import Forbidden, Refused


def begin(sparks: Sparks, *dice: int, **fields: Any) -> None:
    """Sparks, Rook and the Captain; each die picks the next card of those left (1 is the first)."""
    sparks.dice = list(dice) or [1, 1]
    sparks.gm(do="resonance.round.start", **fields)


def rounds(sparks: Sparks, who: str = "gm") -> dict[str, Any]:
    return next(each for each in sparks.oak.sees(who)["pieces"] if each.get("kind") == "rounds")


def order(sparks: Sparks, who: str = "gm") -> list[tuple[str, str, int]]:
    return [(each["name"], each["where"], each["left"]) for each in rounds(sparks, who)["cards"]]


def test_the_cards_are_shuffled_and_the_first_has_priority(sparks: Sparks) -> None:
    begin(sparks, 2, 1)
    assert order(sparks) == [("Rook", "active", 1), ("Sparks", "deck", 3), ("Captain", "deck", 1)]
    assert sparks.left(sparks.rook)[1] == 14  # Brawn 4 on top


def test_why_rounds_begin_is_not_told_to_who_may_not_know_whom_it_names(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility="secret")
    begin(sparks, 1, 1, surprised=[sparks.captain], because="The Captain sneaks up")
    board = sparks.oak.board()
    told = {role: journal(board, Audience(role))[0] for role in (Role.PLAYER, Role.GM)}
    assert told[Role.PLAYER].summary.startswith("The rounds begin")
    assert [each.because for each in told.values()] == [None, "The Captain sneaks up"]


def test_undo_straight_after_gives_the_same_table(sparks: Sparks) -> None:
    """What a pool remembers of the moment is put back too, as long as nothing came after."""

    def pieces() -> list[dict[str, Any]]:
        rows = export_table(sparks.oak.id)["things"]["piece"]
        return [each for each in rows if not each["removed"]]

    sparks.give("Slow")
    sparks.happens("acts")
    before = pieces()
    begin(sparks)
    begun = pieces()
    assert begun != before
    sparks.gm(do="undo")
    assert pieces() == before
    sparks.gm(do="redo")
    assert pieces() == begun


def test_what_happened_since_stays_what_happened_last(sparks: Sparks) -> None:
    sparks.happens("acts")
    first = journal(sparks.oak.board(), Audience(Role.GM))[0].id
    sparks.happens("pays SP")
    sparks.gm(do="undo", entry=first)
    assert sparks.piece("pool")["last"]["event"] == "pays SP"


def test_one_tap_ends_the_turn_and_after_the_last_the_round(sparks: Sparks) -> None:
    begin(sparks)
    for _ in range(2):
        sparks.gm(do="resonance.round.turn")
    sparks.dice = [1, 1]
    done = sparks.gm(do="resonance.round.turn")
    assert "Round 1 ends" in done.summary
    assert (rounds(sparks)["round"], order(sparks)[0]) == (2, ("Sparks", "active", 3))


def test_the_end_of_a_round_costs_a_race_one(sparks: Sparks) -> None:
    sparks.gm(do="resonance.race.start", name="Out", parts=[{"name": "Door"}], threat=5)
    begin(sparks)
    sparks.dice = [1, 1]
    for _ in range(3):
        sparks.gm(do="resonance.round.turn")
    assert next(each["filled"] for each in sparks.oak.sees()["clocks"] if each["kind"] == "threat") == 4


def test_actions_are_taken_by_whose_turn_it_is(sparks: Sparks) -> None:
    begin(sparks)
    alex = sparks.alex()
    sparks.oak.take(alex, do="resonance.round.act", actions=2)
    assert order(sparks)[0] == ("Sparks", "active", 1)
    with pytest.raises(Refused, match="Sparks has 1 action left, not 2"):
        sparks.oak.take(alex, do="resonance.round.act", actions=2)
    with pytest.raises(Forbidden, match="not your turn"):
        sparks.oak.take(sparks.sam(), do="resonance.round.turn")


def test_passing_puts_the_card_to_the_bottom(sparks: Sparks) -> None:
    begin(sparks)
    sparks.oak.take(sparks.alex(), do="resonance.round.pass")
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Captain", "Sparks"]


def test_slow_takes_one_action_of_the_turn_and_haste_adds_one(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    sparks.give("Haste")
    begin(sparks)
    assert order(sparks)[0] == ("Sparks", "active", 2)
    sparks.oak.take(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Haste")
    assert order(sparks)[0] == ("Sparks", "active", 3)
    sparks.gm(do="resonance.round.turn")
    assert sparks.pool() == {"Slow": 1}


def test_a_slow_that_comes_during_the_turn_waits_for_the_next(sparks: Sparks) -> None:
    begin(sparks)
    sparks.give("Slow")
    sparks.gm(do="resonance.round.turn")
    assert sparks.pool() == {"Slow": 1}


def test_a_nullify_goes_at_the_first_priority_of_the_round(sparks: Sparks) -> None:
    sparks.give("Nullify", 2)
    begin(sparks)
    assert sparks.pool() == {"Nullify": 1}


def test_cure_is_offered_on_the_own_turn(sparks: Sparks) -> None:
    sparks.give("Cure")
    sparks.give("Mark")
    assert sparks.offers() == []
    begin(sparks)
    assert sparks.offers() == ["Cure"]


def test_the_surprised_come_last(sparks: Sparks) -> None:
    begin(sparks, 1, 1, surprised=[sparks.sparks])
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Captain", "Sparks"]


def test_somebody_seizes_priority_joins_and_leaves(sparks: Sparks) -> None:
    begin(sparks, 1, characters=[sparks.sparks, sparks.rook])
    sparks.gm(do="resonance.round.seize", character=sparks.rook)
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Sparks"]
    sparks.dice = [2]
    sparks.gm(do="resonance.round.join", character=sparks.captain)
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Sparks", "Captain"]
    sparks.gm(do="resonance.round.react", character=sparks.captain)
    sparks.gm(do="resonance.round.leave", character=sparks.sparks)
    assert order(sparks) == [("Rook", "active", 1), ("Captain", "deck", 0)]
    sparks.gm(do="resonance.round.end")
    assert not [each for each in sparks.oak.sees()["pieces"] if each["kind"] == "rounds"]


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


def test_a_mount_pays_for_its_rider(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.round.act", pool=sparks.rook)
    assert order(sparks)[1] == ("Rook", "deck", 0)


def test_a_player_spends_nobodys_actions_but_a_mounts(sparks: Sparks) -> None:
    alex = sparks.alex()
    begin(sparks)
    for pool in (sparks.rook, sparks.captain):
        with pytest.raises(Forbidden, match="does not pay for you"):
            sparks.oak.take(alex, do="resonance.round.act", pool=pool)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.oak.take(alex, do="resonance.round.act", pool=sparks.rook)
    assert order(sparks)[1] == ("Rook", "deck", 0)


def test_a_rider_decides_on_the_mounts_turn_too(sparks: Sparks) -> None:
    alex, sam = sparks.alex(), sparks.sam()
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    begin(sparks, 2, 1)
    sparks.oak.take(alex, do="resonance.round.act", pool=sparks.sparks)
    assert order(sparks)[:2] == [("Rook", "active", 1), ("Sparks", "deck", 2)]
    pair = rounds(sparks, "player")["pair"]
    assert (pair["name"], pair["left"], pair["rides"]) == ("Sparks", 2, True)
    with pytest.raises(Forbidden, match="Whoever rides says what you do"):
        sparks.oak.take(sam, do="resonance.round.act")
    sparks.oak.take(alex, do="resonance.round.turn")
    assert rounds(sparks)["pair"]["rides"] is False
    with pytest.raises(Forbidden, match="not your turn"):
        sparks.oak.take(sam, do="resonance.round.act")


def test_a_riders_roll_is_an_action_on_either_turn_paid_from_either_pool(sparks: Sparks) -> None:
    alex = sparks.alex()
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    begin(sparks, 2, 1)  # Rook, the mount, is first
    for left in ([("Rook", 1), ("Sparks", 2)], [("Rook", 1), ("Sparks", 1)], [("Rook", 1), ("Sparks", 0)]):
        rolls(sparks, alex)
        assert [(name, rest) for name, _, rest in order(sparks)[:2]] == left
    rolls(sparks, alex)
    assert order(sparks)[0] == ("Rook", "active", 0)


def rolls(sparks: Sparks, who: Actor) -> None:
    """Somebody makes an Effort Roll for the own character."""
    check = sparks.oak.take(who, do="check.call", stat="technique", intent="climb").result["check"]
    sparks.gm(do="check.edit", check=check, tn=2)
    sparks.oak.take(who, do="check.roll", check=check, dice=[8, 2])


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
    assert "Sparks, Blight: 1 HP lost" in done.summary
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
    assert "the action is lost" in done.summary
    assert (order(sparks)[0], sparks.left()[:2]) == (("Sparks", "active", 3), (0, 12))


def test_what_cannot_be_paid_is_refused_before_anything_bites(sparks: Sparks) -> None:
    sparks.give("Blight")
    begin(sparks, brawn=False)
    sparks.set(sp=0)
    with pytest.raises(Refused, match="only 0 are left"):
        sparks.gm(do="resonance.round.focus")
    assert (sparks.left(), sparks.pool()) == ((10, 0, 10), {"Blight": 1})


def test_a_slow_bites_on_a_turn_that_was_seized_and_goes_with_it(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    begin(sparks, 2, 1)  # Rook is first
    sparks.gm(do="resonance.round.seize", character=sparks.sparks)
    assert order(sparks)[:2] == [("Sparks", "active", 2), ("Rook", "deck", 1)]
    sparks.gm(do="resonance.round.turn")
    assert sparks.pool() == {"Slow": 1}


def test_the_slow_of_whoever_is_interrupted_goes_with_their_turn(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    begin(sparks)
    assert order(sparks)[0] == ("Sparks", "active", 2)
    sparks.gm(do="resonance.round.seize", character=sparks.rook)
    assert sparks.pool() == {"Slow": 1}


def test_seizing_with_no_action_left_gives_one(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.round.react", character=sparks.rook)
    sparks.gm(do="resonance.round.seize", character=sparks.rook)
    sparks.gm(do="resonance.round.act")
    assert order(sparks)[0] == ("Rook", "active", 0)


def test_standing_up_costs_a_move_action(sparks: Sparks) -> None:
    for name in ("Prone", "Exposed"):
        sparks.gm(do="condition.add", character=sparks.sparks, name=name)
    sparks.give("Blight")
    begin(sparks)
    sparks.oak.take(sparks.alex(), do="resonance.stand", character=sparks.sparks)
    assert sparks.conditions() == ["Exposed"]
    assert (order(sparks)[0], sparks.left()[0]) == (("Sparks", "active", 2), 9)
    with pytest.raises(Refused, match="Sparks stands already"):
        sparks.gm(do="resonance.stand", character=sparks.sparks)
    with pytest.raises(Forbidden, match="not yours to decide for"):
        sparks.oak.take(sparks.alex(), do="resonance.stand", character=sparks.rook)


def test_a_rider_says_when_the_mount_recharges(sparks: Sparks) -> None:
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.set(sparks.rook, ep=4)
    recharge = {"do": "resonance.recharge", "character": sparks.rook, "value": "ep"}
    with pytest.raises(Forbidden, match="not yours to decide for"):
        sparks.oak.take(sparks.sam(), **recharge)
    sparks.oak.take(sparks.alex(), **recharge)
    assert sparks.left(sparks.rook) == (10, 9, 5)


def test_breaking_free_costs_an_action_and_an_sp(sparks: Sparks) -> None:
    sparks.give("Bind")
    begin(sparks)
    sparks.happens("breaks free")
    assert (order(sparks)[0], sparks.left()[1], sparks.pool()) == (("Sparks", "active", 2), 11, {})


def test_who_is_rumoured_has_a_card_without_a_name(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility="rumoured")
    begin(sparks, 3, 1)
    seen = rounds(sparks, "player")
    assert (seen["active"], seen["somebody"]) == (None, True)
    assert [name for name, _, _ in order(sparks, "player")] == ["Sparks", "Rook"]


def test_who_is_secret_has_no_card_on_other_screens(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility="secret")
    begin(sparks, 3, 1)
    seen = rounds(sparks, "tv")
    assert (seen["active"], seen["somebody"]) == (None, True)
    assert [name for name, _, _ in order(sparks, "tv")] == ["Sparks", "Rook"]


def test_a_round_is_undone_whole(sparks: Sparks) -> None:
    begin(sparks)
    before = order(sparks)
    sparks.gm(do="resonance.round.turn")
    sparks.gm(do="undo")
    assert order(sparks) == before


def test_a_table_with_all_of_it_goes_out_and_in_again(sparks: Sparks) -> None:
    sparks.gm(do="resonance.race.start", name="Out", parts=[{"name": "Door"}], threat=5)
    sparks.give("Blight")
    sparks.happens("acts")
    sparks.gm(do="resonance.hide", character=sparks.rook, tn=12)
    begin(sparks)
    again = Oak(sparks.oak.app, import_table(export_table(sparks.oak.id)))
    assert again.sees()["pieces"] == sparks.oak.sees()["pieces"]


def test_who_leaves_the_table_leaves_the_deck_and_whom_they_rode(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.gm(do="character.remove", character=sparks.sparks)
    assert [name for name, *_ in order(sparks)] == ["Rook", "Captain"]
    assert sparks.conditions(sparks.rook) == []


def test_with_the_last_card_the_rounds_are_over(sparks: Sparks) -> None:
    begin(sparks)
    for who in (sparks.sparks, sparks.rook, sparks.captain):
        sparks.gm(do="resonance.round.leave", character=who)
    with pytest.raises(Refused, match="No rounds are running"):
        sparks.gm(do="resonance.round.turn")


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
