"""Effects of a roll on both sides' tags, before and after the dice, and the choice after a Critical."""

from dataclasses import replace
from typing import Literal

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    Check,
    CheckEvaluation,
    CommandResult,
    GameCommand,
    PreCommandResult,
    ProposalLine,
    Refused,
    TableState,
    change_roll,
    command,
    ensure_own,
    find,
    journal_group,
    propose,
    propose_consequences,
    ref_of,
    resolve_if_answered,
    resolve_without_dice,
    roll_event,
    rolled_check_of,
    told,
    waiting_lines,
)
from webapp.games.resonance.commands.character_state import close_last_event
from webapp.games.resonance.commands.costs import does, spent
from webapp.games.resonance.commands.pools import holder
from webapp.games.resonance.commands.triggers import fire_at
from webapp.games.resonance.events import (
    Acted,
    ActionsLeft,
    CheckOver,
    CriticalChosen,
    TagWorked,
    ValuePaid,
)
from webapp.games.resonance.rules import rolled_actions
from webapp.games.resonance.rules.aftermath import earns
from webapp.games.resonance.rules.check import AGAINST_RESISTANCE
from webapp.games.resonance.rules.check import Check as Called
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.pools import Event
from webapp.games.resonance.rules.ruleset import RULESET
from webapp.games.resonance.rules.standard_roll import Critical, loss_of
from webapp.games.resonance.state.characters import level_of, rounds_of
from webapp.games.resonance.state.roll_facts import effect_answered, effects_upon, may_answer, waiting_of
from webapp.rules.codec import dump_value, load_value
from webapp.table.fields import CharacterId, CheckId

IN_A_ROLL = (TagWorked, ValuePaid, ActionsLeft, Acted)
"""The kinds of events that are hidden with the check in which they happen; others tell of its roller."""
LOST = "The action is lost"
Pick = Literal["edge", "point", "surface", "restore", "value_loss"]


def before_roll(state: TableState, row: Check | None, actor: Actor) -> PreCommandResult:
    """Declare a roll's action before its dice: Blight, Impair, Silence take effect, and its cost is paid.

    This resolves the check as lost if it takes the roller's last HP. A check that is not ready is left alone.
    """
    if row is None or row.state != "called" or not CheckEvaluation(state, row).ready:
        return PreCommandResult()  # the command itself then gives the reason
    ensure_own(state, row, actor, "roll")
    character = state.find(Character, row.character)
    if character is None:
        return PreCommandResult()
    called = waiting_of(state, row)
    results, lost = does(state, character, called.on, actor, sp=called.sp, ep=called.ep)
    return PreCommandResult(_with_check(results, row), _lost(state, row) if lost else None)


def _lost(state: TableState, row: Check) -> CommandResult:
    """Resolve a check as lost, since its roller lost the last HP before the roll."""
    resolve_without_dice(row, "lost", LOST, success=False)
    over = told(CheckOver(ref_of(row), "lost"), check=row.id, **row.result.as_dict())
    return replace(over, group=journal_group(row))


def after_roll(state: TableState, row: Check, actor: Actor) -> list[CommandResult]:
    """Apply a roll's effects: tags such as Curse, Daze and Mark, its action, and a reaction's success."""
    sr = KnownOutcome.of(row.result.data).sr if row is not None else None
    if row is None or sr is None:
        return []
    results: list[CommandResult] = []
    rolled, roller = waiting_of(state, row), state.find(Character, row.character)
    if roller is not None:
        results += fire_at(state, roller, Event("roll", sr=sr), actor)
        close_last_event(state, roller.id)
    for target in rolled.attacked:
        results += fire_at(state, state.require(Character, target), Event("attacked"), actor)
    if roller is not None:
        deed = rolled_actions.of(ResonanceRequest.of(row.asked))
        results += spent(state, roller, rolled.on, whole_turn=deed is not None and deed.whole_turn)
        if deed is not None and deed.ignores and row.result.success:
            results += _ignored(state, row, roller, seizes=deed.seizes)
    return _with_check(results, row)


def _ignored(state: TableState, row: Check, character: Character, *, seizes: bool) -> list[CommandResult]:
    """Apply a reaction that beat an effect: the character is spared, and a Parry may seize priority."""
    effect, order = effect_answered(state, row), rounds_of(state)
    results = untouched(state, effect, character) if effect is not None else []
    resolve_if_answered(state, effect.id if effect is not None else None)
    if seizes and order is not None and character.id in order[1].each and character.id != order[1].active:
        propose(
            state, [ProposalLine("resonance.round.seize", {"character": character.id}, "Parry")], check=row.id
        )
        row.state = "rolled"
    return results


def unanswered(state: TableState, row: Check | None) -> list[CommandResult]:
    """Cancel open reactions that have nothing left to answer once an effect has ended; they cost nothing."""
    effect = (
        ResonanceRequest.of(row.asked)
        if row is not None and row.state not in ("called", "rolled")
        else ResonanceRequest()
    )
    if row is None or effect.roll not in AGAINST_RESISTANCE:
        return []
    results, checks = [], state.find_all(Check)
    for check in checks[checks.index(row) :] if row in checks else ():
        asked = (
            ResonanceRequest.of(check.asked)
            if check.state == "called" and check.character in effect.upon
            else ResonanceRequest()
        )
        if asked.roll is not Kind.REACTION or asked.tn is not None or not may_answer(state, check, row):
            continue
        if not effects_upon(state, check):
            check.state = "cancelled"
            over = told(CheckOver(ref_of(check), "unanswered"))
            results.append(replace(over, group=journal_group(check)))
    return results


