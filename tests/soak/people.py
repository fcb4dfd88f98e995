"""Who is at the table: two GMs, two seats, a guest, and the screens that only look."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.soak.board import Thing
from tests.soak.fault import Fault
from tests.soak.house import Answer, House
from tests.soak.live_page import LivePage, standing

API = "/api/v1/tables"
SCRIPT = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin"}
CANARY = "zqvault"
SEATED = ("Ana", "Ben")
SHOW = "clocks,tags,cast,checks,turn"


@dataclass
class Person:
    """Somebody with a program's key, and mostly with a page."""

    name: str
    role: str
    house: House
    at: str
    keys: dict[str, str]
    page: LivePage | None = None
    presses: int = 0

    def send(self, sent: dict[str, Any], **headers: str) -> Answer:
        """A command from a program."""
        return self.house.post(f"{API}/{self.at}/commands", {**self.keys, **headers}, json=sent)

    def add(self, what: str, **fields: Any) -> int:
        """Something new that is sure to be taken; its id."""
        answer = self.send({"do": f"{what}.add", **fields})
        assert answer.status == 200, answer.text
        id: int = answer.json["result"][what]
        return id

    def press(self, sent: dict[str, Any]) -> Answer:
        """The same from the page, which takes the reply in; a list under a name stands for several boxes.

        Every second press leaves the panels to the stream.
        """
        assert self.page is not None
        self.presses += 1
        live = {"Tableside-Live": "1"} if self.presses % 2 else {}
        script = {**SCRIPT, **self.page.headers, **live, "Tableside-Cursor": self.page.cursor}
        form = {name: each if isinstance(each, list) else _typed(each) for name, each in sent.items()}
        answer = self.house.post(f"/t/{self.at}/do", script, form=form)
        if answer.status == 200 and "hx-partial" in answer.text:
            self.page.said.append(answer.text)
            self.page.put_in(answer.text)
        elif "HX-Redirect" in answer.headers:
            self._move(answer)
        return answer

    def _move(self, answer: Answer) -> None:
        """The page is sent to itself, with another seat in its pocket."""
        assert self.page is not None
        if "Set-Cookie" in answer.headers:
            self.page.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]
        self.page.load()


