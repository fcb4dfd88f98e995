"""Make the views of a table's checks for one audience."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from webapp.rules.check import Modifier, Resolved
from webapp.rules.form_fields import group_kind_of
from webapp.rules.result_card import ResultCard, ensure_drawn, with_added
from webapp.rules.ruleset import Ruleset
from webapp.state.audience import Role
from webapp.state.check_context import check_context
from webapp.state.check_evaluation import CandidateModifier, CheckEvaluation
from webapp.state.foe_numbers import NumbersDisclosure, has_number, without_numbers
from webapp.state.rule_values import rolled_check_of
from webapp.state.visibility import REFERRING, Visibility, check_references, things_in_check
from webapp.store.models import Character, Check, Seat
from webapp.store.row_index import Name
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT, Maybe
from webapp.views.check_views import (
    BlockView,
    ChanceView,
    CheckView,
    MyChecks,
    OddsView,
    ProposalView,
    SourceView,
    SwitchView,
)
from webapp.views.game_screens import game_screens, result_template
from webapp.views.outcomes import outcome_of
from webapp.views.safe_rendering import render_safely
from webapp.views.thing_view_factory import ThingViewFactory

OPEN = ("called", "rolled")
SHOWN_AFTER = ("resolved", "void")
MOST_SETTLED = 6
"""The most resolved or undone checks of the active scene that stay visible."""
CHIPS = 4
TELLING_NOTHING = ("choice", "flag", *REFERRING)
"""The kinds of a check's fields that contain no numbers."""
SECRET_BLOCK = "Something prevents this action. Ask the GM what it is."  # noqa: S105
SUCCESS = "success"
"""How the keys of outcomes end that are a success, with or without a price."""
UNSETTLED = "The GM still has to change the numbers or sources of this check."


