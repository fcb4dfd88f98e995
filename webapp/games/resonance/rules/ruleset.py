"""The ruleset of Resonance."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from webapp.games.api import (
    Attribute,
    CarriedCondition,
    Change,
    CheckField,
    ClockRef,
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
    listed,
    load_check_form,
    name_key,
    resolved_of,
    slug,
)
from webapp.games.resonance.rules import book, npcs, rolled_actions
from webapp.games.resonance.rules.aftermath import NOTHING, attacked, follows, spares_values, takes_nothing
from webapp.games.resonance.rules.book import PACKAGE, events, reference
from webapp.games.resonance.rules.chances import odds
from webapp.games.resonance.rules.check import AGAINST_RESISTANCE, Check, assess
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.numbers import LEAST_STAT, MOST_LEVEL, MOST_STAT, brought_within
from webapp.games.resonance.rules.outcome import LABELS, KnownOutcome, resolve, result_card, roll
from webapp.games.resonance.rules.pools import TagPool, tags
from webapp.games.resonance.rules.positions import Band
from webapp.games.resonance.rules.standard_roll import ladder
from webapp.games.resonance.rules.stats import Stats, names
from webapp.games.resonance.rules.values import Value

USUAL_TN = 9
FLAGS = ("keywords", "aimed", "called_shot", "surprised", "commanded")
IN_AND_OUT = ("tag_gained", "tag_removed")


class Resonance(Ruleset[ResonanceRequest, Check]):
    """The rules of Resonance: 2d10 whose doubles explode, tag pools, nested clocks. Source: Layers 1 to 5."""

    key = "resonance"
    name = "Resonance"
    pitch = "2d10 with exploding doubles; pools of helpful and harmful tags; races against a Threat Clock."
    request_type, check = ResonanceRequest, Check
    effect_modifiers = frozenset(
        {ModifierKind.ADVANTAGE, ModifierKind.DISADVANTAGE, ModifierKind.BLOCKS, ModifierKind.NOTE}
    )
    sheet_numbers = (
        Attribute("level", "Level", "0 before the awakening, at most 9", low=0, high=MOST_LEVEL),
        Attribute("keywords", "Keywords", "what the character's power is made of", kind="text", rating=False),
        Attribute("gear", "Gear", "what the character carries", kind="text", rating=False),
    )
    skills = False
    touches_others = False
    inescapable = ("condition", "piece")
    players_aim = True
    settles_outcomes = True
    little_help = Modifier("Advantage", ModifierKind.ADVANTAGE)
    pool_events = tuple(
        (str(row["key"]), str(row["name"])) for row in events() if row["key"] not in IN_AND_OUT
    )
    """The key and name of each event that can happen to a tag pool's holder, except gain and loss of tags."""

    catalogue = book.catalogue()
    """13 conditions, 10 status tags, 10 boost tags, five kinds of clock."""

    attributes = tuple(
        Attribute(row["key"], row["name"], row["text"], low=1, high=5) for row in book.rows("stat")
    )
    """The nine stats, 1 to 5 each."""

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """The book's Target Numbers, 3 to 18."""
        return ladder()

    actions = tuple(KnownAction(slug(row["name"]), row["name"], row["text"]) for row in book.actions())
    """All the book's actions and reactions."""

    is_move = staticmethod(book.is_move)

    @cached_property
    def turn_actions(self) -> tuple[tuple[str, str, str], ...]:
        """The actions that share a turn with others, each with its key, its name with SP, and its text."""
        costs = book.turn_actions()
        named = ((action, costs[action.key]) for action in self.actions if action.key in costs)
        return tuple(
            (action.key, f"{action.name}, {sp} SP" if sp else action.name, action.text)
            for action, sp in named
        )

    modifiers_for, odds = staticmethod(assess), staticmethod(odds)

    def resolve(self, check: Check, dice: Dice | Sequence[Any]) -> Resolved:
        """Return the result of a check, from a source of dice or from the pairs that a person rolled."""
        came = roll(check, dice) if callable(dice) else resolve(check, dice)
        return resolved_of(came, real=came.achieved.roll.real, data=came.as_dict())

    def result_card(self, result: Resolved) -> ResultCard:
        """Return the card: pairs of a Main and a Lucky die, which die counts, and doubles."""
        return result_card(result.data, result.sentences)

    def proposes(
        self, rolled: RolledCheck[ResonanceRequest, Check], clocks: Sequence[ClockRef] = ()
    ) -> tuple[ProposalLine, ...]:
        """Return a roll's proposals (`aftermath.follows`); raise RuleError for an unknown outcome."""
        outcome = rolled.result.outcome
        if outcome not in LABELS:
            raise RuleError(
                f"An outcome must be one of {', '.join(LABELS)}, not {outcome!r}.",
                field="outcome",
                value=outcome,
            )
        return tuple(follows(rolled, clocks))

    # ---- around a check -------------------------------------------------------------------

    check_form = load_check_form(
        PACKAGE,
        kinds=Kind,
        deeds=rolled_actions.deeds(),
        stats=names(),
        values=(*Value, NOTHING),
        tags=tags(),
        bands=Band,
    )
    """The purpose of the roll, the stat, the number to beat or the target, the cost."""

    def takes(self, asked: ResonanceRequest) -> str:
        """Return the Value that an effect reduces, or "none", for the GM's form."""
        return NOTHING if spares_values(asked) else asked.value or Value.HP.value

    @cached_property
    def bands(self) -> tuple[tuple[str, str, str], ...]:
        """The five range bands: key, name, and how far each goes."""
        return tuple((str(band), band.label, f"to {band.up_to} m") for band in Band)

    free_sources = (
        Modifier("Assist", ModifierKind.ADVANTAGE),
        Modifier("Circumstances", ModifierKind.ADVANTAGE),
        Modifier("Sabotage", ModifierKind.DISADVANTAGE),
        Modifier("Hindrance", ModifierKind.DISADVANTAGE),
    )
    """The modifiers that a Curator adds by hand: an ally's Assist, a Sabotage, the circumstances."""

    reference = reference()
    """The tables of the book."""

    fitting = staticmethod(rolled_actions.fitted)

    sp_of = staticmethod(rolled_actions.sp_of)

    deeds = tuple(deed for deed in rolled_actions.deeds().values() if not deed.reaction)
    """The book's actions that need a roll, without the reactions."""

    def derived(self, stats: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """Return Resistance, actions a round and the number of keywords known, each as name and number.

        Empty for a sheet without stats.
        """
        if not any(name in stats for name in names()):
            return ()
        sheet = Stats(**{name: brought_within(stats.get(name), LEAST_STAT, MOST_STAT) for name in names()})
        known = book.rows("level")[brought_within(stats.get("level"), 0, MOST_LEVEL)]["keywords"]
        numbers = {"Resistance": sheet.resistance, "Actions a round": sheet.actions, "Keywords known": known}
        return tuple((name, str(number)) for name, number in numbers.items())

    @cached_property
    def typical(self) -> Mapping[str, int]:
        """The sheet of a newly awakened character."""
        return npcs.sheet("character", 1, "body")

    def to_spend(self, stats: Mapping[str, Any]) -> str:
        """Describe how many of the level's stat points are left; "" if they are exceeded."""
        points = book.rows("level")[brought_within(stats.get("level"), 0, MOST_LEVEL)]["points"]
        spent = sum(brought_within(stats.get(name), LEAST_STAT, MOST_STAT) for name in names())
        return f"{points - spent} of {points} stat points left" if spent <= points else ""

    def best(self, stats: Mapping[str, Any]) -> str:
        """Return the key of a character's highest stat, the default of a roll."""
        return max(names(), key=lambda name: brought_within(stats.get(name), LEAST_STAT, MOST_STAT))

    def called(self, asked: ResonanceRequest, stats: Mapping[str, Any]) -> Check:
        """Return the roll with the numbers of its roller and its target."""
        aimed = asked.roll in AGAINST_RESISTANCE
        facts: dict[str, Any] = {key: bool(getattr(asked, key)) for key in FLAGS}
        check = Check(
            kind=asked.roll,
            action=asked.roll is not Kind.REACTION,
            targeted=aimed,
            ranged=asked.reach is not None,
            band=asked.reach or Band.TOUCH,
            unaware=asked.unseen,
            **facts,
            against=_against(asked),
            level=brought_within(stats.get("level"), 0, MOST_LEVEL),
            stat=brought_within(stats.get(asked.stat), LEAST_STAT, MOST_STAT),
            bonus=asked.bonus,
            pool=TagPool({"daze": asked.daze, "silence": asked.silence}),
            target_pool=TagPool({"weaken": asked.weaken}),
            value=Value(asked.value) if asked.value in tuple(Value) else Value.HP,
            intent=asked.intent,
            stat_name=asked.stat,
            others=asked.aimed_at if aimed else (),
            veiled=asked.veiled,
            unaimed=asked.unaimed,
        )
        return check.resisted(asked.resists)

    def added(self, check: Check) -> Mapping[str, int]:
        """Return the numbers added to the dice: Level, stat and bonus (from allies and Enhance)."""
        name = check.stat_name.capitalize() or "stat"
        return {"Level": check.level, name: check.stat, "bonus": check.bonus}

    def describe_missing_input(self, asked: ResonanceRequest) -> str:
        """Return what is missing before the roll, such as the stat or the target; "" if nothing is."""
        missing = [] if asked.stat else ["the stat"]
        aimed = asked.roll in (*AGAINST_RESISTANCE, Kind.SEARCH) and asked.target is not None
        if asked.tn is None and not (aimed or asked.ahead) and asked.roll is not Kind.HIDE:
            missing.append("the target" if asked.roll in AGAINST_RESISTANCE else "the TN")
        if asked.roll in AGAINST_RESISTANCE and asked.ranged and not asked.reach and not asked.out_of_range:
            missing.append("the range")
        unset = f"The GM still has to set {listed(missing)}." if missing else ""
        first = "The action that this reaction answers must be rolled first." if asked.ahead else ""
        return " ".join(filter(None, (unset, first)))

    def may_be_true(self, asked: ResonanceRequest) -> tuple[CheckField, ...]:
        """Return the form's flags without "unaware", and with "ranged" only for Attacks and Effects."""
        left_out = {"unaware"} if asked.roll in AGAINST_RESISTANCE else {"unaware", "ranged"}
        return tuple(field for field in super().may_be_true(asked) if field.key not in left_out)

    def tries(self, asked: ResonanceRequest, aimed: Sequence[str]) -> str:
        """Describe a roll by its action or kind, and its target: "Attack on Bog", "Shove Bog"."""
        if asked.roll is Kind.SEARCH and aimed:
            return f"Search for {aimed[0]}"
        deed, name = rolled_actions.deeds().get(asked.deed), str(asked.roll).capitalize()
        if deed is not None and deed.key not in ("activate", "effort-roll"):
            name = deed.name
        elif asked.roll is Kind.EFFORT:
            name = "Effort Roll"
        join = rolled_actions.JOINS.get(asked.deed, " on ")
        return f"{name}{join}{aimed[0]}" if aimed else name

    def aims_at_clocks(self, asked: ResonanceRequest) -> bool:
        """Return whether the request is an Effort Roll, which works on a task clock."""
        return asked.roll is Kind.EFFORT

    def deed(self, asked: ResonanceRequest, result: Resolved, aimed: Mapping[int, str]) -> str:
        """Describe whom an Attack hits or misses, or whether a reaction succeeds; "" for other rolls."""
        if asked.roll is Kind.REACTION:
            return "stops the effect" if result.success else "does not stop the effect"
        if asked.roll is not Kind.ATTACK or not aimed:
            return ""
        return attacked(asked, KnownOutcome.of(result.data), aimed)

    def without_effect(self, asked: ResonanceRequest, result: Resolved) -> str:
        """Describe an Attack that hit without a loss: "no loss"; "" for other rolls."""
        return "no loss" if asked.roll is Kind.ATTACK and result.success else ""

    def helps(self, asked: ResonanceRequest) -> bool:
        """Return whether the request is an effect that gives a boost."""
        return asked.roll is Kind.EFFECT and takes_nothing(asked.gives)

    def expects(self, line: ProposalLine, name: str) -> Change | None:
        """Return the loss of HP, SP or EP that a proposal makes; None for other proposals."""
        if line.do != "resonance.value.lose":
            return None
        fields: Mapping[str, Any] = line.fields
        lost = fields["value"].upper()
        return Change(("character", fields["character"]), name, lost, -fields["amount"])

    def describe_outcome(self, result: Resolved) -> str:
        """Return the outcome, with the margin of a success unless it would reveal a number."""
        came = KnownOutcome.of(result.data)
        return result.label if came.veiled or came.by <= 0 else f"{result.label} by {came.by}"

    def after_check(
        self, rolled: RolledCheck[ResonanceRequest, Check], conditions: Sequence[CarriedCondition]
    ) -> tuple[ProposalLine, ...]:
        """Propose to end the roller's Hidden after a roll aimed at a target. Reading B4.16."""
        if not rolled.check.targeted:
            return ()
        hidden = (condition for condition in conditions if name_key(condition.name) == "hidden")
        return tuple(
            ProposalLine("condition.clear", {"condition": condition.id}, "acted while Hidden")
            for condition in hidden
        )


def _against(said: ResonanceRequest) -> int:
    """Return the number to beat: as set, else the target's, else TN 9; a Hide has none (0)."""
    if said.roll is Kind.HIDE:
        return 0
    theirs = {Kind.SEARCH: said.hidden_at, Kind.ATTACK: said.resistance, Kind.EFFECT: said.resistance}
    found = (said.tn, theirs.get(said.roll), USUAL_TN)
    return next(number for number in found if number is not None)


RULESET = Resonance()
