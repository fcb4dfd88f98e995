"""Load the games' commands and views at start, and hand them down to the packages that use them.

This is the one place that imports by a name which a game's definition gives for a part (`commands`, `views`).
"""

from collections.abc import Collection, Container
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from webapp.rules import toml_tables
from webapp.rules.errors import CatalogueError, nearest
from webapp.rules.event_declarations import declare
from webapp.rules.event_form_checks import ensure_fitting
from webapp.rules.event_forms import EventForms, read_forms
from webapp.rules.events import facts_of, kinds
from webapp.rules.playable_games import ruleset, rulesets
from webapp.rules.plugins import (
    game_folders,
    installed_games,
    is_set_aside,
    load_game,
    outside_games,
    package_of,
    reason,
    set_aside,
)
from webapp.rules.ruleset import Ruleset
from webapp.state import event_kinds
from webapp.state.check_context import CONTEXTS
from webapp.state.proposal_sentences import PROPOSAL_LABELS
from webapp.state.reader import NAMEABLE
from webapp.table.command import registered
from webapp.table.game_table import TABLES, GameTable
from webapp.views.game_screens import SCREENS, GameScreens
from webapp.views.panel import ensure_own_panel_ids

T = TypeVar("T")


@cache
def load_games() -> None:
    """Load all modules of every game, to register its commands; disable a game that cannot be loaded."""
    parts = {key: made for key in rulesets() if (made := load_parts(key)) is not None}
    screens = {key: made for key, (made, _) in parts.items()}
    tables = {key: made for key, (_, made) in parts.items()}
    SCREENS.hand_down(screens)
    TABLES.hand_down(tables)
    CONTEXTS.hand_down(tables)
    PROPOSAL_LABELS.hand_down({key: value.proposal_labels for key, value in screens.items()})


@cache
def load_parts(key: str) -> tuple[GameScreens, GameTable] | None:
    """Load a game's views and commands; if that fails, disable the game and take back its commands."""
    game = ruleset(key)
    others = set(registered)
    parts = _load_part(key, "views", GameScreens()), _load_part(key, "commands", GameTable())
    try:
        _ensure_playable(game, others)
        event_kinds.hand_down(*read_events(key, load_game(key)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        set_aside(key, reason(error))
    if not is_set_aside(key):
        return parts
    for name in set(registered) - others:
        del registered[name]
    return None


def _load_part(key: str, part: str, usual: T) -> T:
    """Return the object that a game names for a part ("commands", "views"); `usual` if it names none.

    A part that cannot be loaded, or has the wrong type, disables the game; `usual` is returned then too.
    """
    module, _, name = str(getattr(load_game(key), part, "") or "").partition(":")
    if not module:
        return usual
    try:
        value = getattr(_whole(module), name, None) if name else (_whole(module) and usual)
        made = value() if isinstance(value, type) else value
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        set_aside(key, reason(error))
        return usual
    if isinstance(made, type(usual)):
        return made
    set_aside(key, f"{module}.{name} is not a {type(usual).__name__}")
    return usual


def read_events(key: str, game: object) -> tuple[dict[str, EventForms], dict[str, Any]]:
    """Import the kinds of events of a game's definition; return their forms.

    Also returns what tables store of the kinds, which they do for games from outside.

    Raises CatalogueError for a kind that is not declared, has no sentences, or has one that does not fit, and
    for kinds of a definition that names no module of events.
    """
    module = str(getattr(game, "events", "") or "")
    if not module:
        _ensure_no_events(key, game)
        return {}, {}
    package = str(import_module(module).__package__)
    file = toml_tables.label(package, "events.toml")
    tables = toml_tables.read(package, "events.toml")
    within = f"{package}."
    declared = {name: kind for name, kind in kinds().items() if f"{kind.__module__}.".startswith(within)}
    forms: dict[str, EventForms] = {}
    stored: dict[str, Any] = {}
    for name in sorted({*tables, *declared}):
        try:
            _ensure_declared(key, name, declared, tables)
            forms |= read_forms({name: tables[name]}, file)
            ensure_fitting(facts_of(declared[name]), forms[name], NAMEABLE)
            if key in outside_games():
                stored[name] = declare(declared[name], tables[name])
        except CatalogueError:
            raise
        except ValueError as wrong:
            raise CatalogueError(str(wrong), file=file, entry=repr(name)) from None
    return forms, stored


def _ensure_no_events(key: str, game: object) -> None:
    """Raise CatalogueError if a game without `events` has kinds of events, or sentences for some."""
    package, folder = package_of(installed_games()[key]), game_folders()[key]
    of_kinds = (kind.__module__ for kind in kinds().values())
    declaring = sorted(module for module in of_kinds if f"{module}.".startswith(f"{package}."))
    beside = (file.relative_to(folder).parent.parts for file in folder.rglob("events.toml"))
    found = [*declaring, *(".".join([package, *parts, "events"]) for parts in beside)]
    if found:
        raise CatalogueError(
            f'nobody reads its kinds of events; write events = "{found[0]}".',
            file=f"{type(game).__module__.replace('.', '/')}.py",
            entry=f"class '{type(game).__name__}'",
        )


def _ensure_declared(key: str, name: str, declared: Collection[str], tables: Collection[str]) -> None:
    if name.partition(".")[0] != key:
        raise ValueError(f"the name of a kind of event must begin with “{key}.”")
    if name not in declared:
        raise ValueError(f"no class declares this kind of event.{nearest(name, declared)}")
    if name not in tables:
        raise ValueError("this kind of event has no sentences here")


def _whole(name: str) -> ModuleType:
    """Import a module, with all its modules if it is a package."""
    module = import_module(name)
    for pair in iter_modules(getattr(module, "__path__", ())):
        import_module(f"{name}.{pair.name}")
    return module


def _ensure_playable(game: Ruleset, others: Container[str]) -> None:
    if not game.catalogue.entries() or not game.catalogue.clock_kinds:
        raise ValueError("its catalogue is empty, or it has no kind of clock")
    ensure_own_panel_ids(game.key)
    strange = [name for name in registered if name not in others and name.partition(".")[0] != game.key]
    if strange:
        raise ValueError(f"its commands must begin with “{game.key}.”, and {strange[0]!r} does not")
