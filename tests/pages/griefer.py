"""One guest who does everything that a player link allows, until each share is used up."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.table.oak import Oak
from webapp.table.actor import Actor
from webapp.table.refusals import Refused

LONG = "All work and no play makes Jack a dull boy. "
ASKED = {"do": "proposal.make", "command": {"do": "tag.add", "name": LONG[:43]}, "because": LONG[:43]}
MADE: tuple[dict[str, Any], ...] = (
    ASKED,
    {"do": "note.add", "text": LONG * 90, "visibility": "shown"},
    {"do": "note.add", "text": LONG, "visibility": "shown"},
    {"do": "clock.own", "name": LONG[:43], "segments": 8},
    {"do": "clock.add", "name": LONG[:43], "segments": 8},
)


def ordinary(oak: Oak) -> list[Actor]:
    """An evening as usual: six people with characters, clocks, tags and notes; return who sits there."""
    people = []
    for name in ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"):
        who = oak.sit(name, oak.character(f"{name}'s hero", look="Tall, in a red coat"))
        oak.dispatch(who, do="note.add", text=f"{name} saw a light in the tower.", visibility="shown")
        oak.dispatch(who, do="clock.own", name=f"{name}'s plan")
        people.append(who)
    for name in ("Alarm", "Tide", "Fire", "Ritual", "Patience", "The guards arrive"):
        clock = oak.clock(name, 8)
        for _ in range(5):
            oak.gm(do="clock.tick", clock=clock, because="somebody makes a noise in the dark")
    for name in ("Slick", "Fog", "Barred door", "Lanterns", "Crowd", "Oil on the stairs"):
        oak.tag(name, scene=oak.state().table.active_scene)
    for name in ("Guard", "Captain", "Smuggler", "Clerk", "Dog", "Priest"):
        npc = oak.character(name, kind="npc", visibility="shown")
        oak.gm(do="condition.add", character=npc, name="Bleeding")
    for who in people[:3]:
        oak.dispatch(who, **ASKED)
    return people


def use_up(oak: Oak, devices: Callable[[int], str]) -> dict[str, int]:
    """Do everything as often as it is allowed, from devices with these marks; return how often."""
    done: dict[str, int] = {}
    first, number = oak.actor("player"), 0
    while True:
        guest = replace(first, mark=devices(number))
        number += 1
        seats = list(_once(oak, guest, do="seat.claim", name=LONG[:79], new=LONG[:43]))
        if not seats:
            break
        seated = replace(guest, seat=seats[0]["seat"])
        for sent in MADE:
            done[sent["do"]] = done.get(sent["do"], 0) + sum(1 for _ in often(oak, seated, **sent))
    done["seat.claim"] = number - 1
    for held in oak.sees()["seats"]:
        list(_once(oak, replace(first, mark=f"asks-{held['id']:012}"[:12]), do="seat.ask", seat=held["id"]))
    for on in (True, False, True, False):
        list(_once(oak, first, do="pause.set", on=on))
    return done


def often(oak: Oak, who: Actor, **sent: Any) -> Iterator[dict[str, Any]]:
    while made := list(_once(oak, who, **sent)):
        yield from made


def _once(oak: Oak, who: Actor, **sent: Any) -> Iterator[dict[str, Any]]:
    try:
        yield oak.dispatch(who, **sent).result
    except Refused:
        return
