"""Everything that the author of a game imports: `from webapp.games.api import Ruleset`.

These names keep their arguments and meaning until the first number of `INTERFACE` rises; everything
else in `webapp` may change with any release. Each name is loaded on first use, so the rules of a
game can import names from here and still be used without Flask and without a database.

The definition and the rules
    INTERFACE: the version of this interface, that `interface` of a game names
    GameDefinition: the game's rules, commands and views, which the entry point names (derive from it)
    Ruleset: the rules as the table uses them (derive from it)
    Attribute: one line of a sheet
    Rung: one step of a ladder of difficulties
    KnownAction: an action that has rules of its own
    ClockKind: a kind of clock
    Catalogue, CatalogueEntry, load_catalogue, slug: the book's tags, conditions and clocks, from
        `catalogue.toml`; a key from a name
    load_check_form, load_reference: the form and the tables to look up, from `check.toml` and
        `reference.toml`
    Effect, ModifierKind, named_by, own_modifier: what a tag or a condition does to a check; a kind of
        modifier of the game's own
    name_key: the key by which names are found, whatever their case, accents and signs
    RuleError, CatalogueError: what rules raise, and what a game's data file raises
    Calculation, DiceFaces, as_floats: the calculators for programs, the dice that a program sends,
        chances as JSON
    cut, shorten: one-line reprs of the rules' values
    and_list: "name, size and direction"

A check
    CheckRequest, CheckField: what is asked for (derive from it), and one field of its form
    Question, GroupKind: a question before the roll, a way to roll together
    LookupTable: a table to look up
    ContextItem, Modifier, Assessment: a thing around a check, what it adds, and all that counts
    held_by_name: the things around a check from their names, for programs
    Dice, Loaded, given, roll: a source of dice, one with fixed faces, dice that a person rolled, a roll
    Chances: the chance of each outcome
    Resolved, resolved_of: the result of a roll, and how to make it from the game's own
    cause: the cause of what follows a roll, in words
    RolledCheck, EarlierTry, CombinedOutcome: a rolled check, an earlier one, several in one
    ClockRef, ProposalLine, dials: a clock as rules see it, a proposal, clocks from ids
    CarriedCondition, SEVERITIES: a character's condition, and the grades of conditions
    ResultCard, DiceGroup, DieFace, Fact, faces_of, grouped: how a result is drawn, with dice by role,
        facts and sentences
    Change, join_sentences, listed: a changed number in a sentence; sentences and names in one line

The table: what is stored
    TableState: the rows of one table, read and changed by commands
    Thing, Character, Check, Clock, Condition, GameDocument, Proposal, Scene, Seat, Tag, Zone: the rows; a
        game's own values are in `GameDocument`s
    ref_of: a row as events name it
    Json: plain JSON by key, such as a document's data
    Named: a function from ids to names, for what a library stores
    Role, GM, PLAYER: a role, and the audiences of the GM and of all players
    Visibility: what one audience may know of each thing
    NumbersDisclosure: how the numbers of foes are shown, exactly, in words, not at all
    CheckEvaluation: a check with its modifiers and odds as the table stands
    rolled_check_of: a stored check as the rules know it

The table: commands
    GameTable, PreCommandResult, StepCounter: the hooks at the table (derive from it), and what two of
        them return
    GameCommand, ConfirmableCommand, command: a command of the game (derive from it), one that asks first,
        and its decorator
    event, Event, EventPart, Ref, Count: declare a kind of event, of which facts are things, numbers and texts
    NumberOf, WordOf, KeyOf, TYPED, FOR_GM: marks of facts: whose number or word it is, a key of a catalogue,
        what somebody typed, what the GM alone reads
    Command, CommandResult, told, make_result: any command, and what it answers: what happened, as events,
        or in a sentence
    append_results: several results in one
    Actor: who sends a command
    PLAYERS_TOO: the roles of a command that players may send
    Id, CharacterId, Name, optional: the types of a command's fields (more in `webapp.table.fields`)
    Refused, Forbidden, Invalid, Missing, missing: why a command is refused
    find, audience_knowing, ensure_reference, ensure_room_for: a row by its id; who may know of it; the
        bounds of a table
    free_name: a name that is not taken yet
    new_check, apply_settings, find_roller, own_character, ensure_own, describe_attempt: how a command of
        a game makes and fills a check
    check_title, checks_of_moment, journal_group, waiting_lines: a check's name, its group, its open
        proposals
    change_roll, resolve_without_dice: a roll that something changes, an outcome without one
    propose_consequences, resolve_if_answered: what follows a roll
    roll_event: a check's roll, or the change to it, for the journal
    propose, enact: proposals stored for the GM, or applied at once
    carried_condition_of, turns_pass: a condition for the rules; clocks that move with turns
    reverse_applied: take back what a check did
    AddCharacter, AddCondition: shared commands, to run or to derive from
    AddTag: the same for a tag
    move_clock: a clock ticked, with what follows
    is_by_newcomer: whether a seat made a thing that the table does not know, so that it starts nothing yet
    is_held_back, ensure_turn: whether a clock waits for another, and the refusal of a move by hand
    edit_result, set_fields, describe_state, REVEALED: fields edited, and the words for it

The screens
    GameScreens, ModifierLabel, words_of: the hooks of the screens (derive from it), and words from
        `words.toml`
    Panel, PanelFactory, game_panel, GmAction: a part of a page, how it is made, an entry of the GM's menu
    Option, Pick, pick: choices of a form
    TableView, CharacterView, ClockView, ConditionView, PieceView, ZoneView, Masked, Turn: what an
        audience sees of the table
    CheckView, SourceView, BlockView, ChanceView, OddsView, SwitchView, MyChecks: what it sees of a check
    ABSENT, Maybe: a value that a page leaves out
    clock_options, freestanding_clocks: clocks as choices, and those that no game draws
    character_names, things_here, workable_clocks: what forms offer
    Record: the changes of a session
    History, NumberChange: the graph of a number

Examples for the page /patterns
    Example, section: an example, and its section
    macro, render_part, panel, draw_panels: draw a macro, a template, one panel, all panels of a page

Modules that are public as a whole
    webapp.rules.clocks: clocks as pure values
    webapp.rules.codec: values as JSON and back, and the bounds of a number, a text, a list
    webapp.rules.dice: dice and whole numbers
    webapp.rules.errors: the words of errors
    webapp.rules.events: what happened, as facts; how a game declares its kinds of events
    webapp.rules.ids: the ids of people in the values of rules
    webapp.rules.odds: exact chances
    webapp.rules.toml_tables: a game's own TOML files
    webapp.state.check_events, webapp.state.house_events: the kinds of events of a check, and of the house
    webapp.table.fields: types of a command's fields
    webapp.pages.patterns.values: example views for patterns
"""

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from webapp.rules.game import INTERFACE, GameDefinition

