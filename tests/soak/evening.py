"""One evening: a seed, a table, its people and their screens, and a look at everything after each burst.

What is done is decided from the seed and the board, written down as steps, and then done. A step holds all
that it needs, so a written evening can be played again, whole or with some of its steps left out.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.soak.browsers import Screen
from tests.soak.checks import Checks, told_apart
from tests.soak.fault import Fault
from tests.soak.forms import forms
from tests.soak.harm import HARM, kept_by_another
from tests.soak.house import Answer, House, Stream
from tests.soak.live_page import LivePage
from tests.soak.people import Person, Table
from tests.soak.stories import furnish

FOR_GOOD = {"table.remove"}
BY_A_SEAT = {"seat.leave", "seat.code", "clock.own", "clock.drop"}


@dataclass(frozen=True)
class Step:
    """One thing that happens: `do` is the name of a method below, `who` a person or a page."""

    number: int
    do: str
    who: str = ""
    sent: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.number}:", self.do, self.who, str(self.sent or ""))))


@dataclass(frozen=True)
class Begin:
    """With what an evening begins: the chance of its dice and ids, the game, the command it is about."""

    seed: int
    game: str
    first: str


class Evening:
    """Does steps at a table; raises Fault at the first thing that is wrong."""

    def __init__(self, house: House, begin: Begin) -> None:
        self.house, self.begin = house, begin
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.script: list[Step] = []
        self.screens: list[Screen] = []
        self.hung: list[Stream | None] = []

    def open(self) -> "Evening":
        """The table is laid, everybody comes, and the command that the evening is about is taken."""
        self._chance(0)
        self._new_table()
        if self.begin.first in FOR_GOOD:
            self._come()
            self.do(Step(1, "remove"))
        else:
            first = furnish(self.house, self.table.made, self.begin.first)
            self._come()
            self.do(Step(1, "send_and_undo", "Ana" if self.begin.first in BY_A_SEAT else "GM", first))
        self.do(Step(2, "compare_pages"))
        return self

    def _new_table(self) -> None:
        self.table = Table.start(self.house, {"name": "Oak", "ruleset": self.begin.game})

    def _come(self) -> None:
        """Everybody opens the table."""
        self.table.open()
        self.checks = Checks(self.table)
        self.checks.after_burst()

    def watch(self, screens: list[Screen]) -> None:
        """Real browsers show some of the pages as well."""
        self.screens = screens

    def replay(self, script: Iterable[Step]) -> None:
        """The same steps again, or some of them."""
        for step in script:
            if step.number > 2:
                self.do(step)

    def do(self, step: Step) -> None:
        """One step, with dice and ids that depend on nothing but its number."""
        self.script.append(step)
        self._chance(step.number)
        if step.do in ("send", "press", "send_and_undo", "tap", "harm", "story"):
            getattr(self, step.do)(self._person(step.who), step.sent)
        elif step.who:
            getattr(self, step.do)(self._page(step.who))
        else:
            getattr(self, step.do)()

    def _chance(self, number: int) -> None:
        self.house.load(f"{self.begin.seed}:{number}")

    def _person(self, name: str) -> Person:
        return next(each for each in self.table.people if each.name == name)

    def _page(self, name: str) -> LivePage:
        self._turn_the_preview()
        return next(each for each in self.table.pages if each.name == name)

    # ---- the steps -------------------------------------------------------------------------------

    def send(self, who: Person, sent: dict[str, Any]) -> Answer:
        """Send a command as a program does."""
        return self._answered(who, sent, who.send(sent))

    def press(self, who: Person, sent: dict[str, Any]) -> Answer:
        """A command from somebody's page."""
        return self._answered(who, sent, who.press(sent))

    def _answered(self, who: Person, sent: dict[str, Any], answer: Answer) -> Answer:
        self.checks.answer(who, sent, answer)
        (self.accepted if answer.status in (200, 303) else self.refused)[sent["do"]] += 1
        return answer

    def send_and_undo(self, who: Person, sent: dict[str, Any]) -> None:
        """A command, its undo straight after it, and its redo: the document is as before, and as after."""
        before, newest = self.checks.document(), self._newest()
        if self.send(who, sent).status != 200 or sent["do"] in ("undo", "redo"):
            return
        after, line = self.checks.document(), self._newest()
        if line == newest or not line[0]["undoable"] or self.checks.is_of_a_roll():
            return
        gm = self._person("GM")
        self._must(self.send(gm, {"do": "undo"}), "undo", sent)
        self.checks.same_document(before, sent, "undone")
        self._must(self.send(gm, {"do": "redo"}), "redo", sent)
        self.checks.same_document(after, sent, "done again")

    def _newest(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = self.table.sees()["journal"][:1]
        return lines

    def _must(self, answer: Answer, what: str, sent: dict[str, Any]) -> None:
        if answer.status != 200:
            raise Fault("document", f"a straight {what} is refused after {sent}: {answer.text[:300]}")

    def compare_pages(self) -> None:
        """Compare every page with a fresh one; who lost their seat claims it again."""
        self._turn_the_preview()
        self.checks.after_burst()
        for screen in self.screens:
            self.checks.on_screen(screen)
        for page in self.table.sit_again():
            self.checks.forget(page)

    def _turn_the_preview(self) -> None:
        for page in self.table.preview_again():
            self.checks.forget(page)

    def tap(self, who: Person, sent: dict[str, Any]) -> None:
        """One of the forms of somebody's page is sent as it stands; in a browser a button is pressed."""
        number = sent["number"]
        for screen in self.screens:
            if screen.name == who.name:
                screen.tap(number)
                return
        assert who.page is not None
        found = forms(who.page.page)
        if found:
            form = found[number % len(found)]
            told: dict[str, Any] = {}
            for name, value in form.filled(random.Random(number)):
                told.setdefault(name, []).append(value)
            self.press(who, told | {"do": form.do})

    def move(self) -> None:
        """The table is taken along as a document, and play goes on where it was brought in, row for row."""
        document = self.table.exported()
        for page in self.table.pages:
            page.leave()
        self.table = Table.start(self.house, {"import": document})
        again = self.table.exported()
        for part in ("things", "journal"):
            if again[part] != document[part]:
                raise Fault("import", told_apart(document[part], again[part]))
        self._come_over()

    def remove(self) -> None:
        """The table is removed, every page of it with it, and play goes on at a new one."""
        self.send(self._person("GM"), {"do": "table.remove"})
        for page in self.table.pages:
            self.checks.gone(page)
        self._new_table()
        self._come_over()

    def _come_over(self) -> None:
        """Everybody opens another table, on the same screens."""
        counted = self.checks
        self._come()
        self.checks.compared += counted.compared
        self.checks.on_screens += counted.on_screens
        for screen in self.screens:
            screen.like = self._page(screen.like.name)

    def story(self, who: Person, sent: dict[str, Any]) -> None:
        """Another command is met as evenings begin with one, if the table has a place for its story."""
        try:
            first = furnish(self.house, self.table.made, sent["first"])
        except Fault:
            raise
        except (AssertionError, LookupError, StopIteration, ValueError):
            return
        self.send_and_undo(who, first)

    def harm(self, who: Person, sent: dict[str, Any]) -> None:
        """Something befalls the database under a command: all of it is done or nothing, then and again."""
        kind, before = sent["harm"].partition(":")[0], self.table.exported()
        if kind == "locked":
            with kept_by_another(self.house.database, float(sent["harm"].partition(":")[2])):
                answer = who.send(sent["sent"])
        else:
            answer = who.send(sent["sent"], **{HARM: sent["harm"]})
        if self.checks.harmed(kind, sent["sent"], answer):
            self.checks.same(before, self.table.exported(), sent, f"{kind} left something behind")
            answer = self.send(who, sent["sent"])
        self.checks.answer(who, sent["sent"], answer)

    def hear(self, page: LivePage) -> None:
        """One page hears what there is, in the middle of a burst."""
        if not page.asleep:
            page.hear(self.table.cursor_of(page))

    def cut(self, page: LivePage) -> None:
        """A stream ends in the middle."""
        page.leave()

    def hang(self, page: LivePage) -> None:
        """A stream goes silent without an end; the page comes back with another."""
        self.hung.append(page.stream)
        page.stream = None

    def turn(self, page: LivePage) -> None:
        """A phone is put away, or taken out again."""
        page.asleep = not page.asleep

    def restart(self) -> None:
        self.house.restart(hard=False)

    def kill(self) -> None:
        self.house.restart(hard=True)


def written(step: Step) -> dict[str, Any]:
    return {name: each for name, each in asdict(step).items() if each or name == "number"}
