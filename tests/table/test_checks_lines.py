"""What an outcome proposes: line by line or all at once, within its range, and taken back as a whole."""

import pytest

from tests.table.investigation import Case
from webapp.table.refusals import Invalid, Missing, Refused
from webapp.table.shares import HOLDS
from webapp.views.check_views import ProposalView

FULL = (5, 5, 4, 4)  # margin +4 against DC 14
PARTIAL = (4, 3, 3, 3)
FAILED = (4, 3, 2, 1)


def race(case: Case) -> tuple[int, int]:
    escape = case.clock("Escape", 6)
    return escape, case.clock("Alarm", 4, kind="threat", opposes=escape)


def rolled(case: Case, *faces: int, **fields: object) -> int:
    check = case.gm_call(dc=14, attribute="MIG", intent="Run", **fields)
    case.roll(check, *faces)
    return check


def line(case: Case, check: int, words: str) -> ProposalView:
    return next(each for each in case.check(check).proposals if words in each.words)


def test_nothing_ticks_by_itself(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *PARTIAL, targets=[escape])
    assert (case.stands(escape), case.stands(alarm)) == ("0/6", "0/4")
    assert [(each.words, each.range) for each in case.lines_of(check)] == [
        ("+1 on “Escape”", (1, 1)),
        ("+1 on “Alarm”", (0, 1)),
    ]


def test_the_gm_edits_one_line_and_drops_another(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *FAILED, targets=[escape])
    tick = line(case, check, "Alarm")
    case.apply(check, edits={str(tick.id): {"by": 1}})
    assert case.stands(alarm) == "1/4"
    other = rolled(case, *PARTIAL, targets=[escape], changed="faster")
    case.apply(other, drops=[line(case, other, "Alarm").id])
    assert (case.stands(escape), case.stands(alarm)) == ("1/6", "1/4")


def test_a_number_stays_within_its_range(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *FAILED, targets=[escape])
    tick = line(case, check, "Alarm")
    for by in (0, 3, -1, "two"):
        with pytest.raises(Invalid, match="must be 1 to 2"):
            case.gm(do="proposal.accept", proposal=tick.id, edits={"by": by})
    case.gm(do="proposal.accept", proposal=tick.id, edits={"by": "1"})
    assert case.stands(alarm) == "1/4"


def test_a_may_set_to_nothing_is_left_out(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *PARTIAL, targets=[escape])
    case.apply(check, edits={str(line(case, check, "Alarm").id): {"by": 0}})
    assert (case.stands(escape), case.stands(alarm)) == ("1/6", "0/4")
    assert case.check(check).proposals == ()


def test_a_complication_counts_once_it_has_a_name(case: Case) -> None:
    check = rolled(case, *PARTIAL)
    offers = [each for each in case.check(check).proposals if each.offered]
    assert [each.words for each in offers] == ["a condition for Mara", "a tag for what has changed"]
    case.apply(check, edits={str(offers[0].id): {"name": "Shaken"}})
    assert [each["name"] for each in case.sees("player")["cast"][0]["conditions"]] == ["Shaken"]
    assert case.sees()["tags"] == []
    assert (
        case.causes("player")[0]
        == "Mara, Run: partial success. Mara is now Shaken (Partial success, margin -1, on “Run”)"
    )


def test_an_offer_without_a_name_is_refused_with_a_sentence(case: Case) -> None:
    check = rolled(case, *PARTIAL)
    with pytest.raises(Invalid, match="name"):
        case.gm(do="proposal.accept", proposal=line(case, check, "a tag").id)


def test_a_check_without_anything_to_do_is_over_at_once(case: Case) -> None:
    assert case.check(rolled(case, *FULL)).state == "resolved"


def test_lines_taken_one_by_one_end_the_check_too(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *FULL, targets=[escape], loud=True)
    for each in case.lines_of(check):
        case.gm(do="proposal.accept", proposal=each.id)
    assert (case.stands(escape), case.stands(alarm)) == ("2/6", "1/4")
    assert case.check(check).state == "resolved"
    with pytest.raises(Refused, match="This check is over"):
        case.apply(check)


