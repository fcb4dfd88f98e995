"""Set up checks: who rolls, what counts, which checks belong together, and the fields of each game."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, create_model

from webapp.rules.check_form import CheckField
from webapp.rules.errors import RuleError
from webapp.rules.form_fields import group_kind_of
from webapp.rules.playable_games import rulesets
from webapp.rules.ruleset import Ruleset
from webapp.state.audience import PLAYER, Role
from webapp.state.check_evaluation import BLOCKS, OFF, CheckEvaluation
from webapp.state.visibility import REFERRING, Visibility
from webapp.store.models import Character, Check, Clock, Seat
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, ensure_reference, ensure_room_for, find
from webapp.table.fields import FreeSource, Id, Words
from webapp.table.game_table import game_table
from webapp.table.refusals import Forbidden, Invalid, Refused

SHARED = ("intent", "approach", "targets", "affected", "visibility")
"""The fields that all checks rolled together share."""
SECRET_CHECKS = "secret_checks"  # noqa: S105
"""The name of the table's setting that makes the GM's checks secret by default."""


def own_character(state: TableState, actor: Actor) -> Character | None:
    """Return the character of the actor's seat, if it holds one."""
    seat = state.find(Seat, actor.seat)
    return state.find(Character, seat.character) if seat is not None else None


def find_roller(state: TableState, actor: Actor, asked: int | None) -> Character:
    """Return the character that is to roll; players may only choose one whose actions they decide."""
    if actor.role is Role.GM:
        if asked is None:
            raise Invalid("Say who rolls.", {"character": "missing"})
        return find(state, Character, asked, actor)
    own = own_character(state, actor)
    if own is None:
        raise Forbidden("Take a seat with a character first; then you can roll for that character.")
    who = own if asked is None else find(state, Character, asked, actor)
    decider = game_table(state.table.ruleset).decider(state, who.id)
    if decider != own.id:
        if who is not own:
            raise Forbidden(f"You cannot roll for {who.name}.")
        other = state.find(Character, decider)
        known = other is not None and Visibility(state, actor.audience).knows_name(other)
        named = other.name if other is not None and known else "Another character"
        raise Forbidden(f"{named} controls your character now. Ask the GM to call the check.")
    return who


def ensure_own(state: TableState, row: Check, actor: Actor, doing: str) -> None:
    """Refuse an actor other than the GM, the character's player and the player who decides for it."""
    if actor.role is Role.GM:
        return
    own = own_character(state, actor)
    decider = game_table(state.table.ruleset).decider(state, row.character) if row.character else None
    if own is None or own.id not in (row.character, decider):
        raise Forbidden(f"Only the GM and this character's player can {doing} this check.")


def ensure_called(row: Check) -> None:
    """Refuse a check that no longer waits for its roll, and say why."""
    if row.state == "called":
        return
    label = row.result.label
    raise Refused(
        {
            "rolled": f"This check has already been rolled: {label}.",
            "resolved": f"This check is over: {label}.",
            "cancelled": "This check was cancelled.",
            "void": "This check was undone; call it again.",
        }[row.state]
    )


def new_check(state: TableState, actor: Actor, character: Character, lead: Check | None = None) -> Check:
    """Add an empty check for this character to the table; return the check.

    A check with a `lead` is as secret as its lead, and is added even beyond the limit of checks. Without a
    lead, a table setting decides whether a GM's check is secret.
    """
    if lead is None:
        ensure_room_for(state, Check, actor.audience)
    return state.add(
        Check(
            character=character.id,
            seat=actor.seat,
            scene=state.table.active_scene,
            lead=lead.id if lead is not None else None,
            visibility=lead.visibility if lead is not None else _visibility(state, actor),
        )
    )


def _visibility(state: TableState, actor: Actor) -> str:
    secret = actor.role is Role.GM and state.table.settings.get(SECRET_CHECKS)
    return "secret" if secret else "shown"


def apply_settings(
    state: TableState, row: Check, given: Mapping[str, Any], asked: Mapping[str, object], actor: Actor
) -> tuple[list[str], CheckEvaluation]:
    """Apply the given fields to a check; raise Invalid if they do not fit the game or one another.

    Returns the names of the changed fields, and the check as evaluated now.
    """
    game = state.rules
    new = dict(given) | {"asked": game.fitting(_without_none({**row.asked, **asked}))}
    no_intent = not given.get("intent") and row.intent in ("", describe_attempt(state, game, row))
    _ensure_group(state, game, row, new, actor)
    for name in ("uses", "switches", "gate"):
        if name in new:
            new[name] = {} if new[name] is None else {**getattr(row, name), **new[name]}
    if new.get("sources") is not None:
        new["sources"] = [_source(game, element, place) for place, element in enumerate(new["sources"])]
    changed = [name for name, value in new.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, new[name])
    if no_intent:
        row.intent = describe_attempt(state, game, row)
    weighed = CheckEvaluation(state, row)
    _ensure_sound(weighed, given.get("uses") or {})
    settled = _decide_uses(
        weighed, given.get("uses") or {}, accepts=actor.role is Role.GM and _calls(game, asked)
    )
    if settled:
        row.uses = {**row.uses, **settled}
        weighed = CheckEvaluation(state, row)
    return changed, weighed


