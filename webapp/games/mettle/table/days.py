"""Game time: days ask for food, water, sleep and rest, afflictions fall due; sessions, Scenes, Downtime."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, repeat
from typing import Annotated, Literal

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state
from webapp.games.mettle.screens.shown import moment
from webapp.games.mettle.table import afflictions, injuries
from webapp.games.mettle.table.common import GivenDice, add_piece, person, the_piece, together
from webapp.games.mettle.table.cover import leave_cover
from webapp.rules.mettle import durations
from webapp.rules.mettle.durations import Day
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.sheet import METTLE, sheet_of
from webapp.rules.mettle.spans import entitled, seconds
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import Id, Line
from webapp.table.refusals import Refused

DAY = 86400
Given = Mapping[str, Sequence[int]]


def clock(board: Board) -> Piece:
    """The piece that keeps game time; it is there from the first time anybody asks."""
    return game_state.piece(board, "time") or add_piece(board, "time", data=game_state.clock_of(board))


def pass_on(
    board: Board, span: str, count: int, people: Iterable[Character], had: Iterable[Day], given: Given
) -> list[Report]:
    """So much time goes by for these people, who `had` this on each day.

    `given` are real dice of afflictions that fall due, by their ids.
    """
    days = list(islice(had, _forward(board, seconds(span, count))))
    row, everybody = clock(board), list(people)
    after = row.data["seconds"]
    told = [account(f"{count} {span}{'s' if count > 1 else ''} later: {moment(after)}", row)]
    told += afflictions.pass_time(board, after, given)
    for each in everybody:
        told += _lived(board, each, days)
    return told


def turn_over(board: Board, span: str, given: Given) -> list[Report]:
    """A Round or a Stretch is over: about six seconds or a minute went by, and what falls due is checked.

    At midnight the party counts as fed and rested; who was not is told by the Guide. Source: Scenes, "Time".
    """
    days = [Day()] * _forward(board, seconds(span))
    told = afflictions.pass_time(board, clock(board).data["seconds"], given, by_turn=True)
    for each in party(board):
        told += _lived(board, each, days)
    return told


def _forward(board: Board, by: int) -> int:
    """Put game time forward by so many seconds; how many midnights that passes."""
    row = clock(board)
    before = row.data["seconds"]
    row.data = {**row.data, "seconds": before + by}
    return int((before + by) // DAY - before // DAY)


def party(board: Board) -> list[Character]:
    """The players' characters."""
    return [row for row in board.here(Character) if row.kind == "pc"]


def _lived(board: Board, row: Character, days: list[Day]) -> list[Report]:
    """What days with or without food, water, sleep and rest leave in the end, and what they kill."""
    if injuries.is_gone(board, row) or not days:
        return []
    held, calling = characters.statuses(board, row.id), characters.sheet(board, row)["CALLING"]
    lived = durations.after_days(held, days, calling=calling, mettle=_full(row))
    told = injuries.become(board, row, lived.statuses)
    told += injuries.after_status(board, row) if told else []
    for key in lived.killed_by:
        told += injuries.take_on(board, row, "dead", source=key.capitalize())
    return told + (injuries.regain(board, row, lived.regained) if lived.regained else [])


def _full(row: Character) -> Mettle:
    """Somebody's Mettle before hunger took anything off its maximum."""
    return sheet_of({name: each for name, each in row.stats.items() if name != METTLE}).mettle


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
        people = [find(board, Character, id, actor) for id in self.characters] or party(board)
        day = Day(self.food, self.water, self.sleep, self.starving, self.rest)
        told = pass_on(board, self.span, self.count, people, repeat(day), self.dice)
        return together(told, {"seconds": clock(board).data["seconds"]})


@command("mettle.time.session")
class NextSession(GameCommand):
    """Another evening begins; `campaign` starts a new campaign, and its first session."""

    campaign: bool = Field(default=False, description="a new campaign begins")

    def play(self, board: Board, actor: Actor) -> Report:
        row = clock(board)
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
    busy: list[Id] = Field(default=[], max_length=60, description="those tied up in the long Scene")
    unfit: list[Id] = Field(default=[], max_length=60, description="those in no state for mischief")

    def play(self, board: Board, actor: Actor) -> Report:
        everybody = party(board)
        busy, unfit = [str(id) for id in self.busy], [str(id) for id in self.unfit]
        given = entitled([str(row.id) for row in everybody], busy=busy, unfit=unfit, span=self.span)
        if not given:
            raise Refused("Everybody is busy: nobody has a Downtime.")
        rows = [row for row in everybody if str(row.id) in given]
        made = [
            add_piece(board, "voucher", name="Downtime Voucher", character=row.id, data={"deed": ""})
            for row in rows
        ]
        names = ", ".join(row.name for row in rows)
        return account(f"Downtime Vouchers for {names}", *rows, vouchers=[each.id for each in made])


@command("mettle.voucher.spend", roles=PLAYERS_TOO)
class SpendVoucher(GameCommand):
    """Spend a Downtime Voucher: reveal something helpful that was done in the meantime."""

    voucher: Id = Field(description="the voucher")
    deed: Line = Field(description="the helpful thing that was done in the meantime")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.voucher, actor, "voucher")
        who = person(board, row.character, actor)
        if row.data.get("deed"):
            raise Refused("This voucher was spent already.")
        row.data = {**row.data, "deed": self.deed}
        return account(f"{who.name} spends a Downtime Voucher: {self.deed}", who, row, piece=row.id)
