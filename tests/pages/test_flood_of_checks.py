"""A guest who calls all checks that seats may call makes nobody else's page longer by more than a tenth."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from tests.pages.griefer import ASKED, LONG, MADE, often
from tests.pages.test_griefer import pages
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from tests.table.watch import Watch
from webapp.services import services
from webapp.table.actor import Actor

CHECK = {"do": "check.call", "intent": LONG[:43], "approach": LONG}
SEATS, CHECKS = 8, 96


def begun(app: Flask, game: str) -> Oak:
    """A table like the demo: four people with characters, clocks and notes in a scene that has just begun."""
    oak = Oak.start(app, ruleset=game)
    services().dispatcher.most = 128 * 2**20
    oak.gm(do="scene.add", name="The old mill", description="The wheel turns, though the stream is dry.")
    for name in ("Alarm", "Tide"):
        oak.clock(name, 8)
    for name in ("Slick", "Fog", "Barred door"):
        oak.tag(name)
    for name in ("Guard", "Captain", "Smuggler"):
        oak.character(name, kind="npc", visibility="shown")
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        who = oak.sit(name, oak.character(f"{name}'s hero", look="Tall, in a red coat"))
        oak.dispatch(who, do="clock.own", name=f"{name}'s plan")
        oak.dispatch(who, do="note.add", text=f"{name} saw a light in the tower.", visibility="shown")
    oak.dispatch(who, **ASKED)
    return oak


def sit(oak: Oak, mark: str, name: str = LONG[:79]) -> Actor:
    """Somebody without a cookie takes a seat and names a character."""
    guest = replace(oak.actor("player"), mark=mark)
    return replace(guest, seat=oak.dispatch(guest, do="seat.claim", name=name, new=LONG[:43]).result["seat"])


@pytest.mark.parametrize(
    ("game", "all_else"), [("razorweave", ()), ("mettle", ()), ("resonance", ()), ("resonance", MADE)]
)
def test_nobody_elses_page_is_longer_by_more_than_a_tenth(
    app: Flask, watch: Watch, game: str, all_else: tuple[dict[str, Any], ...]
) -> None:
    oak = begun(app, game)
    watch.passes(60)
    before, called = pages(oak), 0
    for number in range(SEATS):
        guest = sit(oak, f"phone-{number:06}")
        called += len(list(often(oak, guest, **CHECK)))
        for sent in all_else:
            list(often(oak, guest, **sent))
    assert called == CHECKS
    after = pages(oak)
    sizes = {name: (len(before[name].encode()), len(after[name].encode())) for name in before}
    assert max(now / then for then, now in sizes.values()) < 1.1, sizes
    assert f"{CHECKS} checks" in after["player"]


def test_a_friend_who_comes_late_is_let_stay_with_the_check(app: Flask, watch: Watch) -> None:
    oak = begun(app, "razorweave")
    watch.passes(60)
    eve = Visitor(oak, "player")
    eve.post(do="seat.claim", name="Eve", new="Eve's hero")
    eve.post(do="check.call", intent="climb the wall")
    check, page = oak.sees()["checks"][-1]["id"], pages(oak)
    form = f'<article id="check-{check}"'
    assert "New guests also made 1 check. Your GM decides about them." in page["Ana"]
    assert form not in page["gm"] + page["Ana"] + page["tv"]
    assert f'check-{check}"' in eve.page().text, "her own page has it"
    (let,) = re.findall(rf'value="(do=check.edit&amp;check={check})".*?>Let stay<', page["gm"])
    gm = Visitor(oak, "gm")
    gm.post(act=let.replace("&amp;", "&"))
    assert oak.lines()[0] == "Eve may stay"
    page = pages(oak)
    assert all(form in page[name] for name in ("gm", "Ana", "tv"))
    gm.post(do="check.edit", check=str(check), intent="jump")
    assert oak.sees()["checks"][-1]["intent"] == "jump"


def test_who_sets_up_a_check_lets_its_seat_stay(app: Flask, watch: Watch) -> None:
    oak = begun(app, "razorweave")
    watch.passes(60)
    check = oak.dispatch(sit(oak, "phone-of-eve", "Eve"), **CHECK).result["check"]
    oak.gm(do="check.edit", check=check, dc=12)
    assert f'<article id="check-{check}"' in pages(oak)["Ana"]


def test_one_of_the_first_seats_calls_many_checks(app: Flask) -> None:
    """Of many checks that wait, everybody's page shows the first of each seat, and the GM's has few forms."""
    oak = begun(app, "razorweave")
    for name, often_called in (("Ana", 9), ("Ben", 1)):
        for _ in range(often_called):
            oak.dispatch(oak.actor("player", oak.seats[name]), do="check.call", intent=f"{name} climbs")
    page = pages(oak)
    assert re.search(r"check-card settled called.*?<bdi>Ben climbs</bdi>", page["player"], re.DOTALL)
    assert [page[name].count('class="check-card') for name in ("gm", "player")] == [4, 4]
    assert "6 more checks come up after an answer." in page["gm"]
    assert "And 6 more checks." in page["player"]
