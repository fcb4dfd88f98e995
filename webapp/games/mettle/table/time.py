"""Time at the table: hours and days pass, sessions, a new Scene, Downtime Vouchers."""

from itertools import repeat
from typing import Annotated, Literal

from pydantic import Field

from webapp.games.mettle.screens import characters
from webapp.games.mettle.table import afflictions, days, injuries
from webapp.games.mettle.table.common import GivenDice, add_piece, person, the_piece, together
from webapp.games.mettle.table.cover import leave_cover
from webapp.rules.mettle import durations
from webapp.rules.mettle.durations import Day
from webapp.rules.mettle.spans import entitled
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import Id, Line
from webapp.table.refusals import Refused

Span = Literal["minute", "hour", "day", "week"]


@command("mettle.time.pass")
class PassGameTime(GameCommand):
    """Game time passes: afflictions fall due, days bring hunger, thirst, fatigue and rest.

    By the day `food`, `water` and `sleep` say what everyone of `characters` had (all player characters, if
    none are named); `rest` gives the Stable their Mettle back. `starving` is the harsher rule for hunger.
    `dice` are real dice of the afflictions that fall due, by their ids.
    """

    span: Span = Field(description="how long")
    count: Annotated[int, Field(ge=1, le=365, description="how many of them pass")] = 1
    characters: Annotated[list[Id], Field(max_length=100, description="the characters it is about")] = []
    food: bool = Field(default=True, description="whether they had food")
    water: bool = Field(default=True, description="whether they had water")
    sleep: Literal["good", "poor", "none"] = Field(default="good", description="how they slept")
    starving: bool = Field(default=False, description="the harsher rule: hunger lowers maximum Mettle")
    rest: bool = Field(default=False, description="they rest: a Heal gives its Edge back")
    dice: GivenDice = {}

    def play(self, board: Board, actor: Actor) -> Report:
        people = [find(board, Character, id, actor) for id in self.characters] or days.party(board)
        day = Day(self.food, self.water, self.sleep, self.starving, self.rest)
        told = days.pass_on(board, self.span, self.count, people, repeat(day), self.dice)
        return together(told, {"seconds": days.clock(board).data["seconds"]})


@command("mettle.time.session")
class NextSession(GameCommand):
    """Another evening begins; `campaign` starts a new campaign, and its first session."""

    campaign: bool = Field(default=False, description="a new campaign begins")

    def play(self, board: Board, actor: Actor) -> Report:
        row = days.clock(board)
        known = row.data
        session = 1 if self.campaign else known["session"] + 1
        campaign = known["campaign"] + self.campaign
        row.data = {**known, "session": session, "campaign": campaign}
        words = f"Session {session} of campaign {campaign}"
        return account(words, row, session=session, campaign=campaign)


def next_scene(board: Board) -> list[Report]:
    """A new Scene: Mettle is full again but for the Staggered and Fallen; what lasts no longer is over."""
    told: list[Report] = afflictions.next_scene(board)
    for row in board.here(Character):
        told += injuries.become(board, row, durations.next_scene(characters.statuses(board, row.id)))
        told += leave_cover(board, row)
        mettle = characters.sheet(board, row).mettle
        fresh = mettle.next_scene()
        if fresh != mettle:
            told += injuries.put(board, row, fresh, f"{row.name} draws breath")
    return told


# ---- Downtime --------------------------------------------------------------------------------


@command("mettle.voucher.give")
class GiveVouchers(GameCommand):
    """A long Scene: everyone of the party who is neither busy in it nor unfit gets a Downtime Voucher."""

    span: Literal["day", "week"] = Field(default="day", description="how long")
    busy: Annotated[
        list[Id], Field(max_length=60, description="the characters tied up in the long Scene")
    ] = []
    unfit: Annotated[
        list[Id], Field(max_length=60, description="the characters in no state for mischief")
    ] = []

    def play(self, board: Board, actor: Actor) -> Report:
        party = days.party(board)
        names = [str(row.id) for row in party]
        busy, unfit = [str(id) for id in self.busy], [str(id) for id in self.unfit]
        given = entitled(names, busy=busy, unfit=unfit, span=self.span)
        if not given:
            raise Refused("Everybody is busy: nobody has a Downtime.")
        rows = [row for row in party if str(row.id) in given]
        made = [
            add_piece(board, "voucher", name="Downtime Voucher", character=row.id, data={"deed": ""})
            for row in rows
        ]
        told = account(
            f"Downtime Vouchers for {', '.join(row.name for row in rows)}",
            *rows,
            vouchers=[each.id for each in made],
        )
        return told


@command("mettle.voucher.spend")
class SpendVoucher(GameCommand):
    """Spend a Downtime Voucher: reveal something helpful that was done in the meantime."""

    roles = PLAYERS_TOO

    voucher: Id = Field(description="the voucher")
    deed: Line = Field(description="the helpful thing that was done in the meantime")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.voucher, actor, "voucher")
        who = person(board, row.character, actor)
        if row.data.get("deed"):
            raise Refused("This voucher was spent already.")
        row.data = {**row.data, "deed": self.deed}
        return account(f"{who.name} spends a Downtime Voucher: {self.deed}", who, row, piece=row.id)
