"""Evaluate a check: the things nearby, how the GM counts each of them, and the numbers.

The evaluation passes a check's rows to the rules and returns plain values. Projections show the same
evaluation that `check.roll` rolls, so people see what will be rolled. Secret things count only if the GM
switches them on or the game makes them inescapable, and never reach a player's screen.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from webapp.rules.check import Assessment, ContextItem, Modifier
from webapp.rules.check_form import CheckRequest
from webapp.rules.check_hooks import EarlierTry
from webapp.rules.codec import load_value
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import RuleError
from webapp.rules.form_fields import group_kind_of
from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.state.audience import PLAYER
from webapp.state.check_context import check_context
from webapp.state.rule_values import request_of, switches_of
from webapp.state.visibility import Visibility
from webapp.store.models import Character, Check, Condition, Tag, Thing
from webapp.store.row_index import Name
from webapp.store.table_state import TableState

OFF, BLOCKS, ASKED = "off", "blocks", "asked"


@dataclass(frozen=True)
class CandidateModifier:
    """A modifier that may count for a check.

    It counts as the one of `alternatives` that `use` names, or not at all if `use` is "off". `bears` says
    whether the rules count the modifier, rather than offer it to the GM. `suggested` says whether it is an
    offered modifier that the check's words mention, `asked` whether a player requested it and the GM has not
    answered. `thing` is the tag, condition, game document or helper that it comes from, None for a source
    added by hand. `public` says whether players know that thing in full.
    """

    key: str
    alternatives: tuple[Modifier, ...]
    use: str
    bears: bool
    thing: Name | None = None
    public: bool = True
    suggested: bool = False
    asked: bool = False

    @property
    def counts(self) -> bool:
        return self.use != OFF

    @property
    def source(self) -> Modifier:
        """The modifier as it counts now, or its first alternative if it does not count."""
        return next(
            (value for value in self.alternatives if value.modifier == self.use), self.alternatives[0]
        )


@dataclass(frozen=True)
class CheckNotice:
    """A sentence shown before the roll, and the thing, if any, behind it; the GM may switch off a block."""

    text: str
    thing: Name | None = None
    key: str = ""
    use: str = BLOCKS


@dataclass(frozen=True)
class NearbyItem:
    """A nearby thing: its effect on the check, and whether it may count without the GM.

    A thing that is hidden, or may be elsewhere, counts only if the GM says so. A character's own things count
    even if the character is hidden, and hidden things that the game makes inescapable count too. `label`
    distinguishes several things of one row: the tags of a pool.
    """

    thing: Name
    held: ContextItem
    by_itself: bool
    met: Assessment
    label: str = ""

    @property
    def key(self) -> str:
        return ":".join(str(part) for part in (*self.thing, self.label) if part)


class CheckEvaluation:
    """One check, evaluated in the table's current state."""

    def __init__(self, state: TableState, check: Check) -> None:
        self.state, self.row = state, check
        self.game = state.rules
        self.character = state.find_ever(Character, check.character)
        self.public = Visibility(state, PLAYER)

    @classmethod
    def cached(cls, state: TableState, check: Check) -> "CheckEvaluation":
        """Return the evaluation that all audiences share, cached until something that it read changes."""

        def make() -> CheckEvaluation:
            state.note(check)
            weighed = cls(state, check)
            for what in ("asked", "trouble", "bearings", "blocks", "retry", "waits", "notes"):
                getattr(weighed, what)
            return weighed

        return state.cached(("weighing", check.id), make)

    @cached_property
    def asked(self) -> CheckRequest:
        """The check's request, completed with numbers from the table."""
        said = request_of(self.state, self.row)
        asked: CheckRequest = check_context(self.game.key).around(self.state, self.row, said)
        return asked

    @cached_property
    def bare(self) -> Any:
        """The game's own check, before any modifier counts."""
        return self.game.called(self.asked, self.sheet)

    @property
    def sheet(self) -> Mapping[str, object]:
        """The sheet used for the roll: the older sheet stored with the check if any, else the character's."""
        if self.row.sheet is not None:
            return self.row.sheet
        return self.character.stats if self.character else {}

    @cached_property
    def check(self) -> Any:
        """The game's own check with all modifiers that count."""
        sources = tuple(modifier.source for modifier in self.bearings if modifier.counts)
        return replace(self.bare, sources=sources)

    @cached_property
    def assessment(self) -> Assessment:
        """The assessment of the check's modifiers; raises RuleError if they cannot be combined."""
        return self.game.modifiers_for(self.check)

    @cached_property
    def trouble(self) -> str:
        """Why these numbers and sources cannot be rolled together, in a sentence; "" if they can."""
        try:
            self.assessment  # noqa: B018
        except RuleError as error:
            return error.message
        return ""

    @cached_property
    def waits(self) -> str:
        """Why the check waits: an input is missing, or the check needs no dice; "" if neither is the case."""
        dice = "check" in self.game.rulings(self.row.gate)
        return (
            self.game.describe_missing_input(self.asked)
            if dice
            else "This check needs no dice: the GM says yes or no."
        )

    @cached_property
    def bearings(self) -> tuple[CandidateModifier, ...]:
        """All modifiers that may count: those of nearby things and helpers, and sources added by hand."""
        return (*self._of_things(), *self._of_helpers(), *self._of_hand())

    @cached_property
    def blocks(self) -> tuple[CheckNotice, ...]:
        """The notices that forbid or may forbid this check, including those switched off."""
        return tuple(self._blocks())

    @property
    def blocked(self) -> tuple[CheckNotice, ...]:
        """The notices that forbid this check now."""
        own = () if self.trouble else self.assessment.blocked
        return (*(notice for notice in self.blocks if notice.use != OFF), *map(CheckNotice, own))

    @cached_property
    def retry(self) -> str:
        """A warning if the check is too much like a failed try in this scene; "" if it is not."""
        if self.trouble:
            return ""
        tries = tuple(self._tries())
        if not self.game.retry((tried for _, tried in tries), self.bare):
            return ""
        for row, tried in tries:
            if self.game.retry([tried], self.bare):
                changed = self.row.changed or self._changed_since(row)
                return self.game.retry([tried], self.bare, changed)
        return ""

    def _changed_since(self, row: Check) -> str:
        """Return "what is nearby" if the tags or conditions differ from an earlier roll's, else ""."""
        before = {modifier.thing for modifier in row.rolled.counted if _is_around(modifier.thing)}
        now = {modifier.thing for modifier in self.bearings if modifier.counts and _is_around(modifier.thing)}
        gone = before - {near.thing for near in self.around}
        return "what is nearby" if gone or now - before else ""

    @property
    def ready(self) -> bool:
        """Whether the check can be rolled now."""
        return not (self.waits or self.trouble or self.blocked)

    @cached_property
    def notes(self) -> tuple[CheckNotice, ...]:
        """The warnings and notes to show before the roll."""
        own = () if self.trouble else self.assessment.warnings
        near = [(text, near.thing) for near in self.around for text in near.met.warnings if text not in own]
        return (*map(CheckNotice, () if self.waits else own), *(CheckNotice(*pair) for pair in near))

    @property
    def hazards(self) -> tuple[Name, ...]:
        """The nearby things that take effect when the check fails."""
        return tuple(near.thing for near in self.around if self.game.is_hazard(near.held))

    @property
    def switches(self) -> dict[str, bool]:
        """The facts on which nearby things depend, and whether they are true now."""
        return {name: on for near in self.around for name, on in near.held.switches.items()}

    # ---- things nearby ----------------------------------------------------------------------

    @cached_property
    def around(self) -> tuple[NearbyItem, ...]:
        """Nearby tags, the character's tags and conditions, and the game's own things; () on a RuleError."""
        try:
            games = check_context(self.game.key).standing(self.state, self.row, self.asked)
            return (
                *(self._near(row, sure) for row, sure in self._standing()),
                *(self._weighed(row, held, sure, held.name) for row, held, sure in games),
            )
        except RuleError:
            return ()

    def _standing(self) -> Iterator[tuple[Tag | Condition, bool]]:
        """Yield the nearby tags and conditions, and whether each is certainly where the character is."""
        zone = self.character.zone if self.character else None
        for tag in self.state.find_all(Tag):
            elsewhere = tag.zone is not None and tag.zone != zone
            if self._stands_here(tag) and not (elsewhere and zone is not None):
                yield tag, not elsewhere
        for condition in self.state.find_all(Condition):
            if condition.character == self.row.character:
                yield condition, True

    def _stands_here(self, tag: Tag) -> bool:
        scenes, characters = (None, self.state.table.active_scene), (None, self.row.character)
        return tag.scene in scenes and tag.character in characters and not tag.burned

    def _near(self, row: Tag | Condition, sure: bool) -> NearbyItem:
        on = {name: bool(self.row.switches.get(name, so)) for name, so in switches_of(row).items()}
        return self._weighed(row, ContextItem(row.name, row.kind_name, row.effects, on, row.data), sure)

    def _weighed(self, row: Thing, held: ContextItem, sure: bool, label: str = "") -> NearbyItem:
        on, data = _pairs(held.switches), _pairs(held.data)
        met = _effect_on_check(self.game.key, self.bare, held.name, held.kind, held.effects, on, data)
        return NearbyItem((row.kind_name, row.id), held, sure and self._bears_by_itself(row), met, label)

    def _bears_by_itself(self, row: Thing) -> bool:
        """Return whether a thing may count without the GM.

        That is so if players know it in full, if it is the roller's own and only the roller is hidden, or if
        the game makes it inescapable.
        """
        own = row.kind_name != "character" and getattr(row, "character", None) == self.row.character
        known = self.public.level(row) == "shown" or (own and row.visibility == "shown")
        return known or row.kind_name in self.game.inescapable

    def _tries(self) -> Iterator[tuple[Check, EarlierTry[Any]]]:
        """Yield the same character's earlier rolls in this scene, newest first."""
        for row in reversed(self.state.find_all(Check)):
            rolled = row.state in ("rolled", "resolved") and row.rolled
            if row.character == self.row.character and rolled and self._counts_as_tried(row):
                yield row, EarlierTry(load_value(self.game.check, row.rolled.check), row.result.success)

    def _counts_as_tried(self, other: Check) -> bool:
        """Return whether a try was in this scene; a secret one counts only for secret checks."""
        open_to_all = self.public.level(other) == "shown" or self.row.visibility == "secret"
        return bool(open_to_all and other.scene == self.state.table.active_scene)

    # ---- effects of the things --------------------------------------------------------------

    def _of_things(self) -> Iterator[CandidateModifier]:
        for near in self.around:
            yield from self._agreeing(list(self._of_thing(near)))

    def _of_thing(self, near: NearbyItem) -> Iterator[CandidateModifier]:
        taken: list[str] = []
        for source in (*near.met.sources, *near.met.offered):
            bears = source in near.met.sources
            key = f"{near.key}:{source.modifier}"
            taken.append(key)
            key += f":{taken.count(key)}" if taken.count(key) > 1 else ""
            row = self.state.thing(*near.thing)
            found = self._bearing(key, source, bears and near.by_itself, bears, row)
            yield replace(found, suggested=near.by_itself and source in near.met.suggested)

    def _agreeing(self, found: list[CandidateModifier]) -> Iterator[CandidateModifier]:
        """Yield the modifiers, with contradicting ones switched off; choices by hand take precedence."""
        chosen: list[CandidateModifier] = []
        for modifier in sorted(
            (modifier for modifier in found if modifier.counts),
            key=lambda value: value.key not in self.row.uses,
        ):
            if not any(self.game.contradict(modifier.source, other.source) for other in chosen):
                chosen.append(modifier)
        for modifier in found:
            yield replace(modifier, use=OFF) if modifier.counts and modifier not in chosen else modifier

    def against(self, key: str) -> tuple[str, ...]:
        """Return the keys of the same thing's modifiers that contradict this one and so cannot also count."""
        one = next((modifier for modifier in self.bearings if modifier.key == key), None)
        if one is None or one.thing is None:
            return ()
        others = (
            modifier for modifier in self.bearings if modifier.thing == one.thing and modifier.key != key
        )
        return tuple(modifier.key for modifier in others if self.game.contradict(one.source, modifier.source))

    def _of_helpers(self) -> Iterator[CandidateModifier]:
        """Yield the helpers' modifiers; only the first counts unless the GM switches on others."""
        first = True
        for id in self.row.helpers if group_kind_of(self.game, self.row.group).helps else ():
            helper = self.state.find(Character, id)
            source = self.game.helped(helper.name) if helper is not None else None
            if source is not None:
                yield self._bearing(f"help:{id}", source, first, True, helper)
                first = False

    def _of_hand(self) -> Iterator[CandidateModifier]:
        for place, raw in enumerate(self.row.sources):
            source = Modifier(**{**raw, "modifier": ModifierKind(raw["modifier"])})
            yield self._bearing(f"free:{place}", source, True, True)

    def _bearing(
        self, key: str, source: Modifier, ticked: bool, bears: bool, row: Thing | None = None
    ) -> CandidateModifier:
        alternatives = self.game.list_alternatives(source)
        use = self.row.uses.get(key, str(source.modifier) if ticked else OFF)
        known = any(value.modifier == use for value in alternatives)
        thing = (row.kind_name, row.id) if row is not None else None
        public = row is None or self.public.level(row) == "shown"
        return CandidateModifier(
            key, alternatives, use if known else OFF, bears, thing, public, asked=use == ASKED
        )

    def _blocks(self) -> Iterator[CheckNotice]:
        for near in self.around:
            bearing = near.met.blocked if near.by_itself else ()
            for place, text in enumerate((*near.met.blocked, *near.met.may_block), start=1):
                key = f"{near.key}:{BLOCKS}" + (f":{place}" if place > 1 else "")
                yield CheckNotice(
                    text, near.thing, key, self.row.uses.get(key, BLOCKS if text in bearing else OFF)
                )


def _is_around(thing: Name | None) -> bool:
    """Return whether a modifier comes from a tag or a condition."""
    return thing is not None and thing[0] in ("tag", "condition")


Pairs = tuple[tuple[str, Any], ...]


def _pairs(values: Mapping[str, object]) -> Pairs:
    return tuple(sorted(values.items())) if values else ()


@lru_cache(maxsize=4096)
def _effect_on_check(
    game: str, check: Hashable, name: str, kind: str, effects: tuple[Effect, ...], on: Pairs, data: Pairs
) -> Assessment:
    """Return a check's assessment with only the sources, blocks and warnings that one thing adds.

    It is cached, because each view of a check needs it again.
    """
    plain = load_ruleset_or_stand_in(game).modifiers_for(check)
    met = load_ruleset_or_stand_in(game).modifiers_for(
        check, [ContextItem(name, kind, effects, dict(on), dict(data))]
    )
    return replace(
        met,
        sources=tuple(modifier for modifier in met.sources if modifier not in plain.sources),
        blocked=tuple(text for text in met.blocked if text not in plain.blocked),
        may_block=tuple(text for text in met.may_block if text not in plain.may_block),
        warnings=tuple(warning for warning in met.warnings if warning not in plain.warnings),
    )