def test_a_clock_removed_before_its_line_is_taken(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *PARTIAL, targets=[escape])
    case.gm(do="clock.remove", clock=alarm)
    gone = next(each for each in case.lines_of(check) if each.gone)
    with pytest.raises(Missing, match="no longer on the table"):
        case.gm(do="proposal.accept", proposal=gone.id)
    with pytest.raises(Missing, match="no longer on the table"):
        case.apply(check)
    assert case.stands(escape) == "0/6"
    case.apply(check, drops=[gone.id])
    assert case.stands(escape) == "1/6"


def test_a_line_of_another_check_is_not_this_ones(case: Case) -> None:
    escape, _ = race(case)
    first, second = rolled(case, *FULL, targets=[escape]), rolled(case, *FULL, targets=[escape])
    with pytest.raises(Invalid, match="no open proposal"):
        case.apply(first, drops=[case.lines_of(second)[0].id])


def test_a_clock_that_waits_for_another_is_not_proposed(case: Case) -> None:
    first = case.clock("Find the vault", 4)
    case.clock("Crack the vault", 4, follows=first)
    assert case.words_of(rolled(case, *FULL)) == ["+2 on “Find the vault”"]


def test_what_is_most_affected_moves_where_nothing_is_targeted(case: Case) -> None:
    trust, proof = case.clock("Trust", 6), case.clock("Proof", 6)
    check = case.gm_call(dc=14, affected=[proof])
    case.roll(check, *FULL)
    case.apply(check)
    assert (case.stands(trust), case.stands(proof)) == ("0/6", "2/6")


def test_both_full_by_one_check_is_left_to_the_gm(case: Case) -> None:
    escape = case.clock("Escape", 4, filled=3)
    alarm = case.clock("Alarm", 4, filled=3, kind="threat", opposes=escape)
    check = rolled(case, *PARTIAL, targets=[escape])
    done = case.gm(do="check.resolve", check=check)
    assert [each.get("race") for each in done.result["done"]] == [
        {"against": alarm, "came": "first"},
        {"against": escape, "came": "both"},
    ]
    assert {each["race"] for each in case.sees("tv")["clocks"]} == {"both"}
    assert case.lines("player")[0].endswith("are complete at the same time: the GM decides")


def test_proposals_of_one_check_are_one_moment_though_accepted_one_by_one(case: Case) -> None:
    escape = case.clock("Escape", 4, filled=3)
    case.clock("Alarm", 4, filled=3, kind="threat", opposes=escape)
    check = rolled(case, *PARTIAL, targets=[escape])
    first, second = case.lines_of(check)
    case.gm(do="proposal.accept", proposal=second.id)
    assert [each["race"] for each in case.sees()["clocks"]] == [None, "first"]
    case.gm(do="note.add", text="Somebody writes something meanwhile.")
    case.gm(do="proposal.accept", proposal=first.id)
    assert [each["race"] for each in case.sees()["clocks"]] == ["both", "both"]
    case.gm(do="undo")
    assert [(each["filled"], each["race"]) for each in case.sees()["clocks"]] == [(3, None), (3, None)]
    case.gm(do="redo")
    assert [each["race"] for each in case.sees()["clocks"]] == ["both", "both"]


def test_another_act_between_check_and_outcome_is_another_moment(case: Case) -> None:
    escape = case.clock("Escape", 4, filled=3)
    alarm = case.clock("Alarm", 4, filled=3, kind="threat", opposes=escape)
    check = rolled(case, *PARTIAL, targets=[escape])
    case.gm(do="clock.tick", clock=alarm)
    case.apply(check)
    assert [each["race"] for each in case.sees()["clocks"]] == ["second", "first"]


def test_the_second_to_fill_comes_too_late_and_going_back_reopens_the_race(case: Case) -> None:
    escape, alarm = race(case)
    case.gm(do="clock.set", clock=escape, filled=6)
    case.gm(do="clock.tick", clock=alarm, by=4)
    assert [each["race"] for each in case.sees()["clocks"]] == ["first", "second"]
    case.gm(do="clock.tick", clock=escape, by=-1)
    assert [each["race"] for each in case.sees()["clocks"]] == [None, "first"]
    case.gm(do="clock.edit", clock=alarm, filled=2)
    assert [each["race"] for each in case.sees()["clocks"]] == [None, None]


