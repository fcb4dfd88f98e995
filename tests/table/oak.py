"""A table for tests, told in the words of the table: `oak.gm(do="clock.tick", clock=…)`."""

from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from webapp.services import services
from webapp.state import audience
from webapp.state.audience import Audience, Role
from webapp.store.db import db
from webapp.store.models import Table
from webapp.store.table_state import TableState
from webapp.store.transaction import write_transaction
from webapp.table.actor import Actor
from webapp.table.command import parse
from webapp.table.create import CreatedTable, create_table, validate_new_table
from webapp.table.dispatcher import CommandResponse
from webapp.table.grants import best_grant
from webapp.views.journal import journal_lines
from webapp.views.table_view_factory import project
from webapp.views.view_types import TableView, to_json


@dataclass
class Oak:
    """One table and the people around it."""

    app: Flask
    made: CreatedTable
    seats: dict[str, str] = field(default_factory=dict)

    @classmethod
    def start(cls, app: Flask, name: str = "Oak", ruleset: str = "freeform") -> "Oak":
        """A table that asks the GM about every outcome, as a stored one does, until `at_once`."""
        made = create_table(validate_new_table({"name": name, "ruleset": ruleset}))
        with write_transaction(made.table):
            table = db.session.get(Table, made.table)
            assert table is not None
            table.settings = {}
        return cls(app, made)

    def at_once(self) -> None:
        """From now on what the book leaves no choice about applies by itself."""
        self.gm(do="table.edit", settings={"outcomes": "at_once"})

    @property
    def id(self) -> str:
        return self.made.table

    def actor(self, role: str, seat_key: str | None = None) -> Actor:
        tokens = [self.made.tokens[role], *([seat_key] if seat_key else [])]
        grant = best_grant(self.id, tokens)
        assert grant is not None
        return grant.actor()

    def dispatch(self, actor: Actor, press: str | None = None, **sent: Any) -> CommandResponse:
        return services().dispatcher.dispatch(parse(sent), self.id, actor, press)

    def gm(self, **sent: Any) -> CommandResponse:
        return self.dispatch(self.actor("gm"), **sent)

    def player(self, **sent: Any) -> CommandResponse:
        """A guest with the player link and no seat."""
        return self.dispatch(self.actor("player"), **sent)

    def tv(self, **sent: Any) -> CommandResponse:
        return self.dispatch(self.actor("tv"), **sent)

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

    def state(self) -> TableState:
        db.session.rollback()
        state = TableState.load(self.id)
        assert state is not None
        return state

    def view(self, who: str | Audience = "gm") -> TableView:
        return project(self.state(), _audience(who))

    def sees(self, who: str | Audience = "gm") -> dict[str, Any]:
        """The table as JSON for one audience."""
        seen: dict[str, Any] = to_json(self.view(who))
        return seen

    def lines(self, who: str | Audience = "gm") -> list[str]:
        """The journal in words, newest first."""
        return [each.summary for each in journal_lines(self.state(), _audience(who))]

    def lately(self, _done: CommandResponse | None = None) -> int:
        """The newest entry of the journal; given what was just done, it reads well around the command."""
        newest: int = journal_lines(self.state(), audience.GM)[0].id
        return newest

    def revisions(self) -> tuple[int, int, int]:
        table = self.state().table
        return table.rev_gm, table.rev_player, table.rev_tv


def _audience(who: str | Audience) -> Audience:
    return who if isinstance(who, Audience) else audience.audience_for(Role(who))
