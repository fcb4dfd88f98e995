"""A table whose game is not here keeps all it holds, can be taken along, rests, and plays on afterwards."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.rules import plugins
from webapp.table.refusals import Invalid, Refused
from webapp.table.table_export import export_table
from webapp.table.unused_tables import remove_unused

RESTS = "This table plays Razorweave, a game that is set aside here because it cannot be loaded"


@pytest.fixture
def oak(app: Flask) -> Oak:
    return Oak.start(app, ruleset="razorweave")


@pytest.fixture
def gone(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Razorweave can be played no more, until this is undone; a clock and a tried check are left of it."""
    oak.clock("Alarm", segments=6, kind="danger")
    mara = oak.character("Mara", stats={"AGI": 2})
    check = oak.gm(do="check.call", character=mara, intent="Cross", attribute="AGI", dc=14).result["check"]
    oak.gm(do="check.roll", check=check, dice=[1, 1, 2, 3])
    monkeypatch.setitem(plugins._set_aside, "razorweave", "it is being mended")
    return monkeypatch


def test_nothing_is_changed_and_all_is_still_seen(oak: Oak, gone: pytest.MonkeyPatch) -> None:
    clock = oak.sees()["clocks"][0]["id"]
    for command in (
        {"do": "clock.tick", "clock": clock},
        {"do": "undo"},
        {"do": "tag.add", "name": "Slick"},
    ):
        with pytest.raises(Refused, match=RESTS):
            oak.gm(**command)
    for role in ("gm", "player", "tv"):
        assert [each["name"] for each in oak.sees(role)["clocks"]] == ["Alarm"]
        assert [each["name"] for each in oak.sees(role)["cast"]] == ["Mara"]


def test_its_pages_open_and_say_why_it_rests(oak: Oak, gone: pytest.MonkeyPatch) -> None:
    for role in ("gm", "player", "tv"):
        visitor = oak.app.test_client()
        page = visitor.get(f"/k/{oak.made.tokens[role]}", follow_redirects=True)
        assert page.status_code == 200
        assert f'role="note">{RESTS}' in page.text
        assert "Alarm" in page.text
        assert "cannot be shown" not in page.text
    for more in ("after", "paper", "export"):
        assert visitor.get(f"/t/{oak.id}/{more}").status_code in (200, 403)


def test_it_can_be_taken_along_and_plays_on_once_the_game_is_back(oak: Oak, gone: pytest.MonkeyPatch) -> None:
    document = export_table(oak.id)
    assert document["table"]["ruleset"] == "razorweave"
    assert [each["name"] for each in document["things"]["clock"]] == ["Alarm"]
    gone.undo()
    clock = oak.sees()["clocks"][0]["id"]
    assert oak.gm(do="clock.tick", clock=clock).result["filled"] == 1


def test_no_table_is_started_with_it(oak: Oak, gone: pytest.MonkeyPatch) -> None:
    said = (
        "a game that is set aside here because .* These rulesets can be played: freeform, mettle, resonance"
    )
    with pytest.raises(Invalid, match=said):
        Oak.start(oak.app, ruleset="razorweave")


def test_it_is_not_cleaned_up_even_if_nobody_ever_used_it(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    later = datetime.now(UTC) + timedelta(days=90)
    with monkeypatch.context() as meanwhile:
        meanwhile.setitem(plugins._set_aside, "razorweave", "it is being mended")
        assert remove_unused(later) == 0
    assert remove_unused(later) == 1