# ---- taking it back ------------------------------------------------------------------------------


def entry(case: Case, words: str) -> int:
    from webapp.state.audience import GM
    from webapp.views.journal import journal_lines

    return next(each.id for each in journal_lines(case.state(), GM) if words in each.summary)


@pytest.mark.parametrize("of", ["Escape: +2", "Full success", "Mara tries: Run"])
def test_any_entry_of_a_check_takes_back_what_came_of_it_and_then_the_rest(case: Case, of: str) -> None:
    escape, alarm = race(case)
    check = rolled(case, *FULL, targets=[escape], loud=True)
    for each in case.lines_of(check):
        case.gm(do="proposal.accept", proposal=each.id)
    case.gm(do="clock.tick", clock=alarm)
    told = case.gm(do="undo", entry=entry(case, of))
    assert told.summary == "Undid the outcome of Mara, “Run”: Full success"
    assert (case.stands(escape), case.stands(alarm)) == ("0/6", "1/4")
    assert case.check(check, "player").state == "rolled"
    assert case.words_of(check) == ["+2 on “Escape”", "+1 on “Alarm”"]
    case.gm(do="undo", entry=entry(case, "Full success. "))
    assert case.check(check, "player").state == "void"
    with pytest.raises(Refused, match="already been undone"):
        case.gm(do="undo", entry=entry(case, "Alarm: +1, now 1 of 4"))


def test_a_whole_check_is_not_taken_back_in_part(case: Case) -> None:
    escape, alarm = race(case)
    check = rolled(case, *FULL, targets=[escape], loud=True)
    case.apply(check)
    case.gm(do="clock.remove", clock=escape)
    before = case.sees()["clocks"]
    with pytest.raises(Refused, match="“Escape” has since been removed"):
        case.gm(do="undo", entry=entry(case, "Escape: +2"))
    assert case.sees()["clocks"] == before
    assert case.check(check).state == "resolved"
    assert case.stands(alarm) == "1/4"


def test_a_condition_that_came_of_a_check_goes_with_it(case: Case) -> None:
    check = rolled(case, *PARTIAL)
    offer = line(case, check, "a condition")
    case.gm(do="proposal.accept", proposal=offer.id, edits={"name": "Bleeding"})
    assert [each["name"] for each in case.sees()["clocks"]] == ["Bleeding (Mara)"]
    case.gm(do="undo")
    assert (case.sees()["clocks"], case.sees()["cast"][0]["conditions"]) == ([], [])


def test_before_the_roll_each_step_is_taken_back_by_itself(case: Case) -> None:
    check = case.gm_call(dc=14)
    case.edit(check, dc=20)
    case.gm(do="undo")
    assert case.check(check).asked["dc"] == 14
    case.gm(do="undo")
    assert case.view().checks == ()


def test_an_answer_without_dice_is_taken_back_to_the_question(case: Case) -> None:
    check = case.gm_call(dc=14)
    case.apply(check, answer="no")
    case.gm(do="undo")
    assert case.check(check).state == "called"


def test_a_declined_line_may_be_opened_again(case: Case) -> None:
    escape, _ = race(case)
    check = rolled(case, *PARTIAL, targets=[escape])
    case.gm(do="proposal.decline", proposal=line(case, check, "Alarm").id)
    case.gm(do="undo")
    assert case.words_of(check) == ["+1 on “Escape”", "+1 on “Alarm”"]


def test_a_void_check_may_be_called_again_without_an_excuse(case: Case) -> None:
    rolled(case, *FAILED)
    case.gm(do="undo")
    case.call(intent="Run")


def test_what_is_settled_takes_up_no_room(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOLDS, "proposal", 2)
    wish = {"do": "tag.add", "name": "Fog"}
    for _ in range(3):
        made = case.dispatch(case.ana, do="proposal.make", command=wish)
        case.gm(do="proposal.decline", proposal=made.result["proposal"])
    for _ in range(2):
        case.dispatch(case.ana, do="proposal.make", command=wish)
    with pytest.raises(Refused, match="already have 2 open proposals"):
        case.dispatch(case.ana, do="proposal.make", command=wish)
