"""Proposals: commands that wait for the GM, and what it takes to let one happen."""

import re
from collections.abc import Iterable, Mapping

from webapp.rules.check import Proposed
from webapp.screens.sentences import asked_for, proposable, ranged
from webapp.store.board import Board
from webapp.store.models import Proposal
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, parse
from webapp.table.execution import carry_out
from webapp.table.refusals import Invalid, Missing


def propose(
    board: Board, lines: Iterable[Proposed], *, check: int | None = None, offered: bool = False
) -> list[int]:
    """Put the lines that rules propose before the GM; nothing changes until one is accepted."""
    return [_add(board, line, check, offered).id for line in lines]


def _add(board: Board, line: Proposed, check: int | None, offered: bool) -> Proposal:
    command = {"do": line.do, **line.fields}
    return board.add(
        Proposal(
            seat=None,
            check=check,
            command=command,
            because=line.because,
            low=line.low,
            high=line.high,
            offered=offered,
        )
    )


def accept(
    board: Board, row: Proposal, actor: Actor, edits: Mapping[str, object] | None = None
) -> Report | None:
    """Let a proposed command happen, perhaps with other fields; None if its number was set to nothing.

    An edited number stays within the proposal's range. Whatever the command refuses, this refuses.
    """
    asked = {**row.command, **_numbers(row, edits or {}), "do": row.command["do"]}
    if not _within(row, asked):
        row.state = "declined"
        return None
    wanted = checked(asked)
    board.acting = row.check
    try:
        account = carry_out(wanted, board, actor)
    except Missing as gone:
        words = asked_for(board, row.command, actor.audience)
        raise Missing(f"{words[:1].upper()}{words[1:]}: that is no longer on the table.") from gone
    finally:
        board.acting = None
    row.state = "accepted"
    return account


def checked(sent: dict[str, object]) -> Command:
    """The command that is proposed; Invalid unless it is one that may be."""
    if str(sent.get("do")) not in proposable():
        listed = ", ".join(proposable())
        raise Invalid(f"This cannot be proposed. What can: {listed}.", {"command": "cannot be proposed"})
    return parse(sent)


def _numbers(row: Proposal, edits: Mapping[str, object]) -> dict[str, object]:
    """The edits, with a number that a form sent as text made one."""
    name = ranged(row.command)
    text = edits.get(name) if name else None
    if isinstance(text, str) and re.fullmatch(r"-?\d{1,4}", text):
        return {**edits, str(name): int(text)}
    return dict(edits)


def _within(row: Proposal, asked: Mapping[str, object]) -> bool:
    """Whether anything is left to do; Invalid for a number outside the range."""
    name = ranged(row.command)
    if name is None or row.low is None or row.high is None:
        return True
    number = asked[name]
    if not isinstance(number, int) or isinstance(number, bool) or not row.low <= number <= row.high:
        span = f"{row.low} to {row.high}" if row.low < row.high else str(row.low)
        raise Invalid(f"This line takes {span}, not {number}.", {name: span})
    return number != 0
