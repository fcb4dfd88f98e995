"""Nothing bricks a table: what could not be drawn is not written, by whatever door it comes."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.rules.playable_games import ruleset, rulesets
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.table.refusals import Invalid, Refused
from webapp.views import thing_view_factory
from webapp.views.game_screens import GameScreens

PAGES = {"gm": ["", "?as=player", "?as=tv", "/paper", "/after", "/overlay", "/journal"]}
PAGES |= {"player": ["", "/paper", "/after", "/journal"], "tv": ["", "/overlay"]}


def pages(oak: Oak) -> dict[str, int]:
    """Every page of every audience, and how it is answered; the API's too."""
    found = {}
    for role, asked in PAGES.items():
        visitor = Visitor(oak, role)
        found |= {f"{role} {query}": visitor.page(query).status_code for query in asked}
        key = {"Authorization": f"Bearer {oak.made.tokens[role]}"}
        found[f"{role} api"] = visitor.client.get(f"/api/v1/tables/{oak.id}", headers=key).status_code
    return found


def all_open(oak: Oak) -> bool:
    return set(pages(oak).values()) == {200}


def planted(oak: Oak, statement: str, **values: Any) -> None:
    """Somebody wrote into the database by hand, or an older version of this did."""
    db.session.execute(text(statement), {"table": oak.id, **values})
    db.session.execute(text("UPDATE tables SET rev_gm = rev_gm + 1 WHERE id = :table"), {"table": oak.id})
    db.session.commit()


