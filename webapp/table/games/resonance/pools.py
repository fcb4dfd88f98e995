"""Tag pools: tags come and go, things happen to their holder, and boosts are spent."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.pool import name_of, tag
from webapp.screens.games.resonance.moments import offers
from webapp.screens.games.resonance.reading import LAST, last_of, piece_of, pool_of, values_of
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.calling import own_character
from webapp.table.command import PLAYERS_TOO, GameCommand, Told, command, find
from webapp.table.fields import Because, Id, Visibility
from webapp.table.games.resonance.firing import facts_of, fired_at, tag_words
from webapp.table.games.resonance.keeping import keep_last, owe, own_piece
from webapp.table.games.resonance.paying import pay
from webapp.table.games.resonance.spending import spent_at
from webapp.table.refusals import Forbidden, Invalid, Refused
from webapp.table.taking import with_more

TagName = Annotated[str, Field(max_length=20)]
Tags = Annotated[list[TagName], Field(max_length=20)]
Cost = Annotated[int, Field(ge=0, le=100)]
Number = Annotated[int, Field(ge=0, le=1000)]
ValueName = Literal["hp", "sp", "ep"]


def holder(board: Board, id: int, actor: Actor) -> Any:
    """The character whose pool it is: any for the GM, one's own for a player."""
    character = find(board, "character", id, actor)
    if actor.role != "gm":
        own = own_character(board, actor)
        if own is None or own.id != character.id:
            raise Forbidden(f"{character.name} is not yours to decide for.")
    return character


@command("resonance.pool.add")
class AddTags(GameCommand):
    """Put tags into somebody's pool: at most 5 of one, 10 status and 10 boosts; what does not fit is lost.

    A Nullify takes a boost along: `remove` picks which, if there are several. A Liberate keeps a Bind out
    (`spend`).
    """

    character: Id
    tag: TagName
    count: Annotated[int, Field(ge=1, le=10)] = 1
    remove: Tags = []
    spend: Tags = []
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = find(board, "character", self.character, actor)
        key = _known(self.tag)
        pool = pool_of(board, character.id)
        if not pool.room(key) and "liberate" not in [each.casefold() for each in self.spend]:
            raise Refused(f"{character.name} cannot take {name_of(key)}: {pool.add(key).why}.")
        raw = {"on": "tag_gained", "tag": key, "count": self.count}
        event = _event({**raw, "remove": self.remove, "spend": self.spend})
        fired, told = fired_at(board, character, event, actor, raw)
        gained = fired.amount("gained")
        return _account(board, character, told, {"tag": name_of(key), "added": gained}, self.because)


@command("resonance.pool.remove")
class RemoveTags(GameCommand):
    """Take tags out of a pool, as an action or a keyword does; the holder picks which."""

    roles = PLAYERS_TOO

    character: Id
    tags: Annotated[list[TagName], Field(min_length=1, max_length=20)]
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = holder(board, self.character, actor)
        owed = last_of(board, character.id).get("must")
        if actor.role != "gm" and not owed:
            raise Forbidden("Tags leave a pool by what happens, or by an action; ask the GM.")
        if actor.role != "gm":
            _check_owed(self.tags, owed or {"count": 0, "options": []})
        event = _event({"on": "tag_removed", "remove": self.tags})
        before = last_of(board, character.id)
        _, told = fired_at(board, character, event, actor)
        if owed:
            left = owed["count"] - len(self.tags)
            keep_last(board, character.id, before["name"], before["event"], before["says"])
            owe(board, character.id, max(left, 0), list(owed["options"]))
        return _account(board, character, told, {"removed": tag_words(self.tags)}, self.because)


@command("resonance.pool.happen")
class Happen(GameCommand):
    """Say what happens to somebody ("acts", "is attacked", "pays SP", "turn ends" …): tags do what they must.

    SP and EP that are named are paid, Impair and Charge counted. A player says it of the own character.
    """

    roles = PLAYERS_TOO

    character: Id
    on: Annotated[str, Field(max_length=60)]
    action: Annotated[str, Field(max_length=60)] | None = None
    sp: Cost | None = None
    ep: Cost | None = None
    rolls: bool | None = None
    sr: Number | None = None
    value: ValueName | None = None
    loss: Number | None = None
    ev: Number | None = None
    unavoidable: bool | None = None
    slowed: bool | None = None
    spend: Tags = []
    remove: Tags = []
    restore: ValueName | None = None
    stat: Annotated[int, Field(ge=1, le=5)] | None = None
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = holder(board, self.character, actor)
        given = self.model_dump(
            exclude={"character", "because", "spend"}, exclude_none=True, exclude_defaults=True
        )
        given["on"] = _event_key(self.on)
        raw = _fitting(given, facts_of(board, character))
        if raw["on"] in ("action_declared", "break_free") and not values_of(board, character.id).may_act:
            raise Refused(f"{character.name} is unconscious and cannot act.")
        fired, told = fired_at(board, character, _event({**raw, "spend": self.spend}), actor, raw)
        if not fired.action_lost:
            told += pay(board, character, fired, given)
        name = next(str(row["name"]) for row in book.events() if row["key"] == raw["on"])
        says = Told(f"{character.name} {name}", [("character", character.id)], {"character": character.id})
        says.because = self.because
        says.result |= {"on": raw["on"], "lost": fired.action_lost}
        return with_more(says, told, board, actor)


