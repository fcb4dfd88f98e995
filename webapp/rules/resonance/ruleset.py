"""What the table may ask of Resonance."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import slug
from webapp.rules.check import Dial, Proposed, Resolved, Source
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.play import CarriedCondition, RolledCheck
from webapp.rules.resonance import book, deeds
from webapp.rules.resonance.achieved import ladder
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.book import PACKAGE, events
from webapp.rules.resonance.chances import odds
from webapp.rules.resonance.check import AGAINST_RESISTANCE, Check, assess
from webapp.rules.resonance.conditions import Band, Kind
from webapp.rules.resonance.follows import NOTHING, follows, takes_nothing
from webapp.rules.resonance.numbers import LEAST_STAT, MOST_LEVEL, MOST_STAT, brought_within
from webapp.rules.resonance.outcome import LABELS, Came, resolve, roll
from webapp.rules.resonance.pool import TagPool, tags
from webapp.rules.resonance.reference import reference
from webapp.rules.resonance.stats import names
from webapp.rules.resonance.values import Value
from webapp.rules.ruleset import Attribute, KnownAction, Ruleset, Rung
from webapp.rules.sheets import check_form

USUAL_TN = 9
FLAGS = ("keywords", "unaware", "aimed", "called_shot", "surprised", "commanded")
IN_AND_OUT = ("tag_gained", "tag_removed")


class Resonance(Ruleset[Asked, Check]):
    """Two ten-sided dice whose doubles explode, tag pools, and clocks in clocks. Source: Layers 1 to 5."""

    key = "resonance"
    name = "Resonance"
    pitch = "2d10 with exploding doubles. Tag pools that bite and bless; races against a threat clock."
    asked_for, check = Asked, Check
    effect_modifiers = frozenset({Modifier.ADVANTAGE, Modifier.DISADVANTAGE, Modifier.BLOCKS, Modifier.NOTE})
    sheet_numbers = (
        Attribute("level", "Level", "0 just before awakening, 9 at most", low=0, high=MOST_LEVEL),
    )
    skills = False
    touches_others = False
    inescapable = ("condition", "piece")
    players_aim = True
    little_help = Source("Advantage", Modifier.ADVANTAGE)
    pool_events = tuple(
        (str(row["key"]), str(row["name"])) for row in events() if row["key"] not in IN_AND_OUT
    )
    """What can happen to the holder of a tag pool, to choose from."""

    catalogue = book.catalogue()
    """13 conditions, 10 status tags, 10 boost tags, five kinds of clock."""

    attributes = tuple(
        Attribute(row["key"], row["name"], row["text"], low=1, high=5) for row in book.rows("stat")
    )
    """The nine stats, 1 to 5 each."""

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """TN 3 to 18."""
        return ladder()

    actions = tuple(KnownAction(slug(row["name"]), row["name"], row["text"]) for row in book.actions())
    """Everything the book lists that one can do on a turn or as a reaction."""

    @cached_property
    def turn_actions(self) -> tuple[tuple[str, str, str], ...]:
        """Those of them that leave room for others on the same turn: key, name with its SP, text."""
        costs = book.turn_actions()
        named = ((each, costs[each.key]) for each in self.actions if each.key in costs)
        return tuple(
            (each.key, f"{each.name}, {sp} SP" if sp else each.name, each.text) for each, sp in named
        )

    assess, odds = staticmethod(assess), staticmethod(odds)

    def resolve(self, check: Check, dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a check, or read the pairs [[main, lucky], ...] that a person rolled."""
        came = roll(check, dice) if callable(dice) else resolve(check, dice)
        return Resolved(
            outcome=came.key,
            label=came.label,
            success=came.success,
            sentences=(came.sentence,),
            real=came.achieved.roll.real,
            data=came.as_dict(),
        )

    def proposes(
        self, rolled: RolledCheck[Asked, Check], clocks: Sequence[Dial] = ()
    ) -> tuple[Proposed, ...]:
        """What a roll proposes; see `follows.follows`."""
        outcome = rolled.result.outcome
        if outcome not in LABELS:
            raise RuleError(
                f"A roll ends in {', '.join(LABELS)}; not {outcome!r}.", field="outcome", value=outcome
            )
        return tuple(follows(rolled, clocks))

    # ---- around a check -------------------------------------------------------------------

    check_form = check_form(
        PACKAGE,
        kinds=Kind,
        deeds=deeds.deeds(),
        stats=names(),
        values=(*Value, NOTHING),
        tags=tags(),
        bands=Band,
    )
    """What the roll is for, the stat, the number to beat or whom it is aimed at, what it costs."""

    def takes(self, asked: Asked) -> str:
        """What an effect takes from, as it stands on the desk."""
        return NOTHING if takes_nothing(asked.gives) else asked.value or Value.HP.value

    @cached_property
    def bands(self) -> tuple[tuple[str, str, str], ...]:
        """The five range bands: key, name, and how far each goes."""
        return tuple((str(band), band.label, f"to {band.up_to} m") for band in Band)

    free_sources = (
        Source("Assist", Modifier.ADVANTAGE),
        Source("Circumstances", Modifier.ADVANTAGE),
        Source("Sabotage", Modifier.DISADVANTAGE),
        Source("Hindrance", Modifier.DISADVANTAGE),
    )
    """What a Curator adds by hand: an ally's Assist, a Sabotage, the circumstances."""

    reference = reference()
    """The tables of the book."""

    fitting = staticmethod(deeds.fitted)

    sp_of = staticmethod(deeds.sp_of)

    deeds = tuple(each for each in deeds.deeds().values() if not each.reaction)
    """The actions of the book that make a roll."""

    def best(self, stats: Mapping[str, Any]) -> str:
        """The stat that somebody is best at, which stands ready where none was said."""
        return max(names(), key=lambda name: brought_within(stats.get(name), LEAST_STAT, MOST_STAT))

    def called(self, asked: Asked, stats: Mapping[str, Any]) -> Check:
        """The roll with the numbers of the one who rolls, and of whom it is aimed at."""
        aimed = asked.roll in AGAINST_RESISTANCE
        facts: dict[str, Any] = {key: bool(getattr(asked, key)) for key in FLAGS}
        check = Check(
            kind=asked.roll,
            action=asked.roll is not Kind.REACTION,
            targeted=aimed,
            ranged=bool(asked.band),
            band=Band(asked.band or Band.TOUCH),
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
        )
        return check.resisted(asked.resists)

    def added(self, check: Check) -> Mapping[str, int]:
        """Level and stat, and what allies bring."""
        name = check.stat_name.capitalize() or "stat"
        return {"level": check.level, name: check.stat, "bonus": check.bonus}

    def waits(self, asked: Asked) -> str:
        """A stat, and a number to beat: one that is set, of whom it is aimed at, or of what it answers."""
        missing = [] if asked.stat else ["the stat"]
        aimed = asked.roll in (*AGAINST_RESISTANCE, Kind.SEARCH) and asked.target is not None
        if asked.tn is None and not (aimed or asked.ahead) and asked.roll is not Kind.HIDE:
            missing.append("whom it is aimed at" if asked.roll in AGAINST_RESISTANCE else "the TN")
        unset = f"Still to be set: {', '.join(missing)}." if missing else ""
        return " ".join(filter(None, (unset, "What it answers is rolled first." if asked.ahead else "")))

    def tries(self, asked: Asked, aimed: Sequence[str]) -> str:
        """An Attack, an Effect, a Hide …; an Effort Roll is what its player says it is."""
        deed, on = deeds.deeds().get(asked.deed), f" on {aimed[0]}" if aimed else ""
        if deed is not None and deed.key not in ("activate", "effort-roll"):
            return deed.name + on
        return "" if asked.roll is Kind.EFFORT else str(asked.roll).capitalize() + on

    def aims_at_clocks(self, asked: Asked) -> bool:
        """An Effort Roll works on a task clock."""
        return asked.roll is Kind.EFFORT

    def fared(self, result: Resolved) -> str:
        """How it came out and, unless that gives a number away, by how much."""
        came = Came.of(result.data)
        return result.label if came.veiled or came.by <= 0 else f"{result.label} by {came.by}"

    def after_check(
        self, rolled: RolledCheck[Asked, Check], conditions: Sequence[CarriedCondition]
    ) -> tuple[Proposed, ...]:
        """Whoever acts against someone out of hiding is hidden no longer. Reading B4.16."""
        if not rolled.check.targeted:
            return ()
        hidden = (each for each in conditions if each.name.casefold() == "hidden")
        return tuple(
            Proposed("condition.clear", {"condition": each.id}, "the action used it") for each in hidden
        )


def _against(said: Asked) -> int:
    """The number to beat: what was set, else the target's own; a Hide has none."""
    if said.roll is Kind.HIDE:
        return 0
    theirs = {Kind.SEARCH: said.hidden_at, Kind.ATTACK: said.resistance, Kind.EFFECT: said.resistance}
    found = (said.tn, theirs.get(said.roll), USUAL_TN)
    return next(number for number in found if number is not None)


RULESET = Resonance()
