"""A METTLE table for tests: Ann and Cai against Bog, in three quick zones, with dice that fall as told."""

from dataclasses import dataclass
from typing import Any

from flask import Flask

from tests.table.oak import Oak
from webapp.rules.dice import Loaded
from webapp.services import services
from webapp.store.models import Character, Condition, Zone
from webapp.table.actor import Actor
from webapp.table.dispatcher import CommandResponse

ANN = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}
CAI = {"CALLING": 6, "CULTURE": 4, "FRAME": 2, "MOTIVE": 3, "NATURE": 3, "POISE": 2}
BOG = {"CALLING": 6, "CULTURE": 2, "FRAME": 3, "MOTIVE": 3, "NATURE": 4, "POISE": 3}


@dataclass
class Brawl(Oak):
    """The table with its people by name."""

    def who(self, name: str) -> int:
        return next(row.id for row in self.state().find_all(Character) if row.name == name)

    def zone(self, name: str) -> int:
        return next(row.id for row in self.state().find_all(Zone) if row.name == name)

    def mettle(self, name: str) -> int | None:
        row = self.state().find(Character, self.who(name))
        found: int | None = row.stats.get("Mettle") if row else None
        return found

    def statuses(self, name: str) -> dict[str, int]:
        """What somebody carries, with what it counts."""
        rows = [row for row in self.state().find_all(Condition) if row.character == self.who(name)]
        return {row.name: int(row.data.get("count", 1)) for row in rows}

    def piece(self, kind: str) -> dict[str, Any]:
        """The newest piece of a kind, as the GM sees it."""
        found: dict[str, Any] = [row for row in self.sees()["pieces"] if row["kind"] == kind][-1]
        return found

    def rolls(self, *faces: int) -> None:
        """What the server's dice show next."""
        services().dispatcher.dice = Loaded(*faces)

    def call(self, who: str, action: str, *foes: str, **more: Any) -> int:
        """Somebody tries an Action; the check's id."""
        aimed = {"foes": [self.who(foe) for foe in foes]} if foes else {}
        sent = {"do": "check.call", "character": self.who(who), "action": action, **aimed, **more}
        id: int = self.gm(**sent).result["check"]
        return id

    def roll(self, check: int, *faces: int) -> CommandResponse:
        return self.gm(do="check.roll", check=check, dice=list(faces))

    def apply(self, check: int) -> CommandResponse:
        return self.gm(do="check.resolve", check=check)

    def does(self, who: str, action: str, *foes: str, dice: list[int], **more: Any) -> dict[str, Any]:
        """Call, roll and apply in one go; the result of the roll."""
        check = self.call(who, action, *foes, **more)
        result = self.roll(check, *dice).result
        if result["proposals"]:
            self.apply(check)
        return result

    def play(self, name: str, character: str) -> Actor:
        return self.sit(name, self.who(character))


def brawl(app: Flask, *, zones: bool = True) -> Brawl:
    """Ann, Cai and Bog in the middle of three quick zones."""
    made = Brawl.start(app, "Yard", "mettle")
    table = Brawl(app, made.made)
    table.character("Ann", stats=ANN)
    table.character("Cai", stats=CAI)
    table.character("Bog", kind="npc", stats=BOG, visibility="shown")
    if zones:
        table.gm(do="mettle.zone.quick")
    return table


def numbers(yard: Brawl, check: int) -> dict[str, Any]:
    """A check as the GM sees it."""
    seen: dict[str, Any] = next(each for each in yard.sees()["checks"] if each["id"] == check)
    return seen


def arm(yard: Brawl, who: str, **weapon: Any) -> int:
    """Somebody has a weapon; its id."""
    sent = {"do": "mettle.weapon.add", "character": yard.who(who), **weapon}
    id: int = yard.gm(**sent).result["piece"]
    return id
