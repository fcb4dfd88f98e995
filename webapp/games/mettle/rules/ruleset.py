"""The ruleset of METTLE Core."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from webapp.games.api import (
    Assessment,
    Attribute,
    CheckField,
    ClockRef,
    ContextItem,
    Dice,
    KnownAction,
    Modifier,
    ModifierKind,
    ProposalLine,
    Resolved,
    ResultCard,
    RolledCheck,
    RuleError,
    Ruleset,
    Rung,
    and_list,
    load_check_form,
    resolved_of,
)
from webapp.games.mettle.rules import book, outcome_display
from webapp.games.mettle.rules.action_effects import PLACES, may_be_healed
from webapp.games.mettle.rules.actions import AGAINST, all_actions
from webapp.games.mettle.rules.aftermath import consequences, moment
from webapp.games.mettle.rules.book_tables import PACKAGE, attributes, ladder
from webapp.games.mettle.rules.calculations import as_json
from webapp.games.mettle.rules.chances import odds
from webapp.games.mettle.rules.check import KnownOutcome, Result, resolve, roll
from webapp.games.mettle.rules.check_burdens import ALLOWED_MODIFIERS, SIGHT
from webapp.games.mettle.rules.check_request import CalledCheck, MettleRequest
from webapp.games.mettle.rules.check_setup import assess, called, fitting, forms_of, missing, tries
from webapp.games.mettle.rules.outcome_display import result_card
from webapp.games.mettle.rules.reference import reference
from webapp.games.mettle.rules.sheet import (
    KEYS,
    SHEET_LINES,
    TYPICAL,
    derived,
    has_sheet,
    presets,
    sheet_of,
    to_spend,
    weapon_kinds,
)


class MettleCore(Ruleset[MettleRequest, CalledCheck]):
    """A pool of d6: low faces are Score, high faces Edge. Source: Scenes, with Engine and Characters."""

    key = "mettle"
    name = "METTLE Core"
    pitch = (
        "A pool of d6, read as Score and Edge; Zones, eleven Actions, and "
        "Initiative that passes to the target."
    )
    request_type, check = MettleRequest, CalledCheck
    effect_modifiers = ALLOWED_MODIFIERS | {ModifierKind.BLOCKS}
    sheet_numbers = SHEET_LINES
    skills = False
    carried = ("condition", "status")
    inescapable = ("condition", "piece")
    players_aim = True
    settles_outcomes = True
    little_help = Modifier("one more die", ModifierKind.DICE)

    catalogue = book.catalogue()
    """Statuses, passing conditions, Cover, visibility, fires, Afflictions, traps, Twists, clocks."""

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """The six Attributes: CALLING, CULTURE, FRAME, MOTIVE, NATURE, POISE."""
        return attributes()

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """The Difficulties that a GM may choose: 1, 3, 6, 10, 15."""
        return ladder()

    actions = tuple(KnownAction(action.key, action.name, action.text) for action in all_actions().values())
    """The eleven Actions."""

    def modifiers_for(self, check: CalledCheck, around: Iterable[ContextItem] = ()) -> Assessment:
        """Return what affects a Check, its blocks and its numbers; warnings only without things around.

        The table asks about each thing alone, and one thing does not decide whether a Check can succeed.
        """
        near = tuple(around)
        found = assess(check, near)
        return replace(found, warnings=()) if near else found

    def resolve(self, check: CalledCheck, dice: Dice | Sequence[Any]) -> Resolved:
        """Return the result of a Check, from a source of dice or from the dice that a person rolled."""
        return resolved(roll(check, dice) if callable(dice) else resolve(check, dice))

    def result_card(self, result: Resolved) -> ResultCard:
        """Return a card with the dice in groups (Score, Edge, discarded); without a roll only sentences."""
        return result_card(result.data, result.sentences)

    odds = staticmethod(odds)

    def proposes(
        self, rolled: RolledCheck[MettleRequest, CalledCheck], clocks: Sequence[ClockRef] = ()
    ) -> tuple[ProposalLine, ...]:
        """Return the proposals after a Check: lost Mettle, statuses, moves, projects, a journey's end."""
        return consequences(moment(rolled, clocks))

    # ---- around a check -------------------------------------------------------------------

    check_form = load_check_form(
        PACKAGE,
        actions=[action.key for action in all_actions().values() if action.checked],
        forms=[form for action in all_actions().values() if action.checked for form in forms_of(action)],
        attributes=KEYS,
        against=AGAINST,
        sight=SIGHT,
        places=PLACES,
    )
    """The fields of a Check: its Action, form, targets, weapon, Difficulty, pool and others."""

    free_sources = (
        *(Modifier(f"Bonus {count}", ModifierKind.DICE, count) for count in (1, 2)),
        *(Modifier("Harder", ModifierKind.DIFFICULTY, by) for by in (1, 2)),
        Modifier("Easier", ModifierKind.DIFFICULTY, -1),
    )
    """The ready-made modifiers for a GM: 1 or 2 bonus dice; Difficulty 1 or 2 higher, or 1 lower."""

    manual_modifier_kinds = (ModifierKind.DICE, ModifierKind.DIFFICULTY)
    """The kinds of modifier that a GM adds by hand; effects of statuses and scenery are not among them."""

    npcs = tuple(presets().values())
    """The NPCs that can be added at once."""

    weapons = weapon_kinds()
    """The weapons that can be given in one tap."""

    reference = reference()
    """The reference tables: those of reference.toml, with Actions, forms, hazards and traps."""

    derived = staticmethod(derived)
    """Maximum Mettle, and the loads for this FRAME."""
    to_spend = staticmethod(to_spend)
    typical = TYPICAL

    fitting, tries, called = staticmethod(fitting), staticmethod(tries), staticmethod(called)
    describe_missing_input = staticmethod(missing)

    def describe_health(self, stats: Mapping[str, Any]) -> str:
        """Return the state of a character's Mettle in words: "badly hurt"; "" without a sheet."""
        return sheet_of(stats).mettle.word if has_sheet(stats) else ""

    touches_others = False

    def may_be_true(self, asked: MettleRequest) -> tuple[CheckField, ...]:
        """Return the form's flags for this Action: all for an Attack, none for driving, else "hearing"."""
        flags = super().may_be_true(asked) if not asked.drives else ()
        return tuple(field for field in flags if asked.action == "attack" or field.key == "hearing")

    def aims_at_clocks(self, asked: MettleRequest) -> bool:
        """Return whether the request is a Use, the only Action that works on a project's clock."""
        return asked.action == "use"

    def parse_manual_modifier(self, raw: Mapping[str, Any]) -> Modifier:
        """Return bonus dice or a change of the Difficulty; raise RuleError for one that takes dice away."""
        return _no_loss(super().parse_manual_modifier(raw))

    def outcome_name(self, outcome: str) -> str:
        """Return an outcome's name at the table: "Success", "Failure", or "By a Twist" for "twist"."""
        return "By a Twist" if outcome == "twist" else outcome.capitalize()

    def if_it_fails(self, check: CalledCheck, name: Callable[[int], str]) -> str:
        """Return that whoever is healed at 0 Mettle or below dies of a failed Heal."""
        healed = check.facts.foes if check.action == "heal" else ()
        dying = [name(body.id) for body in healed if may_be_healed(body.mettle)]
        return f"{and_list(dying)} {'die' if len(dying) > 1 else 'dies'}" if dying else ""

    def forms_of(self, action: str | None) -> tuple[tuple[str, str], ...]:
        """Return the keys and names of an Action's forms; a Use may also put out a fire."""
        known = all_actions().get(action or "")
        names = {form.key: form.name for form in known.forms} if known is not None else {}
        keys = forms_of(known) if known is not None else ()
        return tuple((key, names.get(key, "Put out a fire")) for key in keys)

    def twists(self, action: str | None) -> tuple[str, ...]:
        """Return the book's Twists for this Action, besides the usual Delay."""
        known = all_actions().get(action or "")
        return known.twists[1:] if known is not None else ()

    def delay(self, action: str | None) -> str:
        """Return the words for this Action's Delay; without an Action, for the loss of the next Action."""
        known = all_actions().get(action or "")
        return known.twists[0] if known is not None and known.twists else "Delay: lose the next Action"

    def deed(self, asked: MettleRequest, result: Resolved, aimed: Mapping[int, str]) -> str:
        """Describe an Action and its targets: "hits Mara"; "" if the outcome's name is enough."""
        return outcome_display.deed(asked, result.success, list(aimed.values()))

    def deed_without_effect(self, asked: MettleRequest, result: Resolved, aimed: Mapping[int, str]) -> str:
        """Describe a hit that did not disarm, shove or grapple its targets: "hits Mara"."""
        return outcome_display.deed(asked, result.success, list(aimed.values()), held=False)

    def without_effect(self, asked: MettleRequest, result: Resolved) -> str:
        """Describe a hit without effect: "no damage", "too weak to shove"; "" for other outcomes."""
        return outcome_display.without_effect(asked) if result.success else ""

    def helps(self, asked: MettleRequest) -> bool:
        """Return whether the request is a Heal, the only Action that helps its target."""
        return asked.action == "heal"

    expects = staticmethod(outcome_display.expects)

    def describe_outcome(self, result: Resolved) -> str:
        """Return the outcome with Score and Edge: "Great: Score 8, 2 Edge"; without a roll only its name."""
        came = KnownOutcome.of(result.data)
        if came.score is None:
            return result.label
        return f"{result.label}: Score {came.score}, {came.edge} Edge"


def _no_loss(source: Modifier) -> Modifier:
    if source.modifier is ModifierKind.DICE and source.amount < 0:
        raise RuleError(
            f"{source.name}: only negative Mettle removes dice. Raise the Difficulty instead.",
            field="amount",
            value=source.amount,
        )
    return source


def resolved(result: Result) -> Resolved:
    """Return a result in the form that the table stores and draws."""
    return resolved_of(
        result,
        real=result.real,
        data={
            **as_json(result),
            "pool": result.check.pool,
            "difficulty": result.check.difficulty,
            "discarded": list(result.discarded),
            "may_twist": result.may_twist,
            "twisted": result.twist is not None,
        },
    )


RULESET = MettleCore()
