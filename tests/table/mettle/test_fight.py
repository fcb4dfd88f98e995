"""A fight over quick zones: Initiative, Attack, Rattle, Rally, Surge, Staggered and Heal."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest

from tests.table.mettle.brawl import ANN, CAI, Brawl, numbers
from tests.table.watch import Watch
from webapp.services import services
from webapp.table.actor import Actor
from webapp.table.refusals import Forbidden, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table


def test_quick_zones_are_three_in_a_row(yard: Brawl) -> None:
    zones = {row["name"]: row for row in yard.sees()["zones"]}
    assert list(zones) == ["Left range", "Melee", "Right range"]
    assert zones["Melee"]["joins"] == [zones["Left range"]["id"], zones["Right range"]["id"]]
    assert {row["zone"] for row in yard.sees()["cast"]} == {zones["Melee"]["id"]}
    with pytest.raises(Refused, match="already has Zones"):
        yard.gm(do="mettle.zone.quick")


def test_initiative_passes_to_the_target_of_an_attack(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 4, 5, 6])
    fight = yard.piece("fight")
    assert (fight["holder"], fight["phase"], fight["round"]) == (yard.who("Bog"), "acting", 1)
    assert yard.mettle("Bog") == 9 - (3 + 3 - 3)


def test_nobody_acts_out_of_turn_but_the_gm_may_let_it_pass(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    check = yard.call("Cai", "attack", "Bog")
    with pytest.raises(Refused, match="Ann holds Initiative and must act first"):
        yard.roll(check, 1, 2, 4)
    block = next(each["key"] for each in yard.sees()["checks"][0]["blocks"])
    yard.gm(do="check.edit", check=check, uses={block: "off"})
    yard.roll(check, 1, 2, 4)
    assert yard.piece("fight")["holder"] == yard.who("Ann")


def test_an_impossible_pass_is_refused_with_the_reason(yard: Brawl) -> None:
    ann, bog, cai = yard.who("Ann"), yard.who("Bog"), yard.who("Cai")
    yard.gm(do="mettle.initiative.start", first=ann)
    with pytest.raises(Refused, match="must act before anyone can pass"):
        yard.gm(do="mettle.initiative.pass", character=cai)
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    with pytest.raises(Refused, match="Ann has no Action left; pass to Cai"):
        yard.gm(do="mettle.initiative.pass", character=ann)
    yard.gm(do="mettle.initiative.pass", character=cai)
    assert yard.piece("fight")["holder"] == cai


def test_who_is_not_in_the_fight_takes_no_action_in_it(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="character.add", name="Dov", kind="npc")
    with pytest.raises(Refused, match="Dov is not in this fight"):
        yard.gm(do="mettle.initiative.act", character=yard.who("Dov"))
    yard.gm(do="mettle.initiative.leave", character=yard.who("Cai"))
    with pytest.raises(Refused, match="Cai is out of this fight"):
        yard.gm(do="mettle.initiative.act", character=yard.who("Cai"))


def test_a_player_passes_only_what_the_own_character_holds(yard: Brawl) -> None:
    ann, cai = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    with pytest.raises(Forbidden, match="You cannot act for"):
        yard.dispatch(cai, do="mettle.initiative.act", character=yard.who("Ann"))
    yard.dispatch(ann, do="mettle.initiative.act", character=yard.who("Ann"))
    with pytest.raises(Forbidden, match="Only the holder of"):
        yard.dispatch(cai, do="mettle.initiative.pass", character=yard.who("Cai"))
    yard.dispatch(ann, do="mettle.initiative.pass", character=yard.who("Cai"))
    assert yard.piece("fight")["holder"] == yard.who("Cai")


def test_the_rattled_lose_their_lowest_dice_and_fail_as_written(yard: Brawl) -> None:
    """[2, 2, 4, 5, 5, 6]: both 2s go, Score 0, Edge 4."""
    yard.does("Ann", "rattle", "Bog", dice=[1, 2, 4, 5, 1])
    assert yard.statuses("Bog") == {"Rattled": 3}
    result = yard.does("Bog", "attack", "Ann", dice=[2, 2, 4, 5, 5, 6], pool=6)
    data = result["data"]
    assert (data["kept"], data["score"], data["edge"], result["success"]) == ([4, 5, 5, 6], 0, 4, False)
    assert yard.statuses("Bog") == {"Rattled": 2}


def test_nobody_is_rattled_twice_at_once(yard: Brawl) -> None:
    yard.does("Ann", "rattle", "Bog", dice=[1, 2, 1, 1, 1])
    with pytest.raises(Refused, match="Already Rattled"):
        yard.gm(do="mettle.status.add", character=yard.who("Bog"), name="Rattled", count=1)
    with pytest.raises(Refused, match="cannot Rally while Rattled"):
        yard.gm(do="mettle.action.rally", character=yard.who("Bog"))


def test_a_rally_doubles_3_to_6_and_takes_the_action(yard: Brawl) -> None:
    ann = yard.who("Ann")
    yard.gm(do="mettle.hurt", character=ann, by=7)
    yard.gm(do="mettle.initiative.start", first=ann)
    assert yard.gm(do="mettle.action.rally", character=ann).result["mettle"] == 6
    fight = yard.piece("fight")
    assert (fight["phase"], yard.who("Bog") in fight["choices"]) == ("passing", True)


def test_a_surge_halves_mettle_and_gives_the_action_back(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann)
    with pytest.raises(Refused, match="must have acted this Round to Surge"):
        yard.gm(do="mettle.action.surge", character=ann)
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    assert yard.gm(do="mettle.action.surge", character=ann).result["mettle"] == 5
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    assert yard.piece("fight")["holder"] == ann
    yard.gm(do="undo")
    yard.gm(do="undo")
    assert yard.mettle("Ann") is None


def test_staggered_comes_at_0_and_fallen_below_minus_motive(yard: Brawl) -> None:
    bog = yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=bog)
    yard.gm(do="mettle.hurt", character=bog, by=11)
    assert (yard.mettle("Bog"), yard.statuses("Bog")) == (-2, {"Staggered": 2})
    check = yard.call("Bog", "attack", "Ann")
    seen = numbers(yard, check)
    assert (seen["numbers"]["pool"], seen["numbers"]["difficulty"]) == (2, 4)
    yard.gm(do="mettle.hurt", character=bog, by=2)
    assert yard.statuses("Bog") == {"Fallen": 4}
    state = next(each for each in yard.piece("fight")["combatants"] if each["character"] == bog)
    assert state["state"] == "out"
    yard.gm(do="undo")
    assert yard.statuses("Bog") == {"Staggered": 2}


def test_a_heal_saves_and_a_days_rest_gives_back_its_edge(yard: Brawl) -> None:
    bog = yard.who("Bog")
    yard.gm(do="mettle.hurt", character=bog, by=11)
    yard.does("Cai", "heal", "Bog", dice=[1, 2, 4, 5])
    assert yard.statuses("Bog") == {"Staggered": 2, "Stable": 2}
    yard.gm(do="mettle.time.pass", span="day", characters=[bog], rest=True)
    assert (yard.mettle("Bog"), yard.statuses("Bog")) == (0, {"Staggered": 0})


def test_a_failed_heal_is_the_end(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=11)
    yard.does("Cai", "heal", "Bog", dice=[1, 1, 4, 5])
    assert "Dead" in yard.statuses("Bog")


def test_waiting_interrupts_with_the_action_that_was_named(yard: Brawl) -> None:
    ann, bog, cai = yard.who("Ann"), yard.who("Bog"), yard.who("Cai")
    yard.gm(do="mettle.initiative.start", first=ann)
    yard.gm(do="mettle.initiative.wait", character=ann, action="attack")
    yard.gm(do="mettle.initiative.pass", character=bog)
    with pytest.raises(Refused, match="waits to attack and cannot change that to sneak"):
        yard.gm(do="mettle.initiative.interrupt", character=ann, action="sneak")
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 4, 5, 6])
    fight = yard.piece("fight")
    assert fight["holder"] == bog
    yard.gm(do="mettle.initiative.act", character=bog, targets=[cai])
    assert yard.piece("fight")["holder"] == cai


@pytest.mark.parametrize(("action", "said"), [("sway", "waits to sway"), ("use", "waits to use something")])
def test_a_wait_reads_as_a_sentence(yard: Brawl, action: str, said: str) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    done = yard.gm(do="mettle.initiative.wait", character=yard.who("Ann"), action=action)
    assert done.summary == f"Ann {said}; Ann passes Initiative"


def test_a_new_round_gives_everyone_an_action_and_the_last_passes_on(yard: Brawl) -> None:
    ann, bog, cai = yard.who("Ann"), yard.who("Bog"), yard.who("Cai")
    yard.gm(do="mettle.initiative.start", first=ann, surprised=[bog])
    assert yard.statuses("Bog") == {"Surprised": 1}
    yard.gm(do="mettle.initiative.act", character=ann, targets=[cai])
    yard.gm(do="mettle.initiative.act", character=cai, targets=[bog])
    assert yard.piece("fight")["phase"] == "round over"
    yard.gm(do="mettle.initiative.round")
    fight = yard.piece("fight")
    assert (fight["round"], fight["holder"]) == (2, bog)
    assert yard.statuses("Bog") == {}
    yard.gm(do="mettle.initiative.end")
    assert [row for row in yard.sees()["pieces"] if row["kind"] == "fight"] == []


def test_somebody_joins_and_somebody_flees(yard: Brawl) -> None:
    ann, dun = yard.who("Ann"), yard.character("Dun", stats={"Threat": "3D+7"})
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, yard.who("Bog")])
    yard.gm(do="mettle.initiative.join", character=dun)
    yard.gm(do="mettle.initiative.leave", character=yard.who("Bog"))
    yard.gm(do="mettle.initiative.delay", character=dun)
    states = {each["character"]: each["state"] for each in yard.piece("fight")["combatants"]}
    assert (states[dun], states[yard.who("Bog")]) == ("lost", "out")


def test_who_left_the_fight_joins_it_again_unless_they_cannot_act(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    with pytest.raises(Refused, match="already in this fight"):
        yard.gm(do="mettle.initiative.join", character=bog)
    yard.gm(do="mettle.initiative.leave", character=bog)
    yard.gm(do="mettle.initiative.join", character=bog)
    states = {each["character"]: each["state"] for each in yard.piece("fight")["combatants"]}
    assert (states[bog], yard.lines()[0].partition(";")[0]) == ("acted", "Bog joins the fight")
    yard.gm(do="mettle.status.add", character=bog, name="Incapacitated")
    with pytest.raises(Refused, match="Bog cannot act now"):
        yard.gm(do="mettle.initiative.join", character=bog)


def test_a_hidden_fighter_is_nobody_in_particular(yard: Brawl) -> None:
    dun = yard.character("Dun", kind="npc", stats={"Threat": "3D+7"})
    yard.gm(do="mettle.initiative.start", first=dun)
    seen = next(row for row in yard.sees("player")["pieces"] if row["kind"] == "fight")
    assert seen["holder"] is None
    assert dun not in [each["character"] for each in seen["combatants"]]
    assert "Dun" not in str(yard.sees("player")) + " ".join(yard.lines("player"))
    yard.gm(do="mettle.initiative.act", character=dun)
    yard.gm(do="mettle.initiative.pass", character=yard.who("Bog"))
    yard.gm(do="mettle.initiative.delay", character=dun)
    assert "Dun" not in str(yard.sees("player")) + " ".join(yard.lines("player"))
    assert any("Dun acts" in line for line in yard.lines("gm"))
    check = yard.call("Ann", "attack", "Bog")
    blocked = next(each for each in yard.sees("player")["checks"] if each["id"] == check)["blocked"]
    assert blocked == ["Not their turn: Bog holds Initiative and must act first."]


def test_undo_takes_back_the_harm_of_an_attack_and_then_its_roll_with_initiative(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    check = yard.call("Ann", "attack", "Bog")
    yard.roll(check, 1, 2, 4, 5, 6)
    yard.apply(check)
    assert (yard.mettle("Bog"), yard.piece("fight")["holder"]) == (6, yard.who("Bog"))
    yard.gm(do="undo")
    assert (yard.mettle("Bog"), yard.piece("fight")["holder"]) == (None, yard.who("Bog"))
    assert numbers(yard, check)["state"] == "rolled"
    yard.gm(do="undo")
    assert (numbers(yard, check)["state"], yard.piece("fight")["holder"]) == ("void", yard.who("Ann"))
    yard.gm(do="redo")
    yard.apply(check)
    assert yard.mettle("Bog") == 6


def test_an_answer_without_dice_takes_the_action_too(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    check = yard.call("Ann", "attack", "Bog")
    yard.gm(do="check.resolve", check=check, answer="yes")
    assert yard.piece("fight")["holder"] == yard.who("Bog")


def test_the_first_attack_begins_initiative_with_all_whom_players_know(yard: Brawl) -> None:
    yard.character("Ambusher", kind="npc", visibility="secret")
    check = yard.call("Ann", "attack", "Bog")
    fight = yard.piece("fight")
    assert (fight["phase"], fight["holder"]) == ("acting", yard.who("Ann"))
    assert [each["character"] for each in fight["combatants"]] == [
        yard.who(name) for name in ("Ann", "Cai", "Bog")
    ]
    yard.roll(check, 1, 1, 4, 4, 4)
    assert (yard.piece("fight")["phase"], yard.piece("fight")["holder"]) == ("acting", yard.who("Bog"))
    yard.call("Bog", "attack", "Ann")
    assert len([each for each in yard.sees()["pieces"] if each["kind"] == "fight"]) == 1


def test_a_first_attack_that_is_taken_back_leaves_no_fight(yard: Brawl) -> None:
    split = {"do": "mettle.action.split", "character": yard.who("Ann"), "dice": 3}
    yard.gm(**split, foes=[yard.who("Bog"), yard.who("Cai")])
    assert yard.piece("fight")["holder"] == yard.who("Ann")
    yard.gm(do="undo")
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "fight"] == []


def test_an_ambush_begins_initiative_as_it_is_rolled(yard: Brawl) -> None:
    hidden = yard.character("Ambusher", kind="npc", visibility="secret", stats={"Threat": "3D+3"})
    yard.gm(do="character.edit", character=hidden, zone=yard.zone("Melee"))
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Surprised")
    check = yard.call("Ambusher", "attack", "Ann")
    assert [each for each in yard.sees("player")["pieces"] if each["kind"] == "fight"] == []
    yard.roll(check, 1, 1, 4)
    fight = yard.piece("fight")
    assert (fight["phase"], fight["holder"]) == ("passing", hidden)
    assert fight["choices"] == [yard.who("Cai"), yard.who("Bog")]
    assert "Ambusher" not in json.dumps(yard.sees("player"))


def test_who_cannot_act_begins_no_fight(yard: Brawl) -> None:
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Surprised")
    yard.call("Ann", "attack", "Bog")
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "fight"] == []


def test_a_surge_is_offered_only_to_whom_it_is_open(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="mettle.initiative.act", character=yard.who("Ann"), targets=[yard.who("Bog")])

    def offered() -> list[int]:
        return [each["character"] for each in yard.piece("fight")["combatants"] if each["may_surge"]]

    assert offered() == [yard.who("Ann")]
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Rattled")
    assert offered() == []
    yard.gm(do="mettle.status.end", character=yard.who("Ann"), status="rattled")
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=9)
    assert (yard.mettle("Ann"), offered()) == (1, [])
    yard.gm(do="mettle.mend", character=yard.who("Ann"), by=5)
    yard.gm(do="mettle.initiative.delay", character=yard.who("Ann"))
    assert offered() == []


def test_who_waits_acts_in_anothers_turn_or_takes_part_again_with_the_next_round(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.wait", character=ann, action="attack")
    yard.gm(do="mettle.initiative.pass", character=bog)
    yard.gm(do="mettle.initiative.interrupt", character=ann, action="attack")
    assert (yard.piece("fight")["phase"], yard.piece("fight")["holder"]) == ("acting", bog)
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    yard.gm(do="mettle.initiative.wait", character=ann, action="sneak")
    yard.gm(do="mettle.initiative.pass", character=bog)
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    yard.gm(do="mettle.initiative.rejoin", character=ann)
    yard.gm(do="mettle.initiative.pass", character=ann)
    assert (yard.piece("fight")["round"], yard.piece("fight")["holder"]) == (3, ann)


def test_the_fallen_may_still_heal_and_others_wait_for_their_turn(yard: Brawl) -> None:
    """Seed 003:131: Staggered and even Fallen characters can attempt it."""
    yard.gm(do="character.edit", character=yard.who("Ann"), stats={**ANN, "MOTIVE": 1})
    yard.gm(do="mettle.initiative.start", first=yard.who("Bog"))
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=9)
    assert "Fallen" in yard.statuses("Ann")
    blocked = {who: numbers(yard, yard.call(who, "heal", "Ann"))["blocked"] for who in ("Ann", "Cai")}
    assert [any("Not their turn" in each for each in said) for said in blocked.values()] == [False, True]


def test_a_fight_that_cannot_start_is_refused_with_names(yard: Brawl) -> None:
    ann, bog, cai = yard.who("Ann"), yard.who("Bog"), yard.who("Cai")
    with pytest.raises(Refused, match="Ann has no Action in this Round and cannot go first"):
        yard.gm(do="mettle.initiative.start", first=ann, surprised=[ann])
    with pytest.raises(Refused, match="Cai is not in this fight"):
        yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog], surprised=[cai])
    yard.gm(do="mettle.initiative.start", first=ann)
    yard.gm(do="mettle.status.add", character=ann, name="Rattled")
    with pytest.raises(Refused, match="Ann cannot Surge while Rattled"):
        yard.gm(do="mettle.action.surge", character=ann)


# ---- new guests, and attacks that are called off ------------------------------------------------------


def fights(yard: Brawl) -> int:
    return len([each for each in yard.sees()["pieces"] if each["kind"] == "fight"])


@pytest.fixture
def party(yard: Brawl, watch: Watch) -> Actor:
    """Ann's player, Cai's and two more know each other; then Vex comes, whom nobody knows."""
    services().dispatcher.most = 128 * 2**20
    for name, character in (("Ana", "Ann"), ("Ben", "Cai"), ("Cleo", ""), ("Dan", "")):
        watch.passes(60)
        yard.sit(name, yard.who(character) if character else None)
    watch.passes(60)
    vex = replace(yard.actor("player"), mark="phone-of-Vex")
    seat = yard.dispatch(vex, do="seat.claim", name="Vex", new="Vex").result["seat"]
    yard.gm(do="character.edit", character=yard.who("Vex"), stats=CAI, zone=yard.zone("Melee"))
    return replace(vex, seat=seat)


def attack(yard: Brawl, who: Actor, *foes: str) -> int:
    sent = {"do": "check.call", "action": "attack", "foes": [yard.who(foe) for foe in foes]}
    id: int = yard.dispatch(who, **sent).result["check"]
    return id


def test_a_new_guests_attack_starts_no_fight_before_the_gm_lets_them_stay(yard: Brawl, party: Actor) -> None:
    ann = yard.actor("player", yard.seats["Ana"])
    check = attack(yard, party, "Bog")
    attack(yard, party)
    assert fights(yard) == 0
    with suppress(Refused):
        yard.dispatch(party, do="check.roll", check=check)
    assert fights(yard) == 0
    attack(yard, ann, "Bog")
    assert yard.piece("fight")["holder"] == yard.who("Ann")


def test_the_attack_of_a_guest_who_may_stay_starts_the_fight_as_it_is_rolled(
    yard: Brawl, party: Actor
) -> None:
    check = attack(yard, party, "Bog")
    yard.gm(do="check.edit", check=check, intent="stab")
    assert fights(yard) == 0
    yard.dispatch(party, do="check.roll", check=check)
    assert yard.piece("fight")["holder"] == yard.who("Bog")


def test_a_new_guests_attack_that_the_gm_rolls_starts_the_fight(yard: Brawl, party: Actor) -> None:
    yard.roll(attack(yard, party, "Bog"), 1, 2, 4)
    assert yard.piece("fight")["holder"] == yard.who("Bog")


def test_an_attack_on_nobody_starts_a_fight_only_if_the_gm_calls_it(yard: Brawl, party: Actor) -> None:
    attack(yard, yard.actor("player", yard.seats["Ana"]))
    assert fights(yard) == 0
    yard.call("Ann", "attack")
    assert yard.piece("fight")["holder"] == yard.who("Ann")


def test_a_cancelled_attack_takes_back_the_fight_that_it_began(yard: Brawl) -> None:
    ann = yard.play("Ana", "Ann")
    check = attack(yard, ann, "Bog")
    assert fights(yard) == 1
    yard.dispatch(ann, do="check.cancel", check=check)
    assert fights(yard) == 0
    yard.gm(do="undo")
    assert fights(yard) == 1


def test_a_fight_stays_with_another_attack_of_its_holder_or_once_somebody_acted(yard: Brawl) -> None:
    first, second = yard.call("Ann", "attack", "Bog"), yard.call("Ann", "attack", "Cai")
    yard.gm(do="check.cancel", check=first)
    assert fights(yard) == 1
    yard.gm(do="check.cancel", check=second)
    assert fights(yard) == 0
    third = yard.call("Ann", "attack", "Bog")
    yard.gm(do="mettle.initiative.act", character=yard.who("Ann"), targets=[yard.who("Bog")])
    yard.gm(do="check.cancel", check=third)
    assert fights(yard) == 1


def test_a_fight_that_the_gm_began_stays_when_an_attack_is_cancelled(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="check.cancel", check=yard.call("Ann", "attack", "Bog"))
    assert fights(yard) == 1


def test_the_fight_goes_with_both_halves_of_a_split_attack(yard: Brawl) -> None:
    split = {"do": "mettle.action.split", "character": yard.who("Ann"), "dice": 3}
    halves = yard.gm(**split, foes=[yard.who("Bog"), yard.who("Cai")]).result["checks"]
    yard.gm(do="check.cancel", check=halves[0])
    assert fights(yard) == 1
    yard.gm(do="check.cancel", check=halves[1])
    assert fights(yard) == 0


def test_an_imported_table_knows_which_attack_began_the_fight(yard: Brawl) -> None:
    check = yard.call("Ann", "attack", "Bog")
    again = Brawl(yard.app, import_table(json.loads(json.dumps(export_table(yard.id)))))
    again.gm(do="check.cancel", check=check)
    assert fights(again) == 0
