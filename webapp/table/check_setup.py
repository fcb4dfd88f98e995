"""Setting a check up: who rolls for what, what counts, who belongs to one moment, what its game asks for."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, create_model

from webapp.rules.errors import RuleError
from webapp.rules.play import CheckField
from webapp.rules.ruleset import Ruleset, played, rulesets
from webapp.screens.audience import PLAYER, Role
from webapp.screens.modifiers import BLOCKS, OFF, Weighing
from webapp.screens.visibility import REFERRING, Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Seat
from webapp.table.actor import Actor
from webapp.table.command import Command, ensure_reference, find, refuse_crowd
from webapp.table.fields import FreeSource, Id, Words
from webapp.table.games import game_table
from webapp.table.refusals import Forbidden, Invalid, Refused

SHARED = ("intent", "approach", "targets", "affected", "visibility")
"""What is set for everyone of one moment at once."""
SECRET_CHECKS = "secret_checks"  # noqa: S105
"""The table's setting: checks that the GM calls are secret unless said otherwise."""


def own_character(board: Board, actor: Actor) -> Character | None:
    """The character that the actor's seat holds, if there is one."""
    seat = board.find(Seat, actor.seat)
    return board.find(Character, seat.character) if seat is not None else None


def who_rolls(board: Board, actor: Actor, asked: int | None) -> Character:
    """The character of a check: any for the GM, for a player whomever they decide for."""
    if actor.role is Role.GM:
        if asked is None:
            raise Invalid("Say who rolls.", {"character": "missing"})
        return find(board, Character, asked, actor)
    own = own_character(board, actor)
    if own is None:
        raise Forbidden("Take a seat with a character first; then you can roll for it.")
    who = own if asked is None else find(board, Character, asked, actor)
    decider = game_table(board.table.ruleset).decider(board, who.id)
    if decider != own.id:
        said = "Another says what you do now." if who is own else f"{who.name} is not yours to roll for."
        raise Forbidden(said)
    return who


def ensure_own(board: Board, row: Check, actor: Actor, doing: str) -> None:
    """Only the GM, the seat that holds the character, or who decides for them, has a hand in a check."""
    if actor.role is Role.GM:
        return
    own = own_character(board, actor)
    decider = game_table(board.table.ruleset).decider(board, row.character) if row.character else None
    if own is None or own.id not in (row.character, decider):
        raise Forbidden(f"Only the seat that holds this character can {doing} this check.")


def ensure_called(row: Check) -> None:
    """Refuse to touch a check that is no longer to be rolled, with a sentence that says why."""
    if row.state == "called":
        return
    label = row.result.label
    raise Refused(
        {
            "rolled": f"This check was rolled already: {label}.",
            "resolved": f"This check is over: {label}.",
            "cancelled": "This check was cancelled.",
            "void": "This check was taken back; call it again.",
        }[row.state]
    )


def new_check(board: Board, actor: Actor, character: Character, lead: Check | None = None) -> Check:
    """Put a check on the table, empty but for who rolls; those who roll along with another always fit.

    It is as secret as its lead; without one, a GM's is what the table's setting says.
    """
    if lead is None:
        refuse_crowd(board, Check, actor)
    return board.add(
        Check(
            character=character.id,
            seat=actor.seat,
            scene=board.table.active_scene,
            lead=lead.id if lead is not None else None,
            visibility=lead.visibility if lead is not None else _visibility(board, actor),
        )
    )


def _visibility(board: Board, actor: Actor) -> str:
    secret = actor.role is Role.GM and board.table.settings.get(SECRET_CHECKS)
    return "secret" if secret else "shown"


def set_up(
    board: Board, row: Check, given: Mapping[str, Any], asked: Mapping[str, object], actor: Actor
) -> tuple[list[str], Weighing]:
    """Take over what was given and see that it can be rolled together; the names of what changed, and the
    check as it is weighed now."""
    game = played(board.table.ruleset)
    new = dict(given) | {"asked": game.fitting(_without_none({**row.asked, **asked}))}
    unsaid = not given.get("intent") and row.intent in ("", in_the_games_words(board, game, row.asked))
    _ensure_group(board, game, row, new, actor)
    for name in ("uses", "switches", "gate"):
        if name in new:
            new[name] = {} if new[name] is None else {**getattr(row, name), **new[name]}
    if new.get("sources") is not None:
        new["sources"] = [_source(game, each, place) for place, each in enumerate(new["sources"])]
    changed = [name for name, value in new.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, new[name])
    if unsaid:
        row.intent = in_the_games_words(board, game, row.asked)
    weighed = Weighing(board, row)
    _ensure_sound(weighed, given.get("uses") or {})
    return changed, weighed


def in_the_games_words(board: Board, game: Ruleset, asked: Mapping[str, Any]) -> str:
    """What somebody tries in the game's words, with the names that everybody may know.

    Whom it is aimed at, the first field of the game's form says that names people.
    """
    visibility = Visibility(board, PLAYER)
    aim = next((field.key for field in game.check_form if REFERRING.get(field.kind) == "character"), "")
    named = asked.get(aim) or []
    foes = [board.row(Character, id) for id in (named if isinstance(named, list) else [named])]
    return game.tries(
        game.asked_for.of(asked), [row.name for row in foes if row is not None and visibility.names(row)]
    )