def _with_check(results: list[CommandResult], row: Check) -> list[CommandResult]:
    """Limit results to audiences that may know of the check."""
    for result in results:
        result.about = [*result.about, ref_of(row)]
        result.events = [
            replace(event, check=ref_of(row)) if isinstance(event, IN_A_ROLL) else event
            for event in result.events
        ]
    return results


@command("resonance.critical", roles=PLAYERS_TOO)
class PickCritical(GameCommand):
    """Choose the effect of a Critical: a Weaken, Blight or Daze for the target, a Restore, or double loss."""

    check: CheckId
    pick: Pick = Field(
        description="edge (a Weaken), point (a Blight), surface (a Daze), restore (a value in full) or "
        "value_loss (double loss)"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find(state, Check, self.check, actor)
        ensure_own(state, row, actor, "choose the Critical of")
        self._ensure_may(row)
        picked = replace(row.result, data={**row.result.data, "picked": self.pick})
        change_roll(state, row, picked, again=False)
        if self.pick == "value_loss":
            made = self._doubled(state, row)
        else:
            made = propose(state, earns(rolled_check_of(state, row), Critical(self.pick)), check=row.id)
        shown = made if actor.role == "gm" else []
        chosen = CriticalChosen(ref_of(row), ("character", row.character), self.pick)
        return replace(told(chosen, check=row.id, proposals=shown), group=journal_group(row))

    def _ensure_may(self, row: Check) -> None:
        came = KnownOutcome.of(row.result.data)
        if self.pick not in came.options:
            raise Refused("Only a Critical has a choice to make.")
        if came.picked:
            raise Refused(f"This Critical has already been spent: {_in_words(came.picked)}.")

    def _doubled(self, state: TableState, row: Check) -> list[int]:
        lines = [
            proposal
            for proposal in waiting_lines(state, row.id)
            if proposal.command["do"] == "resonance.value.lose"
        ]
        if not lines:
            raise Refused("This roll has no open loss to double.")
        for line in lines:
            line.command = {**line.command, "amount": loss_of(line.command["amount"], Critical(self.pick))}
        return [line.id for line in lines]


@command("resonance.take", roles=PLAYERS_TOO)
class TakeEffect(GameCommand):
    """Take an effect without a reaction; the character's holder or the GM decides."""

    check: CheckId
    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find(state, Check, self.check, actor)
        who = holder(state, self.character, actor)
        asked = ResonanceRequest.of(row.asked)
        if row.state not in ("called", "rolled") or not asked.is_upon(who.id):
            raise Refused(f"{who.name} has nothing to react to here.")
        row.asked = {**row.asked, "taken": f"{asked.taken} {who.id}".strip()}
        result = told(Acted(ref_of(who), "takes_it", check=ref_of(row)), check=row.id)
        return replace(result, group=journal_group(row))


def _in_words(pick: str) -> str:
    return "double loss" if pick == "value_loss" else pick.capitalize()


def untouched(state: TableState, check: Check, character: Character) -> list[CommandResult]:
    """Decline the open proposals of a check for a character whom it does not affect.

    The character is recorded as warded, so that a new reading of the dice proposes none again.
    """
    ignored = (*ResonanceRequest.of(check.asked).warded, character.id)
    check.asked = {**check.asked, "warded": list(dict.fromkeys(ignored))}
    for line in waiting_lines(state, check.id):
        if line.command.get("character") == character.id:
            line.state = "declined"
    return [told(Acted(ref_of(character), "spared", check=ref_of(check)))]


def resisted(state: TableState, check: Check | None, character: Character) -> list[CommandResult]:
    """Add a character's Level to their Resistance against a check, before or after its dice.

    After the dice, the roll is resolved again. A check that has ended or is not aimed at the character is
    unchanged.
    """
    asked = ResonanceRequest.of(check.asked) if check is not None else ResonanceRequest()
    upon = asked.upon if asked.roll in AGAINST_RESISTANCE else ()
    if check is None or check.state not in ("called", "rolled") or character.id not in upon:
        return []
    check.asked = {**check.asked, "resisted": [*asked.resisted, character.id]}
    if check.state == "called":
        return []
    called = load_value(RULESET.check, check.rolled.check)
    first = character.id == asked.target
    return read_again(state, check, called.resisted(level_of(character), None if first else character.id))


def read_again(state: TableState, check: Check, called: Called) -> list[CommandResult]:
    """Resolve the dice of a check again with other numbers; its open proposals are replaced.

    Raises Refused if one of its proposals was accepted.
    """
    if any(line.state == "accepted" for line in state.proposals_from(check.id)):
        raise Refused("Effects of this roll have already been applied.")
    resolved = RULESET.resolve(called, check.result.dice)
    change_roll(state, check, replace(resolved, real=check.result.real), check=dump_value(called))
    for line in waiting_lines(state, check.id):
        line.state = "void"
    propose_consequences(state, check)
    return [told(roll_event(state, check))]
