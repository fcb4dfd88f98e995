"""What happens to the holder of a tag pool: said by whoever plays them, or by the GM."""

from typing import Annotated

from pydantic import Field

from webapp.games.resonance.table.deeds import awake, declare, spent
from webapp.games.resonance.table.pools import (
    Cost,
    Happens,
    Number,
    Tags,
    ValueName,
    event_from,
    event_key,
    fitting,
    holder,
)
from webapp.games.resonance.table.triggers import facts_of
from webapp.rules.resonance import book
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command
from webapp.table.execution import with_more
from webapp.table.fields import Because, CharacterId, optional
from webapp.table.refusals import Forbidden

TIMES = ("turn_start", "turn_end", "round_start", "own_turn")
"""What is not something that somebody does."""
THE_GMS = ("tag_gained", "tag_removed")
"""What a player does not just say of the own pool."""


class Picks(GameCommand):
    """Who it is about, and what the holder picks where a tag leaves a choice."""

    roles = PLAYERS_TOO

    character: CharacterId
    remove: Tags = Field(default=[], description="the tags that are picked to go")
    restore: ValueName | None = optional("the value that Regen gives back to: hp, sp or ep")
    stat: Annotated[int, Field(ge=1, le=5, description="the number of the stat chosen")] | None = None
    because: Because | None = None


@command("resonance.pool.happen")
class Happen(Picks):
    """Say what happens to somebody ("acts", "is attacked", "pays SP", "turn ends" …): tags do what they must.

    SP and EP that are named are paid, Impair and Charge counted. A player says it of the own character.
    """

    on: Happens
    action: Annotated[str, Field(max_length=60, description="which action of the book, in words")] | None = (
        None
    )
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
        raw = fitting(given, facts_of(board, character))
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
