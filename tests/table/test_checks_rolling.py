"""Rolling: once, by the right hands, with dice that fit; what everybody sees of it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from tests.table.investigation import Case
from webapp.rules.check import Resolved
from webapp.services import services
from webapp.state.audience import TV
from webapp.store.db import db
from webapp.table.command import parse
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused
from webapp.table.snapshot_cache import SnapshotCache
from webapp.views.panels import make_panels


def ready(case: Case, **fields: object) -> int:
    return case.gm_call(intent="Jump the gap", dc=14, attribute="AGI", **fields)


@pytest.mark.parametrize("who", ["gm", "player", "tv"])
def test_everybody_sees_every_die(case: Case, who: str) -> None:
    check = ready(case, sources=[{"name": "A run-up", "modifier": "edge"}])
    case.roll(check, 2, 3, 4, 5, 6)
    result = case.check(check, who).result
    assert result is not None
    assert result.data["roll"] == {
        "dice": [2, 3, 4, 5, 6],
        "kept": [3, 4, 5, 6],
        "dropped": [2],
        "real": False,
    }
    assert (result.data["total"], result.data["margin"], result.label) == (19, 5, "Critical success")
    assert result.sentences[0] == "3 + 4 + 5 + 6 = 18 (dropped 2); 18 + 1 = 19 against DC 14: margin +5."
    assert [each.name for each in case.check(check, who).counted] == ["A run-up"]


def test_real_dice_are_marked_everywhere(case: Case) -> None:
    check = ready(case)
    case.dispatch(case.ana, do="check.roll", check=check, dice=[3, 3, 3, 3])
    result = case.check(check, "tv").result
    assert result is not None
    assert result.real
    assert "Partial success (real dice)" in case.lines("player")[0]


def test_dice_rolled_by_the_server_are_never_marked_as_real(case: Case) -> None:
    check = ready(case)
    case.roll(check, 3, 3, 3, 3)
    for who in ("gm", "player", "tv"):
        result = case.check(check, who).result
        assert result is not None
        assert (result.real, result.data["roll"]["real"]) == (False, False)
        assert "real dice" not in " ".join(case.lines(who))


@pytest.mark.parametrize(
    "dice", [[3, 3, 3], [3, 3, 3, 3, 3], [3, 3, 3, 7], [0, 3, 3, 3], [], [[1, 2], [3, 4]]]
)
def test_dice_that_cannot_be_are_refused_and_the_check_waits_on(case: Case, dice: list[int]) -> None:
    check = ready(case)
    with pytest.raises(Invalid) as refused:
        case.dispatch(case.ana, do="check.roll", check=check, dice=dice)
    assert "dice" in refused.value.fields
    assert case.check(check).state == "called"


def test_a_check_is_rolled_once(case: Case) -> None:
    check = ready(case)
    case.roll(check, 3, 3, 3, 3)
    with pytest.raises(Refused, match="already been rolled: Partial success"):
        case.roll(check, 6, 6, 6, 6)
    case.apply(check)
    with pytest.raises(Refused, match="This check is over: Partial success"):
        case.roll(check, 6, 6, 6, 6)


def test_the_same_press_rolls_once_and_answers_alike(case: Case) -> None:
    check = ready(case)
    case.dice(3, 3, 3, 3)
    first = case.dispatch(case.ana, "a-press", do="check.roll", check=check)
    again = case.dispatch(case.ana, "a-press", do="check.roll", check=check)
    assert (again.replayed, again.result) == (True, first.result)


def test_eight_hands_at_once_roll_one_check_once(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.store.database_deadline.PATIENCE", 60.0)
    check = ready(case)
    services().dispatcher.dice = lambda count, faces: [3] * count

    def press(_: int) -> str:
        with case.app.app_context():
            try:
                services().dispatcher.dispatch(parse({"do": "check.roll", "check": check}), case.id, case.ana)
            except Refused as refused:
                return refused.message
            return "rolled"

    with ThreadPoolExecutor(8) as hands:
        said = list(hands.map(press, range(8)))
    assert sorted(said) == ["This check has already been rolled: Partial success."] * 7 + ["rolled"]
    assert sum("Jump the gap”: Partial" in line for line in case.lines()) == 1


def test_a_player_rolls_for_nobody_else(case: Case) -> None:
    ben = case.sit("Ben", case.character("Ben"))
    check = ready(case)
    with pytest.raises(Forbidden, match="Only the GM and this character's player"):
        case.dispatch(ben, do="check.roll", check=check)
    with pytest.raises(Forbidden, match="Only the GM and this character's player"):
        case.dispatch(ben, do="check.cancel", check=check)
    with pytest.raises(Forbidden):
        case.player(do="check.roll", check=check)
    with pytest.raises(Forbidden):
        case.dispatch(case.ana, do="check.resolve", check=check)


def test_the_gm_may_roll_for_anybody(case: Case) -> None:
    check = ready(case)
    case.dice(5, 5, 5, 5)
    assert case.gm(do="check.roll", check=check).result["outcome"] == "critical_success"


def test_a_player_is_not_told_what_the_gm_may_do_with_it(case: Case) -> None:
    alarm = case.clock("Alarm", 4, kind="threat", visibility="secret")
    check = ready(case)
    told = case.roll(check, 2, 2, 2, 2)
    assert "proposals" not in told
    assert str(alarm) not in str(told)
    assert case.view("player").proposals == ()
    other = ready(case, changed="again")
    case.dice(2, 2, 2, 2)
    done = case.gm(do="check.roll", check=other)
    assert done.result["proposals"] == [each.id for each in case.check(other).proposals]


def test_nobody_rolls_before_the_gm_has_set_the_dc(case: Case) -> None:
    check = case.call(intent="Jump")
    with pytest.raises(Refused, match="still has to set the DC"):
        case.roll(check, 6, 6, 6, 6)


def test_a_cancelled_check_is_not_rolled(case: Case) -> None:
    check = ready(case)
    case.dispatch(case.ana, do="check.cancel", check=check)
    assert case.view().checks == ()
    with pytest.raises(Refused, match="was cancelled"):
        case.roll(check, 6, 6, 6, 6)
    case.gm(do="undo")
    assert case.check(check).ready


def test_a_rolled_check_is_not_cancelled(case: Case) -> None:
    check = ready(case)
    case.roll(check, 3, 3, 3, 3)
    with pytest.raises(Refused, match="already been rolled"):
        case.gm(do="check.cancel", check=check)
    with pytest.raises(Refused, match="already been rolled"):
        case.edit(check, dc=22)


def test_a_character_removed_in_between_takes_the_check_along(case: Case) -> None:
    check = ready(case)
    case.gm(do="character.remove", character=case.mara)
    with pytest.raises(Missing):
        case.gm(do="check.roll", check=check)
    with pytest.raises(Forbidden, match="Take a seat with a character"):
        case.dispatch(case.ana, do="check.call")
    case.gm(do="undo")
    case.dice(4, 4, 4, 4)
    assert case.gm(do="check.roll", check=check).result["outcome"] == "full_success"


def test_what_changes_later_changes_nothing_of_a_roll(case: Case) -> None:
    tag = case.tag("Slick")
    check = ready(case)
    case.edit(check, uses={f"tag:{tag}:burden": "burden"})
    case.roll(check, 4, 4, 4, 4, 6)
    case.gm(do="tag.remove", tag=tag)
    case.gm(do="character.edit", character=case.mara, stats={"AGI": 3})
    assert [each.name for each in case.check(check, "gm").counted] == ["Slick"]
    result = case.check(check).result
    assert result is not None
    assert result.data["total"] == 17


def test_a_sheet_with_numbers_out_of_this_world_blocks_the_roll_and_not_the_table(case: Case) -> None:
    check = ready(case)
    case.gm(do="character.edit", character=case.mara, stats={"AGI": 99})
    assert case.check(check).blocked == ("“attribute” must be a whole number from -20 to 20, not 99.",)
    assert case.check(check, "player").blocked == (
        "The GM still has to change the numbers or sources of this check.",
    )
    with pytest.raises(Refused, match="whole number from -20 to 20"):
        case.gm(do="check.roll", check=check)


def test_the_servers_dice_show_every_face(case: Case) -> None:
    faces = {face for _ in range(60) for face in services().dispatcher.dice(6, 6)}
    assert faces == {1, 2, 3, 4, 5, 6}


def on_the_tv(case: Case) -> list[tuple[int, str]]:
    """The checks that are to be rolled, then those whose outcome is told."""
    kept = services().dispatcher.snapshots.newest_projections(case.id)
    assert kept is not None
    panels = make_panels(kept.seen[TV.key].view, TV)
    told = panels["moments"].it
    rolled = [told.checks[each.check] for each in told.all if each.check in told.checks]
    called = [each.check for each in panels["checks"].it]
    return [(each.id, each.state) for each in (*called, *rolled)]


def rolled_out(case: Case) -> int:
    check = ready(case)
    case.roll(check, 4, 4, 4, 4)
    return check


def test_an_outcome_stands_on_the_tv_beside_the_next_check_unless_it_is_taken_back(case: Case) -> None:
    first = rolled_out(case)
    assert on_the_tv(case) == [(first, "resolved")]
    second = ready(case)
    assert on_the_tv(case) == [(second, "called"), (first, "resolved")]
    case.gm(do="check.cancel", check=second)
    assert on_the_tv(case) == [(first, "resolved")]
    third = rolled_out(case)
    assert on_the_tv(case) == [(third, "resolved"), (first, "resolved")]
    case.gm(do="undo")
    assert on_the_tv(case) == [(first, "resolved")]


def test_a_secret_check_that_is_cancelled_takes_nothing_off_the_tv(case: Case) -> None:
    first = rolled_out(case)
    case.gm(do="check.cancel", check=ready(case, visibility="secret"))
    assert on_the_tv(case) == [(first, "resolved")]


def test_when_one_of_several_steps_back_the_others_outcome_stands_on_the_tv(case: Case) -> None:
    tobin = case.character("Tobin")
    first = ready(case, group="split_risks", helpers=[tobin])
    case.roll(first, 4, 4, 4, 4)
    (other,) = [each.id for each in case.view().checks if each.id != first]
    case.gm(do="check.cancel", check=other)
    assert on_the_tv(case) == [(first, "resolved")]


def test_a_yes_without_dice_is_undone_and_the_check_waits_again(case: Case) -> None:
    check = case.call(intent="Ask around")
    case.apply(check, answer="yes")
    case.gm(do="undo")
    assert (case.check(check).state, case.check(check).result) == ("called", None)
    case.gm(do="redo")
    assert case.check(check).result == Resolved("yes", "Yes, without a roll", success=True)


def test_a_check_that_nobody_can_read_any_more_is_drawn_without_its_outcome(case: Case) -> None:
    check = case.call(intent="Ask around")
    case.apply(check, answer="yes")
    db.session.execute(text("UPDATE checks SET result = '{\"outcome\": 5}', rolled = '{\"dice\": 1}'"))
    db.session.commit()
    services().dispatcher.snapshots = SnapshotCache()  # what was read before
    assert (case.check(check).state, case.check(check).result) == ("resolved", None)
