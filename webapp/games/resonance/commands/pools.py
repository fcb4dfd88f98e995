"""Commands for tag pools: add and remove tags within the book's limits, show pools, and apply events."""

from typing import Annotated, Literal

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    CommandResult,
    Forbidden,
    GameCommand,
    Invalid,
    Name,
    Refused,
    RuleError,
    TableState,
    append_results,
    command,
    find,
    optional,
    own_character,
    ref_of,
    told,
)
from webapp.games.resonance.commands.character_state import (
    ReasonedCommand,
    owe,
    own_piece,
    store_last_event,
    store_pool,
)
from webapp.games.resonance.commands.costs import awake, declare, spent
from webapp.games.resonance.commands.triggers import facts_of, fired_at
from webapp.games.resonance.events import DocumentSeen, Happened, TagGained, TagOverflowed
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.pools import Colour, Event, OwnTag, name_of, tag
from webapp.games.resonance.state.characters import last_of, pool_of
from webapp.games.resonance.state.documents import PendingPick
from webapp.table.fields import Line, VisibilityLevel

Happens = Annotated[
    str, Field(max_length=60, description="the event, by its key or name, such as “acts” or “turn ends”")
]
TagName = Annotated[str, Field(max_length=80)]
Tags = Annotated[list[TagName], Field(max_length=20)]
Cost = Annotated[int, Field(ge=0, le=100)]
Number = Annotated[int, Field(ge=0, le=1000)]
ValueName = Literal["hp", "sp", "ep"]


def holder(state: TableState, id: int, actor: Actor) -> Character:
    """Return the character with this pool; raise Forbidden if it is not the player's own."""
    character = find(state, Character, id, actor)
    if actor.role != "gm":
        own = own_character(state, actor)
        if own is None or own.id != character.id:
            raise Forbidden(f"You cannot decide for {character.name}.")
    return character


def known(name: str) -> str:
    """Return the key of a tag; raise Invalid, with the nearest name, for an unknown one."""
    try:
        return tag(name)
    except RuleError as error:
        raise Invalid(error.message, {"tag": error.message}) from error


def event_key(name: str) -> str:
    """Return the key of an event from any of its names; raise Invalid for an unknown one."""
    try:
        return book.event_key(name)
    except RuleError as error:
        raise Invalid(error.message, {"on": error.message}) from error


def event_from(raw: dict[str, object]) -> Event:
    """Return the event that was sent; raise Invalid for fields it cannot have."""
    try:
        return Event.parse({name: value for name, value in raw.items() if value not in ([], None)})
    except RuleError as error:
        raise Invalid(error.message, {(error.field or "on").removeprefix("event."): error.message}) from error


@command("resonance.pool.add")
class AddTags(ReasonedCommand):
    """Put tags into a character's pool: at most 5 of one tag, 10 status tags and 10 boost tags.

    Tags over a limit are lost. If none fits, the command is refused, unless it applies a roll's outcome. Each
    Nullify also removes a boost; `remove` picks which, if there are several. A Liberate in `spend` prevents a
    Bind.
    """

    character: CharacterId
    tag: TagName = Field(description="the name of the tag to add")
    count: Annotated[int, Field(ge=1, le=10, description="how many of the tag to add")] = 1
    remove: Tags = Field(
        default=[], description="the boost tags that a Nullify removes; default: the holder picks them later"
    )
    spend: Tags = Field(default=[], description="the names of boost tags to spend on the event")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        key = known(self.tag)
        pool = pool_of(state, character.id)
        full = not pool.room(key) and "liberate" not in [name.casefold() for name in self.spend]
        if full and state.acting is None:  # an overflow is lost and reported; the rest of the roll applies
            raise Refused(f"{character.name} cannot take {name_of(key)}: {pool.add(key).why}.")
        raw = {"on": "tag_gained", "tag": key, "count": self.count}
        event = event_from({**raw, "remove": self.remove, "spend": self.spend})
        fired, results = fired_at(state, character, event, actor, raw)
        gained = fired.amount("gained")
        return _pool_result(state, character, results, {"tag": name_of(key), "added": gained})


@command("resonance.pool.remove", roles=PLAYERS_TOO)
class RemoveTags(ReasonedCommand):
    """Remove tags from a character's pool; a player may only remove what a Nullify makes them pick."""

    character: CharacterId
    tags: Annotated[
        list[TagName], Field(min_length=1, max_length=20, description="the names of the tags to remove")
    ]

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = holder(state, self.character, actor)
        before = last_of(state, character.id)
        owed = before.get("must")
        if actor.role != "gm" and not owed:
            raise Forbidden("Only events, actions and the GM remove tags from a pool.")
        if actor.role != "gm":
            _ensure_owed(self.tags, owed or {})
        words, results = remove_tags(state, character, self.tags, actor)
        if owed:
            left = (owed.get("count") or 0) - len(self.tags)
            store_last_event(state, character.id, before)
            owe(state, character.id, max(left, 0), owed.get("options") or ())
        return _pool_result(state, character, results, {"removed": words})


