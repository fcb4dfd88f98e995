"""Planted words in secret and masked things reach no byte of a player's or the TV's pages."""

import pytest
from markupsafe import escape

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.services import services
from webapp.table.grants import best_grant

WORD = "xanadu"
EFFECT = [{"on": WORD, "modifier": "note", "note": WORD}]


@pytest.fixture
def planted(oak: Oak) -> Oak:
    """A table with the word in every place that players must not see."""
    oak.clock(WORD, 6, visibility="secret", on_full=WORD)
    oak.clock(WORD, 6, visibility="rumoured", on_full=WORD, group=WORD)
    masked = oak.clock("Flood", 6, visibility="masked", on_full=WORD, group=WORD)
    oak.gm(do="clock.tick", clock=masked, by=2, because=WORD)
    shown = oak.clock("Alarm", 6, on_full=WORD)
    oak.tag(WORD, visibility="secret", effects=EFFECT)
    oak.tag(WORD, visibility="rumoured", effects=EFFECT, trigger=WORD, clears=WORD, object=WORD)
    oak.tag("Fog", visibility="masked", effects=EFFECT, trigger=WORD, clears=WORD, object=WORD)
    spy = oak.character(WORD, kind="npc", stats={WORD: WORD})
    oak.gm(do="condition.add", character=spy, name=WORD)
    seen = oak.character("Guard", kind="npc", visibility="masked", stats={WORD: 1})
    oak.gm(do="condition.add", character=seen, name="Dazed", effects=EFFECT, source=WORD)
    scene = oak.gm(do="scene.add", name=WORD, description=WORD, notes=WORD).result["scene"]
    oak.tag(WORD, scene=scene)
    oak.gm(do="scene.edit", scene=oak.sees()["scene"], notes=WORD)
    oak.gm(do="key.add", role="player", name=WORD)
    oak.gm(do="clock.tick", clock=shown)
    return oak


@pytest.mark.parametrize("role", ["player", "tv"])
def test_no_page_tells(planted: Oak, role: str) -> None:
    assert WORD in Visitor(planted, "gm").page().get_data(as_text=True)
    assert WORD not in Visitor(planted, role).page().get_data(as_text=True)
    assert WORD not in Visitor(planted, "gm").page(f"?as={role}").get_data(as_text=True)


@pytest.mark.parametrize("role", ["player", "tv"])
@pytest.mark.parametrize("last", ["", "first"])
def test_no_stream_tells(planted: Oak, role: str, last: str) -> None:
    """Neither as whole panels nor step by step from the first revision on."""
    grant = best_grant(planted.id, [planted.made.tokens[role]])
    assert grant is not None
    table = planted.state().table
    cursor = f"{table.epoch}-0" if last else ""
    news = services().updates.render_delta(Viewer(grant), cursor)
    assert news is not None
    assert b"Alarm" in news.data
    assert WORD.encode() not in news.data


def test_no_reply_tells(planted: Oak) -> None:
    phone = Visitor(planted, "player")
    phone.post(do="seat.claim", name="Ana")
    for fields in ({"do": "pause.set", "on": "true"}, {"do": "clock.tick", "clock": "5"}, {"do": "undo"}):
        assert WORD not in phone.post(SCRIPT, **fields).get_data(as_text=True)


def test_a_secret_things_edit_page_is_the_gms(planted: Oak) -> None:
    tag = next(tag["id"] for tag in planted.sees()["tags"] if tag["name"] == WORD)
    assert Visitor(planted, "player").page(f"/edit/tag/{tag}").status_code == 403
    assert Visitor(planted, "gm").page(f"/edit/tag/{tag}").status_code == 200


def test_hiding_again_leaves_nothing_in_what_a_late_phone_is_sent(oak: Oak) -> None:
    table = oak.state().table
    cursor = f"{table.epoch}-{table.rev_player}"
    tag = oak.tag(WORD)
    oak.gm(do="tag.edit", tag=tag, visibility="secret")
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    assert grant is not None
    news = services().updates.render_delta(Viewer(grant), cursor)
    assert news is not None
    assert WORD.encode() not in news.data


NAUGHTY = ["<script>alert(1)</script>", '" onmouseover="x', "<b hx-get=/x>", "{{ 7*7 }} & more"]


@pytest.mark.parametrize("name", NAUGHTY)
def test_what_people_type_is_text_and_nothing_else(oak: Oak, name: str) -> None:
    oak.tag(name)
    oak.clock(name, 4, on_full=name)
    oak.character(name)
    oak.gm(do="condition.add", character=oak.sees()["cast"][0]["id"], name=name)
    for role in ("gm", "player", "tv"):
        page = Visitor(oak, role).page().get_data(as_text=True)
        assert name not in page
        assert str(escape(name)) in page
