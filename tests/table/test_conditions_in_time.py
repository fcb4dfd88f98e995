"""Conditions and clocks in time: what the book knows by name, wounds that bleed, scenes that end."""

import pytest

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from tests.table.oak import Oak
from webapp.table.refusals import Missing, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table


def condition(case: Case, name: str, **fields: object) -> int:
    id: int = case.gm(do="condition.add", character=case.mara, name=name, **fields).result["condition"]
    return id


def carried(case: Case) -> list[dict[str, object]]:
    found: list[dict[str, object]] = case.sees()["cast"][0]["conditions"]
    return found


def end_scene(case: Case) -> list[str]:
    """The scene ends; what the GM is asked about, in words."""
    case.gm(do="scene.end", scene=case.sees()["scene"])
    return [each.words for each in case.view().proposals]


# ---- names the book knows ------------------------------------------------------------------------


def test_a_tag_of_the_book_does_what_the_book_says(case: Case) -> None:
    case.tag("slick")
    tag = case.sees("player")["tags"][0]
    assert [(each["on"], each["modifier"]) for each in tag["effects"]] == [("movement and balance", "burden")]
    assert tag["clears"] == "Clean the surface, let it dry, or walk carefully."


def test_what_is_said_wins_over_the_book(case: Case) -> None:
    condition(case, "Wounded", effects=[], clears="a night's rest", severity="minor")
    wound = carried(case)[0]
    assert (wound["effects"], wound["clears"], wound["severity"]) == ([], "a night's rest", "minor")
    condition(case, "Blinded")
    assert carried(case)[1]["severity"] == "major"


def test_a_name_of_ones_own_says_only_what_was_said(case: Case) -> None:
    condition(case, "Homesick")
    assert (carried(case)[0]["effects"], carried(case)[0]["clears"]) == ([], None)


def test_a_freeform_table_knows_its_own_book(oak: Oak) -> None:
    mara = oak.character("Mara")
    made = oak.gm(do="condition.add", character=mara, name="Bleeding").result
    assert "clock" not in made
    assert oak.gm(do="scene.end", scene=oak.sees()["scene"]).result["proposals"] == []


def test_the_gm_reads_what_is_still_to_be_said_of_a_name_of_ones_own(case: Case) -> None:
    homesick = condition(case, "Homesick", clears="a letter from home")
    shaken = condition(case, "Shaken")
    haunted = case.tag("Haunted", trigger="after dark", clears="an exorcism")
    gm = Visitor(case, "gm")
    said = "Still missing: its effect (Edge, Burden or DC), what triggers it."
    assert said in gm.page(f"/edit/condition/{homesick}").text
    assert "Still missing" not in gm.page(f"/edit/condition/{shaken}").text
    assert "Still missing: its effect (Edge, Burden or DC)." in gm.page(f"/edit/tag/{haunted}").text
    assert "Still missing" not in Visitor(case, "player").page().text


# ---- own clocks ----------------------------------------------------------------------------------


def test_a_bleeding_wound_has_its_own_clock(case: Case) -> None:
    condition(case, "Bleeding")
    clock = case.sees("player")["clocks"][0]
    assert (clock["name"], clock["segments"], clock["kind"]) == ("Bleeding (Mara)", 4, "personal")
    assert (clock["character"], clock["scene"]) == (case.mara, None)
    assert carried(case)[0]["clock"] == clock["id"]


def test_who_hides_a_condition_hides_its_own_clock_which_is_called_like_it(case: Case) -> None:
    wound = condition(case, "Bleeding")
    case.gm(do="condition.edit", condition=wound, visibility="secret")
    assert case.sees("player")["clocks"] == []
    case.gm(do="undo")
    assert [each["name"] for each in case.sees("player")["clocks"]] == ["Bleeding (Mara)"]


def test_a_clock_is_not_wanted_or_is_wanted_or_is_there_already(case: Case) -> None:
    condition(case, "Bleeding", own_clock=False)
    assert case.sees()["clocks"] == []
    condition(case, "Haunted", own_clock=True)
    assert [each["name"] for each in case.sees()["clocks"]] == ["Haunted (Mara)"]
    dread = case.clock("Dread", 6)
    condition(case, "Poisoned", clock=dread)
    assert carried(case)[2]["clock"] == dread
    with pytest.raises(Missing):
        condition(case, "Poisoned", clock=77)


