"""What a roll does to the tags of both sides: before the dice, after them, and what a Critical earns."""

from dataclasses import replace
from typing import Literal

from pydantic import Field

from webapp.games.resonance.screens.characters import card, level_of, rounds_of
from webapp.games.resonance.screens.roll_facts import effect_answered, effects_upon, may_answer, waiting_of
from webapp.games.resonance.table.character_state import keep_over
from webapp.games.resonance.table.deeds import does, spent
from webapp.games.resonance.table.triggers import fire_at
from webapp.rules.check import Proposed, Resolved
from webapp.rules.resonance import deeds
from webapp.rules.resonance.achieved import Critical, loss_of
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.check import AGAINST_RESISTANCE
from webapp.rules.resonance.check import Check as Called
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.follows import earns
from webapp.rules.resonance.outcome import Came
from webapp.rules.resonance.ruleset import RULESET
from webapp.screens.modifiers import Weighing, as_rolled
from webapp.store.board import Board
from webapp.store.models import Character, Check, Proposal
from webapp.table.actor import Actor
from webapp.table.check_setup import ensure_own
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import CheckId
from webapp.table.games import Before
from webapp.table.outcomes import follow, group_of, settle_if_done, titled, waiting
from webapp.table.proposals import propose
from webapp.table.refusals import Refused

Pick = Literal["edge", "point", "surface", "restore", "value_loss"]


def before_roll(board: Board, row: Check | None, actor: Actor) -> Before:
    """Declaring the action: Blight, Impair and Silence bite, and what it costs is paid."""
    if row is None or row.state != "called" or not Weighing(board, row).ready:
        return Before()  # the command itself says why not
    ensure_own(board, row, actor, "roll")
    character = board.find(Character, row.character)
    if character is None:
        return Before()
    called = waiting_of(board, row)
    told, lost = does(board, character, called.on, actor, sp=called.sp, ep=called.ep)
    return Before(_with_check(told, row), _lost(board, row) if lost else None)


def _lost(board: Board, row: Check) -> Report:
    """The last HP went before the action came about: nobody rolls."""
    label = "The action is lost"
    row.state = "resolved"
    row.result = Resolved("lost", label, success=False)
    result = {"check": row.id, **row.result.as_dict()}
    return Report(f"{titled(board, row)}: {label}", [("check", row.id)], result, group=group_of(row))


def after_roll(board: Board, row: Check, actor: Actor) -> list[Report]:
    """The dice lie there: Curse and Daze are used up, and Mark on whoever was attacked."""
    sr = Came.of(row.result.data).sr if row is not None else None
    if row is None or sr is None:
        return []
    told: list[Report] = []
    rolled, roller = waiting_of(board, row), board.find(Character, row.character)
    if roller is not None:
        told += fire_at(board, roller, Event("roll", sr=sr), actor)
        keep_over(board, roller.id)
    for target in rolled.attacked:
        told += fire_at(board, board.the(Character, target), Event("attacked"), actor)
    if roller is not None:
        deed = deeds.of(Asked.of(row.asked))
        told += spent(board, roller, rolled.on, whole_turn=deed is not None and deed.whole_turn)
        if deed is not None and deed.ignores and row.result.success:
            told += _ignored(board, row, roller, seizes=deed.seizes)
    return _with_check(told, row)


def _ignored(board: Board, row: Check, character: Character, *, seizes: bool) -> list[Report]:
    """A reaction beat the effect: nothing of it reaches whoever reacted, and a Parry asks for priority."""
    effect, order = effect_answered(board, row), rounds_of(board)
    told = untouched(board, effect, character) if effect is not None else []
    settle_if_done(board, effect.id if effect is not None else None)
    own = card(character.id)
    if seizes and order is not None and own in order[1].each and own != order[1].active:
        propose(
            board, [Proposed("resonance.round.seize", {"character": character.id}, "Parry")], check=row.id
        )
        row.state = "rolled"
    return told


