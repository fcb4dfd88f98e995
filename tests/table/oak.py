"""A table for tests, told in the words of the table: `oak.gm(do="clock.tick", clock=…)`."""

from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from webapp.screens import audience
from webapp.screens.audience import Audience, Role
from webapp.screens.journal import journal
from webapp.screens.projection import project
from webapp.screens.views import TableView, to_json
from webapp.services import services
from webapp.store.board import Board
from webapp.store.db import db
from webapp.table.actor import Actor
from webapp.table.command import parse
from webapp.table.create import Created, checked, create
from webapp.table.grants import highest
from webapp.table.road import Done


@dataclass
class Oak:
    """One table and the people around it."""

    app: Flask
    made: Created
    seats: dict[str, str] = field(default_factory=dict)

    @classmethod
    def start(cls, app: Flask, name: str = "Oak", ruleset: str = "freeform") -> "Oak":
        return cls(app, create(checked({"name": name, "ruleset": ruleset})))

    @property
    def id(self) -> str:
        return self.made.table

    def actor(self, role: str, seat_key: str | None = None) -> Actor:
        tokens = [self.made.tokens[role], *([seat_key] if seat_key else [])]
        grant = highest(self.id, tokens)
        assert grant is not None
        return grant.actor()

    def take(self, actor: Actor, press: str | None = None, **sent: Any) -> Done:
        return services().road.take(parse(sent), self.id, actor, press)

    def gm(self, **sent: Any) -> Done:
        return self.take(self.actor("gm"), **sent)

    def player(self, **sent: Any) -> Done:
        """A guest with the player link and no seat."""
        return self.take(self.actor("player"), **sent)

    def tv(self, **sent: Any) -> Done:
        return self.take(self.actor("tv"), **sent)

    def sit(self, name: str, character: int | None = None) -> Actor:
        """Somebody sits down; the same name again is the same seat."""
        if name not in self.seats:
            fields = {"character": character} if character else {}
            self.seats[name] = self.player(do="seat.claim", name=name, **fields).result["seat_key"]
        return self.actor("player", self.seats[name])

    def sit_elsewhere(self, seat: int) -> Actor:
        """Another device asks for a held seat, and the GM says yes; its key is that of the seat's name."""
        key = self.player(do="seat.ask", seat=seat).result["seat_key"]
        self.gm(do="seat.answer", seat=seat, yes=True)
        actor = self.actor("player", key)
        self.seats[actor.name] = key
        return actor

    def clock(self, name: str = "Alarm", segments: int = 6, **fields: Any) -> int:
        id: int = self.gm(do="clock.add", name=name, segments=segments, **fields).result["clock"]
        return id

    def tag(self, name: str, **fields: Any) -> int:
        id: int = self.gm(do="tag.add", name=name, **fields).result["tag"]
        return id

    def character(self, name: str, **fields: Any) -> int:
        id: int = self.gm(do="character.add", name=name, **fields).result["character"]
        return id

    def board(self) -> Board:
        db.session.rollback()
        board = Board.load(self.id)
        assert board is not None
        return board

    def view(self, who: str | Audience = "gm") -> TableView:
        return project(self.board(), _audience(who))

    def sees(self, who: str | Audience = "gm") -> dict[str, Any]:
        """The table as JSON for one audience."""
        seen: dict[str, Any] = to_json(self.view(who))
        return seen

    def lines(self, who: str | Audience = "gm") -> list[str]:
        """The journal in words, newest first."""
        return [each.summary for each in journal(self.board(), _audience(who))]

    def lately(self, _done: Done | None = None) -> int:
        """The newest entry of the journal; given what was just done, it reads well around the command."""
        newest: int = journal(self.board(), audience.GM)[0].id
        return newest

    def revisions(self) -> tuple[int, int, int]:
        table = self.board().table
        return table.rev_gm, table.rev_player, table.rev_tv


def _audience(who: str | Audience) -> Audience:
    return who if isinstance(who, Audience) else audience.of(Role(who))
