"""Roll checks: store the outcome, and propose its consequences to the GM."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from webapp.rules.check import (
    ClockRef,
    CountedModifier,
    ProposalLine,
    Resolved,
    RollRecord,
    Stage,
    merge_lines,
)
from webapp.rules.codec import dump_value
from webapp.rules.errors import RuleError
from webapp.rules.events import Event, dump_event
from webapp.rules.result_card import ensure_drawn
from webapp.rules.ruleset import Ruleset
from webapp.state.audience import PLAYER
from webapp.state.check_evaluation import CandidateModifier, CheckEvaluation
from webapp.state.check_events import CheckChanged, CheckDecided, CheckRolled, ChecksCombined, JointRoll
from webapp.state.outcome_lines import had_no_effect, within_line
from webapp.state.rule_values import carried_condition, rolled_check_of
from webapp.state.visibility import Visibility
from webapp.state.waiting_clocks import waits_for_another
from webapp.store.models import Character, Check, Clock, Condition, Proposal, ref_of
from webapp.store.table_state import TableState
from webapp.table.proposals import propose
from webapp.table.refusals import Invalid, Refused

log = logging.getLogger(__name__)


def roll_check(state: TableState, weighed: CheckEvaluation, dice: Sequence[object] | None) -> Resolved:
    """Roll a check once, with the server's dice or, if given, real ones; return and store the outcome."""
    row = weighed.row
    try:
        resolved = weighed.game.resolve(weighed.check, dice if dice is not None else state.dice)
    except RuleError as error:
        if dice is None:
            raise Refused(error.message) from error
        raise Invalid(error.message, {error.field or "dice": error.message}) from error
    _ensure_drawable(weighed.game, resolved)
    serial = state.table.entries + 1
    row.rolled = replace(_as_rolled(weighed), order=serial, made=serial)
    row.result = resolved
    row.state = "rolled"
    who = weighed.character
    if who is not None and row.visibility != "secret" and not who.rolled:
        who.rolled = True  # set once: each change of a character rebuilds the views of its checks
    return resolved


def change_roll(
    state: TableState, row: Check, result: Resolved, *, again: bool = True, **changes: Any
) -> None:
    """Give a rolled check a new stage with this result; undo bares the stage before.

    `again` says that its dice count anew; `changes` are the fields of its record that differ.
    """
    rolled = row.rolled
    row.rolled = replace(
        rolled,
        **{"by_itself": False, **changes},
        rolls=rolled.rolls + again,
        earlier=(*rolled.earlier, Stage(rolled.check, row.result, rolled.made)),
        made=state.table.entries + 1,
    )
    row.result = result
    row.state = "rolled"


def resolve_without_dice(row: Check, outcome: str, label: str, *, success: bool) -> None:
    """Give a check its outcome without a roll."""
    row.state = "resolved"
    row.result = Resolved(outcome, label, success)


def _ensure_drawable(game: Ruleset, resolved: object) -> None:
    """Refuse a result that cannot be drawn, since a stored one would fail on every screen."""
    try:
        if not isinstance(resolved, Resolved):
            raise TypeError(f"resolve must return a Resolved, not {type(resolved).__name__}")
        ensure_drawn(game.result_card(resolved))
    except Exception as error:
        log.exception("A result of %s cannot be drawn", game.key)
        raise Refused(f"{game.name} made a result that cannot be shown, so nothing was rolled.") from error


def _as_rolled(weighed: CheckEvaluation) -> RollRecord:
    return RollRecord(
        check=dump_value(weighed.check),
        dice=weighed.assessment.dice,
        faces=weighed.assessment.faces,
        numbers={name: value for name, value in weighed.assessment.data.items() if name != "hazards"},
        counted=tuple(_counted(modifier) for modifier in weighed.bearings if modifier.counts),
        hazards=weighed.hazards,
    )


def _counted(bearing: CandidateModifier) -> CountedModifier:
    source = bearing.source
    return CountedModifier(source.name, source.modifier, source.amount, source.note, bearing.thing)


# ---- checks that are rolled together --------------------------------------------------------------


def checks_of_moment(state: TableState, row: Check) -> list[Check]:
    """Return this check and those rolled together with it, without cancelled ones."""
    lead = row.lead or row.id
    together = [check for check in state.find_all(Check) if lead in (check.id, check.lead)]
    return [check for check in together if check.state != "cancelled"]


def journal_group(row: Check) -> int:
    """Return the id of the journal group to which a check's entries belong."""
    return row.lead or row.id


# ---- consequences ---------------------------------------------------------------------------------


def propose_consequences(state: TableState, row: Check) -> Check:
    """Propose consequences once all checks rolled together are rolled; return the check that lists them.

    Until then, nothing is proposed and the given check is returned. Several rolls give one set of proposals:
    what the best achieved and what the worst brought about. Rolled checks that list no proposals are
    resolved.
    """
    together = checks_of_moment(state, row)
    rolled = [check for check in together if check.state == "rolled"]
    if not rolled or any(check.state == "called" for check in together):
        return row
    holder = rolled[0]
    best = worst = holder
    if len(rolled) > 1:
        best, worst = _combine(state, rolled)
    lines = _lines(state, best) if best is worst else merge_lines(_lines(state, best), _lines(state, worst))
    made = propose(state, lines, check=holder.id)
    made += propose(state, _cleared(state, rolled), check=holder.id)
    made += propose(state, _complications(state, worst), check=holder.id, offered=True)
    for check in rolled:
        check.state = "rolled" if check is holder and made else "resolved"
    return holder