def test_the_clock_goes_with_the_condition_and_comes_back_with_it(case: Case) -> None:
    wound = condition(case, "Bleeding")
    case.gm(do="condition.clear", condition=wound)
    assert case.sees()["clocks"] == []
    case.gm(do="undo")
    assert [each["name"] for each in case.sees()["clocks"]] == ["Bleeding (Mara)"]


def test_a_secret_characters_wound_is_as_secret(case: Case) -> None:
    spy = case.character("Spy", kind="npc")
    case.gm(do="condition.add", character=spy, name="Bleeding")
    assert case.sees("player")["clocks"] == case.sees("tv")["clocks"] == []


def test_a_full_wound_clock_proposes_something_worse(case: Case) -> None:
    condition(case, "Bleeding")
    clock = case.sees()["clocks"][0]["id"]
    case.gm(do="clock.tick", clock=clock, by=4)
    worse = case.view().proposals[0]
    assert (worse.words, worse.because) == ("“Unconscious” on Mara", "the clock of Bleeding is full")
    case.gm(do="proposal.accept", proposal=worse.id)
    assert [each["name"] for each in carried(case)] == ["Bleeding", "Unconscious"]
    assert carried(case)[1]["severity"] == "major"


def test_a_goal_that_is_reached_proposes_to_clear(case: Case) -> None:
    recover = case.clock("Face the fear", 2)
    condition(case, "Frightened", goal=recover)
    case.gm(do="clock.tick", clock=recover)
    assert case.view().proposals == ()
    case.gm(do="clock.tick", clock=recover)
    assert [each.words for each in case.view().proposals] == ["to clear “Frightened” from Mara"]


@pytest.mark.parametrize("sent", [{"filled": 2}, {"segments": 1}])
def test_an_edit_that_completes_a_goal_or_a_wound_proposes_what_a_tick_does(
    case: Case, sent: dict[str, int]
) -> None:
    recover = case.clock("Face the fear", 2, filled=1)
    condition(case, "Frightened", goal=recover)
    case.gm(do="clock.edit", clock=recover, **sent)
    assert [each.words for each in case.view().proposals] == ["to clear “Frightened” from Mara"]


def test_a_wound_whose_clock_waits_for_another_neither_bleeds_nor_asks(case: Case) -> None:
    condition(case, "Bleeding")
    clock = case.sees()["clocks"][0]["id"]
    dam = case.clock("The dam holds", 1, scene=None, tempo="scene")
    case.gm(do="clock.edit", clock=clock, follows=dam)
    for _ in range(2):
        case.gm(do="scene.activate", scene=case.gm(do="scene.add", name="Next").result["scene"])
        assert case.view().proposals == ()
    assert (case.stands(dam), case.stands(clock)) == ("1/1", "1/4")


def test_undo_and_redo_propose_nothing_anew(case: Case) -> None:
    condition(case, "Bleeding")
    clock = case.sees()["clocks"][0]["id"]
    case.gm(do="clock.tick", clock=clock, by=4)
    (worse,) = case.view().proposals
    case.gm(do="undo")
    assert case.view().proposals == ()
    case.gm(do="redo")
    assert case.view().proposals == (worse,)
    case.gm(do="proposal.decline", proposal=worse.id)
    case.gm(do="clock.tick", clock=clock, by=-1)
    case.gm(do="undo")
    assert (case.stands(clock), case.view().proposals) == ("4/4", ())


def test_a_character_who_leaves_takes_the_own_clocks_along(case: Case) -> None:
    condition(case, "Bleeding")
    case.gm(do="character.remove", character=case.mara)
    assert case.sees()["clocks"] == []
    case.gm(do="undo")
    assert len(case.sees()["clocks"]) == 1


# ---- when a scene ends ---------------------------------------------------------------------------


def test_an_untreated_wound_bleeds_when_the_scene_ends(case: Case) -> None:
    condition(case, "Bleeding")
    assert end_scene(case) == []
    assert case.sees()["clocks"][0]["filled"] == 1
    assert "Bleeding (Mara): +1, now 1 of 4" in case.lines("player")[0]
    case.gm(do="undo")
    assert case.sees()["clocks"][0]["filled"] == 0