def _decide_uses(weighed: CheckEvaluation, uses: Mapping[str, str], *, accepts: bool) -> dict[str, str]:
    """Return the uses of other sources that change because of the given `uses`.

    Switching a source on switches off the sources that contradict it. Sources requested by players count if
    the GM `accepts` them.
    """
    on = {key: use for key, use in uses.items() if use not in (OFF, BLOCKS)}
    if accepts:
        asked = (modifier for modifier in weighed.bearings if modifier.asked and modifier.key not in uses)
        on |= {modifier.key: str(modifier.source.modifier) for modifier in asked}
    settled = {key: use for key, use in on.items() if key not in uses}
    for key in on:
        settled |= dict.fromkeys((key for key in weighed.against(key) if key not in settled), OFF)
    return settled


def _calls(game: Ruleset, asked: Mapping[str, object]) -> bool:
    """Return whether the fields include one that every roll needs; setting it calls for the roll."""
    return any(field.needed and asked.get(field.key) is not None for field in game.check_form)


def describe_attempt(state: TableState, game: Ruleset, row: Check) -> str:
    """Describe the attempt in the game's words, with only the names that all players may know.

    The targets are the characters in the form's first field for characters. If that field is empty and the
    game aims at clocks, the targets are clocks.
    """
    visibility, asked = Visibility(state, PLAYER), row.asked
    aim = next((field.key for field in game.check_form if REFERRING.get(field.kind) == "character"), "")
    named = asked.get(aim) or []
    foes = [state.find_ever(Character, id) for id in (named if isinstance(named, list) else [named])]
    names = [who.name for who in foes if who is not None and visibility.knows_name(who)]
    said = game.request_type.of(asked)
    if not named and game.aims_at_clocks(said):
        clocks = (state.find(Clock, id) for id in row.targets)
        names = [clock.name for clock in clocks if clock is not None and visibility.knows_name(clock)]
    return game.tries(said, names)


def arrange_group_checks(
    state: TableState, row: Check, given: Mapping[str, object], asked: Mapping[str, object], actor: Actor
) -> list[Check]:
    """Make, update or cancel the checks that are rolled together with this one.

    Returns the made and the updated checks.
    """
    others = {
        check.character: check
        for check in state.find_all(Check)
        if check.lead == row.id and check.state == "called"
    }
    each_rolls = group_kind_of(state.rules, row.group).each_rolls
    wanted = row.helpers if each_rolls else []
    for id, other in others.items():
        if id not in wanted:
            other.state = "cancelled"
    made = []
    for id in wanted:
        known = others.get(id)
        other = known or new_check(state, actor, find(state, Character, id, actor), lead=row)
        source = {name: getattr(row, name) for name in SHARED} if known is None else given
        shared = {name: value for name, value in source.items() if name in SHARED}
        apply_settings(state, other, shared, row.asked if known is None else asked, actor)
        made.append(other)
    return made


def _ensure_group(state: TableState, game: Ruleset, row: Check, new: Mapping[str, Any], actor: Actor) -> None:
    kinds = [kind.key for kind in game.group_kinds]
    group = new.get("group")
    if group is not None and group not in kinds:
        known = f" Its group checks are: {', '.join(kinds)}." if kinds else ""
        raise Invalid(f"{game.name} has no group check “{group}”.{known}", {"group": "unknown"})
    if group_kind_of(game, group).each_rolls and row.lead is not None:
        raise Invalid("This check is already part of a group check.", {"group": "already in a group"})
    for id in new.get("helpers") or ():
        if find(state, Character, id, actor).id == row.character:
            raise Invalid("A character cannot help themselves.", {"helpers": "the rolling character"})
    for name in ("targets", "affected"):
        for id in new.get(name) or ():
            ensure_reference(state, "clock", id, actor)
    unknown = sorted(set(new.get("gate") or {}) - {question.key for question in game.gate})
    if unknown:
        raise Invalid(f"{game.name} has no question “{unknown[0]}”.", {"gate": "unknown question"})


def _source(game: Ruleset, source: FreeSource, place: int) -> dict[str, object]:
    """Complete a source added by hand with the game's default amount; refuse an unknown modifier."""
    try:
        return game.parse_manual_modifier(source.model_dump(exclude_none=True)).as_dict()
    except RuleError as error:
        raise Invalid(error.message, {f"sources.{place}": error.message}) from error


