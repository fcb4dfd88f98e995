"""Commands for game time: days, sessions, Scenes and Downtime."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, repeat
from typing import Annotated, Literal

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CommandResult,
    ConfirmableCommand,
    GameCommand,
    GameDocument,
    Id,
    Refused,
    TableState,
    command,
    find,
    ref_of,
    told,
    turns_pass,
)
from webapp.games.mettle.commands import afflictions, injuries
from webapp.games.mettle.commands.base_commands import (
    RealDiceById,
    add_document,
    clear_finish,
    merge_game_results,
    person,
    require_document,
    save,
)
from webapp.games.mettle.commands.cover import leave_cover
from webapp.games.mettle.people_events import GameTimePassed, SessionBegan, VouchersGiven, VoucherSpent
from webapp.games.mettle.rules import durations
from webapp.games.mettle.rules.durations import Day
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.sheet import METTLE, sheet_of
from webapp.games.mettle.rules.time_spans import day_of, entitled, seconds, time_of_day
from webapp.games.mettle.state import characters, game_state
from webapp.games.mettle.state.documents import GameTime, Voucher, value_of
from webapp.rules.codec import dump_value
from webapp.state.house_events import ValueGained
from webapp.table.fields import Line

DAY = 86400
Given = Mapping[str, Sequence[int]]


def clock(state: TableState) -> GameDocument:
    """Return the document that stores the game time; create it on first use."""
    return game_state.find_document(state, "time") or add_document(
        state, "time", data=dump_value(game_state.clock_of(state))
    )


def pass_on(
    state: TableState, span: str, count: int, people: Iterable[Character], had: Iterable[Day], given: Given
) -> list[CommandResult]:
    """Pass `count` spans of game time, and apply the days that pass to these characters.

    `had` says, for each day in turn, what food, water, sleep and rest they had. `given` are real
    dice for due afflictions, by their ids.
    """
    midnights = _forward(state, seconds(span, count))
    days = list(islice(had, midnights))
    row, everybody = clock(state), list(people)
    after = value_of(GameTime, row).seconds
    results = [told(GameTimePassed(ref_of(row), ((count, span),), day_of(after), time_of_day(after)))]
    results += afflictions.pass_time(state, after, given)
    for character in everybody:
        results += _lived(state, character, days)
    return results + turns_pass(state, "day", "a day passes", midnights)


def turn_over(state: TableState, span: str, given: Given) -> list[CommandResult]:
    """Pass the time of a Round (six seconds) or a Stretch (a minute), and check afflictions that are due.

    If midnight passes, the party counts as having had food, water and sleep that day. Source:
    Scenes, "Time".
    """
    midnights = _forward(state, seconds(span))
    days = [Day()] * midnights
    results = afflictions.pass_time(state, value_of(GameTime, clock(state)).seconds, given, by_turn=True)
    for character in party(state):
        results += _lived(state, character, days)
    if span == "round":
        results += turns_pass(state, "round", "a Round passes")
    return results + turns_pass(state, "day", "a day passes", midnights)


def _forward(state: TableState, by: int) -> int:
    """Advance game time by these seconds and hide a race's winner; return how many midnights pass."""
    clear_finish(state)
    row = clock(state)
    before = value_of(GameTime, row).seconds
    row.data = {**row.data, "seconds": before + by}
    return int((before + by) // DAY - before // DAY)


def party(state: TableState) -> list[Character]:
    """Return all player characters."""
    return [row for row in state.find_all(Character) if row.kind == "pc"]


def _lived(state: TableState, row: Character, days: list[Day]) -> list[CommandResult]:
    """Apply days of food, water, sleep and rest, or the lack of them, to a character.

    The character leaves Cover, and the lack may kill. Nothing happens to the dead, or without days.
    """
    if injuries.is_gone(state, row) or not days:
        return []
    results = leave_cover(state, row)
    held, calling = characters.statuses(state, row.id), characters.sheet(state, row)["CALLING"]
    lived = durations.after_days(held, days, calling=calling, mettle=_full(row))
    became = injuries.become(state, row, lived.statuses)
    results += [*became, *(injuries.after_status(state, row) if became else [])]
    for key in lived.killed_by:
        results += injuries.take_on(state, row, "dead", source=key.capitalize())
    return results + (injuries.regain(state, row, lived.regained) if lived.regained else [])


def _full(row: Character) -> Mettle:
    """Return a character's full Mettle, before Starving lowers the maximum."""
    return sheet_of({name: value for name, value in row.stats.items() if name != METTLE}).mettle


Span = Literal["minute", "hour", "day", "week"]


@command("mettle.time.pass")
class PassGameTime(ConfirmableCommand, GameCommand):
    """Pass game time: check afflictions that are due, and apply each day's hunger, thirst, fatigue and rest.

    For each day, `food`, `water` and `sleep` say what each of `characters` had (by default all player
    characters). With `rest`, Stable characters regain Mettle. `starving` is the harsher rule for
    hunger. `dice` are real dice for the afflictions that are due, by their ids.
    """

    span: Span = Field(description="the unit of time")
    count: Annotated[int, Field(ge=1, le=365, description="how many of these units pass")] = 1
    characters: Annotated[
        list[Id],
        Field(
            max_length=100, description="the characters whom the days affect; default: all player characters"
        ),
    ] = []
    food: bool = Field(default=True, description="whether the characters had food")
    water: bool = Field(default=True, description="whether the characters had water")
    sleep: Literal["good", "poor", "none"] = Field(default="good", description="how the characters slept")
    starving: bool = Field(
        default=False, description="true: the harsher hunger rule, which lowers maximum Mettle"
    )
    rest: bool = Field(
        default=False,
        description="true: the characters rest all day, so that a Heal restores its Edge as Mettle",
    )
    dice: RealDiceById = {}

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        people = [find(state, Character, id, actor) for id in self.characters] or party(state)
        day = Day(self.food, self.water, self.sleep, self.starving, self.rest)
        results = pass_on(state, self.span, self.count, people, repeat(day), self.dice)
        return merge_game_results(results, {"seconds": value_of(GameTime, clock(state)).seconds})


@command("mettle.time.session")
class NextSession(GameCommand):
    """Start the next session; with `campaign`, start a new campaign and its first session."""

    campaign: bool = Field(default=False, description="true: a new campaign begins")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = clock(state)
        known = value_of(GameTime, row)
        session = 1 if self.campaign else known.session + 1
        campaign = known.campaign + self.campaign
        save(row, replace(known, session=session, campaign=campaign))
        return told(SessionBegan(ref_of(row), session, campaign), session=session, campaign=campaign)


def next_scene(state: TableState) -> list[CommandResult]:
    """Refill Mettle in a new Scene, except for the Staggered and Fallen.

    Also remove stopped afflictions, and end Cover and statuses that last a Round or until the next Action.
    """
    results: list[CommandResult] = afflictions.next_scene(state)
    for row in state.find_all(Character):
        results += injuries.become(state, row, durations.next_scene(characters.statuses(state, row.id)))
        results += leave_cover(state, row)
        mettle = characters.sheet(state, row).mettle
        fresh = mettle.next_scene()
        if fresh != mettle:
            results += injuries.put(state, row, fresh, ValueGained)
    return results


# ---- Downtime --------------------------------------------------------------------------------


@command("mettle.voucher.give")
class GiveVouchers(GameCommand):
    """Give a Downtime Voucher to each party member who is neither `busy` nor `unfit`."""

    span: Literal["day", "week"] = Field(
        default="day", description="how long the Scene lasted: a day or a week"
    )
    busy: list[Id] = Field(
        default=[],
        max_length=60,
        description="the characters who are busy in the long Scene; default: nobody",
    )
    unfit: list[Id] = Field(
        default=[], max_length=60, description="the characters who are unfit for Downtime; default: nobody"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        everybody = party(state)
        for other in (find(state, Character, id, actor) for id in (*self.busy, *self.unfit)):
            if other not in everybody:
                raise Refused(f"{other.name} is not a player character.")
        ids = [row.id for row in everybody]
        given = entitled(ids, busy=self.busy, unfit=self.unfit, span=self.span)
        if not given:
            raise Refused("No player character is free for Downtime.")
        rows = [row for row in everybody if row.id in given]
        made = [
            add_document(state, "voucher", name="Downtime Voucher", character=row.id, data={"deed": ""})
            for row in rows
        ]
        return told(VouchersGiven(tuple(map(ref_of, rows))), vouchers=[document.id for document in made])


@command("mettle.voucher.spend", roles=PLAYERS_TOO)
class SpendVoucher(GameCommand):
    """Spend a Downtime Voucher: reveal something helpful that was done in the meantime."""

    voucher: Id = Field(description="the voucher")
    deed: Line = Field(description="what the character did during Downtime that helps now")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.voucher, actor, "voucher")
        who = person(state, document.character, actor)
        if value_of(Voucher, document).deed:
            raise Refused("This voucher has already been spent.")
        save(document, Voucher(self.deed))
        return told(VoucherSpent(ref_of(who), ref_of(document), self.deed), piece=document.id)
