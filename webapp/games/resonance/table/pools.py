"""Tag pools: tags come and go within the limits of the book, and by what happens to their holder."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.resonance.screens.characters import last_of, piece_of, pool_from, pool_of
from webapp.games.resonance.table.character_state import Reasoned, keep_last, keep_pool, owe, own_piece
from webapp.games.resonance.table.deeds import awake, declare, spent
from webapp.games.resonance.table.triggers import facts_of, fired_at
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.pool import Colour, OwnTag, name_of, tag
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.check_setup import own_character
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.execution import with_more
from webapp.table.fields import CharacterId, Line, Name, VisibilityLevel, optional
from webapp.table.refusals import Forbidden, Invalid, Refused

Happens = Annotated[str, Field(max_length=60, description="what happens, in the book's words")]
TagName = Annotated[str, Field(max_length=80)]
Tags = Annotated[list[TagName], Field(max_length=20)]
Cost = Annotated[int, Field(ge=0, le=100)]
Number = Annotated[int, Field(ge=0, le=1000)]
ValueName = Literal["hp", "sp", "ep"]


def holder(board: Board, id: int, actor: Actor) -> Character:
    """The character whose pool it is: any for the GM, one's own for a player."""
    character = find(board, Character, id, actor)
    if actor.role != "gm":
        own = own_character(board, actor)
        if own is None or own.id != character.id:
            raise Forbidden(f"{character.name} is not yours to decide for.")
    return character


def known(name: str) -> str:
    """The key of a tag; Invalid with the nearest name for none."""
    try:
        return tag(name)
    except RuleError as error:
        raise Invalid(error.message, {"tag": error.message}) from error


def event_key(name: str) -> str:
    """The key of an event, however it was said."""
    try:
        return book.event_key(name)
    except RuleError as error:
        raise Invalid(error.message, {"on": error.message}) from error


def event_from(raw: dict[str, object]) -> Event:
    """The event that was sent; Invalid for what it cannot have."""
    try:
        return Event.parse({name: each for name, each in raw.items() if each not in ([], None)})
    except RuleError as error:
        raise Invalid(error.message, {(error.field or "on").removeprefix("event."): error.message}) from error


@command("resonance.pool.add")
class AddTags(Reasoned):
    """Put tags into somebody's pool: at most 5 of one, 10 status and 10 boosts; what does not fit is lost.

    A Nullify takes a boost along: `remove` picks which, if there are several. A Liberate keeps a Bind out
    (`spend`).
    """

    character: CharacterId
    tag: TagName = Field(description="the tag by its name")
    count: Annotated[int, Field(ge=1, le=10, description="how many")] = 1
    remove: Tags = Field(default=[], description="the tags that are picked to go")
    spend: Tags = Field(default=[], description="boost tags to spend on it")

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        key = known(self.tag)
        pool = pool_of(board, character.id)
        full = not pool.room(key) and "liberate" not in [each.casefold() for each in self.spend]
        if full and board.acting is None:  # what a roll brought is lost and said, and the rest of it happens
            raise Refused(f"{character.name} cannot take {name_of(key)}: {pool.add(key).why}.")
        raw = {"on": "tag_gained", "tag": key, "count": self.count}
        event = event_from({**raw, "remove": self.remove, "spend": self.spend})
        fired, told = fired_at(board, character, event, actor, raw)
        gained = fired.amount("gained")
        return _account(board, character, told, {"tag": name_of(key), "added": gained})


@command("resonance.pool.remove", roles=PLAYERS_TOO)
class RemoveTags(Reasoned):
    """Take tags out of a pool, as an action or a keyword does; the holder picks which."""

    character: CharacterId
    tags: Annotated[list[TagName], Field(min_length=1, max_length=20, description="the tags by their names")]

    def play(self, board: Board, actor: Actor) -> Report:
        character = holder(board, self.character, actor)
        owed = last_of(board, character.id).get("must")
        if actor.role != "gm" and not owed:
            raise Forbidden("Tags leave a pool by what happens, or by an action; ask the GM.")
        if actor.role != "gm":
            _ensure_owed(self.tags, owed or {"count": 0, "options": []})
        before = last_of(board, character.id)
        words, told = take_out(board, character, self.tags, actor)
        if owed:
            left = owed["count"] - len(self.tags)
            keep_last(board, character.id, before["name"], before["event"], before["says"])
            owe(board, character.id, max(left, 0), list(owed["options"]))
        return _account(board, character, told, {"removed": words})