class CheckViewFactory:
    """Makes the views of checks for one audience."""

    def __init__(
        self,
        showing: ThingViewFactory,
        proposals: Callable[[int], tuple[ProposalView, ...]] = lambda check: (),
    ) -> None:
        self.showing, self.proposals = showing, proposals
        self.state, self.visibility = showing.state, showing.visibility
        self.game: Ruleset = self.state.rules
        self.gm = self.visibility.audience.role is Role.GM

    @property
    def odds_told(self) -> bool:
        """Whether this audience sees the odds.

        The setting is read again for each view, because each view's cache records its own reads.
        """
        shown = bool(self.state.table.settings.get("show_odds"))
        return self.gm or (shown and self.visibility.audience.role is Role.PLAYER)

    def views(self) -> tuple[CheckView, ...]:
        """Return the open checks and the six newest resolved or undone ones of this scene, oldest first.

        Checks that this audience does not know in full are left out.
        """
        scene, seen, settled = self.state.table.active_scene, list[Check](), 0
        for row in reversed(self.state.find_all(Check)):
            state = row.state
            over = settled < MOST_SETTLED and state in SHOWN_AFTER and row.scene == scene
            if (over or state in OPEN) and self.visibility.level(row) == "shown":
                seen.append(row)
                settled += over
        return self.showing.some(reversed(seen), self.view)

    def view(self, row: Check) -> CheckView:
        """Return one check: as evaluated now if it has not been rolled yet, else as it was rolled."""
        parts = self._before(row) if row.state == "called" else self._after(row)
        character = self.state.find_ever(Character, row.character)
        view = CheckView(
            id=row.id,
            visibility=row.visibility if self.gm else "shown",
            character=row.character if self.visibility.may_name("character", row.character) else ABSENT,
            who=character.name if character is not None else "Somebody",
            seat=row.seat,
            scene=row.scene,
            state=row.state,
            intent=row.intent,
            approach=row.approach,
            changed=row.changed,
            asked=self._asked(row),
            targets=self._clocks(row.targets),
            group=row.group,
            helpers=tuple(id for id in row.helpers if self.visibility.may_name("character", id)),
            members=self._names(row.helpers),
            company=group_kind_of(self.game, row.group).company,
            lead=self.showing.reference_to("check", row.lead),
            result=row.result or None,
            sources=row.sources if self.gm else ABSENT,
            affected=self._clocks(row.affected) if self.gm else ABSENT,
            gate=dict(row.gate) if self.gm else ABSENT,
            rulings=self.game.rulings(row.gate) if self.gm else ABSENT,
            proposals=self.proposals(row.id) if self.gm else (),
            applied=self.gm and self._applied(row),
            by_itself=self.gm and row.rolled.by_itself,
            open=self._open(row),
            outcome=outcome_of(self.state, row, self.visibility),
            **parts,
        )
        redacted = game_screens(self.game.key).redact_check(view, row, self.visibility)
        return self.with_card(without_foe_numbers(redacted, row, self.visibility), row)

    def with_card(self, view: CheckView, row: Check) -> CheckView:
        """Add the result card; if making it fails, the check is shown without the card."""
        result = view.result
        if result is None:
            return view
        what = f"The result of check {view.id}"
        card = render_safely(what, lambda: self._card(result, row), lambda: None)
        return replace(view, card=card, drawn_by=result_template(self.game.key))

    def _open(self, row: Check) -> str:
        """Return to the GM what may still change a rolled check; "" if nothing may, or to anybody else."""
        if not self.gm or row.state != "rolled":
            return ""
        return check_context(self.game.key).open_choice(self.state, row)

    def _card(self, result: Resolved, row: Check) -> ResultCard:
        """Return a result's card; players read by name what the sheet of a player's character added."""
        card = ensure_drawn(self.game.result_card(result))
        who = self.state.find_ever(Character, row.character)
        own = who is not None and who.kind == "pc"
        known = card.parts and row.rolled and (self.gm or own)
        return with_added(card, self.game.added(rolled_check_of(self.state, row).check) if known else {})

    def _applied(self, row: Check) -> bool:
        lines = self.state.proposals_from(row.id)
        return row.state == "resolved" and any(line.state == "accepted" for line in lines)

    def _asked(self, row: Check) -> dict[str, object]:
        """Return the check's fields without references to things that this audience may not know."""
        known = dict(row.asked)
        for key, kind, ids in check_references(self.game.check_form, row.asked):
            seen = [id for id in ids if self.visibility.may_name(kind, id)]
            if isinstance(known[key], list):
                known[key] = seen
            elif not seen:
                del known[key]
        return known

    # ---- before the roll --------------------------------------------------------------------

    def _before(self, row: Check) -> dict[str, Any]:
        weighed = CheckEvaluation.cached(self.state, row)
        known = {} if weighed.trouble else dict(weighed.assessment.data)
        known.pop("hazards", None)
        parts = {
            "dice": "" if weighed.trouble else weighed.assessment.dice,
            "count": 0 if weighed.trouble else weighed.assessment.count,
            "faces": 6 if weighed.trouble else weighed.assessment.faces,
            "numbers": {} if weighed.waits else known,
            "facts": () if weighed.trouble else weighed.assessment.facts,
            "ready": weighed.ready,
            "waits": weighed.waits,
            "retry": weighed.retry,
            "blocked": self._blocked(weighed),
            "notes": tuple(said.text for said in weighed.notes if self._level(said.thing) == "shown"),
            "counted": tuple(self._counted(modifier) for modifier in weighed.bearings if modifier.counts),
            "odds": self._odds(weighed),
            "adds": self._adds(weighed),
            "stakes": self._stakes(weighed),
        }
        return {**parts, **(self._for_gm(weighed) if self.gm else self._for_players(weighed))}

    def _stakes(self, weighed: CheckEvaluation) -> str:
        """Return what a failure does for certain: "If this fails, Mara dies."; "" if nothing is."""
        said = "" if weighed.trouble else self.game.if_it_fails(weighed.check, self._name_or_somebody)
        return f"If this fails, {said}." if said else ""

    def _name_or_somebody(self, id: int) -> str:
        return next(iter(self._names([id])), "somebody")

    def _adds(self, weighed: CheckEvaluation) -> str:
        """Return what the sheet adds to real dice: "+3: MIG +2, Climbing +1".

        Returns "" until the check is ready, and to players for an NPC.
        """
        own = weighed.character is not None and weighed.character.kind == "pc"
        added = self.game.added(weighed.bare) if weighed.ready and (self.gm or own) else {}
        parts = {name: number for name, number in added.items() if number}
        said = ", ".join(f"{name} {number:+d}" for name, number in parts.items())
        return f"{sum(parts.values()):+d}: {said}" if parts else ""

    def _for_gm(self, weighed: CheckEvaluation) -> dict[str, object]:
        return {
            "offered": tuple(self._counted(modifier) for modifier in weighed.bearings if not modifier.counts),
            "blocks": tuple(BlockView(notice.key, notice.text, notice.use) for notice in weighed.blocks),
            "switches": tuple(SwitchView(name, on) for name, on in weighed.switches.items()),
        }

    def _for_players(self, weighed: CheckEvaluation) -> dict[str, object]:
        """Return the field `suggested`: the sources that a check's words suggest, which players may request.

        The result is empty for the TV, for an NPC's check, and if there are no such sources.
        """
        own = weighed.character is not None and weighed.character.kind == "pc"
        if self.visibility.audience.role is not Role.PLAYER or not own:
            return {}
        found = tuple(
            replace(
                self._source(modifier.source, modifier.thing),
                key=modifier.key,
                suggested=True,
                asked=modifier.asked,
            )
            for modifier in weighed.bearings
            if modifier.suggested and modifier.public and not modifier.counts
        )
        return {"suggested": found} if found else {}

    def _blocked(self, weighed: CheckEvaluation) -> tuple[str, ...]:
        texts = ((notice.text, self._level(notice.thing) == "shown") for notice in weighed.blocked)
        found = [text if known else SECRET_BLOCK for text, known in texts]
        if weighed.trouble:
            found.append(weighed.trouble if self.gm else UNSETTLED)
        return tuple(found)

    def _counted(self, bearing: CandidateModifier) -> SourceView:
        source = self._source(bearing.source, bearing.thing)
        if not self.gm:
            return source
        return replace(
            source,
            key=bearing.key,
            use=bearing.use,
            ways=tuple(str(value.modifier) for value in bearing.alternatives),
            bears=bearing.bears,
            hidden=not bearing.public,
            suggested=bearing.suggested,
            asked=bearing.asked,
        )

    def _source(self, source: Modifier, thing: Name | None) -> SourceView:
        level = self._level(thing)
        name = source.name if level in ("masked", "shown") else "something"
        note = source.note if level == "shown" else ""
        return SourceView(name, str(source.modifier), source.amount, note)

    def _odds(self, weighed: CheckEvaluation) -> Maybe[OddsView]:
        if not self.odds_told or weighed.waits or weighed.trouble:
            return ABSENT
        game, check, little = self.game, weighed.check, self.game.little_help
        chances = game.odds(check)
        return OddsView(
            self._chances(chances),
            little.name if little else None,
            self._chances(game.odds(replace(check, sources=(*check.sources, little)))) if little else (),
            percent(sum((chance for key, chance in chances.items() if key.endswith(SUCCESS)), Fraction(0))),
        )

    def _chances(self, chances: Mapping[str, Fraction]) -> tuple[ChanceView, ...]:
        return tuple(
            ChanceView(key, self.game.outcome_name(key), float(chance), percent(chance))
            for key, chance in chances.items()
        )

    # ---- after the roll ---------------------------------------------------------------------

    def _after(self, row: Check) -> dict[str, object]:
        rolled = row.rolled
        return {
            "dice": rolled.dice,
            "count": 0,
            "faces": rolled.faces,
            "numbers": rolled.numbers,
            "ready": False,
            "waits": "",
            "retry": "",
            "blocked": (),
            "notes": (),
            "counted": tuple(self._source(modifier, modifier.thing) for modifier in rolled.counted),
            "odds": ABSENT,
        }

    # ---- visibility for this audience --------------------------------------------------------

    def _level(self, thing: Name | None) -> str:
        row = self.state.thing(*thing) if thing is not None else None
        if row is None:
            return "shown" if thing is None or self.gm else "secret"
        return self.visibility.level(row)

    def _clocks(self, ids: list[int]) -> tuple[int, ...]:
        return tuple(id for id in ids if self.visibility.may_name("clock", id))

    def _names(self, ids: list[int]) -> tuple[str, ...]:
        rows = (self.state.find(Character, id) for id in ids)
        return tuple(row.name for row in rows if row is not None and self.visibility.level(row) == "shown")


