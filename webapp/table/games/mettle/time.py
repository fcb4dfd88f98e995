"""Time at the table: hours and days pass, rest, food and sleep, sessions, a new Scene, Downtime Vouchers."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules.mettle import lasting
from webapp.rules.mettle.downtime import Vouchers
from webapp.rules.mettle.sheet import METTLE, sheet_of
from webapp.rules.mettle.spans import seconds
from webapp.rules.mettle.statuses import Status
from webapp.screens.games.mettle import bodies as read
from webapp.screens.games.mettle import keeping
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Told, command, find
from webapp.table.fields import Id, Line
from webapp.table.games.mettle import afflictions, bodies
from webapp.table.games.mettle.common import account, add_piece, by_the_rules, person, the_piece, together
from webapp.table.refusals import Refused

Span = Literal["minute", "hour", "day", "week"]
DAY = 86400


@command("mettle.time.pass")
class PassGameTime(GameCommand):
    """Game time passes: afflictions fall due, days bring hunger, thirst, fatigue and rest.

    By the day `food`, `water` and `sleep` say what everyone of `characters` had (all player characters, if
    none are named); `rest` gives the Stable their Mettle back. `starving` is the harsher rule for hunger.
    """

    span: Span
    count: Annotated[int, Field(ge=1, le=365)] = 1
    characters: Annotated[list[Id], Field(max_length=100)] = []
    food: bool = True
    water: bool = True
    sleep: Literal["good", "poor", "none"] = "good"
    starving: bool = False
    rest: bool = False

    def play(self, board: Board, actor: Actor) -> Told:
        row = keeping.piece(board, "time") or add_piece(board, "time", data=keeping.clock_of(board))
        before = row.data["seconds"]
        after = before + seconds(self.span, self.count)
        row.data = {**row.data, "seconds": after}
        plural = "s" if self.count > 1 else ""
        told = [account(f"{self.count} {self.span}{plural} later: {moment(after)}", row)]
        told += afflictions.pass_time(board, after)
        for _ in range(after // DAY - before // DAY):
            for each in self._people(board, actor):
                told += self._day(board, each)
        return together(told, {"seconds": after})

    def _people(self, board: Board, actor: Actor) -> list[Any]:
        if self.characters:
            return [find(board, "character", id, actor) for id in self.characters]
        return [row for row in board.here("character") if row.kind == "pc"]

    def _day(self, board: Board, row: Any) -> list[Told]:
        """What a day with or without food, water and sleep leaves, and what it kills."""
        if bodies.is_gone(board, row):
            return []
        held = read.statuses(board, row.id)
        after = lasting.after_day(
            held, food=self.food, water=self.water, sleep=self.sleep, starving=self.starving
        )
        told = adopt(board, row, held, after)
        own = read.sheet(board, row)
        for key in lasting.deadly(read.statuses(board, row.id), calling=own["CALLING"], mettle=full(row)):
            told += bodies.take_on(board, row, "dead", source=key.capitalize())
        return told + (self._rests(board, row) if self.rest else [])

    def _rests(self, board: Board, row: Any) -> list[Told]:
        held = read.carried(board, row.id, "Stable")
        if held is None:
            return []
        owed = int(held.data.get("count", 0))
        held.removed = True
        return [account(f"{row.name} has rested", held, row), *bodies.regain(board, row, owed)]


def full(row: Any) -> Any:
    """Somebody's Mettle before hunger took anything off its maximum."""
    return sheet_of({name: each for name, each in row.stats.items() if name != METTLE}).mettle


def adopt(board: Board, row: Any, before: tuple[Status, ...], after: tuple[Status, ...]) -> list[Told]:
    """Make somebody's statuses those that time left."""
    told: list[Told] = []
    kept = {each.key: each for each in after}
    for each in before:
        if each.key not in kept:
            told += bodies.end(board, row, each.key)
    for each in kept.values():
        if each not in before:
            told.append(bodies.add_status(board, row, each))
            told += bodies.after_status(board, row)
    return told


def moment(total: int) -> str:
    """Game time in words: "day 2, 03:00"."""
    return f"day {total // DAY + 1}, {total % DAY // 3600:02d}:{total % 3600 // 60:02d}"


@command("mettle.time.session")
class NextSession(GameCommand):
    """Another evening begins; `campaign` starts a new campaign, and its first session."""

    campaign: bool = False

    def play(self, board: Board, actor: Actor) -> Told:
        row = keeping.piece(board, "time") or add_piece(board, "time", data=keeping.clock_of(board))
        known = row.data
        session = 1 if self.campaign else known["session"] + 1
        campaign = known["campaign"] + self.campaign
        row.data = {**known, "session": session, "campaign": campaign}
        words = f"Session {session} of campaign {campaign}"
        return account(words, row, session=session, campaign=campaign)


def next_scene(board: Board) -> list[Told]:
    """A new Scene: Mettle is full again but for the Staggered and Fallen; what lasts no longer is over."""
    told: list[Told] = afflictions.next_scene(board)
    for row in board.here("character"):
        for held in read.conditions(board, row.id):
            if held.data.get("lasts") in ("round", "next action") or held.name in read.COVERS:
                held.removed = True
                told.append(account(f"{row.name} is no longer {held.name}", held, row))
        mettle = read.sheet(board, row).mettle
        fresh = mettle.next_scene()
        if fresh != mettle:
            told += bodies.put(board, row, fresh, f"{row.name} draws breath")
    return told


# ---- Downtime --------------------------------------------------------------------------------


@command("mettle.voucher.give")
class GiveVouchers(GameCommand):
    """A long Scene: everyone of the party who is neither busy in it nor unfit gets a Downtime Voucher."""

    span: Literal["day", "week"] = "day"
    busy: Annotated[list[Id], Field(max_length=60)] = []
    unfit: Annotated[list[Id], Field(max_length=60)] = []

    def play(self, board: Board, actor: Actor) -> Told:
        party = [row for row in board.here("character") if row.kind == "pc"]
        names = [str(row.id) for row in party]
        busy, unfit = [str(id) for id in self.busy], [str(id) for id in self.unfit]
        given = by_the_rules(lambda: Vouchers().give(names, busy=busy, unfit=unfit, span=self.span))
        if not given.held:
            raise Refused("Everybody is busy: nobody has a Downtime.")
        rows = [row for row in party if str(row.id) in given.held]
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

    voucher: Id
    deed: Line

    def play(self, board: Board, actor: Actor) -> Told:
        row = the_piece(board, self.voucher, actor, "voucher")
        who = person(board, row.character, actor)
        if row.data.get("deed"):
            raise Refused("This voucher was spent already.")
        row.data = {**row.data, "deed": self.deed}
        return account(f"{who.name} spends a Downtime Voucher: {self.deed}", who, row, piece=row.id)
