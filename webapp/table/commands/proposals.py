"""Commands for proposals: a player makes them, the GM accepts or declines."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from webapp.rules.events import Event
from webapp.state.audience import Role
from webapp.state.house_events import ProposalMade, ProposalsDeclined
from webapp.state.proposal_sentences import describe_proposal, named_kinds
from webapp.store.models import Character, Check, Proposal, Seat, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor
from webapp.table.check_rolls import journal_group, record_applied, resolve_if_answered
from webapp.table.command import (
    Command,
    CommandResult,
    command,
    ensure_of_game,
    ensure_references,
    ensure_room_for,
    merge_results,
    told,
)
from webapp.table.fields import Because, Id, optional
from webapp.table.proposals import accept, parse_proposal
from webapp.table.refusals import Forbidden, Invalid, Missing
from webapp.table.shares import let_stay


@command("proposal.make", roles=PLAYERS_TOO, undoable=False)
class MakeProposal(Command):
    """Propose a command to the GM; nothing changes until it is accepted."""

    command: dict[str, Any] = Field(description="the proposed command: its name in do, and its fields")
    because: Because | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if actor.seat is None and actor.role is not Role.GM:
            raise Forbidden("Take a seat first, so that the GM sees who proposes this.")
        ensure_room_for(state, Proposal, actor.audience)
        wanted = parse_proposal(self.command)
        ensure_of_game(wanted, state)
        ensure_references(state, wanted.given(), actor)
        wanted = wanted if actor.role is Role.GM else wanted.with_players_name(state)
        words = describe_proposal(state, _as_sent(wanted), actor.audience)
        because = self.because or getattr(wanted, "because", None)
        row = state.add(Proposal(seat=actor.seat, command=_as_sent(wanted), because=because))
        result = _proposal_result(row, ProposalMade(ref_of(row)))
        return replace(result, because=because, answer=f"Proposed: {words}")


@command("proposal.accept")
class AcceptProposal(Command):
    """Accept a proposal, perhaps with some fields changed; undo opens it again.

    A number must stay within the proposal's range; 0 declines the proposal if the range includes 0. A check's
    proposals are undone together with the check. `also` accepts other proposals unchanged in the same entry:
    all of them or none.
    """

    proposal: Id = Field(description="the proposal")
    edits: dict[str, Any] | None = optional("fields of the proposed command to change before it is applied")
    also: Annotated[
        list[Id], Field(max_length=100, description="the ids of more proposals to accept at once")
    ] = []

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        others = [id for id in dict.fromkeys(self.also) if id != self.proposal]
        if others and any(_open(state, id).check is not None for id in (self.proposal, *others)):
            raise Invalid("Resolve the check to accept its proposals.", {"also": "of a check"})
        result = _accept_proposal(state, self.proposal, actor, self.edits)
        if not others:
            return result
        return merge_results(
            [result, *(_accept_proposal(state, id, actor) for id in others)], **result.payload
        )


@command("proposal.decline")
class DeclineProposal(Command):
    """Decline a proposal; its author sees the answer. Undo opens it again.

    `also` declines other proposals in the same entry: all of them or none.
    """

    proposal: Id = Field(description="the proposal")
    also: Annotated[
        list[Id], Field(max_length=100, description="the ids of more proposals to decline at once")
    ] = []

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        rows = [_open(state, id) for id in dict.fromkeys((self.proposal, *self.also))]
        if len(rows) > 1 and any(row.check is not None for row in rows):
            raise Invalid("Decline a check's proposals one by one.", {"also": "of a check"})
        for row in rows:
            row.state = "declined"
        if len(rows) == 1:
            return _declined(state, rows[0])
        return told(ProposalsDeclined(tuple(map(ref_of, rows))), proposal=self.proposal)


def _accept_proposal(
    state: TableState, id: int, actor: Actor, edits: dict[str, Any] | None = None
) -> CommandResult:
    row = _open(state, id)
    result = accept(state, row, actor, edits)
    if result is None:
        return _declined(state, row)
    if row.seat is not None:
        let_stay(state, [row.seat])
    result.because = result.because or row.because
    _seat_with(state, row, result)
    return _of_check(state, row, result)


def _seat_with(state: TableState, row: Proposal, result: CommandResult) -> None:
    """Give a proposed character to its author's seat, if the seat has none."""
    seat, made = state.find(Seat, row.seat), state.find(Character, result.payload.get("character"))
    if row.command["do"] != "character.add" or seat is None or made is None:
        return
    if made.kind == "pc" and seat.character is None:
        seat.character = made.id


def _declined(state: TableState, row: Proposal) -> CommandResult:
    return _of_check(state, row, _proposal_result(row, ProposalsDeclined((ref_of(row),))))


def _proposal_result(row: Proposal, event: Event) -> CommandResult:
    """Return what happened to a proposal, about the things it concerns."""
    things = [(noun, row.command[noun]) for noun in named_kinds(row.command)]
    return CommandResult(about=[ref_of(row), *things], payload={"proposal": row.id}, events=[event])


def _of_check(state: TableState, row: Proposal, result: CommandResult) -> CommandResult:
    """Put the result of a check's proposal into the check's group, readable by all who see the check.

    The check is resolved if this was its last open proposal. Other results stay unchanged.
    """
    check = state.find(Check, row.check)
    if check is None:
        return result
    resolve_if_answered(state, check.id)
    if row.state == "accepted":
        result.events = record_applied(state, check, result.events)
    result.about = [("check", check.id)]
    result.group = journal_group(check)
    return result


def _as_sent(wanted: Command) -> dict[str, object]:
    """Return the command as JSON, with cleaned text and only the fields that were sent."""
    return {"do": wanted.do, **wanted.model_dump(mode="json", exclude_unset=True)}


def _open(state: TableState, id: int) -> Proposal:
    row = state.find(Proposal, id)
    if row is None or row.state != "open":
        raise Missing("This proposal is no longer open.")
    return row