def roll_event(state: TableState, row: Check) -> CheckRolled:
    """Return a check's newest stage as an event: its roll, or what something has changed it to."""
    kind = CheckChanged if row.rolled.earlier else CheckRolled
    result, margin = row.result, row.result.data.get("margin")
    return kind(
        ref_of(row),
        ("character", row.character),
        result.outcome,
        outcome_words(state, row),
        " ".join(result.sentences[:1]) or None,
        result.real,
        margin if isinstance(margin, int) else None,
    )


def outcome_words(state: TableState, row: Check) -> str:
    """Return the outcome's name, or the game's words for a success without effect ("No damage")."""
    does_nothing = row.state == "resolved" and row.result.success and not _has_lines(state, row)
    game = state.rules
    nothing = game.without_effect(game.request_type.of(row.asked), row.result) if does_nothing else ""
    return nothing[:1].upper() + nothing[1:] or row.result.label


def _has_lines(state: TableState, row: Check) -> bool:
    return any(value.state != "void" for value in state.proposals_from(row.id))


def record_applied(
    state: TableState, row: Check, applied: Sequence[Event], *, by_itself: bool = False
) -> list[Event]:
    """Store on a check what was applied of its outcome; return this, that it was decided first."""
    stored = (*row.rolled.applied, *map(dump_event, applied))
    row.rolled = replace(row.rolled, applied=stored, by_itself=by_itself)
    return [_as_decided(state, row), *applied]


def _as_decided(state: TableState, row: Check) -> CheckDecided:
    result = row.result
    described = state.rules.describe_outcome(result)
    joint = next(iter(joint_result(state, row)), None)
    return CheckDecided(
        ref_of(row),
        ("character", row.character),
        result.outcome,
        result.label,
        described if described != result.label else None,
        len(row.rolled.earlier),
        had_no_effect(state, row),
        *((joint.best, joint.worst, joint.alike) if joint is not None else ()),
    )


def resolve_if_answered(state: TableState, id: int | None) -> None:
    """Resolve a rolled check if none of its proposals still waits for the GM."""
    row = state.find(Check, id)
    if row is not None and row.state == "rolled" and not waiting_lines(state, row.id):
        row.state = "resolved"


def waiting_lines(state: TableState, check: int) -> list[Proposal]:
    """Return a check's open proposals, in the order in which they are applied."""
    return [proposal for proposal in state.proposals_from(check) if proposal.state == "open"]


def joint_result(state: TableState, row: Check) -> list[ChecksCombined]:
    """Return what the rolls of a group have come to, once all are there; empty for any other check."""
    rolled = [check for check in checks_of_moment(state, row) if check.result.combined]
    if not rolled:
        return []
    best, worst = (
        JointRoll(("character", check.character), within_line(check.result.label))
        for check in _best_and_worst(state, rolled)[:2]
    )
    alike = best.label if best.label == worst.label else None
    return [ChecksCombined(ref_of(row), (best,), (worst,), alike)]


def _combine(state: TableState, rolled: list[Check]) -> tuple[Check, Check]:
    """Store on the checks what they have come to together; return the best and the worst."""
    best, worst, says = _best_and_worst(state, rolled)
    for check in rolled if says else ():
        check.result = replace(check.result, combined=says)
    return best, worst


def _best_and_worst(state: TableState, rolled: list[Check]) -> tuple[Check, Check, str]:
    names = _names(state, rolled)
    combined = state.rules.combined({name: rolled_check_of(state, check) for name, check in names.items()})
    if combined is None:
        return rolled[0], rolled[0], ""
    return names[combined.best], names[combined.worst], combined.says


def _names(state: TableState, rows: list[Check]) -> dict[str, Check]:
    """Map the names of the rolling characters to their checks; equal names get a number.

    The joint result is public, so a character hidden from players is called "Somebody".
    """
    found: dict[str, Check] = {}
    visibility = Visibility(state, PLAYER)
    for row in rows:
        character = state.find_ever(Character, row.character)
        known = character is not None and visibility.level(character) == "shown"
        name = character.name if character is not None and known else "Somebody"
        found[f"{name} {len(found) + 1}" if name in found else name] = row
    return found


def _lines(state: TableState, row: Check) -> Sequence[ProposalLine]:
    """Return the changes to clocks and to the game's own values that this outcome proposes.

    Changes whose range has no number above 0 are left out.
    """
    game = state.rules
    lines = game.proposes(rolled_check_of(state, row), _dials(state, row))
    return tuple(line for line in lines if line.low is None or line.high)


def _dials(state: TableState, row: Check) -> list[ClockRef]:
    """Return the clocks of the active scene and of the whole table, in the form the game's rules read."""
    scenes = (None, state.table.active_scene)
    wounds = {condition.clock for condition in state.find_all(Condition)}
    return [
        ClockRef(
            id=clock.id,
            name=clock.name,
            kind=clock.kind,
            targeted=clock.id in row.targets,
            affected=clock.id in row.affected,
            harms=clock.id in wounds,
            complete=clock.value.complete or waits_for_another(state, clock),
            opposes=clock.opposes,
        )
        for clock in state.find_all(Clock)
        if clock.scene in scenes
    ]


# ---- conditions ----------------------------------------------------------------------------------


def _cleared(state: TableState, rolled: list[Check]) -> list[ProposalLine]:
    """Return the changes that these rolls propose to their characters' conditions."""
    game, found = state.rules, list[ProposalLine]()
    for row in rolled:
        own = [
            carried_condition(condition)
            for condition in state.find_all(Condition)
            if condition.character == row.character
        ]
        found += game.after_check(rolled_check_of(state, row), own)
    return found


def _complications(state: TableState, row: Check) -> tuple[ProposalLine, ...]:
    if state.find(Character, row.character) is None:
        return ()
    return state.rules.complications(row.result.outcome, row.character)
