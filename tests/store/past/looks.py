"""How a table looks to each who may look at it: kept once, and compared with what is seen later."""

from typing import Any

from tests.api.desk import Desk

PAGES = ("", "/paper", "/recap", "/after", "/journal", "/overlay", "/presence", "/pack", "/export")
"""The pages of a table beside those for one thing."""


def looks(desk: Desk) -> dict[str, Any]:
    """The table's links and seats, what each role is told of it, and which pages it may open."""
    links = {"gm": ["gm"], "player": ["player"], "tv": ["tv"]}
    links |= {seat: [key, "player"] for seat, key in desk.seats.items()}
    return {
        "table": desk.id,
        "keys": desk.made["keys"],
        "seats": desk.seats,
        "join_code": desk.sees()["join_code"],
        "seen": {who: desk.sees(who) for who in links},
        "pages": {who: pages(desk, who) for who in links},
    }


def addresses(desk: Desk, who: str) -> list[str]:
    """The pages somebody may have opened or kept as a bookmark."""
    found = [f"/t/{desk.id}{page}" for page in PAGES]
    if who != "gm":
        return found
    seen = desk.sees()
    things = ("scenes", "zones", "tags", "clocks", "cast", "saved")
    kinds = dict(zip(things, ("scene", "zone", "tag", "clock", "character", "saved"), strict=True))
    newest = [(kind, seen[many][-1]["id"]) for many, kind in kinds.items() if seen[many]]
    newest += [("check", each["id"]) for each in seen["checks"]]
    found += [f"/t/{desk.id}/edit/{kind}/{id}" for kind, id in newest]
    found += [f"/t/{desk.id}?as=player", f"/t/{desk.id}?as=tv"]
    return found + [f"/t/{desk.id}?as=player&seat={each['id']}" for each in seen["seats"]]


def device(desk: Desk, who: str) -> Any:
    """A browser that was given this link, or this seat, long ago."""
    tokens = [desk.seats[who], desk.made["keys"]["player"]] if who in desk.seats else [desk.made["keys"][who]]
    client = desk.client.application.test_client()
    client.set_cookie(f"tableside-{desk.id}", ".".join(tokens))
    return client


def pages(desk: Desk, who: str) -> dict[str, int]:
    """What each page answered."""
    client = device(desk, who)
    return {address: client.get(address).status_code for address in addresses(desk, who)}
