"""The evening told afterwards: what happened, to each what they may know now."""

import time

import pytest
from flask import Flask

from tests.table.investigation import Case
from tests.table.oak import Oak
from tests.table.test_checks_investigation import play
from webapp.state import audience
from webapp.state.audience import Audience, Role
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.views.recap import escape_markdown, tell_story, to_markdown, version_title
from webapp.views.session_record import Record

LIBRARY = {
    "format": "tableside.pack",
    "version": 1,
    "tag": [{"name": "Sodden"}],
    "clock": [{"name": "Alarm", "segments": 6}],
    "condition": [{"name": "Soaked"}],
}


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


def render_recap(case: Case, who: str | Audience = "gm") -> str:
    seen = who if isinstance(who, Audience) else audience.audience_for(Role(who))
    return to_markdown(tell_story(Record(case.state(), seen)), "As it was")


def test_the_investigation_is_told_from_the_first_search_to_the_fire(case: Case) -> None:
    play(case)
    goes_on = "**Completed:** Cover-Up Complete filled up: The evidence burns."
    assert goes_on in render_recap(case).splitlines()
    case.gm(do="scene.end", scene=case.state().table.active_scene)
    assert render_recap(case) == render_recap(case, "player")
    for line in (
        "# Harbour",
        "*Razorweave. As it was.*",
        "## First scene",
        "**Present:** Mara.",
        "- Mara, Search the office, quietly, drawer by drawer: full success, margin +2."
        " Expose the Official: +2, now 2 of 6.",
        "- Mara, Question the clerk: partial success, margin -1."
        " Expose the Official: +1, now 3 of 6; Cover-Up Complete: +1, now 1 of 4.",
        "- Cover-Up Complete went from 1 to 2 of 4 (The official hears of it and burns papers).",
        "- **Cover-Up Complete**: from 0 to 4 of 4: +1 (Partial success, margin -1, on “Question the clerk”);"
        " +1 (The official hears of it and burns papers);"
        " +2 (Failure, margin -4, on “Intercept the papers”).",
        "**Ending:** Cover-Up Complete filled up: The evidence burns. The scene ended.",
    ):
        assert line in render_recap(case).splitlines(), line
    assert "“Cover-Up Complete” is complete first and wins the race against" in render_recap(case)


def test_what_comes_out_of_the_library_is_told_like_anything_new(case: Case) -> None:
    case.gm(do="pack.add", pack=LIBRARY)
    mara = case.sees()["cast"][0]["id"]
    for saved in case.sees()["saved"]:
        on = {"character": mara} if saved["kind"] == "condition" else {}
        case.gm(do="saved.use", saved=saved["id"], **on)
    story = render_recap(case)
    assert "New tag: Sodden." in story
    assert "New clock: Alarm (6 segments)." in story
    assert "Soaked" in story
    assert story.count("Sodden") == 1


def test_a_condition_of_several_and_a_tag_that_is_no_longer_burned_are_told(case: Case) -> None:
    slick = case.gm(do="tag.add", name="Slick").result["tag"]
    case.gm(do="tag.burn", tag=slick)
    case.gm(do="tag.burn", tag=slick, on=False)
    mara = case.sees()["cast"][0]["id"]
    case.gm(do="conditions.add", name="Soaked", characters=[case.character("Bo"), mara])
    story = render_recap(case)
    assert "- Tag burned: Slick.\n- Tag no longer burned: Slick.\n" in story
    assert "- Bo is now Soaked; Mara is now Soaked." in story


def test_a_clock_that_wins_its_race_is_not_named_as_its_own_cause(case: Case) -> None:
    alarm = case.clock("Alarm", 2)
    case.clock("Escape", 2, opposes=alarm)
    case.gm(do="clock.tick", clock=alarm, by=2)
    assert "- **Alarm**: from 0 to 2 of 2: +2." in render_recap(case)


def test_what_was_undone_is_not_told(case: Case) -> None:
    alarm = case.clock("Alarm", 6)
    for because in ("a bottle breaks", "a dog barks", "steps"):
        case.gm(do="clock.tick", clock=alarm, because=because)
    dog = next(entry.id for entry in db.session.query(Entry) if entry.because == "a dog barks")
    case.gm(do="undo", entry=dog)
    assert "dog" not in render_recap(case)
    assert "- **Alarm**: from 0 to 2 of 6: +1 (a bottle breaks); +1 (steps)." in render_recap(case)
    case.gm(do="redo")
    assert (
        "- **Alarm**: from 0 to 3 of 6: +1 (a bottle breaks); +1 (a dog barks); +1 (steps)."
        in render_recap(case)
    )


def searched(case: Case, clock: int, *dice: int) -> int:
    """Mara searches, and it comes to something; the check."""
    check = case.gm_call(intent="Search the office", attribute="RSN", dc=16, targets=[clock])
    case.roll(check, *dice)
    return check