if TYPE_CHECKING:  # the one list of names; "as" the same name marks an export for type checkers
    from webapp.pages.patterns.registry import Example as Example
    from webapp.pages.patterns.registry import draw_panels as draw_panels
    from webapp.pages.patterns.registry import macro as macro
    from webapp.pages.patterns.registry import panel as panel
    from webapp.pages.patterns.registry import render_part as render_part
    from webapp.pages.patterns.registry import section as section
    from webapp.rules.calculator import Calculation as Calculation
    from webapp.rules.calculator import DiceFaces as DiceFaces
    from webapp.rules.calculator import as_floats as as_floats
    from webapp.rules.catalogue import Catalogue as Catalogue
    from webapp.rules.catalogue import CatalogueEntry as CatalogueEntry
    from webapp.rules.catalogue import ClockKind as ClockKind
    from webapp.rules.catalogue import load_catalogue as load_catalogue
    from webapp.rules.catalogue import slug as slug
    from webapp.rules.check import Assessment as Assessment
    from webapp.rules.check import ClockRef as ClockRef
    from webapp.rules.check import ContextItem as ContextItem
    from webapp.rules.check import Modifier as Modifier
    from webapp.rules.check import ProposalLine as ProposalLine
    from webapp.rules.check import Resolved as Resolved
    from webapp.rules.check import dials as dials
    from webapp.rules.check import resolved_of as resolved_of
    from webapp.rules.check_form import CheckField as CheckField
    from webapp.rules.check_form import CheckRequest as CheckRequest
    from webapp.rules.check_form import GroupKind as GroupKind
    from webapp.rules.check_form import Question as Question
    from webapp.rules.check_hooks import CombinedOutcome as CombinedOutcome
    from webapp.rules.check_hooks import EarlierTry as EarlierTry
    from webapp.rules.check_hooks import LookupTable as LookupTable
    from webapp.rules.check_hooks import RolledCheck as RolledCheck
    from webapp.rules.check_hooks import cause as cause
    from webapp.rules.conditions import SEVERITIES as SEVERITIES
    from webapp.rules.conditions import CarriedCondition as CarriedCondition
    from webapp.rules.dice import Dice as Dice
    from webapp.rules.dice import Loaded as Loaded
    from webapp.rules.dice import given as given
    from webapp.rules.dice import roll as roll
    from webapp.rules.effects import Effect as Effect
    from webapp.rules.effects import ModifierKind as ModifierKind
    from webapp.rules.effects import named_by as named_by
    from webapp.rules.effects import own_modifier as own_modifier
    from webapp.rules.errors import CatalogueError as CatalogueError
    from webapp.rules.errors import RuleError as RuleError
    from webapp.rules.events import FOR_GM as FOR_GM
    from webapp.rules.events import TYPED as TYPED
    from webapp.rules.events import Count as Count
    from webapp.rules.events import Event as Event
    from webapp.rules.events import EventPart as EventPart
    from webapp.rules.events import KeyOf as KeyOf
    from webapp.rules.events import NumberOf as NumberOf
    from webapp.rules.events import Ref as Ref
    from webapp.rules.events import WordOf as WordOf
    from webapp.rules.events import event as event
    from webapp.rules.game_files import load_check_form as load_check_form
    from webapp.rules.game_files import load_reference as load_reference
    from webapp.rules.name_keys import free_name as free_name
    from webapp.rules.name_keys import name_key as name_key
    from webapp.rules.names import held_by_name as held_by_name
    from webapp.rules.odds import Chances as Chances
    from webapp.rules.outcome_line import Change as Change
    from webapp.rules.outcome_line import join_sentences as join_sentences
    from webapp.rules.outcome_line import listed as listed
    from webapp.rules.result_card import DiceGroup as DiceGroup
    from webapp.rules.result_card import DieFace as DieFace
    from webapp.rules.result_card import Fact as Fact
    from webapp.rules.result_card import ResultCard as ResultCard
    from webapp.rules.result_card import faces_of as faces_of
    from webapp.rules.result_card import grouped as grouped
    from webapp.rules.ruleset import Attribute as Attribute
    from webapp.rules.ruleset import KnownAction as KnownAction
    from webapp.rules.ruleset import Ruleset as Ruleset
    from webapp.rules.ruleset import Rung as Rung
    from webapp.rules.short_repr import cut as cut
    from webapp.rules.short_repr import shorten as shorten
    from webapp.rules.word_lists import and_list as and_list
    from webapp.state.audience import GM as GM
    from webapp.state.audience import PLAYER as PLAYER
    from webapp.state.audience import Role as Role
    from webapp.state.check_evaluation import CheckEvaluation as CheckEvaluation
    from webapp.state.foe_numbers import NumbersDisclosure as NumbersDisclosure
    from webapp.state.guests import is_by_newcomer as is_by_newcomer
    from webapp.state.outcome_lines import check_title as check_title
    from webapp.state.rule_values import describe_state as describe_state
    from webapp.state.rule_values import rolled_check_of as rolled_check_of
    from webapp.state.visibility import Visibility as Visibility
    from webapp.state.waiting_clocks import is_held_back as is_held_back
    from webapp.store.models import Character as Character
    from webapp.store.models import Check as Check
    from webapp.store.models import Clock as Clock
    from webapp.store.models import Condition as Condition
    from webapp.store.models import GameDocument as GameDocument
    from webapp.store.models import Json as Json
    from webapp.store.models import Proposal as Proposal
    from webapp.store.models import Scene as Scene
    from webapp.store.models import Seat as Seat
    from webapp.store.models import Tag as Tag
    from webapp.store.models import Thing as Thing
    from webapp.store.models import Zone as Zone
    from webapp.store.models import ref_of as ref_of
    from webapp.store.table_state import TableState as TableState
    from webapp.table.actor import PLAYERS_TOO as PLAYERS_TOO
    from webapp.table.actor import Actor as Actor
    from webapp.table.check_rolls import change_roll as change_roll
    from webapp.table.check_rolls import checks_of_moment as checks_of_moment
    from webapp.table.check_rolls import journal_group as journal_group
    from webapp.table.check_rolls import propose_consequences as propose_consequences
    from webapp.table.check_rolls import resolve_if_answered as resolve_if_answered
    from webapp.table.check_rolls import resolve_without_dice as resolve_without_dice
    from webapp.table.check_rolls import roll_event as roll_event
    from webapp.table.check_rolls import waiting_lines as waiting_lines
    from webapp.table.check_setup import apply_settings as apply_settings
    from webapp.table.check_setup import describe_attempt as describe_attempt
    from webapp.table.check_setup import ensure_own as ensure_own
    from webapp.table.check_setup import find_roller as find_roller
    from webapp.table.check_setup import new_check as new_check
    from webapp.table.check_setup import own_character as own_character
    from webapp.table.command import Command as Command
    from webapp.table.command import CommandResult as CommandResult
    from webapp.table.command import ConfirmableCommand as ConfirmableCommand
    from webapp.table.command import GameCommand as GameCommand
    from webapp.table.command import audience_knowing as audience_knowing
    from webapp.table.command import command as command
    from webapp.table.command import ensure_reference as ensure_reference
    from webapp.table.command import ensure_room_for as ensure_room_for
    from webapp.table.command import find as find
    from webapp.table.command import make_result as make_result
    from webapp.table.command import told as told
    from webapp.table.commands.characters import AddCharacter as AddCharacter
    from webapp.table.commands.characters import AddCondition as AddCondition
    from webapp.table.commands.edits import REVEALED as REVEALED
    from webapp.table.commands.edits import edit_result as edit_result
    from webapp.table.commands.edits import set_fields as set_fields
    from webapp.table.commands.tags import AddTag as AddTag
    from webapp.table.consequences import carried_condition_of as carried_condition_of
    from webapp.table.consequences import turns_pass as turns_pass
    from webapp.table.execution import append_results as append_results
    from webapp.table.fields import CharacterId as CharacterId
    from webapp.table.fields import Id as Id
    from webapp.table.fields import Name as Name
    from webapp.table.fields import optional as optional
    from webapp.table.game_table import GameTable as GameTable
    from webapp.table.game_table import Named as Named
    from webapp.table.game_table import PreCommandResult as PreCommandResult
    from webapp.table.game_table import StepCounter as StepCounter
    from webapp.table.moving_clocks import ensure_turn as ensure_turn
    from webapp.table.moving_clocks import move_clock as move_clock
    from webapp.table.proposals import enact as enact
    from webapp.table.proposals import propose as propose
    from webapp.table.refusals import Forbidden as Forbidden
    from webapp.table.refusals import Invalid as Invalid
    from webapp.table.refusals import Missing as Missing
    from webapp.table.refusals import Refused as Refused
    from webapp.table.refusals import missing as missing
    from webapp.table.undo_steps import reverse_applied as reverse_applied
    from webapp.views.absent import ABSENT as ABSENT
    from webapp.views.absent import Maybe as Maybe
    from webapp.views.check_views import BlockView as BlockView
    from webapp.views.check_views import ChanceView as ChanceView
    from webapp.views.check_views import CheckView as CheckView
    from webapp.views.check_views import MyChecks as MyChecks
    from webapp.views.check_views import OddsView as OddsView
    from webapp.views.check_views import SourceView as SourceView
    from webapp.views.check_views import SwitchView as SwitchView
    from webapp.views.clock_groups import clock_options as clock_options
    from webapp.views.clock_groups import freestanding_clocks as freestanding_clocks
    from webapp.views.game_screens import GameScreens as GameScreens
    from webapp.views.game_screens import ModifierLabel as ModifierLabel
    from webapp.views.game_screens import words_of as words_of
    from webapp.views.graphs import History as History
    from webapp.views.graphs import NumberChange as NumberChange
    from webapp.views.panel import GmAction as GmAction
    from webapp.views.panel import Option as Option
    from webapp.views.panel import Panel as Panel
    from webapp.views.panel import PanelFactory as PanelFactory
    from webapp.views.panel import Pick as Pick
    from webapp.views.panel import game_panel as game_panel
    from webapp.views.panel import pick as pick
    from webapp.views.panels_shared import character_names as character_names
    from webapp.views.panels_shared import things_here as things_here
    from webapp.views.panels_shared import workable_clocks as workable_clocks
    from webapp.views.session_record import Record as Record
    from webapp.views.view_types import CharacterView as CharacterView
    from webapp.views.view_types import ClockView as ClockView
    from webapp.views.view_types import ConditionView as ConditionView
    from webapp.views.view_types import Masked as Masked
    from webapp.views.view_types import PieceView as PieceView
    from webapp.views.view_types import TableView as TableView
    from webapp.views.view_types import Turn as Turn
    from webapp.views.view_types import ZoneView as ZoneView

PUBLIC_MODULES = (
    "webapp.rules.clocks",
    "webapp.rules.codec",
    "webapp.rules.dice",
    "webapp.rules.errors",
    "webapp.rules.events",
    "webapp.rules.ids",
    "webapp.rules.odds",
    "webapp.rules.toml_tables",
    "webapp.state.check_events",
    "webapp.state.house_events",
    "webapp.table.fields",
    "webapp.pages.patterns.values",
)
"""The modules whose public names may be imported as well."""


def _read_places() -> dict[str, str]:
    """Return the module of each name, from the imports for type checkers above."""
    body = ast.parse(Path(__file__).read_text(encoding="utf-8")).body
    listed = next(node for node in body if isinstance(node, ast.If)).body
    imports = [node for node in listed if isinstance(node, ast.ImportFrom)]
    return {name.name: str(node.module) for node in imports for name in node.names}


PLACES = _read_places()
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
