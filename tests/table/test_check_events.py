"""What the journal tells of a check as events: to whoever may know it today, with the names of today."""

from typing import Any

import pytest

from tests.live.test_statements import statements
from tests.table.investigation import Case
from webapp.rules.events import load_event
from webapp.state.audience import GM, PLAYER
from webapp.state.check_events import CheckDecided, CheckRolled
from webapp.store.models import Check, Entry
from webapp.table.refusals import load_table
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.journal import journal_lines
from webapp.views.panel_rendering import rewrites_older_lines

FULL = (5, 5, 4, 4)  # margin +4 against DC 14
FAILED = (4, 3, 2, 1)


def newest(case: Case) -> Entry:
    entry = case.state().session.query(Entry).order_by(Entry.serial.desc()).first()
    assert entry is not None
    return entry


def events(case: Case) -> list[Any]:
    """The events of the newest entry."""
    return list(map(load_event, newest(case).events))


def decided(case: Case, **fields: Any) -> int:
    """Mara runs in full, and the GM applies what comes of it."""
    check = case.gm_call(dc=14, attribute="MIG", intent="Run", **fields)
    case.roll(check, *FULL)
    case.apply(check)
    return check


def test_a_roll_is_stored_as_facts_and_without_a_name(case: Case) -> None:
    check = case.gm_call(dc=14, attribute="MIG", intent="Run")
    case.gm(do="check.roll", check=check, dice=list(FULL))
    (rolled,) = events(case)
    assert rolled == CheckRolled(
        ("check", check),
        ("character", case.mara),
        "full_success",
        "Full success",
        "5 + 5 + 4 + 4 = 18 against DC 14: margin +4.",
        real=True,
        margin=4,
    )
    assert case.lines("player")[0] == (
        "Mara, “Run”: Full success (real dice). 5 + 5 + 4 + 4 = 18 against DC 14: margin +4."
    )


def test_what_was_applied_is_told_by_its_own_events(case: Case) -> None:
    escape = case.clock("Escape", 6)
    check = decided(case, targets=[escape])
    first, moved = events(case)
    assert isinstance(first, CheckDecided)
    assert (first.check, first.described, first.stage) == (("check", check), "Full success, margin +4", 0)
    assert moved.kind == "clock.moved"
    line = journal_lines(case.state(), PLAYER)[0]
    assert line.summary == "Mara, Run: full success. Escape: +2, now 2 of 6"
    assert line.because == "Full success, margin +4, on “Run”"


def test_the_names_in_an_outcome_are_those_of_today(case: Case) -> None:
    escape = case.clock("Escape", 6)
    decided(case, targets=[escape])
    case.gm(do="clock.edit", clock=escape, name="The way out")
    case.gm(do="character.edit", character=case.mara, name="Marta")
    assert case.lines("player")[2] == "Marta, Run: full success. The way out: +2, now 2 of 6"
    outcome = next(each.outcome for each in case.view("player").checks)
    assert outcome is not None
    assert outcome.sentence == "Marta, Run: full success. The way out: +2, now 2 of 6"
    case.gm(do="character.remove", character=case.mara)
    assert case.lines("player")[3] == "Marta, Run: full success. The way out: +2, now 2 of 6"


def test_a_check_that_is_for_something_else_is_called_so_in_older_lines_of_open_pages(case: Case) -> None:
    check = case.gm_call(dc=14, intent="Climb the wall")
    case.edit(check, dc=12)
    assert not rewrites_older_lines(newest(case), case.state())
    case.edit(check, intent="Climb the gate")
    assert rewrites_older_lines(newest(case), case.state())


def test_a_page_of_old_checks_is_read_with_few_statements(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Check, "newest", 5)
    escape = case.clock("Escape", 60)
    for number in range(12):
        case.gm(do="check.cancel", check=case.gm_call(dc=14, intent=f"Try {number}"))
        decided(case, targets=[escape])
    state = load_table(case.id)
    assert len(state.all(Check)) < 24, "some are too old to be in memory"
    with statements() as asked:
        lines = journal_lines(state, GM, limit=60)
    assert next(each.summary for each in lines if "Try 0" in each.summary) == "Mara, “Try 0”: cancelled"
    assert len(asked) <= 4, "\n".join(asked)


def test_who_may_not_know_the_roller_any_more_reads_the_changes_alone(case: Case) -> None:
    decided(case, targets=[case.clock("Escape", 6)])
    case.gm(do="character.edit", character=case.mara, visibility="secret")
    lines = journal_lines(case.state(), PLAYER)
    assert [each.because for each in lines if each.summary == "Escape: +2, now 2 of 6"] == [None]
    assert not [each for each in lines if "Mara" in each.summary or "Run" in each.summary]