def gather(
    board: Board, row: Check, given: Mapping[str, object], asked: Mapping[str, object], actor: Actor
) -> list[Check]:
    """When everyone takes a risk of their own, everyone has a check: made, set alike, or called off."""
    others = {
        each.character: each for each in board.here(Check) if each.lead == row.id and each.state == "called"
    }
    each_rolls = played(board.table.ruleset).group_kind(row.group).each_rolls
    wanted = row.helpers if each_rolls else []
    for id, other in others.items():
        if id not in wanted:
            other.state = "cancelled"
    made = []
    for id in wanted:
        known = others.get(id)
        other = known or new_check(board, actor, find(board, Character, id, actor), lead=row)
        source = {name: getattr(row, name) for name in SHARED} if known is None else given
        shared = {name: each for name, each in source.items() if name in SHARED}
        set_up(board, other, shared, row.asked if known is None else asked, actor)
        made.append(other)
    return made


def _ensure_group(board: Board, game: Ruleset, row: Check, new: Mapping[str, Any], actor: Actor) -> None:
    kinds = [kind.key for kind in game.group_kinds]
    group = new.get("group")
    if group is not None and group not in kinds:
        raise Invalid(f"{game.name} knows {', '.join(kinds) or 'no group checks'}.", {"group": "unknown"})
    if game.group_kind(group).each_rolls and row.lead is not None:
        raise Invalid("This check already belongs to others.", {"group": "belongs to others"})
    for id in new.get("helpers") or ():
        if find(board, Character, id, actor).id == row.character:
            raise Invalid("Nobody helps themselves.", {"helpers": "who rolls"})
    for name in ("targets", "affected"):
        for id in new.get(name) or ():
            ensure_reference(board, "clock", id, actor)
    unknown = sorted(set(new.get("gate") or {}) - {question.key for question in game.gate})
    if unknown:
        raise Invalid(f"{game.name} does not ask “{unknown[0]}”.", {"gate": "unknown question"})


def _source(game: Ruleset, source: FreeSource, place: int) -> dict[str, object]:
    """A source added by hand, as its game counts it: a DC moves by 2 unless said otherwise."""
    try:
        return game.by_hand(source.model_dump(exclude_none=True)).as_dict()
    except RuleError as error:
        raise Invalid(error.message, {f"sources.{place}": error.message}) from error


def _ensure_sound(weighed: Weighing, uses: Mapping[str, str]) -> None:
    """Refuse settings that cannot be rolled together, and switches of things that are not there."""
    if weighed.trouble:
        raise Invalid(weighed.trouble, {"check": weighed.trouble})
    ways = {each.key: {OFF, *(str(way.modifier) for way in each.ways)} for each in weighed.bearings}
    ways |= {each.key: {OFF, BLOCKS} for each in weighed.blocks}
    for key, use in uses.items():
        if key not in ways:
            raise Invalid(f"Nothing called {key!r} stands around this check.", {"uses": "unknown source"})
        if use not in ways[key]:
            raise Invalid(
                f"This counts as {', '.join(sorted(ways[key]))}; not {use!r}.", {"uses": "not a way"}
            )


def _without_none(asked: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in asked.items() if value is not None}


# ---- the fields of each game's own form -----------------------------------------------------------


NO_CHECKS = "{} has no checks to roll: say what happens, and tick a clock if one moves."


def with_game_fields(base: type[Command]) -> type[Command]:
    """This command with every field that some game's check asks for; each may stay absent."""
    fields: dict[str, Any] = {key: (_type(asked), None) for key, asked in _every_field().items()}
    return create_model(
        base.__name__, __base__=base, __doc__=base.__doc__, __module__=base.__module__, **fields
    )


def game_keys() -> frozenset[str]:
    """The names of all those fields."""
    return frozenset(_every_field())


def refuse_without_checks(game: Ruleset) -> None:
    """A game without a form has nothing to roll here."""
    if not game.check_form:
        raise Refused(NO_CHECKS.format(game.name))


def fields_asked(game: Ruleset, given: dict[str, object]) -> dict[str, object]:
    """The fields of this game's check among those given; Invalid for another game's, or another choice."""
    form = {field.key: field for field in game.check_form}
    for key, value in _without_none(given).items():
        if key not in form:
            raise Invalid(
                f"Checks of {game.name} have no “{key}”: {', '.join(form)}.", {key: "unknown field"}
            )
        _ensure_fits(form[key], value)
    return {key: value for key, value in given.items() if key in form}


def players_keys(game: Ruleset) -> frozenset[str]:
    """The fields of this game's check that a player may set."""
    own = (field.key for field in game.check_form if field.player)
    return frozenset((*own, *(("targets",) if game.players_aim else ())))


def _ensure_fits(field: CheckField, value: Any) -> None:
    if field.kind == "choice" and value not in field.choices:
        listed = ", ".join(field.choices)
        raise Invalid(f"{field.name} is one of {listed}; not “{value}”.", {field.key: f"one of {listed}"})
    if field.kind == "number" and not field.low <= value <= field.high:
        span = f"{field.low} to {field.high}"
        raise Invalid(f"{field.name} is {span}, not {value}.", {field.key: span})


def _every_field() -> dict[str, list[tuple[Ruleset, CheckField]]]:
    found: dict[str, list[tuple[Ruleset, CheckField]]] = {}
    for game in rulesets().values():
        for field in game.check_form:
            found.setdefault(field.key, []).append((game, field))
    return found


def _type(asking: list[tuple[Ruleset, CheckField]]) -> object:
    """What the field takes in all games that have it, and what it means in each."""
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
