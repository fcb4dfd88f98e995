"""METTLE Core at the table: the form of a Check, one more die, what follows, the tables to look up."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.mettle.actions import AGAINST, all_actions
from webapp.rules.mettle.burdens import SIGHT
from webapp.rules.mettle.calling import called, fitting, forms_of, missing, tries
from webapp.rules.mettle.character import KEYS
from webapp.rules.mettle.healing import PLACES
from webapp.rules.mettle.outcomes import AFTER
from webapp.rules.mettle.presets import Preset, presets
from webapp.rules.mettle.reference import reference
from webapp.rules.mettle.sheet import has_sheet, sheet_of
from webapp.rules.mettle.tables import PACKAGE
from webapp.rules.play import CheckField, Play, Sheet
from webapp.rules.sheets import check_form


class MettlePlay(Play):
    """What the table asks around a Check. Source: Scenes, "Actions"; Engine."""

    carried = ("condition", "status")
    inescapable = ("condition", "piece")
    players_aim = True

    @cached_property
    def check_form(self) -> tuple[CheckField, ...]:  # type: ignore[override]
        """The Action and its form, what rolls against whom or what, the weapon, what gets in the way."""
        actions = [action for action in all_actions().values() if action.checked]
        return check_form(
            PACKAGE,
            actions=[action.key for action in actions],
            forms=[form for action in actions for form in forms_of(action)],
            attributes=KEYS,
            against=AGAINST,
            sight=SIGHT,
            places=PLACES,
        )

    @cached_property
    def free_sources(self) -> tuple[Source, ...]:  # type: ignore[override]
        """What a Guide adds by hand: bonus dice, a Difficulty that moves."""
        dice = [Source(f"Bonus {count}", Modifier.DICE, count) for count in (1, 2)]
        harder = [Source("Harder", Modifier.DIFFICULTY, by) for by in (1, 2)]
        return (*dice, *harder, Source("Easier", Modifier.DIFFICULTY, -1))

    @property
    def npcs(self) -> tuple[Preset, ...]:
        """Those who may be brought in at once."""
        return tuple(presets().values())

    @cached_property
    def reference(self) -> tuple[Sheet, ...]:  # type: ignore[override]
        """The tables of the book."""
        return reference()

    fitting, tries, called = staticmethod(fitting), staticmethod(tries), staticmethod(called)

    def stands(self, stats: Mapping[str, Any]) -> str:
        """How much Mettle is left, in a word."""
        return sheet_of(stats).mettle.word if has_sheet(stats) else ""

    def waits(self, asked: Mapping[str, Any]) -> str:
        """What is still to be said before anybody rolls."""
        return missing(asked)

    @property
    def ways_by_hand(self) -> tuple[Modifier, ...]:
        """What statuses and scenery do is not added by hand."""
        return (Modifier.DICE, Modifier.DIFFICULTY)

    def by_hand(self, raw: Mapping[str, Any]) -> Source:
        """Bonus dice or a Difficulty that moves; only negative Mettle takes dice away."""
        source: Source = super().by_hand(raw)  # type: ignore[misc]
        return _no_loss(source)

    def one_more(self, check: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
        """What one more die would change."""
        more = {"name": "one more die", "modifier": "dice", "amount": 1}
        return "one more die", {**check, "sources": [*check.get("sources", ()), more]}

    def aftermath(
        self, asked: Mapping[str, Any], data: Mapping[str, Any], hazards: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The dice that were kept."""
        return {AFTER: {"kept": list(data["kept"]), "difficulty": data["difficulty"], "asked": dict(asked)}}

    def outcome_name(self, outcome: str) -> str:
        """An outcome as it is said at the table."""
        return "By a Twist" if outcome == "twist" else outcome.capitalize()

    def forms_of(self, action: str | None) -> tuple[tuple[str, str], ...]:
        """The forms an Action may take, each with its name; a Use may put out a fire."""
        known = all_actions().get(action or "")
        names = {form.key: form.name for form in known.forms} if known is not None else {}
        keys = forms_of(known) if known is not None else ()
        return tuple((key, names.get(key, "Put out a fire")) for key in keys)

    def twists(self, action: str | None) -> tuple[str, ...]:
        """What a Twist of this Action may bring, beside the usual Delay."""
        known = all_actions().get(action or "")
        return known.twists[1:] if known is not None else ()

    def delay(self, action: str | None) -> str:
        """The usual Twist of this Action, in its words."""
        known = all_actions().get(action or "")
        return known.twists[0] if known is not None and known.twists else "Delay: the next Action is lost"

    def cause(self, intent: str, label: str, data: Mapping[str, Any]) -> str:
        """Score, Edge and what it was about: "Great: Score 8, 2 Edge, on Strike the bandit"."""
        said = f"{label}: Score {data['score']}, {data['edge']} Edge" if "score" in data else label
        return super().cause(intent, said, data)


def _no_loss(source: Source) -> Source:
    if source.modifier is Modifier.DICE and source.amount < 0:
        raise RuleError(
            f"{source.name}: only negative Mettle takes dice away; raise the Difficulty instead.",
            field="amount",
            value=source.amount,
        )
    return source
