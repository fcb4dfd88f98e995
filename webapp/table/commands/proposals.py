"""Proposals: what a player would like to happen, for the GM to take or to leave."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from webapp.screens.audience import Role
from webapp.screens.sentences import asked_for, named
from webapp.store.board import Board
from webapp.store.models import Character, Check, Proposal, Seat
from webapp.table.actor import Actor
from webapp.table.command import (
    PLAYERS_TOO,
    Command,
    Report,
    command,
    ensure_references,
    refuse_crowd,
    together,
)
from webapp.table.fields import Because, Id, optional
from webapp.table.outcomes import group_of, settle_if_done
from webapp.table.proposals import accept, checked
from webapp.table.refusals import Crowded, Forbidden, Invalid, Missing

MOST_OF_A_SEAT = 12


@command("proposal.make", roles=PLAYERS_TOO, undoable=False)
class MakeProposal(Command):
    """Propose a command to the GM; nothing changes until it is accepted."""

    command: dict[str, Any] = Field(description="the command that is proposed, with its do")
    because: Because | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        if actor.seat is None and actor.role is not Role.GM:
            raise Forbidden("Take a seat first, so that the GM knows who asks.")
        refuse_crowd(board, Proposal)
        _refuse_flood(board, actor)
        wanted = checked(self.command)
        ensure_references(board, wanted.given(), actor)
        words = asked_for(board, _as_sent(wanted), actor.audience)
        because = self.because or getattr(wanted, "because", None)
        row = board.add(Proposal(seat=actor.seat, command=_as_sent(wanted), because=because))
        account = _told("Proposed", row, words)
        return replace(account, because=because, answer=account.summary)


@command("proposal.accept")
class AcceptProposal(Command):
    """Take a proposal, as it is or with some fields changed; undone, it is open again.

    A number with a range stays within it; 0, where the range has it, leaves the line. What a check proposed
    is undone with the whole check. `also` takes others with it as they are, in one entry: all or none.
    """

    proposal: Id = Field(description="the proposal")
    edits: dict[str, Any] | None = optional("fields of the proposed command to change first")
    also: Annotated[list[Id], Field(max_length=100, description="other proposals to take with it")] = []

    def take(self, board: Board, actor: Actor) -> Report:
        others = [id for id in dict.fromkeys(self.also) if id != self.proposal]
        if others and any(_open(board, id).check is not None for id in (self.proposal, *others)):
            raise Invalid("What a check proposed is taken with its check.", {"also": "of a check"})
        told = _taken(board, self.proposal, actor, self.edits)
        if not others:
            return told
        return together([told, *(_taken(board, id, actor) for id in others)], **told.result)


@command("proposal.decline")
class DeclineProposal(Command):
    """Leave a proposal; whoever made it sees that."""

    proposal: Id = Field(description="the proposal")

    def take(self, board: Board, actor: Actor) -> Report:
        row = _open(board, self.proposal)
        row.state = "declined"
        return _declined(board, row, actor)


def _taken(board: Board, id: int, actor: Actor, edits: dict[str, Any] | None = None) -> Report:
    row = _open(board, id)
    account = accept(board, row, actor, edits)
    if account is None:
        return _declined(board, row, actor)
    account.because = account.because or row.because
    _seat_with(board, row, account)
    return _of_check(board, row, account)


def _seat_with(board: Board, row: Proposal, account: Report) -> None:
    """Whoever proposed a character and plays none sits down with it."""
    seat, made = board.find(Seat, row.seat), board.find(Character, account.result.get("character"))
    if row.command["do"] != "character.add" or seat is None or made is None:
        return
    if made.kind == "pc" and seat.character is None:
        seat.character = made.id


def _declined(board: Board, row: Proposal, actor: Actor) -> Report:
    words = asked_for(board, row.command, actor.audience)
    return _of_check(board, row, _told("Declined", row, words))


def _told(what: str, row: Proposal, words: str) -> Report:
    """What became of a proposal, for those who may know what it is about."""
    things = [(noun, row.command[noun]) for noun in named(row.command)]
    sentence = f"{what}: {words}"
    return Report(sentence, [("proposal", row.id), *things], {"proposal": row.id}, masked=sentence)


def _of_check(board: Board, row: Proposal, account: Report) -> Report:
    """A line of a check belongs to the check's group, and its cause is read by those who see the check."""
    check = board.find(Check, row.check)
    if check is None:
        return account
    account.parts = account.parts or [replace(account)]
    account.about = [("check", check.id)]
    account.group = group_of(check)
    settle_if_done(board, check.id)
    return account


def _as_sent(wanted: Command) -> dict[str, object]:
    """The command as JSON, with its text cleaned and only the fields that were sent."""
    return {"do": wanted.do, **wanted.model_dump(mode="json", exclude_unset=True)}


def _refuse_flood(board: Board, actor: Actor) -> None:
    """Nobody takes up all the room that others need to ask for something."""
    waiting = [each for each in board.here(Proposal) if each.state == "open" and each.seat == actor.seat]
    if actor.seat is not None and len(waiting) >= MOST_OF_A_SEAT:
        raise Crowded(f"{MOST_OF_A_SEAT} of your proposals wait for the GM. Let some be answered first.")


def _open(board: Board, id: int) -> Proposal:
    row = board.find(Proposal, id)
    if row is None or row.state != "open":
        raise Missing("This proposal is no longer open.")
    return row
