"""Seed 000, "Investigation vs. Cover-Up": four rounds from intent to dice to clocks, and why they move."""

from tests.table.investigation import Case


def play(case: Case) -> tuple[int, int]:
    """The four rounds with loaded dice."""
    expose = case.clock("Expose the Official", 6)
    cover = case.clock("Cover-Up Complete", 4, kind="threat", opposes=expose, on_full="The evidence burns.")
    search = case.call(intent="Search the office", approach="quietly, drawer by drawer")
    case.edit(search, attribute="RSN", skill="Investigation", dc=16, targets=[expose])
    case.roll(search, 5, 4, 3, 3)
    case.apply(search)
    question = case.call(intent="Question the clerk")
    case.edit(question, attribute="PRE", dc=14, targets=[expose])
    case.roll(question, 4, 3, 3, 2)
    case.apply(question)
    case.gm(do="clock.tick", clock=cover, because="The official hears of it and burns papers")
    intercept = case.call(intent="Intercept the papers")
    case.edit(intercept, attribute="AGI", dc=16, targets=[expose])
    case.roll(intercept, 4, 3, 2, 2)
    case.apply(intercept)
    return expose, cover


def test_the_cover_up_wins_with_expose_at_three_of_six(case: Case) -> None:
    expose, cover = play(case)
    assert (case.stands(expose), case.stands(cover)) == ("3/6", "4/4")


def test_the_journal_tells_why_each_clock_moved(case: Case) -> None:
    play(case)
    told = [line for line in reversed(case.causes("player")) if "now" in line]
    assert told == [
        "Mara, Search the office: full success. Expose the Official: +2, now 2 of 6 "
        "(Full success, margin +2, on “Search the office”)",
        "Mara, Question the clerk: partial success. Expose the Official: +1, now 3 of 6; "
        "Cover-Up Complete: +1, now 1 of 4 "
        "(Partial success, margin -1, on “Question the clerk”)",
        "Cover-Up Complete: +1, now 2 of 4 (The official hears of it and burns papers)",
        "Mara, Intercept the papers: failure. Cover-Up Complete: +2, now 4 of 4. It is complete! "
        "“Cover-Up Complete” is complete first and wins the race against “Expose the Official” "
        "(Failure, margin -4, on “Intercept the papers”)",
    ]


def test_the_full_clock_says_what_happens(case: Case) -> None:
    _, cover = play(case)
    seen = next(each for each in case.sees("tv")["clocks"] if each["id"] == cover)
    assert (seen["on_full"], seen["race"]) == ("The evidence burns.", "first")


def test_a_limited_effect_proposes_the_least_of_the_range(case: Case) -> None:
    """Seed 000:19; the GM may still take the most of the book's range."""
    expose = case.clock("Expose the Official", 6)
    case.tag("A closed house", effects=[{"on": "RSN", "modifier": "razorweave.impact", "amount": -1}])
    for fields, by in (({}, 1), ({"impact": "great"}, 2)):
        check = case.gm_call(dc=16, attribute="RSN", targets=[expose], **fields)
        case.roll(check, 5, 5, 4, 3)
        (line,) = case.lines_of(check)
        assert (line.command["by"], line.range) == (by, (1, 2))


def test_a_quiet_full_success_leaves_the_threat_alone_and_a_loud_one_does_not(case: Case) -> None:
    expose = case.clock("Expose the Official", 6)
    case.clock("Cover-Up Complete", 4, kind="threat", opposes=expose)
    quiet = case.gm_call(dc=16, attribute="RSN", targets=[expose])
    case.roll(quiet, 5, 5, 4, 3)
    assert case.words_of(quiet) == ["+2 on “Expose the Official”"]
    loud = case.gm_call(dc=16, attribute="RSN", targets=[expose], loud=True)
    case.roll(loud, 5, 5, 4, 3)
    assert case.words_of(loud) == ["+2 on “Expose the Official”", "+1 on “Cover-Up Complete”"]


def test_undoing_a_tick_of_a_check_reopens_its_outcome_then_takes_back_the_check(
    case: Case,
) -> None:
    expose, cover = play(case)
    case.gm(do="undo")
    assert (case.stands(expose), case.stands(cover)) == ("3/6", "2/4")
    assert case.view().checks[-1].state == "rolled"
    case.gm(do="undo")
    assert case.view().checks[-1].state != "rolled"
    assert case.lines("player")[0] == "Undid Mara, “Intercept the papers”: Failure"
    assert any("Intercept the papers”: Failure. 4 + 3 + 2 + 2 = 11" in line for line in case.lines("player"))
    case.gm(do="undo")
    case.gm(do="undo")
    assert (case.stands(expose), case.stands(cover)) == ("2/6", "0/4")


def test_redo_brings_the_whole_check_back(case: Case) -> None:
    expose, cover = play(case)
    case.gm(do="undo")
    case.gm(do="redo")
    assert (case.stands(expose), case.stands(cover)) == ("3/6", "4/4")
    assert case.view().checks[-1].state == "resolved"
    case.gm(do="undo")
    assert case.stands(cover) == "2/4"


def test_one_roll_that_fills_both_clocks_says_so_once(case: Case) -> None:
    saved = case.clock("Evacuation", 6, filled=5)
    flood = case.clock("Flood", 4, filled=3, kind="danger", opposes=saved)
    check = case.call(intent="Coordinate the crowds")
    case.edit(check, attribute="PRE", dc=14, targets=[saved])
    case.roll(check, 4, 3, 3, 2)
    case.apply(check)
    assert (case.stands(saved), case.stands(flood)) == ("6/6", "4/4")
    told = case.causes("player")[0]
    assert "“Flood” and “Evacuation” are complete at the same time: the GM decides" in told
    assert "wins the race" not in told