def test_until_it_is_applied_a_roll_says_that_the_gm_decides(case: Case) -> None:
    check = searched(case, case.clock("Expose the Official", 6), 5, 5, 4, 3)
    assert "- Mara, Search the office: full success, margin +3. GM decides." in render_recap(case, "player")
    case.apply(check)
    assert "margin +3. Expose the Official: +2, now 2 of 6." in render_recap(case, "player")
    case.gm(do="undo", check=check)
    assert "margin +3. GM decides." in render_recap(case, "player")


def test_the_line_of_a_check_says_where_its_clock_stands_without_what_was_undone_before(case: Case) -> None:
    expose = case.clock("Expose the Official", 6)
    case.gm(do="clock.tick", clock=expose, because="a letter")
    letter = next(entry.id for entry in db.session.query(Entry) if entry.because == "a letter")
    case.apply(searched(case, expose, 5, 5, 4, 3))
    assert "margin +3. Expose the Official: +2, now 3 of 6." in render_recap(case)
    case.gm(do="undo", entry=letter)
    assert "margin +3. Expose the Official went from 0 to 2 of 6." in render_recap(case)
    assert "now 3 of 6" not in render_recap(case)


def test_what_a_check_did_to_a_masked_clock_is_told_without_a_number(case: Case) -> None:
    case.apply(searched(case, case.clock("Expose the Official", 6, visibility="masked"), 5, 5, 4, 3))
    assert "Mara, Search the office: full success, margin +3." in render_recap(case, "player")
    assert "of 6" not in render_recap(case, "player")
    assert "now 2 of 6" in render_recap(case)


def test_programs_get_the_line_and_its_parts(case: Case) -> None:
    case.apply(searched(case, case.clock("Expose the Official", 6), 5, 5, 4, 3))
    (scene,) = tell_story(Record(case.state(), audience.PLAYER)).scenes
    deed = scene.deeds[-1]
    line = "Mara, Search the office: full success, margin +3. Expose the Official: +2, now 2 of 6."
    assert (deed.said, deed.who, deed.tried) == (line, "Mara", "Search the office")
    assert (deed.outcome, deed.then) == (
        "Full success, margin +3",
        ("Expose the Official went from 0 to 2 of 6.",),
    )


def test_players_read_nothing_that_they_may_not_know_now(case: Case) -> None:
    plot = case.clock("Xanadu plot", 6, visibility="secret")
    case.gm(do="clock.tick", clock=plot, because="Xanadu whispers")
    case.gm(do="condition.add", character=case.mara, name="Xanadu fever", visibility="secret")
    seen = case.clock("Alarm", 6)
    case.gm(do="clock.tick", clock=seen, by=2)
    assert "Xanadu" not in render_recap(case, "player")
    assert "Alarm went from 0 to 2 of 6" in render_recap(case, "player")
    case.gm(do="clock.edit", clock=seen, visibility="secret")
    assert "Alarm" not in render_recap(case, "player")
    case.gm(do="clock.edit", clock=plot, visibility="shown")
    revealed = render_recap(case, "player")
    assert "- Xanadu plot" in revealed.partition("**Revealed**")[2]
    assert "whispers" not in revealed


def test_of_a_masked_clock_players_read_no_number(case: Case) -> None:
    alarm = case.clock("Alarm", 6, visibility="masked")
    case.gm(do="clock.tick", clock=alarm, by=5)
    assert "of 6" not in render_recap(case, "player")
    assert "from 0 to 5 of 6" in render_recap(case)


def test_scenes_are_told_in_their_order_with_what_came_to_light(case: Case) -> None:
    tag = case.tag("Trapdoor", visibility="secret")
    case.gm(do="tag.edit", tag=tag, visibility="shown")
    roof = case.gm(do="scene.add", name="The roof", description="Rain on slate.").result["scene"]
    case.gm(do="scene.activate", scene=roof)
    case.gm(do="condition.add", character=case.mara, name="Dazed", source="a fall")
    page = render_recap(case, "player")
    first, _, second = page.partition("## The roof")
    assert "**Revealed**\n\n- Trapdoor" in first
    assert "Rain on slate." in second
    assert "- Mara is now Dazed." in second


def test_what_people_typed_is_text_and_never_markup(case: Case) -> None:
    case.gm(do="tag.add", name="# <b>*Loud*</b>")
    assert "- New tag: \\# \\<b\\>\\*Loud\\*\\</b\\>." in render_recap(case)
    assert escape_markdown("- no list\n1. none") == "\\- no list 1. none"


def test_what_is_laid_out_together_is_told_in_one_sentence(case: Case) -> None:
    for name in ("Crowded", "Festive", "Alert"):
        case.tag(name)
        case.sit(f"A guest at the {name} table")
    case.clock("Alarm", 6)
    case.tag("Xanadu mark", visibility="secret")
    case.tag("Slick")
    page = render_recap(case, "player")
    assert "- Mara joined the cast.\n- New tags: Crowded, Festive and Alert.\n" in page
    assert "- New clock: Alarm (6 segments).\n- New tag: Slick." in page