@pytest.mark.parametrize("visibility", ["rumoured", "secret"])
def test_what_befell_a_clock_that_is_not_known_is_not_told(case: Case, visibility: str) -> None:
    doom = case.clock("Doom", 6, visibility=visibility)
    decided(case, targets=[doom])
    assert case.lines()[0] == "Mara, Run: full success. Doom: +2, now 2 of 6"
    for who in ("player", "tv"):
        assert not [line for line in case.lines(who) if "Doom" in line or "2 of 6" in line]
    case.gm(do="clock.edit", clock=doom, visibility="shown")
    outcome = next(each.outcome for each in case.view("player").checks)
    assert outcome is not None
    assert outcome.sentence == "Mara, Run: full success. Doom: +2, now 2 of 6"


@pytest.mark.parametrize("foes", ["words", "absent"])
def test_of_a_foes_roll_whose_numbers_are_hidden_the_outcome_is_told(case: Case, foes: str) -> None:
    goblin = case.gm(do="character.add", name="Goblin", kind="npc", visibility="shown").result["character"]
    case.gm(do="table.edit", settings={"foes": foes})
    escape = case.clock("Escape", 6)
    check = case.gm_call(character=goblin, dc=14, attribute="MIG", intent="Chase", targets=[escape])
    case.gm(do="check.roll", check=check, dice=list(FULL))
    assert case.lines("player")[0] == "Goblin, “Chase”: Full success (real dice)"
    case.apply(check)
    line = journal_lines(case.state(), PLAYER)[0]
    assert line.summary == "Goblin, Chase: full success. Escape: +2, now 2 of 6"
    assert line.because == "Full success, on “Chase”"
    assert journal_lines(case.state(), GM)[0].because == "Full success, margin +4, on “Chase”"


def test_a_success_that_changes_nothing_says_so(case: Case) -> None:
    check = case.gm_call(dc=14, attribute="MIG", intent="Run")
    case.roll(check, *FAILED)
    case.apply(check, drops=[each.id for each in case.check(check).proposals])
    assert case.lines("player")[0] == "Mara, Run: failure. Nothing else happens"


def test_a_check_of_an_earlier_release_tells_its_changes_by_its_sentences(case: Case) -> None:
    escape = case.clock("Escape", 6)
    check = decided(case, targets=[escape])
    document: Any = export_table(case.id)
    row = next(each for each in document["things"]["check"] if each["id"] == check)
    part = {"summary": "Escape: +2, now 2 of 6", "masked": "Escape: filling", "about": [["clock", escape]]}
    row["rolled"] = {**row["rolled"], "applied": [part]}
    del row["rolled"]["made"]
    head = {"summary": "Mara, Run: full success", "masked": None, "about": [["check", check]], "head": ". "}
    change = next(each for each in document["journal"][-1]["changes"] if each["kind"] == "check")
    change["after"]["rolled"] = row["rolled"]
    document["journal"][-1] |= {"events": [], "parts": [head, part], "summary": "old"}
    there = Case(case.app, import_table(document))
    there.mara, line = case.mara, "Mara, Run: full success. Escape: +2, now 2 of 6"
    assert there.lines("player")[0] == line
    assert next(each.outcome.sentence for each in there.view("player").checks if each.outcome) == line
    assert there.gm(do="undo").summary.startswith("Undid the outcome of Mara, “Run”: Full success")
    there.apply(check)
    assert there.lines("player")[0] == line


def test_of_those_who_rolled_together_nobody_is_told_who_is_hidden_since(case: Case) -> None:
    ben = case.character("Ben")
    first = case.gm_call(dc=14, intent="Cross", group="split_risks", helpers=[ben])
    second = next(each.id for each in case.view().checks if each.id != first)
    case.gm(do="check.roll", check=second, dice=list(FAILED))
    case.gm(do="check.roll", check=first, dice=list(FULL))
    assert case.lines("player")[0].endswith("margin +4. Mara: full success; Ben: failure.")
    case.apply(first, drops=[each.id for each in case.check(first).proposals])
    assert journal_lines(case.state(), PLAYER)[0].because == "Mara: full success; Ben: failure"
    case.gm(do="character.edit", character=ben, visibility="rumoured")
    lines = journal_lines(case.state(), PLAYER)
    assert not [each for each in lines if "Ben" in each.summary or "Ben" in (each.because or "")]
    assert [each.because for each in lines if "Mara, Cross" in each.summary] == ["Mara: full success"]


def test_a_secret_check_is_read_from_when_it_is_shown_on(case: Case) -> None:
    check = case.gm_call(dc=14, attribute="MIG", intent="Listen", secret=True)
    case.gm(do="check.roll", check=check, dice=list(FAILED))
    before = case.lines("player")
    assert not [line for line in before if "Listen" in line]
    case.edit(check, visibility="shown")
    case.apply(check, drops=[each.id for each in case.check(check).proposals])
    assert case.lines("player")[:2] == [
        "Mara, Listen: failure. Nothing else happens",
        "Mara, “Listen”: shown to players",
    ]
    case.edit(check, visibility="secret")
    assert case.lines("player") == before