def test_what_a_book_leaves_open_waits_for_the_gm(case: Case) -> None:
    condition(case, "Poisoned")
    assert end_scene(case) == ["+1 on “Poisoned (Mara)”"]
    assert case.view().proposals[0].range == (0, 1)


def test_a_treated_wound_does_not(case: Case) -> None:
    wound = condition(case, "Bleeding")
    case.gm(do="condition.edit", condition=wound, treated=True)
    assert end_scene(case) == []


def test_a_wound_without_a_clock_is_offered_one(case: Case) -> None:
    wound = condition(case, "Bleeding", own_clock=False)
    assert end_scene(case) == ["a clock “Bleeding (Mara)”"]
    case.gm(do="proposal.accept", proposal=case.view().proposals[0].id)
    clock = case.sees("player")["clocks"][0]
    assert (clock["filled"], clock["segments"], clock["character"]) == (1, 4, case.mara)
    assert carried(case)[0]["clock"] == clock["id"]
    assert carried(case)[0]["id"] == wound


def test_what_lasts_no_longer_than_a_scene_ends_with_it(case: Case) -> None:
    condition(case, "Dazed")
    condition(case, "Wounded")
    assert end_scene(case) == []
    assert [each["name"] for each in carried(case)] == ["Wounded"]


def test_the_next_scene_ends_the_one_before_it_once(case: Case) -> None:
    condition(case, "Bleeding")
    cellar = case.gm(do="scene.add", name="Cellar").result["scene"]
    roof = case.gm(do="scene.add", name="Roof").result["scene"]
    case.gm(do="scene.activate", scene=cellar)
    assert case.sees()["clocks"][0]["filled"] == 1
    case.gm(do="scene.end", scene=cellar)
    assert case.sees()["clocks"][0]["filled"] == 2
    case.gm(do="scene.activate", scene=roof)
    assert case.sees()["clocks"][0]["filled"] == 2


def test_tags_stay_with_their_scene_and_conditions_with_their_character(case: Case) -> None:
    case.tag("Dim Light")
    condition(case, "Exhausted")
    case.gm(do="scene.activate", scene=case.gm(do="scene.add", name="Roof").result["scene"])
    check = case.check(case.gm_call(dc=14, attribute="AGI", skill="Sprinting"))
    assert [each.name for each in check.counted] == ["Exhausted"]
    assert check.offered == ()


# ---- clocks that time moves ----------------------------------------------------------------------


def test_clocks_of_scenes_and_of_time_tick_at_once(case: Case) -> None:
    storm = case.clock("Storm", 4, tempo="scene", kind="threat")
    siege = case.clock("Siege", 4, tempo="time", kind="faction")
    case.clock("Alarm", 4)
    assert case.gm(do="time.pass", because="a night").result["proposals"] == []
    assert case.causes("player")[0] == "Time passes; Siege: +1, now 1 of 4 (a night)"
    case.gm(do="scene.end", scene=case.sees()["scene"])
    assert case.view().proposals == ()
    assert (case.stands(storm), case.stands(siege)) == ("1/4", "1/4")
    case.gm(do="undo")
    case.gm(do="undo")
    assert (case.stands(storm), case.stands(siege)) == ("0/4", "0/4")


def test_time_moves_no_clock_that_is_full_or_waits_or_belongs_elsewhere(case: Case) -> None:
    case.clock("Siege", 4, filled=4, tempo="time")
    first = case.clock("Dig", 4)
    case.clock("Break through", 4, follows=first, tempo="time")
    elsewhere = case.gm(do="scene.add", name="Elsewhere").result["scene"]
    case.clock("Tide", 4, tempo="time", scene=elsewhere)
    assert case.gm(do="time.pass").result["proposals"] == []


def test_ending_a_scene_is_taken_back_with_all_it_proposed(case: Case) -> None:
    condition(case, "Poisoned")
    scene = case.sees()["scene"]
    end_scene(case)
    case.gm(do="undo")
    assert (case.sees()["scene"], case.view().proposals) == (scene, ())