@command("resonance.pool.own")
class AddOwnTag(ReasonedCommand):
    """Put a tag that the book does not have into a character's pool, with its name, colour and end.

    The tag counts towards the same limits as the book's. `on` names the event that removes one
    ("acts", "turn ends" …); without it, remove the tag with `resonance.pool.remove`.
    """

    character: CharacterId
    name: Name
    kind: Annotated[Literal["status", "boost"], Field(description="a status tag or a boost tag")] = "status"
    colour: Colour = Field(default="null", description="one of the book's ten tag colours")
    count: Annotated[int, Field(ge=1, le=5, description="how many of the tag to add")] = 1
    clears: Line | None = optional("how the tag ends, in words; default: no description")
    on: Happens | None = optional("the event that removes one of the tag; default: no event")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        on = event_key(self.on) if self.on else ""
        new = OwnTag(self.name, self.kind, self.colour, self.clears or "", on)
        came = pool_of(state, character.id).knowing(new).add(new.name, self.count)
        if not came.added:
            raise Refused(f"{character.name} cannot take {new.name}: {came.why}.")
        who, pool = ref_of(character), ref_of(store_pool(state, character.id, came.pool))
        lost = TagOverflowed(who, pool, new.name, came.lost, **came.limit)
        return told(
            TagGained(who, pool, new.name, came.added),
            *([lost] if came.lost else []),
            character=character.id,
            tag=new.name,
            added=came.added,
        )


def remove_tags(
    state: TableState, character: Character, names: list[str], actor: Actor
) -> tuple[str, list[CommandResult]]:
    """Remove tags from a pool, including the table's own; return their names and the results."""
    fired, results = fired_at(state, character, event_from({"on": "tag_removed", "remove": names}), actor)
    return ", ".join(name_of(effect.tag) for effect in fired.happened), results


@command("resonance.pool.edit")
class EditPool(GameCommand):
    """Set the visibility of a character's tag pool."""

    character: CharacterId
    visibility: VisibilityLevel

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        row = own_piece(state, "pool", character.id)
        row.visibility = self.visibility
        seen = DocumentSeen(ref_of(character), ref_of(row), "pool", self.visibility)
        return told(seen, piece=row.id)


def _ensure_owed(tags: list[str], owed: PendingPick) -> None:
    """Raise Refused if a player picks more tags, or others, than a Nullify removes."""
    count, options = owed.get("count") or 0, owed.get("options") or ()
    if len(tags) > count or any(tag.casefold() not in map(str.casefold, options) for tag in tags):
        raise Refused(f"Pick {count} of {', '.join(options)}.")


def _pool_result(
    state: TableState, character: Character, results: list[CommandResult], result: dict[str, object]
) -> CommandResult:
    pool = dict(pool_of(state, character.id))
    happened = [event for value in results for event in value.events]
    return told(*happened, character=character.id, **result, pool=pool)


THE_GMS = ("tag_gained", "tag_removed")
"""Events that a player cannot declare for their own pool."""


class PickCommand(ReasonedCommand):
    """A command on a character's pool, with the holder's picks where a tag leaves a choice."""

    roles = PLAYERS_TOO

    character: CharacterId
    remove: Tags = Field(
        default=[], description="the names of the tags to remove, where the event asks for a choice"
    )
    restore: ValueName | None = optional("the value that Regen restores, needed for Regen: hp, sp or ep")
    stat: Annotated[int, Field(ge=1, le=5)] | None = optional(
        "the value of the stat chosen for Obscure, needed for Obscure"
    )


@command("resonance.pool.happen")
class Happen(PickCommand):
    """Apply an event to a character ("acts", "is attacked", "turn ends" …): tags take effect.

    The SP and EP given are paid, changed by Impair and Charge; a declared action or reaction also uses an
    action while rounds run. Players may send it for their own character.
    """

    on: Happens
    action: Annotated[str, Field(max_length=60)] | None = optional(
        "the name of the book's action; default: none of them"
    )
    sp: Cost | None = optional("the SP that the action costs; default: none")
    ep: Cost | None = optional("the EP that the keywords cost; default: none")
    rolls: bool | None = optional("true: the action needs a roll; default: false")
    sr: Number | None = optional("the result of the Standard Roll; default: unknown")
    value: ValueName | None = optional("the value that is lost, also to a Blight: hp, sp or ep; default: hp")
    loss: Number | None = optional("how many points were lost; default: unknown, at least 1")
    ev: Number | None = optional("the effect's value, before Resistance; default: unknown")
    unavoidable: bool | None = optional("true: the loss could not be prevented; default: false")
    slowed: bool | None = optional("false: the Slow was gained during this turn; default: true")
    spend: Tags = Field(default=[], description="the names of boost tags to spend on the event")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = holder(state, self.character, actor)
        given = self.model_dump(
            exclude={"character", "because", "spend"}, exclude_none=True, exclude_defaults=True
        )
        given["on"] = event_key(self.on)
        if actor.role != "gm" and given["on"] in THE_GMS:
            raise Forbidden("Only events, actions and the GM add and remove tags.")
        fields, facts = book.event_fields(given["on"]), facts_of(state, character)
        raw = {name: facts[name] for name in fields if name in facts and name != "resistance"} | given
        event = event_from({**raw, "spend": self.spend})
        if event.deed:
            awake(state, character)
        results, lost = declare(state, character, event, actor, raw)
        if not lost:
            results += spent(state, character, event.on, own_turn=event.on == "break_free")
        says = told(Happened(ref_of(character), event.on), character=character.id, on=event.on, lost=lost)
        return append_results(says, results, state, actor)