def unanswered(board: Board, row: Check | None) -> list[Report]:
    """What was declared against an effect that is over before it was answered is let be, for nothing."""
    effect = Asked.of(row.asked) if row is not None and row.state not in ("called", "rolled") else Asked()
    if row is None or effect.roll not in AGAINST_RESISTANCE:
        return []
    told, checks = [], board.here(Check)
    for each in checks[checks.index(row) :] if row in checks else ():
        asked = Asked.of(each.asked) if each.state == "called" and each.character in effect.upon else Asked()
        if asked.roll is not Kind.REACTION or asked.tn is not None or not may_answer(board, each, row):
            continue
        if not effects_upon(board, each):
            each.state = "cancelled"
            sentence = f"{titled(board, each)}: nothing to answer"
            told.append(Report(sentence, [("check", each.id)], group=group_of(each)))
    return told


def _with_check(told: list[Report], row: Check) -> list[Report]:
    """Who may not know of the check reads nothing of what it did."""
    for each in told:
        each.about = [*each.about, ("check", row.id)]
    return told


@command("resonance.critical", roles=PLAYERS_TOO)
class PickCritical(GameCommand):
    """Say what a Critical earns: a Weaken, Blight or Daze for the target, a Restore, or the loss doubled."""

    check: CheckId
    pick: Pick = Field(description="edge, point, surface, restore or value_loss")

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Check, self.check, actor)
        ensure_own(board, row, actor, "settle")
        self._ensure_may(row)
        row.result = replace(row.result, data={**row.result.data, "picked": self.pick})
        if self.pick == "value_loss":
            made = self._doubled(board, row)
        else:
            made = propose(board, earns(as_rolled(board, row), Critical(self.pick)), check=row.id)
        row.state = "rolled"
        words = self.pick.replace("_", " ")
        shown = made if actor.role == "gm" else []
        told = account(f"{titled(board, row)}: Critical, {words}", row, check=row.id, proposals=shown)
        told.group = group_of(row)
        return told

    def _ensure_may(self, row: Check) -> None:
        came = Came.of(row.result.data)
        if self.pick not in came.options:
            raise Refused("Only a Critical has a choice to make.")
        if came.picked:
            raise Refused(f"This Critical was spent already: {came.picked.replace('_', ' ')}.")

    def _doubled(self, board: Board, row: Check) -> list[int]:
        lines = [each for each in waiting(board, row.id) if each.command["do"] == "resonance.value.lose"]
        if not lines:
            raise Refused("There is no loss to double.")
        for line in lines:
            line.command = {**line.command, "amount": loss_of(line.command["amount"], Critical(self.pick))}
        return [line.id for line in lines]


def untouched(board: Board, check: Check, character: Character) -> list[Report]:
    """Whoever ignores it is not touched, also where its dice are read again: what waits is declined."""
    ignored = (*Asked.of(check.asked).warded, character.id)
    check.asked = {**check.asked, "warded": list(dict.fromkeys(ignored))}
    for line in waiting(board, check.id):
        if line.command.get("character") == character.id:
            line.state = "declined"
    return [account(f"{character.name} is not touched.", character, check)]


def resisted(board: Board, check: Check | None, character: Character) -> list[Report]:
    """Somebody resists it: its dice, fallen or not, have to beat their Resistance and their Level."""
    asked = Asked.of(check.asked) if check is not None else Asked()
    upon = asked.upon if asked.roll in AGAINST_RESISTANCE else ()
    if check is None or check.state not in ("called", "rolled") or character.id not in upon:
        return []
    check.asked = {**check.asked, "resisted": [*asked.resisted, character.id]}
    if check.state == "called":
        return []
    called = RULESET.read(check.rolled.check)
    first = character.id == asked.target
    return read_again(board, check, called.resisted(level_of(character), None if first else character.id))


def read_again(board: Board, check: Check, called: Called) -> list[Report]:
    """Read the dice that fell by other numbers; lines that were proposed and not taken are proposed anew."""
    if any(line.check == check.id and line.state == "accepted" for line in board.here(Proposal)):
        raise Refused("What this roll did has been applied already.")
    resolved = RULESET.resolve(called, check.result.dice)
    check.rolled = replace(check.rolled, check=RULESET.written(called))
    check.result = replace(resolved, real=check.result.real)
    for line in waiting(board, check.id):
        line.state = "void"
    check.state = "rolled"
    follow(board, check)
    sentence = f"{titled(board, check)}: {resolved.label}. {' '.join(resolved.sentences[:1])}"
    return [account(sentence, check)]
