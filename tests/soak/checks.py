"""What must hold after every burst, whatever was done."""

import json
from typing import Any

from tests.soak.browsers import Screen
from tests.soak.fault import Fault
from tests.soak.harm import ANSWERED
from tests.soak.house import Answer
from tests.soak.live_page import LivePage, standing
from tests.soak.markup import Tokens, attribute, difference, text_of
from tests.soak.normalisation import normalise
from tests.soak.people import API, CANARY, Person, Table

MAY = {200, 303, 400, 403, 404, 409, 413, 415, 422}
"""The statuses of an answer while nothing is broken."""
OWN_COURSE = ("key", "seat", "check", "proposal")
PAGES = ("after", "paper", "journal", "recap", "missed?since={cursor}")
ELSEWHERE = [f"{API}/{{table}}", f"{API}/{{table}}/journal", f"{API}/{{table}}/recap"]
ELSEWHERE += ["/t/{table}/" + page for page in PAGES]
PUBLIC = ("guest", "TV", "overlay", "Ana", "Ben", "preview")


class Checks:
    """Looks at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: dict[str, tuple[str, Tokens, str]] = {}
        self.compared = self.on_screens = self.looks = 0

    def answer(self, who: Person, sent: dict[str, Any], answer: Answer) -> None:
        """Nothing breaks, and no lower role reads the planted word."""
        if answer.status not in MAY:
            raise Fault("status", f"{answer.status} for {who.name}: {json.dumps(sent)}\n{answer.text[:600]}")
        if who.role != "gm" and CANARY in answer.text and CANARY not in json.dumps(sent):
            raise Fault("leak", f"the answer to {who.name}: {json.dumps(sent)}\n{answer.text[:600]}")

    def harmed(self, kind: str, sent: dict[str, Any], answer: Answer) -> bool:
        """A command that a harmed database did not take is told as such; whether it was so."""
        if answer.status not in (*MAY, ANSWERED[kind]):
            raise Fault("status", f"{answer.status} while {kind}: {json.dumps(sent)}\n{answer.text[:600]}")
        return answer.status == ANSWERED[kind]

    def after_burst(self) -> None:
        for page in self.table.pages:
            fresh = page.fresh()
            shown = normalise(fresh)
            if page.seated != is_seated(fresh) or page.seat != seat_of(fresh):
                self.forget(page)
                page.seated, page.seat = is_seated(fresh), seat_of(fresh)
                if page.seated and not page.asleep:
                    page.load()  # whoever is given a seat is sent there by what their page asks by itself
            self.risen(page, standing(fresh), shown)
            if not page.asleep:
                page.hear(standing(fresh))
                self.same_page(page, shown)
            self.no_word(page, fresh)
        self.elsewhere()

    def elsewhere(self) -> None:
        """One of the other things that a lower role can read, another one each time."""
        doors = [(person, path) for person in self.table.people if person.role != "gm" for path in ELSEWHERE]
        person, path = doors[self.looks % len(doors)]
        self.looks += 1
        headers = {**person.keys, **(person.page.headers if person.page else {})}
        cursor = f"{person.page.cursor.partition('-')[0]}-1" if person.page else ""
        answer = self.table.house.get(path.format(table=self.table.id, cursor=cursor), headers)
        if answer.status not in (200, 204, 403):
            raise Fault("status", f"{answer.status} for {person.name} at {path}: {answer.text[:600]}")
        if CANARY in answer.text:
            raise Fault("leak", f"{person.name} at {path}: {_near(answer.text)}")

    def same_page(self, page: LivePage, shown: Tokens) -> None:
        """The page that was kept is the page that is fetched."""
        self.compared += 1
        found = difference(page.shown(), shown)
        if found:
            raise Fault("kept page", f"{page.name} at {page.cursor}: {found}")
        if not page.is_proved():
            raise Fault("proof", f"{page.name} at {page.cursor}: right, but its stamps do not add up")

    def on_screen(self, screen: Screen) -> None:
        """The same for a page in a real browser."""
        self.on_screens += 1
        found = screen.compare(standing(screen.like.fresh()))
        if found:
            raise Fault("browser", f"{screen.name}: {found}")

    def risen(self, page: LivePage, now: str, shown: Tokens) -> None:
        """Cursors rise, and whatever can be seen raises one."""
        seat = seat_of(shown)
        then, before, sat = self.last.get(page.name, (now, shown, seat))
        self.last[page.name] = now, shown, seat
        if sat != seat:
            return  # whoever sits elsewhere, or stands up, has another count
        epoch, _, number = now.rpartition("-")
        old_epoch, _, old = then.rpartition("-")
        if epoch == old_epoch and int(number) < int(old):
            raise Fault("cursor", f"{page.name} stood at {then} and stands at {now}")
        if now == then and (found := difference(before, shown)):
            raise Fault("cursor", f"{page.name} shows something else at the same {now}: {found}")

    def no_word(self, page: LivePage, fresh: Tokens) -> None:
        """What only the GM may know stands in no other page and in no message to one."""
        if page.name not in PUBLIC:
            page.said.clear()
            return
        for text in (text_of(fresh), *page.said):
            if CANARY in text:
                raise Fault("leak", f"{page.name} was told: {_near(text)}")
        page.said.clear()

    def gone(self, page: LivePage) -> None:
        """The table was removed: a page that was open is told, and there is none to open."""
        if page.stream is not None and not page.stream.ended:
            said = [event.name for event in page.stream.read("-")]
            if "gone" not in said:
                raise Fault("gone", f"{page.name} heard {said} of a table that was removed")
        page.leave()
        answer = self.table.house.get(page.path, page.headers)
        if answer.status != 404:
            raise Fault("gone", f"{answer.status} for {page.name} at a table that was removed")

    def forget(self, page: LivePage) -> None:
        """The page shows something else from here on: its device holds another seat."""
        self.last.pop(page.name, None)

    # ---- the document ----------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """All that stands on the table, without what an undo leaves as it is."""
        document = self.table.exported()
        things = {kind: rows for kind, rows in document["things"].items() if kind not in OWN_COURSE}
        here = {kind: [row for row in rows if not row["removed"]] for kind, rows in things.items()}
        return {"table": document["table"], **here}

    def is_of_a_roll(self) -> bool:
        """Whether the newest entry belongs to a check that was rolled: that is taken back as a whole."""
        document = self.table.exported()
        rolled = [row for row in document["things"]["check"] if row["rolled"]]
        whole = {row["id"] for row in rolled} | {row["lead"] for row in rolled} - {None}
        return document["journal"][-1]["group"] in whole

    def same_document(self, wanted: dict[str, Any], sent: dict[str, Any], how: str) -> None:
        self.same(wanted, self.document(), sent, how)

    @staticmethod
    def same(wanted: dict[str, Any], now: dict[str, Any], sent: dict[str, Any], how: str) -> None:
        if now != wanted:
            raise Fault("document", f"{how}: {json.dumps(sent)}\n{told_apart(wanted, now)}")


def _near(text: str) -> str:
    at = text.index(CANARY)
    return text[max(0, at - 200) : at + 100]


def seat_of(page: Tokens) -> str:
    """Whose page it is, as it tells it itself."""
    return next((attribute(each, "data-of") for each in page if " data-of=" in each), "")


def is_seated(page: Tokens) -> bool:
    return any(each.startswith("<body") and "data-seated" in each for each in page[:80])


def told_apart(one: Any, two: Any, at: str = "") -> str:
    """Where two documents differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        keys = [*one, *(key for key in two if key not in one)]
        return "".join(told_apart(one.get(key), two.get(key), f"{at}.{key}") for key in keys)
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        pairs = enumerate(zip(one, two, strict=True))
        return "".join(told_apart(each, other, f"{at}[{place}]") for place, (each, other) in pairs)
    return "" if one == two else f"  {at}: wanted {str(one)[:300]}, found {str(two)[:300]}\n"