def my_checks(state: TableState, seat: int | None, views: tuple[CheckView, ...]) -> MyChecks:
    """Return the checks of a seat's character and those that the seat declared, with its form's choices.

    A seat without a character has no checks.
    """
    row = state.find(Seat, seat)
    character = row.character if row is not None else None
    declared = {check.id for check in state.find_all(Check) if seat is not None and check.seat == seat}
    own = (check for check in reversed(views) if check.character == character or check.id in declared)
    mine = list(own) if character is not None else []
    waiting = [check for check in reversed(mine) if check.state == "called"]
    tried = [check for check in mine if check.result is not None and not check.result.success]
    return MyChecks(
        character=character,
        checks=(*waiting, *(check for check in mine if check not in waiting)),
        intents=_last(check.intent for check in mine),
        approaches=_last(check.approach for check in mine),
        tried=_last(check.intent for check in tried if check.state != "void"),
    )


def percent(chance: Fraction) -> str:
    """Return a chance in percent; a possible outcome is never "0%", an uncertain one never "100%"."""
    rounded = round(100 * chance)
    if rounded == 0 and chance:
        return "<1%"
    if rounded == 100 and chance != 1:
        return ">99%"
    return f"{rounded}%"


def _last(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))[:CHIPS]


# ---- the numbers of foes ---------------------------------------------------------------------------