@pytest.mark.parametrize("game", rulesets())
def test_a_condition_with_a_clock_of_its_own_is_drawn_in_every_game(app: Flask, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    mara = oak.character("Mara")
    done = oak.gm(do="condition.add", character=mara, name="Wet", own_clock=True)
    assert all_open(oak)
    kinds = [kind.key for kind in ruleset(game).catalogue.clock_kinds]
    assert [clock["kind"] in kinds for clock in oak.sees()["clocks"]] == [True]
    oak.gm(do="clock.tick", clock=done.result["clock"])


def test_a_table_with_a_clock_of_no_kind_opens_again_and_is_played_on(app: Flask) -> None:
    oak = Oak.start(app, ruleset="mettle")
    alarm = oak.clock("Alarm")
    planted(oak, "UPDATE clock SET kind = 'personal' WHERE table_id = :table")
    assert all_open(oak)
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1


ODD = {
    "too full": [
        "clock SET filled = 99",
        'tag SET effects = \'[{"on": "all", "modifier": "doom"}]\'',
        'condition SET data = \'{"count": {}, "counts": true}\'',
        "entry SET about = '[[\"nothing\", 7]]', parts = '[7]'",
    ],
    "empty": ["clock SET segments = 0", "piece SET data = '{}'", "proposal SET command = '{}'"],
    "of no kind": [
        "clock SET direction = 'sideways'",
        "piece SET kind = 'nothing'",
        "saved SET data = '{}', kind = 'nothing'",
    ],
    "nowhere": [
        "clock SET opposes = 7, follows = 7, owner = 7, character = 7",
        "tag SET zone = 7, character = 7, scene = 7",
        "zone SET joins = '[7]', scene = 7",
    ],
    "nobody": ["clock SET visibility = 'seen'", "character SET stats = '{\"Edge\": [1]}', zone = 7"],
}
"""Rows as nobody writes them, several at once where none hides another."""


@pytest.mark.thorough
@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("game", ["mettle", pytest.param("resonance", marks=pytest.mark.soak)])
def test_no_row_whatever_stands_in_it_keeps_a_page_from_opening(
    app: Flask, game: str, odd: str, something_unshown: None
) -> None:
    oak = furnished(app, game)
    for change in ODD[odd]:
        planted(oak, f"UPDATE {change} WHERE table_id = :table")
    assert all_open(oak)
    fresh = oak.clock("Fresh")
    assert all_open(oak)
    assert f"clock-{fresh}" in Visitor(oak, "gm").page().text


def furnished(app: Flask, game: str) -> Oak:
    """A table of this game with a row of every kind."""
    oak = Oak.start(app, ruleset=game)
    zone = oak.gm(do="zone.add", name="Dock").result["zone"]
    mara = oak.character("Mara", zone=zone)
    oak.gm(do="condition.add", character=mara, name="Wet", own_clock=True)
    tag, alarm = oak.tag("Slick", zone=zone), oak.clock("Alarm")
    oak.gm(do="saved.add", tag=tag)
    oak.dispatch(oak.sit("Ana", mara), do="proposal.make", command={"do": "clock.tick", "clock": alarm})
    if game == "resonance":
        oak.gm(do="resonance.pool.add", character=mara, tag="Bless")
    else:
        oak.gm(do="mettle.hurt", character=mara, by=1)
    return oak


def test_a_row_that_cannot_be_drawn_is_not_written(oak: Oak) -> None:
    with pytest.raises(Invalid, match="no clock kind"):
        oak.clock("Alarm", kind="doom")
    assert oak.sees()["clocks"] == []


def test_what_a_screen_cannot_show_afterwards_is_not_written(
    oak: Oak, monkeypatch: pytest.MonkeyPatch, something_unshown: None
) -> None:
    alarm = oak.clock("Alarm")
    monkeypatch.setattr(thing_view_factory.ThingViewFactory, "tag", lambda self, row: {}["missing"])
    with pytest.raises(Refused, match="could not show the table"):
        oak.tag("Slick")
    oak.gm(do="clock.tick", clock=alarm)
    assert [clock["filled"] for clock in oak.sees()["clocks"]] == [1]


def test_what_only_a_seat_is_told_costs_that_seat_nothing_else(
    app: Flask, monkeypatch: pytest.MonkeyPatch, something_unshown: None
) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    mara = oak.character("Mara")
    ana = oak.sit("Ana", mara)
    oak.gm(do="check.call", character=mara, intent="I climb", attribute="MIG", dc=14)
    monkeypatch.setattr(GameScreens, "reveal_check_to_roller", lambda *_: {}["missing"])
    assert [each.intent for each in oak.view(ana.audience).mine.checks] == ["I climb"]
    assert all_open(oak)


def test_an_undo_that_would_leave_what_cannot_be_drawn_is_refused(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    oak.gm(do="clock.edit", clock=alarm, kind="threat")
    entry = db.session.query(Entry).filter_by(table_id=oak.id, command="clock.edit").one()
    entry.changes = [{**entry.changes[0], "before": {"kind": "doom"}}]
    db.session.commit()
    with pytest.raises(Invalid, match="no clock kind"):
        oak.gm(do="undo")
    assert oak.sees()["clocks"][0]["kind"] == "threat"


def test_a_panel_that_cannot_be_drawn_costs_itself_and_a_later_one_heals_it(
    oak: Oak, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, something_unshown: None
) -> None:
    alarm, gm = oak.clock("The secret alarm", visibility="secret"), Visitor(oak, "gm")
    template = oak.app.jinja_env.get_template("panels/gm-clock.html")
    with monkeypatch.context() as broken:
        broken.setattr(template, "_root", lambda context: iter([context["it"].name[10_000]]))
        reply = gm.post(SCRIPT, do="clock.tick", clock=str(alarm)).text
        page = gm.page().text
    place = f'<section id="clock-{alarm}"'
    assert place in reply
    assert place in page
    assert 'id="tags"' in page
    assert f"The panel clock-{alarm} could not be shown: IndexError" in caplog.text
    assert "secret alarm" not in caplog.text
    healed = gm.post(SCRIPT, do="clock.tick", clock=str(alarm)).text
    assert f'hx-target="#clock-{alarm}"' in healed
    assert place not in healed
    assert services().dispatcher.snapshots.for_reading(oak.state()).unshown == set()
