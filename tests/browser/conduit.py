"""The power conduit of the seeds, laid on the table by a program: Sparks, Rook, the Captain, a bomb."""

from typing import Any

from tests.browser.host import Host
from tests.browser.server import Server

SPARKS = {"level": 2, "influence": 3, "technique": 3, "alacrity": 2, "movement": 2}
ROOK = {"level": 2, "brawn": 4}
CAPTAIN = {"level": 2, "power": 4}
PARTS: list[dict[str, Any]] = [
    {"name": "Outer door", "kind": "barrier", "tn": 12, "length": 6},
    {"name": "Inner door", "kind": "puzzle", "tn": 12},
    {"name": "Sentry Turret", "kind": "foe"},
]


class Conduit(Host):
    """A Resonance table with its people by name."""

    def __init__(self, server: Server, sparks: dict[str, int] | None = None) -> None:
        """`sparks` is what differs on her sheet."""
        super().__init__(server, "resonance", "Conduit")
        self.do("table.edit", settings={"start_small": False})
        for name, stats, kind in (
            ("Sparks", SPARKS | (sparks or {}), "pc"),
            ("Rook", ROOK, "pc"),
            ("Captain", CAPTAIN, "npc"),
        ):
            self.character(name, stats=stats, kind=kind, visibility="shown")

    def give(self, tag: str, to: str, count: int = 1) -> None:
        self.do("resonance.pool.add", character=self.ids[to], tag=tag, count=count)

    def roll_at(self, clock: str, who: str, stat: str, dice: list[int]) -> None:
        """Somebody works on a door; the dice were rolled at the table."""
        clocks = {each["name"]: each["id"] for each in self.sees()["clocks"]}
        asked = {"character": self.ids[who], "stat": stat, "tn": 12, "targets": [clocks[clock]]}
        check = self.do("check.call", **asked)["check"]
        self.do("check.roll", check=check, dice=dice)

    def busy(self) -> None:
        """A Race, turns, tags of both lists and of the table's own, a boost to spend, a Critical."""
        sparks, rook = self.ids["Sparks"], self.ids["Rook"]
        self.do("resonance.race.start", name="The bomb", parts=PARTS, level=2)
        self.clock("The alarm spreads", kind="threat")
        self.has(tags="Live cables, Thick steam")
        self.do("resonance.round.start")
        for tag in ("Curse", "Blight", "Regen", "Enhance", "Obscure"):
            self.give(tag, "Sparks", 2)
        self.do(
            "resonance.pool.own", character=sparks, name="Hexed by salt", colour="purple", on="acts", count=2
        )
        self.do("resonance.npc.add", preset="minion", visibility="shown")
        self.do("resonance.pool.happen", character=sparks, on="acts")
        attack = {"roll": "attack", "stat": "power", "target": sparks, "others": [rook], "gives": "blight"}
        check = self.do("check.call", character=self.ids["Captain"], **attack)["check"]
        self.do("check.roll", check=check, dice=[5, 5, 4, 9])
