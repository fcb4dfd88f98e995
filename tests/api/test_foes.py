"""Foes' numbers where the table does not tell them: evenings that differ in nothing else look the same."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk
from tests.api.test_secrets import stream_of

LOOKERS = ("player", "tv", "Ana")
TAGS = re.compile(r"<[^>]*?(?:aria-label=\"([^\"]*)\"[^>]*)?>")
ANSWERS: list[Any] = []
"""What those who rolled were told."""
Numbers = dict[str, Any]
STRONG = {"FRAME": 9, "POISE": 3, "MOTIVE": 12, "CALLING": 15, "NATURE": 13, "CULTURE": 7, "Armour": 8}
WEAK = {"FRAME": 8, "POISE": 2, "MOTIVE": 11, "CALLING": 14, "NATURE": 12, "CULTURE": 6, "Armour": 7}


def mettle(desk: Desk, foe: Numbers) -> None:
    """Mara hits nothing, Bog hits her, a fall hurts Bog, and he gets some of it back."""
    stats = {"FRAME": 3, "POISE": 3, "MOTIVE": 3, "CALLING": 4, "NATURE": 3, "CULTURE": 2}
    mara = desk.add("character", name="Mara", stats=stats)
    bog = desk.add("character", name="Bog 2", kind="npc", visibility="shown", stats=foe)
    armed = {"name": "Cleaver", "damage": f"FRAME+{foe['FRAME']}", "dice": foe["FRAME"] - 5}
    desk.do("gm", do="mettle.weapon.add", character=bog, **armed)
    desk.sit("Ana", character=mara)
    tried(desk, "Ana", mara, [3, 2, 4], action="attack", foes=[bog], unarmed=True)
    faces = [3, 3, 3, 5] + [1] * (foe["NATURE"] + foe["FRAME"] - 9)
    tried(desk, "gm", bog, faces, action="attack", foes=[mara], damage="9", pool=foe["NATURE"])
    desk.do("gm", do="mettle.hurt", character=bog, by=foe["FRAME"] - 4, because="a falling beam")
    desk.do("gm", do="mettle.hazard.ignite", character=bog, hazard="2D+2", dice=[6, 6])
    desk.do("gm", do="mettle.mend", character=bog, by=2)


def resonance(desk: Desk, foe: Numbers) -> None:
    """Mara strikes at the Captain, he strikes back, he loses HP and acts in a round."""
    mara = desk.add("character", name="Mara", stats={"force": 3, "brawn": 2})
    sheet = {name: each for name, each in foe.items() if name != "hp"}
    captain = desk.add("character", name="Captain", kind="npc", visibility="shown", stats=sheet)
    full = {"hp": foe["hp"], "most_hp": foe["hp"], "sp": foe["hp"] + 1, "most_sp": foe["hp"] + 1}
    desk.do("gm", do="resonance.value.set", character=captain, **full)
    desk.sit("Ana", character=mara)
    tried(desk, "Ana", mara, [[10, 9]], roll="attack", stat="force", target=captain)
    tried(desk, "gm", captain, [[9, 7]], roll="attack", stat="force", target=mara)
    desk.do("gm", do="resonance.value.lose", character=captain, amount=foe["hp"] // 5)
    desk.do("gm", do="resonance.pool.add", character=captain, tag="daze", count=1)
    desk.do("gm", do="resonance.round.start")


def razorweave(desk: Desk, foe: Numbers) -> None:
    """Mara tries something against a number of the GM's, and the Fixer tries something too."""
    desk.sit("Ana", character=desk.add("character", name="Mara", stats={"AGI": 2}))
    fixer = desk.add("character", name="Fixer", kind="npc", visibility="shown", stats=foe)
    tried(desk, "gm", fixer, [6, 6, 6, 6], intent="Run 3 blocks", attribute="AGI", dc=14)


def freeform(desk: Desk, foe: Numbers) -> None:
    """There is somebody with numbers."""
    desk.sit("Ana", character=desk.add("character", name="Mara", stats={"Luck": 2}))
    desk.add("character", name="Fixer", kind="npc", visibility="shown", stats=foe)


def tried(desk: Desk, who: str, character: int, dice: list[Any], **asked: Any) -> None:
    """A check from its call to what it does; what the roll answered must tell no more than the screens."""
    check = desk.do(who, do="check.call", character=character, **asked)["result"]["check"]
    answer = desk.do(who, do="check.roll", check=check, dice=dice)
    if who != "gm":
        ANSWERS.append(answer["result"])
    if desk.sees()["proposals"]:
        desk.do("gm", do="check.resolve", check=check)


GAMES: dict[str, tuple[Callable[[Desk, Numbers], None], Numbers, Numbers]] = {
    "mettle": (mettle, STRONG, WEAK),
    "resonance": (
        resonance,
        {"hp": 30, "force": 5, "brawn": 5, "reflex": 4, "level": 8},
        {"hp": 25, "force": 5, "brawn": 4, "reflex": 3, "level": 8},
    ),
    "razorweave": (razorweave, {"AGI": 4, "Running": 3}, {"AGI": 3, "Running": 2}),
    "freeform": (freeform, {"Grip": 44}, {"Grip": 33}),
}


ONE_EACH = [("words", "mettle"), ("absent", "resonance"), ("absent", "razorweave"), ("words", "freeform")]
OTHERS = [("absent", "mettle"), ("words", "resonance"), ("words", "razorweave"), ("absent", "freeform")]


