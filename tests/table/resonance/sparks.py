"""The table of the seeds: Sparks, whom Alex plays, Rook, whom Sam plays, and the Security Captain."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from tests.table.oak import Oak
from webapp.services import services
from webapp.table.actor import Actor
from webapp.table.dispatcher import CommandResponse

SPARKS = {"level": 2, "influence": 3, "technique": 3, "alacrity": 3, "brawn": 2, "force": 2, "wit": 2}
ROOK = {"level": 2, "brawn": 4, "influence": 2, "force": 3}
CAPTAIN = {"level": 2, "power": 4, "force": 3, "brawn": 3}


@dataclass
class Sparks:
    """One Resonance table."""

    oak: Oak
    sparks: int = 0
    rook: int = 0
    captain: int = 0
    dice: list[int] = field(default_factory=list)

    @classmethod
    def open(cls, app: Flask) -> "Sparks":
        return cls.start(app).with_loaded_dice()

    @classmethod
    def start(cls, app: Flask) -> "Sparks":
        """The table with its people."""
        made = cls(Oak.start(app, "Conduit", "resonance"))
        made.sparks = made.oak.character("Sparks", stats=SPARKS)
        made.rook = made.oak.character("Rook", stats=ROOK)
        made.captain = made.oak.character("Captain", kind="npc", stats=CAPTAIN, visibility="shown")
        return made

    def with_loaded_dice(self) -> "Sparks":
        services().dispatcher.dice = self._fall
        return self

    def _fall(self, count: int, faces: int) -> Sequence[int]:
        fell, self.dice = self.dice[:count], self.dice[count:]
        assert len(fell) == count, "the test ran out of loaded dice"
        return fell

    def alex(self) -> Actor:
        """Alex, who plays Sparks."""
        return self.oak.sit("Alex", self.sparks)

    def sam(self) -> Actor:
        """Sam, who plays Rook."""
        return self.oak.sit("Sam", self.rook)

    def gm(self, **sent: Any) -> CommandResponse:
        return self.oak.gm(**sent)

    def give(self, tag: str, count: int = 1, who: int | None = None, **fields: Any) -> CommandResponse:
        return self.gm(do="resonance.pool.add", character=who or self.sparks, tag=tag, count=count, **fields)

    def happens(self, on: str, who: int | None = None, **fields: Any) -> CommandResponse:
        return self.gm(do="resonance.pool.happen", character=who or self.sparks, on=on, **fields)

    def spends(self, tag: str, who: int | None = None, **fields: Any) -> CommandResponse:
        return self.gm(do="resonance.pool.spend", character=who or self.sparks, tag=tag, **fields)

    def set(self, who: int | None = None, **fields: Any) -> CommandResponse:
        return self.gm(do="resonance.value.set", character=who or self.sparks, **fields)

    # ---- what stands on the table ---------------------------------------------------------------

    def piece(self, kind: str, who: int | None = None, audience: str = "gm") -> dict[str, Any]:
        rows = self.oak.sees(audience)["pieces"]
        wanted = who or self.sparks
        return next(row for row in rows if row.get("kind") == kind and row["character"] == wanted)

    def pool(self, who: int | None = None) -> dict[str, int]:
        return {tag["name"]: tag["count"] for tag in self.piece("pool", who)["tags"]}

    def offers(self, who: int | None = None) -> list[str]:
        return [each["tag"] for each in self.piece("pool", who)["offers"]]

    def left(self, who: int | None = None) -> tuple[int, int, int]:
        values = self.piece("values", who)["values"]
        return values["hp"]["left"], values["sp"]["left"], values["ep"]["left"]

    def conditions(self, who: int | None = None, audience: str = "gm") -> list[str]:
        cast = self.oak.sees(audience)["cast"]
        row = next(each for each in cast if each["id"] == (who or self.sparks))
        return [each["name"] for each in row["conditions"]]
