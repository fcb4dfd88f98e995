"""The reference of game hooks on the API page: each hook, when it is called, and an example.

Everything but the grouping is read from the code: the docstring, the arguments, the return type and, as an
example, a short definition in an included game.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import OWN
from webapp.rules.ruleset import Ruleset
from webapp.table.command import GameCommand
from webapp.table.game_table import GameTable, game_table
from webapp.views.game_screens import GameScreens, game_screens

MOST_LINES = 14
"""The most lines that an example may have."""
GROUPS: tuple[tuple[str, str, type, str], ...] = (
    (
        "The game's definition",
        "Read when the game is loaded, and whenever a table needs the value.",
        Ruleset,
        "key name pitch catalogue attributes sheet_numbers skills ladder actions "
        "effect_modifiers reference carried inescapable free_sources little_help "
        "touches_others players_burn",
    ),
    (
        "A character's sheet",
        "Called when a sheet is shown or edited.",
        Ruleset,
        "derived typical to_spend describe_health",
    ),
    (
        "Clocks, conditions and tags",
        "Called when a clock, a condition or a tag is created or shown.",
        Ruleset,
        "list_missing_details",
    ),
    (
        "Asking for a check",
        "Called while a check's form is open, and when the check is declared, shown or rolled.",
        Ruleset,
        "request_type check check_form gate group_kinds players_aim settles_outcomes if_it_fails fitting "
        "tries called describe_missing_input may_be_true aims_at_clocks rulings helped retry",
    ),
    (
        "Before the roll",
        "Called for every screen that shows an open check; the hook must be quick and change nothing.",
        Ruleset,
        "modifiers_for odds added list_alternatives contradict manual_modifier_kinds "
        "parse_manual_modifier is_hazard",
    ),
    (
        "The roll and its outcome",
        "Called when the dice are rolled, and whenever the outcome is shown or applied.",
        Ruleset,
        "resolve proposes result_card outcome_name describe_outcome deed "
        "deed_without_effect without_effect helps expects complications after_check combined",
    ),
    (
        "Time",
        "Called when a scene ends, time passes, a condition is treated, or a clock moves.",
        Ruleset,
        "scene_ends treat clock_full goal_reached",
    ),
    (
        "What the game stores",
        "Called in the transaction of a command, an undo, an import, or a change to the library.",
        GameTable,
        "schemas written_beside named_by to_library scene_to_library scene_from_library counter "
        "list_deaths settles comes_by_itself decider",
    ),
    (
        "Around commands",
        (
            "Called in the transaction of each command at the game's tables, except undo, redo and the roll, "
            "answer or cancellation of a secret check; undoing the command undoes the hook's changes."
        ),
        GameTable,
        "before after",
    ),
    (
        "Sources that count in a check",
        "Called for each open check before the check is shown; the hook reads the table and changes nothing.",
        GameTable,
        "standing around open_choice kills",
    ),
    (
        "A command of the game",
        "Called when somebody sends the command; RuleError and Refused cancel every change.",
        GameCommand,
        "roles own_sheet gms_fields execute sheet_of changes_ratings do",
    ),
    (
        "What each audience may know",
        "Called for each audience after every command that changes something in its view.",
        GameScreens,
        "serialize_for serialize_masked_for redact_check reveal_check_to_roller of_a_foe "
        "own_numbers foes_numbers "
        "modifier_labels proposal_labels beyond_checks",
    ),
    (
        "Panels",
        "Called when a page is rendered or a command changes its view; only changed panels are sent.",
        GameScreens,
        "gm_panels gm_sheets player_panels seat_panels tv_panels gm_actions on_somebody "
        "on_own_sheet on_the_desk "
        "list_pending draws_zones cast_documents nested turn tv_place told_below",
    ),
    (
        "The recap of a session",
        "Called when the recap is made.",
        GameScreens,
        "hidden_from_recap lasting histories",
    ),
)
"""Groups of hooks: the title, when the hooks are called, the class they belong to, their names."""
THE_TABLES = {
    "allow",
    "for_player",
    "given",
    "moves_the_device",
    "run",
    "undoable",
    "with_players_name",
    "worth_asking",
}
"""What the table decides for every command; `@command` sets what a game may choose of it."""


@dataclass(frozen=True)
class HookDoc:
    """One hook as the API page shows it."""

    name: str
    said: str
    text: str
    when: str
    is_value: bool
    returns: str
    example: str


@dataclass(frozen=True)
class HookGroup:
    """The hooks that are called on the same occasion."""

    title: str
    of: str
    hooks: tuple[HookDoc, ...]


@cache
def hook_reference() -> tuple[HookGroup, ...]:
    """Return every hook of a game, grouped by when it is called."""
    return tuple(
        HookGroup(title, base.__name__, tuple(_doc(base, name, when) for name in names.split()))
        for title, when, base, names in GROUPS
    )


def hook_names(base: type) -> set[str]:
    """Return the names of the hooks that a subclass of this class may define."""
    kinds = [kind for kind in base.__mro__ if kind.__module__.startswith("webapp.")]
    names = {name for kind in kinds for name in (*vars(kind), *vars(kind).get("__annotations__", {}))}
    inner = THE_TABLES if issubclass(base, GameCommand) else set()
    return {name for name in names - inner if name[0] != "_" and not name.startswith("model_")}


def _doc(base: type, name: str, when: str) -> HookDoc:
    owner = next((kind for kind in base.__mro__ if name in _said(kind)), base)
    value = inspect.getattr_static(owner, name, None)
    function = _function(value)
    text = inspect.getdoc(function) if function else _said(owner).get(name, "")
    arguments, returns = _signature(function) if function else ("", _annotation(owner, name))
    is_value = not (inspect.isfunction(value) or isinstance(value, classmethod | staticmethod))
    said, when = (name, when.replace("Called", "Read", 1)) if is_value else (f"{name}({arguments})", when)
    text = " ".join((text or "").split())
    return HookDoc(name, said, text, when, is_value, returns, _example(base, name))


def _function(value: object) -> object:
    """Return the function behind a method or a property; None for another value."""
    inner = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", None)
    return inner or (value if inspect.isfunction(value) else None)


def _signature(function: object) -> tuple[str, str]:
    asked = inspect.signature(function)  # type: ignore[arg-type]
    named = [_argument(value) for name, value in asked.parameters.items() if name not in ("self", "cls")]
    returns = asked.return_annotation
    return ", ".join(named), "" if returns is asked.empty else _plain(inspect.formatannotation(returns))


def _argument(value: inspect.Parameter) -> str:
    """Return an argument as it is declared, with its type and default."""
    declared = _plain(str(value.replace(default=value.empty)))
    if value.default is value.empty:
        return declared
    return f"{declared}{'=' if value.annotation is value.empty else ' = '}{value.default!r}"


def _plain(annotation: str) -> str:
    """Return an annotation without the modules of its names, and without `ClassVar`."""
    found = re.sub(r"~|'|\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", annotation)
    return re.sub(r"^ClassVar\[(.*)\]$", r"\1", found)


def _annotation(owner: type, name: str) -> str:
    noted = vars(owner).get("__annotations__", {}).get(name, "")
    return _plain(noted if isinstance(noted, str) else inspect.formatannotation(noted))


@cache
def _body(kind: type) -> tuple[tuple[ast.stmt, str], ...]:
    """Return the statements of a class, each with its source; () if the source is not available."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return ()
    body = next(node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)).body
    return tuple((node, ast.get_source_segment(source, node, padded=True) or "") for node in body)


