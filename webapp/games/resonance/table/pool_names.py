"""What commands about tag pools name: whose pool, which tag, which event; a sentence where it is none."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.pool import tag
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.check_setup import own_character
from webapp.table.command import find
from webapp.table.refusals import Forbidden, Invalid

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


def fitting(given: dict[str, Any], facts: dict[str, object]) -> dict[str, object]:
    """The fields that this event has: what was given, and what the sheet knows."""
    fields = book.event_fields(given["on"])
    wrong = sorted(set(given) - set(fields) - {"on"})
    if wrong:
        raise Invalid(f"“{given['on']}” has no {wrong[0]}.", {wrong[0]: "not of this event"})
    return {
        **{name: each for name, each in facts.items() if name in fields and name != "resistance"},
        **given,
    }


def event_from(raw: dict[str, object]) -> Event:
    """The event that was sent; Invalid for what it cannot have."""
    try:
        return Event.parse({name: each for name, each in raw.items() if each not in ([], None)})
    except RuleError as error:
        raise Invalid(error.message, {(error.field or "on").removeprefix("event."): error.message}) from error