@command("resonance.pool.spend")
class SpendBoost(GameCommand):
    """Spend a boost tag on what is happening now; the holder decides.

    Cure wants `remove` (the status tag), Regen `restore` (the value), Obscure `stat` (its number).
    """

    roles = PLAYERS_TOO

    character: Id
    tag: TagName
    remove: Tags = []
    restore: ValueName | None = None
    stat: Annotated[int, Field(ge=1, le=5)] | None = None
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = holder(board, self.character, actor)
        key = _known(self.tag)
        pool = pool_of(board, character.id)
        if key not in pool:
            raise Refused(f"{character.name} has no {name_of(key)} to spend.")
        found = offers(board, character.id).get(key)
        if found is None:
            raise Refused(f"{name_of(key)} cannot be spent now: {book.catalogue()[key].trigger}")
        event = found[1]
        return spent_at(board, character, key, self._now(board, character, event), actor, self.because)

    def _now(self, board: Board, character: Any, event: Event) -> Event:
        facts = facts_of(board, character)
        picks = {"restore": self.restore, "stat": self.stat, "remove": tuple(self.remove)}
        fields = {name: getattr(event, name) for name in Event.__dataclass_fields__}
        known = {"level": facts["level"], "influence": facts["influence"]}
        try:
            return Event(**{**fields, **known, **{name: each for name, each in picks.items() if each}})
        except RuleError as error:
            raise Invalid(error.message, {error.field or "spend": error.message}) from error


@command("resonance.pool.edit")
class EditPool(GameCommand):
    """Say who may see somebody's tag pool."""

    character: Id
    visibility: Visibility

    def play(self, board: Board, actor: Actor) -> Told:
        character = find(board, "character", self.character, actor)
        row = own_piece(board, "pool", character.id)
        row.visibility = self.visibility
        says = f"{character.name}: tag pool {self.visibility}"
        return Told(says, [("piece", row.id), ("character", character.id)], {"piece": row.id})


def _check_owed(tags: list[str], owed: dict[str, Any]) -> None:
    """A player picks only what a Nullify takes, and no more of it."""
    options = [name.casefold() for name in owed["options"]]
    if len(tags) > owed["count"] or any(each.casefold() not in options for each in tags):
        raise Refused(f"Pick {owed['count']} of {', '.join(owed['options'])}.")


def _known(name: str) -> str:
    try:
        return tag(name)
    except RuleError as error:
        raise Invalid(error.message, {"tag": error.message}) from error


def _event_key(name: str) -> str:
    try:
        return book.event_key(name)
    except RuleError as error:
        raise Invalid(error.message, {"on": error.message}) from error


def _fitting(given: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """The fields that this event has: what was given, and what the sheet knows."""
    fields = book.event_fields(given["on"])
    wrong = sorted(set(given) - set(fields) - {"on"})
    if wrong:
        raise Invalid(f"“{given['on']}” has no {wrong[0]}.", {wrong[0]: "not of this event"})
    return {
        **{name: each for name, each in facts.items() if name in fields and name != "resistance"},
        **given,
    }


def _event(raw: dict[str, Any]) -> Event:
    try:
        return Event.parse({name: each for name, each in raw.items() if each not in ([], None)})
    except RuleError as error:
        raise Invalid(error.message, {(error.field or "on").removeprefix("event."): error.message}) from error


def _account(
    board: Board, character: Any, told: list[Told], result: dict[str, Any], because: str | None
) -> Told:
    first, *rest = told or [Told(f"{character.name}: nothing changes", [("character", character.id)])]
    account = Told(first.summary, first.about, {"character": character.id, **result}, because=because)
    account.parts = [first, *rest] if rest else []
    account.summary = " ".join(each.summary for each in [first, *rest])
    row = piece_of(board, "pool", character.id)
    account.result["pool"] = {} if row is None else {k: n for k, n in row.data.items() if k != LAST}
    return account