@command("resonance.pool.own")
class AddOwnTag(Reasoned):
    """Put a tag of the table's own into somebody's pool: a name, a colour, what clears it.

    It counts towards the limits like the book's. `on` names what resolves one ("acts", "turn ends" …);
    without it one goes by `resonance.pool.remove`.
    """

    character: CharacterId
    name: Name
    kind: Annotated[Literal["status", "boost"], Field(description="a status tag or a boost tag")] = "status"
    colour: Colour = Field(default="null", description="one of the book's ten")
    count: Annotated[int, Field(ge=1, le=5, description="how many")] = 1
    clears: Line | None = optional("how it goes away")
    on: Happens | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        on = event_key(self.on) if self.on else ""
        new = OwnTag(self.name, self.kind, self.colour, self.clears or "", on)
        came = pool_of(board, character.id).knowing(new).add(new.name, self.count)
        if not came.added:
            raise Refused(f"{character.name} cannot take {new.name}: {came.why}.")
        row = keep_pool(board, character.id, came.pool)
        more = f" {came.lost} {new.name} lost: {came.why}." if came.lost else ""
        says = account(f"{character.name} gains {came.added} {new.name}.{more}", character, row)
        says.result = {"character": character.id, "tag": new.name, "added": came.added}
        return says


def take_out(board: Board, character: Character, names: list[str], actor: Actor) -> tuple[str, list[Report]]:
    """Tags leave a pool, those of the table's own as well; which ones, in words, and what that did."""
    fired, told = fired_at(board, character, event_from({"on": "tag_removed", "remove": names}), actor)
    return ", ".join(name_of(each.tag) for each in fired.happened), told


@command("resonance.pool.edit")
class EditPool(GameCommand):
    """Say who may see somebody's tag pool."""

    character: CharacterId
    visibility: VisibilityLevel

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        row = own_piece(board, "pool", character.id)
        row.visibility = self.visibility
        says = f"{character.name}: tag pool {self.visibility}"
        return account(says, row, character, piece=row.id)


def _ensure_owed(tags: list[str], owed: dict[str, Any]) -> None:
    """A player picks only what a Nullify takes, and no more of it."""
    options = [name.casefold() for name in owed["options"]]
    if len(tags) > owed["count"] or any(each.casefold() not in options for each in tags):
        raise Refused(f"Pick {owed['count']} of {', '.join(owed['options'])}.")


def _account(board: Board, character: Character, told: list[Report], result: dict[str, object]) -> Report:
    first, *rest = told or [account(f"{character.name}: nothing changes", character)]
    told_all = Report(first.summary, first.about, {"character": character.id, **result})
    told_all.parts = [first, *rest] if rest else []
    told_all.summary = " ".join(each.summary for each in [first, *rest])
    row = piece_of(board, "pool", character.id)
    told_all.result["pool"] = {} if row is None else dict(pool_from(row.data))
    return told_all


TIMES = ("turn_start", "turn_end", "round_start", "own_turn")
"""What is not something that somebody does."""
THE_GMS = ("tag_gained", "tag_removed")
"""What a player does not just say of the own pool."""


class Picks(Reasoned):
    """Who it is about, and what the holder picks where a tag leaves a choice."""

    roles = PLAYERS_TOO

    character: CharacterId
    remove: Tags = Field(default=[], description="the tags that are picked to go")
    restore: ValueName | None = optional("the value that Regen gives back to: hp, sp or ep")
    stat: Annotated[int, Field(ge=1, le=5, description="the number of the stat chosen")] | None = None


@command("resonance.pool.happen")
class Happen(Picks):
    """Say what happens to somebody ("acts", "is attacked", "pays SP", "turn ends" …): tags do what they must.

    SP and EP that are named are paid, Impair and Charge counted. A player says it of the own character.
    """

    on: Happens
    action: Annotated[str, Field(max_length=60)] | None = optional("which action of the book, in words")
    sp: Cost | None = optional("SP that the action costs")
    ep: Cost | None = optional("EP that the keywords cost")
    rolls: bool | None = optional("whether dice fall")
    sr: Number | None = optional("what the Standard Roll came to")
    value: ValueName | None = optional("hp, sp or ep")
    loss: Number | None = optional("how much was lost")
    ev: Number | None = optional("the effect's value, before Resistance")
    unavoidable: bool | None = optional("whether nothing could prevent it")
    slowed: bool | None = optional("false: the Slow came during this very turn")
    spend: Tags = Field(default=[], description="boost tags to spend on it")

    def play(self, board: Board, actor: Actor) -> Report:
        character = holder(board, self.character, actor)
        given = self.model_dump(
            exclude={"character", "because", "spend"}, exclude_none=True, exclude_defaults=True
        )
        given["on"] = event_key(self.on)
        if actor.role != "gm" and given["on"] in THE_GMS:
            raise Forbidden("Tags come and go by what happens, or by an action; ask the GM.")
        fields, facts = book.event_fields(given["on"]), facts_of(board, character)
        raw = {name: facts[name] for name in fields if name in facts and name != "resistance"} | given
        event = event_from({**raw, "spend": self.spend})
        if event.deed:
            awake(board, character)
        told, lost = declare(board, character, event, actor, raw)
        if not lost:
            told += spent(board, character, event.on, own_turn=event.on == "break_free")
        name = next(str(row["name"]) for row in book.events() if row["key"] == raw["on"])
        says = account(
            f"{character.name}{':' if raw['on'] in TIMES else ''} {name}", character, character=character.id
        )
        says.result |= {"on": raw["on"], "lost": lost}
        return with_more(says, told, board, actor)
