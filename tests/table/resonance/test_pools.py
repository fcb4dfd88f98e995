"""Tag pools at the table: their limits, who may say what happens to one, undo."""

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.games.resonance.rules.book import catalogue, events
from webapp.games.resonance.views.panels import across
from webapp.table.refusals import Forbidden, Invalid, Refused

NAMES = [entry.name for kind in ("status", "boost") for entry in catalogue().entries(kind)]


@pytest.mark.parametrize("name", NAMES)
def test_every_tag_can_be_gained_and_is_shown_with_name_kind_colour_and_count(
    sparks: Sparks, name: str
) -> None:
    sparks.give(name, 2)
    [tag] = sparks.piece("pool", audience="player")["tags"]
    entry = catalogue().find(name)
    assert (tag["name"], tag["kind"], tag["colour"], tag["count"]) == (
        *(name, entry.kind, entry.data["colour"]),
        2,
    )


def test_the_sixth_curse_is_refused_in_a_sentence(sparks: Sparks) -> None:
    sparks.give("Curse", 5)
    with pytest.raises(Refused, match="Sparks cannot take Curse: a pool holds at most 5 Curse tags"):
        sparks.give("Curse")
    assert sparks.pool() == {"Curse": 5}


def test_the_eleventh_status_tag_is_refused_but_ten_boosts_still_fit(sparks: Sparks) -> None:
    sparks.give("Curse", 5)
    sparks.give("Daze", 5)
    with pytest.raises(Refused, match="a pool holds at most 10 status tags"):
        sparks.give("Mark")
    sparks.give("Bless", 5)
    sparks.give("Regen", 5)
    with pytest.raises(Refused, match="a pool holds at most 10 boost tags"):
        sparks.give("Ward")


def test_what_does_not_fit_is_lost_and_said(sparks: Sparks) -> None:
    sparks.give("Curse", 4)
    done = sparks.give("Curse", 3)
    assert "2 Curse not added, since a pool holds at most 5 Curse tags" in done.summary
    assert done.result["added"] == 1


def test_an_unknown_tag_is_refused_with_the_nearest_name(sparks: Sparks) -> None:
    with pytest.raises(Invalid, match="Did you mean Blight"):
        sparks.give("Blihgt")


@pytest.mark.parametrize("event", [row["name"] for row in events() if not str(row["key"]).startswith("tag")])
def test_everything_that_can_happen_may_be_said_of_an_empty_pool(sparks: Sparks, event: str) -> None:
    if event == "breaks free":
        with pytest.raises(Invalid, match="no Bind"):
            sparks.happens(event)
        return
    assert sparks.happens(event).summary.replace(":", "") == f"Sparks {event}"


def test_undo_takes_back_what_a_tap_did_and_leaves_what_came_after(sparks: Sparks) -> None:
    sparks.give("Blight")
    sparks.happens("acts")
    sparks.give("Curse")
    sparks.gm(do="undo")
    sparks.gm(do="undo")
    assert (sparks.left()[0], sparks.pool()) == (10, {"Blight": 1})


def test_a_player_says_what_happens_to_the_own_character_alone(sparks: Sparks) -> None:
    alex = sparks.alex()
    sparks.oak.dispatch(alex, do="resonance.pool.happen", character=sparks.sparks, on="acts")
    with pytest.raises(Forbidden, match="You cannot decide for Rook"):
        sparks.oak.dispatch(alex, do="resonance.pool.happen", character=sparks.rook, on="acts")


def test_a_player_does_not_say_that_tags_just_leave_the_pool(sparks: Sparks) -> None:
    sparks.give("Curse", 3)
    with pytest.raises(Forbidden, match="Only events, actions and the GM"):
        sparks.oak.dispatch(
            sparks.alex(),
            do="resonance.pool.happen",
            character=sparks.sparks,
            on="loses tags",
            remove=["Curse"],
        )
    assert sparks.pool() == {"Curse": 3}


def test_a_field_that_an_event_does_not_have_is_refused(sparks: Sparks) -> None:
    with pytest.raises(Invalid, match=r"no field “event\.sp” for the event “attacked”"):
        sparks.happens("is attacked", sp=1)


def test_a_player_may_ask_for_a_tag_and_the_gm_gives_it(sparks: Sparks) -> None:
    wanted = {"do": "resonance.pool.add", "character": sparks.sparks, "tag": "Bless"}
    proposed = sparks.oak.dispatch(sparks.alex(), do="proposal.make", command=wanted)
    assert proposed.summary == "Proposed: 1 Bless for Sparks"
    sparks.gm(do="proposal.accept", proposal=proposed.result["proposal"])
    assert sparks.pool() == {"Bless": 1}


def test_the_tv_counts_the_people_and_the_tags_that_it_has_no_room_for(sparks: Sparks) -> None:
    """Of up to four their tags are told, of four led by what ails them; of more the tags are counted."""

    def list_holders() -> list[tuple[str, tuple[str, ...], list[object], int]]:
        held = across(sparks.oak.view("tv")).holders
        return [(each.who.name, each.ails, [tag["name"] for tag in each.tags], each.counted) for each in held]

    sparks.give("Curse", 2)
    sparks.give("Bless")
    sparks.gm(do="condition.add", name="Prone", character=sparks.sparks)
    assert list_holders()[0] == ("Sparks", ("Prone",), ["Curse", "Bless"], 0)
    sparks.oak.character("Vesna")
    assert list_holders()[0] == ("Sparks", (), ["Prone", "Curse", "Bless"], 0)
    sparks.oak.character("Bruno")
    assert list_holders()[0] == ("Sparks", ("Prone",), [], 2)
    for name in ("Ilse", "Fixer"):
        sparks.oak.character(name)
    assert [name for name, *_ in list_holders()] == ["Sparks", "Rook", "Vesna", "Bruno", "Ilse"]
    assert across(sparks.oak.view("tv")).others == 2
