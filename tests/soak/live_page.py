"""A page that stays open: what its stream says is put into it, as a browser would do it."""

import json
import time
from dataclasses import dataclass, field

from tests.soak.house import Event, House, Stream
from tests.soak.markup import Tokens, attribute, ending, partials, place, tokens
from tests.soak.normalisation import normalise

TRIES = 4
"""How often a page comes back before it is lost: after an end, a heartbeat that differs, a reload."""
NEXT_PROOF = 90.0
"""Seconds in which a stream that was opened tells what its page must show."""


class Lost(AssertionError):
    """A page did not get what it should have."""


@dataclass
class LivePage:
    """One page of one device. `page` is what stands in it, `stream` what it hears."""

    name: str
    house: House
    path: str
    headers: dict[str, str]
    page: Tokens = field(default_factory=list)
    cursor: str = ""
    stream: Stream | None = None
    asleep: bool = False
    seated: bool = False
    seat: str = ""
    proved: bool = True
    proofs: int = 0
    said: list[str] = field(default_factory=list)

    # ---- opening ---------------------------------------------------------------------------------

    def load(self) -> None:
        """Fetch the page whole, as at first or after the server said so."""
        self.leave()
        self.page = self.fresh()
        self.cursor = standing(self.page)
        self.connect()

    def fresh(self) -> Tokens:
        """The page as the server would give it now."""
        answer = self.house.get(self.path, self.headers)
        if answer.status != 200:
            raise Lost(f"{self.name}: {answer.status} for a page: {answer.text[:300]}")
        self.said.append(answer.text)
        head, body = answer.text.split("</head>", 1)
        return tokens(body) + tokens(head[head.index("<title") :].partition("</title>")[0] + "</title>")

    def connect(self) -> None:
        """Open the stream at where this page stands."""
        address = next(
            attribute(each, "data-hx-sse:connect") for each in self.page if "data-hx-sse:connect" in each
        )
        self.stream = self.house.stream(address, {**self.headers, "Last-Event-ID": self.cursor})

    def leave(self) -> None:
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    # ---- what comes in ---------------------------------------------------------------------------

    def hear(self, until: str) -> None:
        """Take what the stream has to say until the page stands there."""
        for _ in range(TRIES):
            if self.stream is None or self.stream.ended:
                self.connect()
            assert self.stream is not None
            again = [self.apply_event(event) for event in self.stream.read(until)]
            if not any(again) and not self.stream.ended and self.cursor == until:
                return
        raise Lost(f"{self.name}: stands at {self.cursor} and never came to {until}")

    def apply_event(self, event: Event) -> bool:
        """Apply one event; return whether the page was loaded again because of it."""
        self.said.append(event.data)
        if event.name == "reload":
            self.load()
            return True
        if event.name in ("gone", "busy"):
            raise Lost(f"{self.name}: the stream says {event.name}")
        if event.name == "hb":
            return self._compare(event.data)
        if event.name == "" and event.data:
            self.put_in(event.data)
            self.cursor = event.id
        return False

    def _compare(self, data: str) -> bool:
        """A heartbeat tells of another place: come back with one's own. Of the same: does all add up here?"""
        told = json.loads(data)
        if told["cursor"] == self.cursor:
            self.proofs += "stamp" in told
            self.proved = "stamp" not in told or told.items() >= self.proof(told["lines"]).items()
            return False
        self.leave()
        self.connect()
        return True

    def is_proved(self) -> bool:
        """Whether its stamps add up: as in a browser, one heartbeat that was made while something came in is
        not believed before another says the same.
        """
        if self.proved:
            return True
        self.leave()
        self.connect()
        deadline, self.proofs = time.monotonic() + NEXT_PROOF, 0
        while not self.proofs and time.monotonic() < deadline:
            time.sleep(0.01)
            self.hear(self.cursor)
        return self.proved

    def proof(self, lines: int) -> dict[str, int]:
        """What the stamps of this page come to, and those of so many lines of its journal."""
        stamps = _numbers(self.page, "data-stamp")
        told = _numbers(self.page, "data-line")[:lines]
        in_order = sum(at * stamp for at, stamp in enumerate(told, start=1))
        shown = {"count": len(stamps), "stamp": sum(stamps) % 2**32}
        return shown | {"lines": len(told), "told": in_order % 2**32}

    def put_in(self, message: str) -> None:
        """Swap every part of a message into the page; one whose place is not there is dropped."""
        for id, how, inside in partials(message):
            found = place(self.page, id)
            style, _, until = how.partition(" until:#")
            standing = "journal" if until else id
            if found is not None and not self._has(until or attribute(inside[0], "data-at"), standing):
                _swap(self.page, found, style, inside)

    def _has(self, incoming: str, panel: str) -> bool:
        """Whether this panel was drawn at the incoming cursor, or later."""
        found = place(self.page, panel)
        assert found is not None
        epoch, _, revision = incoming.rpartition("-")
        known, _, newest = attribute(self.page[found[0]], "data-at").rpartition("-")
        return bool(revision and newest) and epoch == known and int(revision) <= int(newest)

    def shown(self) -> Tokens:
        """The page without what two right pages may differ in."""
        return normalise(self.page)


def _numbers(page: Tokens, name: str) -> list[int]:
    """What this attribute says, element by element."""
    return [int(said, 16) for each in page if each[0] == "<" and (said := attribute(each, name))]


def standing(page: Tokens) -> str:
    """Where this state of a page stands."""
    return attribute(page[0], "data-cursor")


def _swap(page: Tokens, found: tuple[int, int], how: str, inside: Tokens) -> None:
    start, end = found
    if how == "outerMorph":
        page[start:end] = inside
    elif how == "afterbegin":
        page[start + 1 : start + 1] = _new_lines(page, inside)
    elif how == "innerHTML":
        page[start + 1 : ending(page, start) - 1] = inside
    else:
        raise AssertionError(f"a page cannot swap by {how}")


def _new_lines(page: Tokens, inside: Tokens) -> Tokens:
    """Those lines of the journal that do not stand there yet."""
    new: Tokens = []
    at = 0
    while at < len(inside):
        end = ending(inside, at)
        if place(page, attribute(inside[at], "id")) is None:
            new += inside[at:end]
        at = end
    return new