def test_a_table_travels_with_its_checks(case: Case) -> None:
    condition(case, "Bleeding")
    check = case.gm_call(dc=14, intent="Run", gate={"agency": True}, targets=[case.sees()["clocks"][0]["id"]])
    case.roll(check, 4, 3, 3, 3)
    case.gm_call(dc=16, intent="Hide", sources=[{"name": "Fog", "modifier": "edge"}])
    before = case.sees("player")["checks"]
    there = Case(case.app, import_table(export_table(case.id)))
    assert there.sees("player")["checks"] == before
    assert [each.words for each in there.view().proposals] == [each.words for each in case.view().proposals]


def test_a_freeform_table_decides_itself_what_a_full_clock_does_to_a_condition(oak: Oak) -> None:
    mara, heal = oak.character("Mara"), oak.clock("Heal", 4)
    made = oak.gm(do="condition.add", character=mara, name="Hurt", goal=heal, own_clock=True).result
    for clock in (heal, made["clock"]):
        oak.gm(do="clock.tick", clock=clock, by=4)
    assert oak.view().proposals == ()


# ---- rest and treatment --------------------------------------------------------------------------


def test_a_short_rest_clears_what_the_book_says(case: Case) -> None:
    condition(case, "Exhausted")
    condition(case, "Wounded")
    condition(case, "Encumbered")
    guard = case.character("Guard", kind="npc", visibility="shown")
    case.gm(do="condition.add", character=guard, name="Dazed")
    rest = case.gm(do="razorweave.rest", because="an hour by the stove")
    assert rest.result["proposals"] == []
    assert [each["says"] for each in rest.result["happened"]] == ["Mara is no longer Exhausted"]
    assert case.causes()[0] == (
        "The party takes a short rest; Mara is no longer Exhausted (an hour by the stove)"
    )
    case.gm(do="razorweave.rest", characters=[guard])
    assert [each["name"] for each in carried(case)] == ["Wounded", "Encumbered"]
    assert case.view().proposals == ()
    case.gm(do="undo")
    case.gm(do="undo")
    assert [each["name"] for each in carried(case)] == ["Exhausted", "Wounded", "Encumbered"]


def test_no_rest_ends_fear(case: Case) -> None:
    """Seed 000:119: rally, escape or defeat the source."""
    condition(case, "Frightened")
    assert case.gm(do="razorweave.rest", long=True).result["proposals"] == []


def test_a_wound_heals_in_time_once_it_was_treated(case: Case) -> None:
    wound = condition(case, "Wounded")
    case.gm(do="razorweave.rest", long=True)
    assert len(carried(case)) == 1
    case.gm(do="razorweave.treat", condition=wound)
    assert carried(case)[0]["treated"]
    with pytest.raises(Refused, match=r"“Wounded” is already treated\. Use “Time to recover” to clear it\."):
        case.gm(do="razorweave.treat", condition=wound)
    case.gm(do="razorweave.rest", long=True)
    assert carried(case) == []


def test_treatment_stops_the_bleeding_and_its_clock(case: Case) -> None:
    case.gm(do="razorweave.treat", condition=condition(case, "Bleeding"))
    assert (carried(case), case.sees()["clocks"], case.view().proposals) == ([], [], ())


def test_what_no_treatment_clears_is_refused_with_what_does(case: Case) -> None:
    with pytest.raises(
        Refused,
        match=r"Treatment has no effect on “Encumbered” now\. How it clears: Drop or stow some of the load\.",
    ):
        case.gm(do="razorweave.treat", condition=condition(case, "Encumbered"))


def test_a_secret_condition_is_named_to_nobody_when_it_is_treated(case: Case) -> None:
    case.gm(do="razorweave.treat", condition=condition(case, "Poisoned", visibility="secret"))
    assert "Poisoned" not in str(case.sees("player")) + str(case.lines("player"))


def test_the_gms_page_offers_rest_and_whom_to_treat(case: Case) -> None:
    condition(case, "Bleeding")
    condition(case, "Shaken")
    care = Visitor(case, "gm").page("/moves/care").text
    assert "Short rest" in care
    assert "Time to recover" in care
    assert "Treat Mara for Bleeding" in care
    assert "for Shaken" not in care
