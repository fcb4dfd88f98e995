"""Make and accept proposals: commands that wait for the GM."""

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from webapp.rules.check import ProposalLine
from webapp.rules.playable_games import rulesets
from webapp.rules.word_lists import and_list
from webapp.state.proposal_sentences import PROPOSABLE, describe_proposal, proposable, range_field
from webapp.store.models import Proposal
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, parse
from webapp.table.execution import execute_with_hooks
from webapp.table.refusals import Invalid, Missing, Refused

log = logging.getLogger(__name__)


def propose(
    state: TableState, lines: Iterable[ProposalLine], *, check: int | None = None, offered: bool = False
) -> list[int]:
    """Store the rules' proposals for the GM; return their ids. Nothing else changes until one is accepted."""
    return [_add(state, line, check, offered).id for line in lines]


@dataclass
class EnactedProposals:
    """The consequences of a GM's command: the results applied at once, and the ids of proposals."""

    results: list[CommandResult] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


def enact(state: TableState, lines: Iterable[ProposalLine], actor: Actor) -> EnactedProposals:
    """Apply the consequences of a GM's command; a consequence that is refused becomes a proposal."""
    enacted = EnactedProposals()
    for line in lines:
        try:
            result = execute_with_hooks(parse_proposal({"do": line.do, **line.fields}), state, actor)
        except Refused:
            enacted.waiting += propose(state, [line])
        else:
            result.because = result.because or line.because
            enacted.results.append(result)
    return enacted


def _ensure_proposable(line: ProposalLine, offered: bool) -> None:
    """Refuse and log a proposal that could never be accepted, with the game's code in the traceback."""
    try:
        if not offered:
            parse_proposal({"do": line.do, **line.fields})
        elif line.do not in proposable():
            raise Invalid("it cannot be proposed", {"do": line.do})
    except Refused as error:
        wrong = "; ".join(f"{name}: {said}" for name, said in getattr(error, "fields", {}).items())
        log.exception("A proposal is wrong: %s with %s (%s)", line.do, sorted(line.fields), wrong)
        fields = and_list([f"“{name}”" for name in line.fields]) or "no fields"
        why = str(error) if line.do in proposable() else _explain_missing_label(line.do)
        raise Refused(f"The game proposes “{line.do}” with {fields}, which fails: {why}") from error


def _explain_missing_label(command: str) -> str:
    """Return why a command cannot be proposed, with the remedy if it is a game's own command."""
    game, _, name = command.partition(".")
    own = game in rulesets()
    return (
        f'words.toml has no label for it. Add "{name}" = "…" under [proposal_labels].'
        if own
        else f"only these commands can be proposed: {', '.join(proposable())}."
    )


def _add(state: TableState, line: ProposalLine, check: int | None, offered: bool) -> Proposal:
    _ensure_proposable(line, offered)
    command = {"do": line.do, **line.fields}
    return state.add(
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
    state: TableState, row: Proposal, actor: Actor, edits: Mapping[str, object] | None = None
) -> CommandResult | None:
    """Execute a proposed command, perhaps with edited fields; return its result.

    If its number is set to 0, the proposal is declined and None is returned. An edited number must stay
    within the proposal's range. Raises Refused if the command is refused.
    """
    asked = {**row.command, **_numbers(row, edits or {}), "do": row.command["do"]}
    if not _within(row, asked):
        row.state = "declined"
        return None
    wanted = parse_proposal(asked)
    if row.seat is not None and "name" not in (edits or {}):
        wanted = wanted.with_players_name(state)  # somebody may have taken the name meanwhile
    state.acting = row.check
    try:
        result = execute_with_hooks(wanted, state, actor)
    except Missing as gone:
        words = describe_proposal(state, row.command, actor.audience)
        raise Missing(
            f"{words[:1].upper()}{words[1:]}: something that this needs is no longer on the table."
        ) from gone
    finally:
        state.acting = None
    row.state = "accepted"
    return result


def parse_proposal(sent: dict[str, object]) -> Command:
    """Return the parsed command of a proposal; raise Invalid if the command may not be proposed."""
    do = str(sent.get("do"))
    if do not in proposable():
        listed = ", ".join(name for name in proposable() if name in PROPOSABLE or _is_of_game(do, name))
        raise Invalid(
            f"This command cannot be proposed. These can: {listed}.", {"command": "cannot be proposed"}
        )
    return parse(sent)


def _is_of_game(one: str, other: str) -> bool:
    """Return whether two commands begin with the same game's key."""
    return one.partition(".")[0] == other.partition(".")[0]


def _numbers(row: Proposal, edits: Mapping[str, object]) -> dict[str, object]:
    """Return the edits, with a number in place of a form's text in the field that has a range."""
    name = range_field(row.command, row.low, row.high)
    text = edits.get(name) if name else None
    if isinstance(text, str) and re.fullmatch(r"-?\d{1,4}", text):
        return {**edits, str(name): int(text)}
    return dict(edits)


def _within(row: Proposal, asked: Mapping[str, object]) -> bool:
    """Return whether the proposal's number is not 0; raise Invalid if it is outside the range."""
    name = range_field(row.command, row.low, row.high)
    if name is None or row.low is None or row.high is None:
        return True
    number = asked[name]
    if not isinstance(number, int) or isinstance(number, bool) or not row.low <= number <= row.high:
        span = f"{row.low} to {row.high}" if row.low < row.high else str(row.low)
        raise Invalid(f"The number in this proposal must be {span}.", {name: span})
    return number != 0
