"""Re-export everything that the author of a game imports: `from webapp.games.api import Ruleset`.

These names keep their arguments and meaning until the first number of `INTERFACE` rises; everything
else in `webapp` may change with any release. Each name is loaded on first use, so the rules of a
game can import names from here and still be used without Flask and without a database.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from webapp.rules.game import INTERFACE, GameDefinition

if TYPE_CHECKING:  # "as" the same name marks an export for type checkers
    from webapp.pages.patterns.registry import Example as Example
    from webapp.pages.patterns.registry import macro as macro
    from webapp.pages.patterns.registry import section as section
    from webapp.rules.catalogue import Catalogue as Catalogue
    from webapp.rules.catalogue import CatalogueEntry as CatalogueEntry
    from webapp.rules.catalogue import load_catalogue as load_catalogue
    from webapp.rules.check import Assessment as Assessment
    from webapp.rules.check import ClockRef as ClockRef
    from webapp.rules.check import ContextItem as ContextItem
    from webapp.rules.check import Modifier as Modifier
    from webapp.rules.check import ProposalLine as ProposalLine
    from webapp.rules.check import Resolved as Resolved
    from webapp.rules.check_hooks import CarriedCondition as CarriedCondition
    from webapp.rules.check_hooks import CheckField as CheckField
    from webapp.rules.check_hooks import CheckRequest as CheckRequest
    from webapp.rules.check_hooks import GroupKind as GroupKind
    from webapp.rules.check_hooks import LookupTable as LookupTable
    from webapp.rules.check_hooks import Question as Question
    from webapp.rules.check_hooks import RolledCheck as RolledCheck
    from webapp.rules.dice import Dice as Dice
    from webapp.rules.dice import Loaded as Loaded
    from webapp.rules.dice import given as given
    from webapp.rules.dice import roll as roll
    from webapp.rules.effects import Effect as Effect
    from webapp.rules.effects import ModifierKind as ModifierKind
    from webapp.rules.effects import own_modifier as own_modifier
    from webapp.rules.errors import RuleError as RuleError
    from webapp.rules.game_files import load_check_form as load_check_form
    from webapp.rules.game_files import load_reference as load_reference
    from webapp.rules.result_card import DieFace as DieFace
    from webapp.rules.result_card import Fact as Fact
    from webapp.rules.result_card import ResultCard as ResultCard
    from webapp.rules.ruleset import Attribute as Attribute
    from webapp.rules.ruleset import ClockKind as ClockKind
    from webapp.rules.ruleset import KnownAction as KnownAction
    from webapp.rules.ruleset import Ruleset as Ruleset
    from webapp.rules.ruleset import Rung as Rung
    from webapp.state.visibility import Visibility as Visibility
    from webapp.store.models import Character as Character
    from webapp.store.models import Clock as Clock
    from webapp.store.models import Condition as Condition
    from webapp.store.models import GameDocument as GameDocument
    from webapp.store.table_state import TableState as TableState
    from webapp.table.actor import Actor as Actor
    from webapp.table.command import Command as Command
    from webapp.table.command import CommandResult as CommandResult
    from webapp.table.command import GameCommand as GameCommand
    from webapp.table.command import command as command
    from webapp.table.command import find as find
    from webapp.table.command import make_result as make_result
    from webapp.table.fields import CharacterId as CharacterId
    from webapp.table.fields import Id as Id
    from webapp.table.fields import Name as Name
    from webapp.table.fields import optional as optional
    from webapp.table.game_table import GameTable as GameTable
    from webapp.table.game_table import StepCounter as StepCounter
    from webapp.table.refusals import Refused as Refused
    from webapp.table.role_check import PLAYERS_TOO as PLAYERS_TOO
    from webapp.views.game_screens import GameScreens as GameScreens
    from webapp.views.game_screens import ModifierLabel as ModifierLabel
    from webapp.views.game_screens import words_of as words_of
    from webapp.views.panel import GmAction as GmAction
    from webapp.views.panel import Panel as Panel
    from webapp.views.panel import PanelFactory as PanelFactory
    from webapp.views.panel import game_panel as game_panel
    from webapp.views.view_types import CharacterView as CharacterView
    from webapp.views.view_types import ClockView as ClockView
    from webapp.views.view_types import ConditionView as ConditionView
    from webapp.views.view_types import PieceView as PieceView
    from webapp.views.view_types import TableView as TableView

RULES = {
    "webapp.rules.catalogue": ("Catalogue", "CatalogueEntry", "load_catalogue"),
    "webapp.rules.check": (
        "Assessment",
        "ClockRef",
        "ContextItem",
        "Modifier",
        "ProposalLine",
        "Resolved",
    ),
    "webapp.rules.dice": ("Dice", "Loaded", "given", "roll"),
    "webapp.rules.effects": ("Effect", "ModifierKind", "own_modifier"),
    "webapp.rules.errors": ("RuleError",),
    "webapp.rules.check_hooks": (
        "CarriedCondition",
        "CheckField",
        "CheckRequest",
        "GroupKind",
        "LookupTable",
        "Question",
        "RolledCheck",
    ),
    "webapp.rules.game_files": ("load_check_form", "load_reference"),
    "webapp.rules.result_card": ("DieFace", "Fact", "ResultCard"),
    "webapp.rules.ruleset": ("Attribute", "ClockKind", "KnownAction", "Ruleset", "Rung"),
}
"""The names for a game's rules, by module: pure Python."""
TABLE = {
    "webapp.store.models": ("Character", "Clock", "Condition", "GameDocument"),
    "webapp.store.table_state": ("TableState",),
    "webapp.table.actor": ("Actor",),
    "webapp.table.command": (
        "Command",
        "CommandResult",
        "GameCommand",
        "command",
        "find",
        "make_result",
    ),
    "webapp.table.fields": ("CharacterId", "Id", "Name", "optional"),
    "webapp.table.game_table": ("GameTable", "StepCounter"),
    "webapp.table.refusals": ("Refused",),
    "webapp.table.role_check": ("PLAYERS_TOO",),
}
"""The names for a game's commands."""
SCREENS = {
    "webapp.pages.patterns.registry": ("Example", "macro", "section"),
    "webapp.views.game_screens": ("GameScreens", "ModifierLabel", "words_of"),
    "webapp.views.panel": ("GmAction", "Panel", "PanelFactory", "game_panel"),
    "webapp.views.view_types": ("CharacterView", "ClockView", "ConditionView", "PieceView", "TableView"),
    "webapp.state.visibility": ("Visibility",),
}
"""The names for a game's views."""

PLACES = {
    name: module for part in (RULES, TABLE, SCREENS) for module, names in part.items() for name in names
}
"""The module of each name."""

__all__ = ["INTERFACE", "GameDefinition", *PLACES]


def __dir__() -> list[str]:
    """Return all names, loaded or not, for completion at a prompt."""
    return sorted(__all__)


def __getattr__(name: str) -> object:
    """Return one of the names, imported on first use; raise AttributeError for any other."""
    if name not in PLACES:
        raise AttributeError(f"webapp.games.api has no {name!r}; its __all__ lists what it has")
    return getattr(import_module(PLACES[name]), name)