def without_foe_numbers(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """Return a check without hidden numbers of the characters that it is about.

    A foe's own roll keeps only its outcome; a roll at a foe keeps what comes from the roller's own dice and
    sheet. Both lose their odds. The game may keep more numbers.
    """
    people = things_in_check(visibility.state, check)
    if all(visibility.disclosure_of(row) is NumbersDisclosure.EXACT for row in people):
        return view
    rolls = (
        visibility.disclosure_of(visibility.state.find_ever(Character, check.character))
        is not NumbersDisclosure.EXACT
    )
    game = game_screens(visibility.state.table.ruleset)
    shown_names = game.foes_numbers if rolls else game.own_numbers
    names = [check.intent, *(row.name for row in people)]
    view = replace(
        view,
        asked=_asked_without_numbers(view, visibility.state, shown_names),
        numbers={name: value for name, value in view.numbers.items() if name in shown_names},
        facts=tuple(fact for fact in view.facts if fact.key in shown_names),
        notes=tuple(filter(None, (without_numbers(note, names) for note in view.notes))),
        odds=ABSENT,
        result=_result_without_numbers(view.result, shown_names, names) if view.result is not None else None,
    )
    return replace(view, dice="", count=0, counted=(), adds="") if rolls else view


def _asked_without_numbers(
    view: CheckView, state: TableState, shown_names: frozenset[str]
) -> dict[str, object]:
    """Return the check's fields except those that could reveal a number or dice.

    The fields in `shown_names` are always included.
    """
    kinds = {field.key: field.kind for field in state.rules.check_form}
    plain = {key for key in view.asked if key in shown_names or kinds.get(key) in TELLING_NOTHING}
    return {key: value for key, value in view.asked.items() if key in plain}


def _result_without_numbers(result: Resolved, shown_names: frozenset[str], names: list[str]) -> Resolved:
    said = (without_numbers(sentence, names) for sentence in result.sentences)
    combined = result.combined if result.combined and not has_number(result.combined, names) else None
    data = {name: value for name, value in result.data.items() if name in shown_names}
    known = tuple(fact for fact in result.facts if fact.key in shown_names)
    faces = result.faces if "faces" in shown_names else ()
    sentences = tuple(filter(None, said))
    return replace(result, sentences=sentences, data=data, combined=combined, faces=faces, facts=known)