def test_what_differs_between_things_laid_out_together_is_left_out(case: Case) -> None:
    case.clock("Alarm", 6)
    case.clock("Escape", 6)
    assert "- New clocks: Alarm and Escape (6 segments each).\n" in render_recap(case, "player")
    case.clock("Flood", 8)
    case.clock("Fire", 4)
    assert "- New clocks: Alarm, Escape, Flood and Fire.\n" in render_recap(case, "player")


def test_what_was_prepared_or_written_down_is_no_story(case: Case) -> None:
    hall = case.gm(do="zone.add", name="Xanadu hall").result["zone"]
    case.gm(do="zone.edit", zone=hall, name="Xanadu yard")
    case.gm(do="note.add", text="Ten bells at Xanadu", visibility="shown")
    case.gm(do="time.pass", unit="round")
    told = render_recap(case).partition("## Notes")[0]
    assert "Xanadu" not in told
    assert "passes" not in told


def test_a_table_where_nothing_happened_says_so(app: Flask) -> None:
    record = Record(Oak.start(app).state(), audience.TV)
    assert "Nothing has happened yet." in to_markdown(tell_story(record), "As it was")


def test_the_version_of_a_seat_is_not_that_of_all_players() -> None:
    assert version_title(audience.PLAYER) == "The players' version"
    assert version_title(Audience(Role.PLAYER, 3)) == "One player's version"


@pytest.mark.thorough
def test_two_thousand_entries_are_told_within_a_second(case: Case, asked: list[str]) -> None:
    alarm = case.clock("Alarm", 100)
    case.gm(do="clock.tick", clock=alarm, because="a bottle breaks")
    entry = db.session.query(Entry).filter_by(because="a bottle breaks").one()
    kept = {name.key: getattr(entry, name.key) for name in Entry.__table__.columns}
    rows = [{**kept, "id": 10**9 + n, "serial": kept["serial"] + 1 + n} for n in range(2000)]
    db.session.execute(Entry.__table__.insert(), rows)
    db.session.commit()
    asked.clear()
    began = time.process_time()  # whatever else this machine does meanwhile
    page = render_recap(case, "player")
    assert time.process_time() - began < 1
    assert len(asked) < 20
    assert page.count("a bottle breaks") > 2000


def test_a_prepared_scene_is_told_with_who_was_there_though_nothing_else_happened(case: Case) -> None:
    guild = case.gm(do="scene.add", name="Guildhall").result["scene"]
    hall = case.gm(do="zone.add", name="Hall", scene=guild).result["zone"]
    yard = case.gm(do="zone.add", name="Yard").result["zone"]
    guard, rat, fox, spy = (
        case.character(name, kind="npc", visibility="secret" if name == "Spy" else "shown")
        for name in ("Guard", "Rat", "Fox", "Spy")
    )
    for who in (guard, rat, fox, spy):
        case.gm(do="character.edit", character=who, zone=hall)
    case.gm(do="character.remove", character=fox)
    case.gm(do="scene.activate", scene=guild)
    for who in (rat, spy):
        case.gm(do="character.remove", character=who)
    case.gm(do="scene.end", scene=guild)
    case.gm(do="character.edit", character=guard, zone=yard)
    case.gm(do="zone.remove", zone=hall)
    for reader, there in (("gm", "Mara, Guard, Rat, Spy"), ("player", "Mara, Guard, Rat")):
        lines = render_recap(case, reader).splitlines()
        assert f"**Present:** {there}." in lines[lines.index("## Guildhall") :]


def test_who_was_prepared_in_secret_was_not_in_the_scene_before(case: Case) -> None:
    guild = case.gm(do="scene.add", name="Guildhall").result["scene"]
    boss = case.character("Guildmaster", kind="npc", visibility="secret")
    case.gm(do="scene.activate", scene=guild)
    case.gm(do="character.edit", character=boss, visibility="shown")
    for reader in ("gm", "player"):
        lines = render_recap(case, reader).splitlines()
        assert "**Present:** Mara." in lines[: lines.index("## Guildhall")]
        assert "**Present:** Guildmaster, Mara." in lines[lines.index("## Guildhall") :]


def test_who_joined_later_was_not_there(case: Case) -> None:
    guild = case.gm(do="scene.add", name="Guildhall").result["scene"]
    case.gm(do="scene.activate", scene=guild)
    quay = case.gm(do="scene.add", name="Quay").result["scene"]
    case.gm(do="scene.activate", scene=quay)
    case.character("Tove")
    lines = render_recap(case).splitlines()
    assert "**Present:** Mara." in lines[lines.index("## Guildhall") : lines.index("## Quay")]
    assert "**Present:** Tove, Mara." in lines[lines.index("## Quay") :]