def _ensure_sound(weighed: CheckEvaluation, uses: Mapping[str, str]) -> None:
    """Refuse a check whose numbers and sources cannot be rolled together.

    Also refuses `uses` with an unknown source or a value that the source does not allow.
    """
    if weighed.trouble:
        raise Invalid(weighed.trouble, {"check": weighed.trouble})
    allowed = {
        modifier.key: {OFF, *(str(value.modifier) for value in modifier.alternatives)}
        for modifier in weighed.bearings
    }
    allowed |= {notice.key: {OFF, BLOCKS} for notice in weighed.blocks}
    for key, use in uses.items():
        if key not in allowed:
            raise Invalid(f"This check has no source “{key}”.", {"uses": "unknown source"})
        if use not in allowed[key]:
            why = f"Set the source “{key}” to one of {', '.join(sorted(allowed[key]))}, not “{use}”."
            raise Invalid(why, {"uses": "not allowed here"})


def _without_none(asked: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in asked.items() if value is not None}


# ---- the fields of each game's own form -----------------------------------------------------------


NO_CHECKS = "{} has no checks to roll: decide what happens, and tick a clock if one moves."


def add_game_fields(base: type[Command]) -> type[Command]:
    """Return this command class with the check fields of every game, all optional."""
    fields: dict[str, Any] = {key: (_type(asked), None) for key, asked in _every_field().items()}
    return create_model(
        base.__name__, __base__=base, __doc__=base.__doc__, __module__=base.__module__, **fields
    )


def game_field_names() -> frozenset[str]:
    """Return the names of the check fields of all games."""
    return frozenset(_every_field())


def refuse_without_checks(game: Ruleset) -> None:
    """Refuse a check in a game that has no check form."""
    if not game.check_form:
        raise Refused(NO_CHECKS.format(game.name))


def collect_game_fields(game: Ruleset, given: dict[str, object]) -> dict[str, object]:
    """Return the given fields of this game's check; raise Invalid for other fields and unfit values."""
    form = {field.key: field for field in game.check_form}
    for key, value in _without_none(given).items():
        if key not in form:
            raise Invalid(
                f"{game.name}'s checks have no field “{key}”. Their fields are: {', '.join(form)}.",
                {key: "unknown field"},
            )
        _ensure_fits(form[key], value)
    return {key: value for key, value in given.items() if key in form}


def player_field_names(game: Ruleset) -> frozenset[str]:
    """Return which of the game's own fields, and whether "targets", a player may set in a check."""
    own = (field.key for field in game.check_form if field.player)
    return frozenset((*own, *(("targets",) if game.players_aim else ())))


def _ensure_fits(field: CheckField, value: Any) -> None:
    if field.kind == "choice" and value not in field.choices:
        listed = ", ".join(field.choices)
        raise Invalid(
            f"{field.name} must be one of {listed}, not “{value}”.", {field.key: f"one of {listed}"}
        )
    if field.kind == "number" and not field.low <= value <= field.high:
        span = f"{field.low} to {field.high}"
        raise Invalid(f"{field.name} must be {span}, not {value}.", {field.key: span})


def _every_field() -> dict[str, list[tuple[Ruleset, CheckField]]]:
    found: dict[str, list[tuple[Ruleset, CheckField]]] = {}
    for game in rulesets().values():
        for field in game.check_form:
            found.setdefault(field.key, []).append((game, field))
    return found


def _type(asking: list[tuple[Ruleset, CheckField]]) -> object:
    """Return a field's type for all games that have it, described with its meaning in each."""
    kind = asking[0][1].kind
    said = "; ".join(f"{game.name}: {_meaning(field)}" for game, field in asking)
    if kind == "characters":
        return Annotated[list[Id], Field(max_length=60, description=said)] | None
    if kind == "number":
        low, high = min(field.low for _, field in asking), max(field.high for _, field in asking)
        return Annotated[int, Field(ge=low, le=high, description=said)] | None
    plain = Id if kind in REFERRING else bool if kind == "flag" else Words
    return Annotated[plain, Field(description=said)] | None


def _meaning(field: CheckField) -> str:
    return f"{field.text} ({', '.join(field.choices)})" if field.choices else field.text


def clocks_named_in(state: TableState, intent: str, actor: Actor) -> list[int]:
    """Return a list with the id of the one unfinished clock in play whose whole name the intent contains.

    The list is empty if there is no such clock that the actor sees in full, or more than one.
    """
    said, visibility = _as_words(intent), Visibility(state, actor.audience)
    found = [
        clock.id
        for clock in state.find_all(Clock)
        if clock.scene in (None, state.table.active_scene)
        and not clock.value.complete
        and _as_words(clock.name) in said
        and visibility.level(clock) == "shown"
    ]
    return found if len(found) == 1 else []


def _as_words(text: str) -> str:
    words = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(words)} "
