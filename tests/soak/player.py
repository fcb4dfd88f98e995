"""What happens in an evening, decided by chance: who does what, and what goes wrong with the network."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.soak.board import Board
from tests.soak.evening import BY_A_SEAT, FOR_GOOD, Evening, Step
from tests.soak.people import CANARY, Person
from tests.soak.stories import firsts
from tests.soak.values import Values

PLAYERS = (
    "check.call",
    "check.ask",
    "check.roll",
    "check.cancel",
    "proposal.make",
    "seat.claim",
    "clock.own",
    "clock.drop",
)
PLAYERS += (
    "pause.set",
    "tag.burn",
    "clock.tick",
    "seat.ask",
    "seat.answer",
    "seat.code",
    "mettle.action.cover",
)
REVEALING = {"scene.activate", "scene.copy", "proposal.make", "seat.claim", "tv.spotlight"}
REVEALED = {"visibility", "owner"}
"""What may bring to light what was hidden, as it should."""
NEVER_PROPOSED = ("proposal", "key", "seat", "undo", "redo")


class Player:
    """Plays one evening, burst by burst; `met` counts what was accepted in all evenings so far."""

    def __init__(self, evening: Evening, met: Counter[str]) -> None:
        self.evening, self.met = evening, met
        self.chance = random.Random(evening.begin.seed)
        schemas = evening.house.get("/api/v1/openapi.json", {}).json["components"]["schemas"]
        self.values = Values(self.chance, schemas)
        self.names = [each for each in commands_of(schemas, evening.begin.game) if each not in FOR_GOOD]
        self.number = 2

    def play(self, bursts: int) -> None:
        for _ in range(bursts):
            self.burst()

    def burst(self) -> None:
        """A few steps, some of them at once, and a look."""
        for _ in range(self.chance.choice([1, 1, 1, 2, 3, 5])):
            self._tap() if self.chance.random() < 0.15 else self._command()
            if self.chance.random() < 0.2:
                self._do("hear", self._a_page())
        self._bad_luck()
        unmet = self._unmet()
        if unmet and self.chance.random() < 0.4:
            self._do("story", "GM", {"first": self.chance.choice(unmet)})
        self._do("compare_pages")

    def _unmet(self) -> list[str]:
        """What nobody's evening was about yet, and nothing that happened by chance."""
        met = self.met + self.evening.accepted
        names = set(firsts(self.evening.begin.game)) - FOR_GOOD - BY_A_SEAT
        return sorted(name for name in names if not met[name])

    def _do(self, do: str, who: str = "", sent: dict[str, Any] | None = None) -> None:
        self.number += 1
        self.evening.do(Step(self.number, do, who, sent or {}))

    def _a_page(self) -> str:
        return self.chance.choice(self.evening.table.pages).name

    def _bad_luck(self) -> None:
        """Streams that are cut, phones that sleep, a server that goes away and comes back."""
        roll = self.chance.random()
        if roll < 0.08:
            self._do(self.chance.choice(["cut", "hang"]), self._a_page())
        elif roll < 0.14:
            self._do("turn", self._a_page())
        elif roll < 0.17:
            self._do(self.chance.choice(["restart", "kill", "move"]))
        elif roll < 0.2:
            self._harm()

    def _harm(self) -> None:
        """Something befalls the database while a GM does something."""
        state = Board(self.evening.table.sees())
        ideas = (self._seldom(self.names) for _ in range(1000))
        name = next(each for each in ideas if self.values.can(each, state))
        sent = {"do": name, **self._fields(name, state)}
        if not self._is_needed(name, sent, state):
            self._do("harm", "GM", {"harm": self.chance.choice(self._harms()), "sent": sent})

    def _harms(self) -> list[str]:
        """Locks are short in this process, where whoever keeps the database up would wait for the answer."""
        short = ["full:1", "full:2", "full:3", "full:9", "broken:1", "broken:2", "broken:4", "broken:99"]
        return [*short, "locked:0.3", *(["locked:9"] if self.evening.house.bases else [])]

    def _tap(self) -> None:
        """Somebody presses a button of their page."""
        who = self.evening.table.somebody(self.chance)
        if who.page is not None and who.role != "tv":
            self._do("tap", who.name, {"number": self.chance.randrange(1000)})

    # ---- commands --------------------------------------------------------------------------------

    def _command(self) -> None:
        """Somebody does something that the board has what it takes for."""
        who = self.evening.table.somebody(self.chance)
        state = Board(self.evening.table.sees())
        name = next(each for each in self._ideas(who) if self.values.can(each, state))
        sent = {"do": name, **self._fields(name, state)}
        if self._is_needed(name, sent, state):
            return
        if who.role == "gm" and self._vault(state) & set(numbers(sent)) and "because" in sent:
            sent["because"] = f"{CANARY} because"
        if who.role == "gm" and self.chance.random() < 0.25:
            self._do("send_and_undo", who.name, sent)
        elif who.page is not None and flat(sent) and self.chance.random() < 0.4:
            self._do("press", who.name, sent)
        else:
            self._do("send", who.name, sent)

    def _ideas(self, who: Person) -> Iterator[str]:
        """What somebody would like to do, in the order in which they think of it."""
        own = [name for name in self.names if name.startswith(f"{self.evening.begin.game}.")]
        while True:
            roll = self.chance.random()
            if who.role == "gm" and roll < 0.12:
                yield "undo" if roll < 0.08 else "redo"
            elif who.role == "player" and roll < 0.8:
                yield self.chance.choice(PLAYERS)
            else:
                yield self._seldom(own if own and roll > 0.5 else self.names)

    def _seldom(self, names: list[str]) -> str:
        """One of these, and the rather the less it was met."""
        met = self.met + self.evening.accepted
        return self.chance.choices(names, [1 / (1 + met[name]) for name in names])[0]

    def _fields(self, name: str, state: Board) -> dict[str, Any]:
        if name == "proposal.make":
            inner = self.chance.choice([each for each in self.names if not each.startswith(NEVER_PROPOSED)])
            return {"command": {"do": inner, **self.values.fields(inner, state)}}
        if name in ("undo", "redo") and self.chance.random() < 0.7:
            return {}
        return self.values.fields(name, state)

    @staticmethod
    def _vault(state: Board) -> set[int]:
        """Everything with the planted word in it, and the sheets and scenes that say it."""
        things = (each for kind, rows in state.things.items() if kind != "entry" for each in rows)
        return {each.id for each in things if CANARY in str(each.row)}

    def _is_needed(self, name: str, sent: dict[str, Any], state: Board) -> bool:
        """Nobody of ours loses their link or seat for good, and what is in the vault stays there."""
        if self._vault(state) & set(numbers(sent)) and (name in REVEALING or REVEALED & set(sent)):
            return True
        noun = {"key.revoke": "key", "seat.remove": "seat", "seat.claim": "seat"}.get(name, "")
        return any(each.id == sent.get(noun) and self.evening.table.needs(each) for each in state.of(noun))


def commands_of(schemas: dict[str, Any], game: str) -> list[str]:
    """The commands that the API documents for a table of this game."""
    names = schemas["command"]["discriminator"]["mapping"]
    return [name for name in names if name.partition(".")[0] in (game, *_nouns(names))]


def _nouns(names: list[str]) -> set[str]:
    return {name.partition(".")[0] for name in names} - {"resonance", "mettle"}


def flat(sent: dict[str, Any]) -> bool:
    """Whether a form can say this as it stands."""
    return all(isinstance(each, str | int) for each in sent.values())


def numbers(value: Any) -> Iterator[int]:
    """Every number in it, however deep."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)
    elif isinstance(value, int):
        yield value
