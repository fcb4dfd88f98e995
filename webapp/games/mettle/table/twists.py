"""Twists: a failed Check with Edge, a complication that the player takes, and Edge dice rolled again.

Source: Engine, "Twists". The complication stands whatever comes; what the failure did is taken back.
"""

from dataclasses import replace

from pydantic import Field

from webapp.games.mettle.screens import game_state, places
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import Faces, add_piece, dice, ongoing, save, together
from webapp.games.mettle.table.travel import on_the_road
from webapp.games.mettle.table.turn_taken import driven
from webapp.rules.mettle.check import Came, twist
from webapp.rules.mettle.check import Result as Twisted
from webapp.rules.mettle.durations import delayed
from webapp.rules.mettle.facts import Asked
from webapp.rules.mettle.journeys import Map, astray
from webapp.rules.mettle.ruleset import resolved
from webapp.store.board import Board
from webapp.store.models import Character, Check, Piece, Proposal
from webapp.table.actor import Actor
from webapp.table.check_setup import ensure_own
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import CheckId, Line, Name, optional
from webapp.table.outcomes import follow, group_of, titled
from webapp.table.refusals import Refused
from webapp.table.undo import reverse_applied


def offered(board: Board, check: Check) -> Piece | None:
    """The Twist on offer for a Check."""
    found = [row for row in places.pieces(board, "twist") if row.data.get("check") == check.id]
    return found[-1] if found else None


def _answered(board: Board, id: int, actor: Actor) -> tuple[Check, Piece]:
    """A Check of one's own, and the Twist on offer for it; Refused without one."""
    check = find(board, Check, id, actor)
    ensure_own(board, check, actor, "twist")
    row = offered(board, check)
    if row is None:
        raise Refused("Nobody has offered a Twist for this Check.")
    return check, row


@command("mettle.twist.offer")
class OfferTwist(GameCommand):
    """Offer a complication for a failed Check with Edge: whoever rolled may take it and roll Edge again.

    `delay`: the complication is the loss of the next Action, on a journey of a day. `stop`: the group gets
    lost on its way and comes out at this neighbouring stop instead.
    """

    check: CheckId
    text: Line = Field(description="what happens, in words")
    delay: bool = Field(default=False, description="the complication is the loss of the next Action")
    stop: Name | None = optional("the stop")

    def play(self, board: Board, actor: Actor) -> Report:
        check = find(board, Check, self.check, actor)
        _ensure_open(check)
        if check.visibility == "secret":
            raise Refused("Players know nothing of this check. Show it to them, then offer the Twist.")
        _ensure_neighbour(board, check, self.stop)
        held = offered(board, check)
        if held is not None:
            held.removed = True
        data = {"check": check.id, "text": self.text, "delay": self.delay}
        data |= {"stop": self.stop} if self.stop else {}
        row = add_piece(
            board, "twist", scene=check.scene, character=check.character, name=self.text, data=data
        )
        told = account(f"{titled(board, check)}: a Twist is offered, {self.text}", check, row, piece=row.id)
        told.group = group_of(check)
        return told


def _ensure_open(check: Check) -> None:
    if check.state not in ("rolled", "resolved") or not Came.of(check.result.data).may_twist:
        raise Refused("A Twist is for a failed Check with Edge that was not twisted yet.")


def _ensure_neighbour(board: Board, check: Check, stop: str | None) -> None:
    """The lost come out next to where they were or where they went, nowhere else."""
    if stop is None:
        return
    asked = Asked.of(check.asked)
    if asked.action != "travel" or not asked.trip:
        raise Refused("Only a journey gets lost.")
    row, known = ongoing(board, Map)
    beside = astray(known, row.data["at"], asked.trip)
    if stop not in beside:
        raise Refused(f"The lost come out at a neighbouring stop: {', '.join(beside) or 'there is none'}.")


@command("mettle.twist.accept", roles=PLAYERS_TOO)
class AcceptTwist(GameCommand):
    """Take the Twist: Score dice stay, all Edge dice are rolled once more; the complication stands.

    `dice` are the Edge dice as they fell on the real table.
    """

    check: CheckId
    dice: Faces | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        check, row = _answered(board, self.check, actor)
        _ensure_open(check)
        after = twist(Came.of(check.result.data).result, dice(board, self.dice))
        taken_back = reverse_applied(board, check)
        if row.data.get("stop"):
            check.asked = {**check.asked, "astray": row.data["stop"]}
        _write(board, check, after, row.data["text"])
        row.removed = True
        again = "; what it did is taken back" if taken_back else ""
        told = [account(f"{titled(board, check)}: the Twist is taken, {row.data['text']}{again}", check)]
        told += _driven_again(board, check)
        told += self._delayed(board, check) if row.data.get("delay") else []
        answer = together(told, {"check": check.id, "outcome": check.result.outcome})
        answer.group = group_of(check)
        return answer

    def _delayed(self, board: Board, check: Check) -> list[Report]:
        """The next Action is lost; in a race, 1 Speed until the next Stretch; on a journey, a day."""
        character = board.find(Character, check.character)
        if character is None:
            return []
        race, fight, map_ = game_state.race(board), game_state.fight(board), game_state.piece(board, "map")
        name, action = str(character.id), Asked.of(check.asked).action
        fighting = fight is not None and name in fight[1].combatants
        lost = delayed(action, journey=map_ is not None, racing=race is not None, fighting=fighting)
        if lost == "day" and map_ is not None:
            return on_the_road(board, map_, 1)
        if lost == "speed" and race is not None:
            save(race[0], race[1].slow(name))
            return [account(f"{character.name} drops 1 Speed until the next Stretch", race[0], character)]
        if lost == "action" and fight is not None:
            save(fight[0], fight[1].delay(name))
            return [account(f"{character.name} loses the next Action", fight[0], character)]
        return injuries.take_on(board, character, "delayed")


def _write(board: Board, check: Check, after: Twisted, text: str) -> None:
    """The Check as it stands after the Twist; lines that waited are replaced by those that follow now."""
    now = resolved(after)
    for row in board.here(Proposal):
        if row.check == check.id:
            row.state = "void"
    data = {**now.data, "difficulty": Came.of(check.result.data).difficulty, "twist": list(after.twist or ())}
    sentences = (*now.sentences, f"Twist: {text}.")
    check.result = replace(now, real=check.result.real or now.real, sentences=sentences, data=data)
    check.state = "rolled"
    follow(board, check)


def _driven_again(board: Board, check: Check) -> list[Report]:
    """In a race the Check says anew whether the vehicle crashed, and what that does."""
    character = board.find(Character, check.character)
    if character is None or Asked.of(check.asked).action != "race":
        return []
    return driven(board, check, character, again=True)


@command("mettle.twist.refuse", roles=PLAYERS_TOO)
class RefuseTwist(GameCommand):
    """Leave the Twist: the failure stands as it is."""

    check: CheckId

    def play(self, board: Board, actor: Actor) -> Report:
        check, row = _answered(board, self.check, actor)
        row.removed = True
        told = account(f"{titled(board, check)}: no Twist", check, check=check.id)
        told.group = group_of(check)
        return told