@pytest.mark.parametrize(
    ("telling", "ruleset"), [*ONE_EACH, *(pytest.param(*each, marks=pytest.mark.soak) for each in OTHERS)]
)
def test_no_screen_tells_a_number_of_a_foe(app: Flask, ruleset: str, telling: str) -> None:
    play, *foes = GAMES[ruleset]
    one, other = [played(app, ruleset, telling, play, foe) for foe in foes]
    for what, told in one.items():
        assert told == other[what], what


@pytest.mark.parametrize(
    "ruleset",
    [
        "freeform",
        "razorweave",
        *(pytest.param(each, marks=pytest.mark.soak) for each in ("mettle", "resonance")),
    ],
)
def test_a_table_that_chose_nothing_tells_them_as_ever(app: Flask, ruleset: str) -> None:
    play, *foes = GAMES[ruleset]
    one, other = [played(app, ruleset, None, play, foe) for foe in foes]
    assert all(one[what] != other[what] for what in one if what[1] == "")
    late = [played(app, ruleset, None, play, foe, later="absent") for foe in foes]
    for what, told in late[0].items():
        assert told == late[1][what], what


def played(
    app: Flask,
    ruleset: str,
    telling: str | None,
    play: Callable[[Desk, Numbers], None],
    foe: Numbers,
    later: str = "",
) -> dict[tuple[str, str], Any]:
    """All that everybody but the GM gets of such an evening, by who and where; ids are left out."""
    desk = Desk.start(app, ruleset=ruleset)
    ANSWERS.clear()
    if telling:
        desk.do("gm", do="table.edit", settings={"foes": telling})
    play(desk, foe)
    if later:
        desk.do("gm", do="table.edit", settings={"foes": later})
    ids = set(re.findall(r'"(?:id|check|character|piece|scene)": ?(\d+)', desk.get("gm").text))
    got: dict[tuple[str, str], Any] = {
        (who, where): plain(desk.get(who, where).text, ids) for who in LOOKERS for where in WHERE
    }
    if not later:
        got |= {(who, "stream"): [plain(each.data, ids) for each in stream_of(desk, who)] for who in LOOKERS}
    got |= {(role, "page"): plain(page, ids) for role, page in pages(desk)}
    return got if later else got | {("Ana", "answers"): plain(json.dumps(ANSWERS), ids)}


WHERE = ("", "/journal", "/recap")


def pages(desk: Desk) -> Iterator[tuple[str, str]]:
    """What stands on the pages to read, and to hear."""
    for role in ("player", "tv"):
        device = desk.client.application.test_client()
        device.get(f"/k/{desk.made['keys'][role]}")
        for path in ("", "/after", "/overlay?show=cast,checks,turn", "/paper"):
            html = device.get(f"/t/{desk.id}{path}").text.replace(desk.made["join_code"], "code")
            yield f"{role} {path}", TAGS.sub(r" \1 ", html.partition("<main")[2])


def plain(text: str, ids: set[str]) -> str:
    """Without ids, times and what else no two tables share."""
    text = re.sub(rf"\b({'|'.join(ids)})\b", "#", text)
    text = re.sub(r'"(table|cursor|epoch|join_code|invite|at)": ?"[^"]*"', "", text)
    return re.sub(r"\d\d:\d\d(:\d\d)?", "then", text)


def test_words_stand_where_numbers_stood(app: Flask) -> None:
    desk = Desk.start(app, ruleset="mettle")
    desk.do("gm", do="table.edit", settings={"foes": "words"})
    mettle(desk, STRONG)
    bog = next(each for each in desk.sees("player")["cast"] if each["name"] == "Bog 2")
    assert bog["stats"] == {}
    assert bog["stands"] == "hurt"
    assert "Bog 2: soaked to nothing." in desk.sees("player")["checks"][0]["result"]["sentences"]
    assert any("Bog 2 loses Mettle" in line["summary"] for line in desk.sees("player")["journal"])
    assert "now 22 of 27" in desk.get("gm").text


def test_a_seats_own_npc_is_no_foe_to_anybody(app: Flask) -> None:
    desk = Desk.start(app, ruleset="freeform")
    desk.do("gm", do="table.edit", settings={"foes": "absent"})
    dog = desk.add("character", name="Dog", kind="npc", visibility="shown", stats={"Bite": 7})
    assert desk.sees("player")["cast"][0]["stats"] == {}
    desk.do("gm", do="seat.claim", name="Ana", character=dog)
    assert desk.sees("player")["cast"][0]["stats"] == {"Bite": 7}


@pytest.mark.parametrize("sent", [{"foes": "loud"}, {"foes": True}, {"show_odds": "words"}])
def test_what_is_no_choice_is_refused(app: Flask, sent: Numbers) -> None:
    assert Desk.start(app).send("gm", {"do": "table.edit", "settings": sent}).status_code == 422


@pytest.mark.parametrize(("sent", "told"), [({}, "words"), ({"foes": "absent"}, "absent")])
def test_a_new_table_tells_them_in_words_unasked(app: Flask, sent: dict[str, str], told: str) -> None:
    visitor = app.test_client()
    assert 'name="foes"' not in visitor.get("/").text
    headers = {"Sec-Fetch-Site": "same-origin"}
    sent = {"name": "Oak", "ruleset": "freeform", **sent}
    started = visitor.post("/tables", data=sent, headers=headers, follow_redirects=True).text
    key = re.search(r"/k/([\w-]+)", started)
    assert key is not None
    seen = visitor.get(f"/k/{key.group(1)}", follow_redirects=True)
    table = re.search(r"/t/(\w+)", seen.text)
    assert table is not None
    api = visitor.get(f"/api/v1/tables/{table.group(1)}", headers={"Authorization": f"Bearer {key.group(1)}"})
    assert (api.json or {})["settings"]["foes"] == told