@cache
def _said(kind: type) -> dict[str, str]:
    """Map each name that a class binds to the docstring below its value, or ""."""
    body = [node for node, _ in _body(kind)]
    found: dict[str, str] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        text = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            text = str(after.value.value)
        found.update(dict.fromkeys(_bound(node), text))
    return found


def _bound(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    names = [part for target in targets for part in getattr(target, "elts", [target])]
    return [part.id for part in names if isinstance(part, ast.Name)]


def _example(base: type, name: str) -> str:
    """Return a short definition of a hook in an included game; "" if none has 14 lines or fewer."""
    found = [(kind, text) for kind in _games(base) for node, text in _body(kind) if name in _bound(node)]
    written = [_source(kind, name) if "staticmethod(" in text else text for kind, text in found]
    short = [textwrap.dedent(text).rstrip() for text in written if 0 < text.count("\n") + 1 <= MOST_LINES]
    return min(short, key=lambda text: (not text.startswith("def "), len(text)), default="")


def _source(kind: type, name: str) -> str:
    """Return a function's assignment to a hook, then the function's source; "" if that is not available."""
    try:
        function = vars(kind)[name].__func__
        return f"{name} = staticmethod({function.__name__})\n\n{inspect.getsource(function)}"
    except (OSError, TypeError, AttributeError):
        return ""


@cache
def _games(base: type) -> tuple[type, ...]:
    """Return the classes of the included games that are derived from this class."""
    return tuple(kind for kind in _kinds(base) if kind.__module__.startswith(OWN) and issubclass(kind, base))


def _kinds(base: type) -> Iterator[type]:
    if base is GameCommand:
        yield from _below(GameCommand)
    for key, rules in rulesets().items():
        yield from (type(rules), type(game_table(key)), type(game_screens(key)))


def _below(kind: type) -> Iterator[type]:
    derived: type
    for derived in kind.__subclasses__():
        yield derived
        yield from _below(derived)