@dataclass
class Table:
    """One table, everybody at it and every screen that shows it."""

    house: House
    id: str
    keys: dict[str, str]
    made: dict[str, Any]
    people: list[Person] = field(default_factory=list)
    pages: list[LivePage] = field(default_factory=list)
    links: set[int] = field(default_factory=set)
    previewed: int = 0

    @classmethod
    def start(cls, house: House, sent: dict[str, Any]) -> "Table":
        """A new table, or one that is brought in."""
        answer = house.post(API, {}, json=sent)
        assert answer.status == 201, answer.text[:600]
        made = answer.json
        return cls(house, made["table"], made["keys"], made)

    # ---- coming in -------------------------------------------------------------------------------

    def open(self) -> None:
        """Everybody comes, and every screen is switched on."""
        gm = self._come("GM", "gm", "gm")
        link = gm.send({"do": "key.add", "role": "gm", "name": "Second GM"}).json["result"]["link"]
        self.keys["gm2"] = link.rpartition("/")[2]
        self._come("Second GM", "gm", "gm2")
        for name in SEATED:
            self._come(name, "player", "player", self._seat(name))
        self._come("guest", "player", "player")
        self._come("TV", "tv", "tv")
        self._page("overlay", f"/overlay?show={SHOW}", self.keys["tv"], "")
        if not any(CANARY in each["name"] for each in self.sees()["scenes"]):
            plant(gm)
        seen = self.sees()
        self.links = {each["id"] for each in seen["keys"]}
        self._page("preview", "?as=player", self.keys["gm"], "")
        list(self.preview_again())

    def _come(self, name: str, role: str, link: str, seat: str = "") -> Person:
        page = self._page(name, "", self.keys[link], seat)
        person = Person(name, role, self.house, self.id, _headers(self.keys[link], seat), page)
        self.people.append(person)
        return person

    def _seat(self, name: str) -> str:
        """The key of the seat of this name, a new one where there is none."""
        there = next((each for each in self.sees()["seats"] if each["name"] == name), None)
        if there is None or not there["taken"]:
            which = {"name": name} if there is None else {"seat": there["id"]}
            return self._sent("player", do="seat.claim", **which)
        seat = there["id"]
        if "asked" in there:
            self._sent("gm", do="seat.answer", seat=seat, yes=False)
        key = self._sent("player", do="seat.ask", seat=seat)
        self._sent("gm", do="seat.answer", seat=seat, yes=True)
        return key

    def _sent(self, role: str, **sent: Any) -> str:
        """The key of a seat that this gives, if it does."""
        answer = self.house.post(f"{API}/{self.id}/commands", _headers(self.keys[role]), json=sent)
        key: str = answer.json["result"].get("seat_key", "")
        return key

    def sit_again(self) -> Iterator[LivePage]:
        """Whoever lost their seat takes it again, with the GM's yes."""
        for person in self.people:
            if person.name in SEATED and person.page is not None and not person.page.seated:
                seat = self._seat(person.name)
                person.keys = _headers(self.keys["player"], seat)
                person.page.headers["Cookie"] = self._cookie(self.keys["player"], seat)
                person.page.load()
                yield person.page

    def preview_again(self) -> Iterator[LivePage]:
        """A preview of a seat that is gone turns to another, as its GM would turn it."""
        seats = [each["id"] for each in self.sees()["seats"]]
        if self.previewed not in seats:
            self.previewed = seats[0] if seats else 0
            page = next(each for each in self.pages if each.name == "preview")
            page.path = f"/t/{self.id}?as=player" + (f"&seat={seats[0]}" if seats else "")
            page.load()
            yield page

    def _page(self, name: str, path: str, key: str, seat: str) -> LivePage:
        page = LivePage(name, self.house, f"/t/{self.id}{path}", {"Cookie": self._cookie(key, seat)})
        page.load()
        self.pages.append(page)
        return page

    def _cookie(self, key: str, seat: str) -> str:
        return f"tableside-{self.id}={'.'.join(filter(None, (key, seat)))}"

    # ---- looking ---------------------------------------------------------------------------------

    def sees(self, who: str = "gm") -> dict[str, Any]:
        """The table as a program gets it."""
        return self._read("", who)

    def exported(self) -> dict[str, Any]:
        return self._read("/export", "gm")

    def _read(self, path: str, who: str) -> dict[str, Any]:
        answer = self.house.get(f"{API}/{self.id}{path}", _headers(self.keys[who]))
        if answer.status != 200:
            raise Fault("status", f"{answer.status} for a look at the table: {answer.text[:600]}")
        told: dict[str, Any] = answer.json
        return told

    def cursor_of(self, page: LivePage) -> str:
        """Where the newest state of this page stands."""
        return standing(page.fresh())

    def somebody(self, chance: random.Random) -> Person:
        weights = {"GM": 5, "Second GM": 2, "Ana": 2, "Ben": 2, "guest": 1, "TV": 0.3}
        return chance.choices(self.people, [weights[each.name] for each in self.people])[0]

    def needs(self, thing: Thing) -> bool:
        """Whether somebody of ours would lose their place with this link or seat."""
        return thing.id in self.links or (thing.noun == "seat" and thing.name in SEATED)


def plant(gm: Person) -> None:
    """Things that nobody but a GM may ever hear of, with a word in them that stands nowhere else."""
    effects = [{"on": CANARY, "modifier": "note", "note": CANARY}]
    words = {"effects": effects, "trigger": CANARY, "clears": CANARY}
    gm.add("scene", name=f"{CANARY} scene", description=CANARY, notes=CANARY)
    zone = gm.add("zone", name=f"{CANARY} zone", visibility="secret")
    npc = gm.add("character", name=f"{CANARY} npc", kind="npc", zone=zone)
    gm.add("condition", character=npc, name=f"{CANARY} wound", source=CANARY, **words)
    for visibility in ("secret", "rumoured"):
        gm.add("tag", name=f"{CANARY} tag", visibility=visibility, object=CANARY, **words)
        gm.add("clock", name=f"{CANARY} clock", segments=6, visibility=visibility, on_full=CANARY)
    gm.add("tag", name="Odd", visibility="masked", object=CANARY, **words)
    gm.add("clock", name="Cover-up", segments=7, visibility="masked", on_full=CANARY, group=CANARY)


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _headers(key: str, seat: str = "") -> dict[str, str]:
    """What a program sends to be known."""
    return {"Authorization": f"Bearer {key}", **({"Tableside-Seat": seat} if seat else {})}
