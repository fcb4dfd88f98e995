"""Proposals: what a player would like to happen, for the GM to take or to leave."""

from typing import Any

from webapp.screens.audience import Role
from webapp.screens.sentences import NOUNS, PROPOSABLE, asked_for
from webapp.store.board import Board
from webapp.store.models import Proposal
from webapp.table.actor import Actor
from webapp.table.command import (
    PLAYERS_TOO,
    Command,
    Told,
    check_reference,
    command,
    parse,
    refuse_crowd,
)
from webapp.table.fields import Because, Id
from webapp.table.refusals import Forbidden, Invalid, Missing

REFERENCES = {noun: noun for noun in NOUNS} | {"opposes": "clock", "follows": "clock"}


@command("proposal.make")
class MakeProposal(Command):
    """Propose a command to the GM; nothing changes until it is accepted."""

    roles = PLAYERS_TOO
    undoable = False

    command: dict[str, Any]
    because: Because | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        if actor.seat is None and actor.role is not Role.GM:
            raise Forbidden("Take a seat first, so that the GM knows who asks.")
        refuse_crowd(board, "proposal")
        wanted = _checked(self.command)
        _check_references(board, wanted, actor)
        words = asked_for(board, _as_sent(wanted), actor.audience)
        because = self.because or getattr(wanted, "because", None)
        row = board.add(Proposal(seat=actor.seat, command=_as_sent(wanted), because=because))
        return Told(f"Proposed: {words}", [("proposal", row.id)], {"proposal": row.id}, because=because)


@command("proposal.accept")
class AcceptProposal(Command):
    """Take a proposal, as it is or with some fields changed; undone, it is open again."""

    proposal: Id
    edits: dict[str, Any] | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        row = _open(board, self.proposal)
        wanted = _checked({**row.command, **(self.edits or {}), "do": row.command["do"]})
        account = wanted.take(board, actor)
        row.state = "accepted"
        account.because = account.because or row.because
        return account


@command("proposal.decline")
class DeclineProposal(Command):
    """Leave a proposal; whoever made it sees that."""

    proposal: Id

    def take(self, board: Board, actor: Actor) -> Told:
        row = _open(board, self.proposal)
        row.state = "declined"
        words = asked_for(board, row.command, actor.audience)
        return Told(f"Declined: {words}", [("proposal", row.id)], {"proposal": row.id})


def _as_sent(wanted: Command) -> dict[str, Any]:
    """The command as JSON, with its text cleaned and only the fields that were sent."""
    return {"do": wanted.do, **wanted.model_dump(mode="json", exclude_unset=True)}


def _checked(sent: dict[str, Any]) -> Command:
    if str(sent.get("do")) not in PROPOSABLE:
        listed = ", ".join(PROPOSABLE)
        raise Invalid(f"This cannot be proposed. What can: {listed}.", {"command": "cannot be proposed"})
    return parse(sent)


def _check_references(board: Board, wanted: Command, actor: Actor) -> None:
    """A player proposes only about what the player can see."""
    for field, kind in REFERENCES.items():
        check_reference(board, kind, getattr(wanted, field, None), actor)


def _open(board: Board, id: int) -> Any:
    row = board.find("proposal", id)
    if row is None or row.state != "open":
        raise Missing("This proposal is no longer open.")
    return row
