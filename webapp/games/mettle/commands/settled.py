"""Find the outcomes about which METTLE's book leaves no choice.

Source: Scenes, "Actions"; Engine, "Twists".
"""

from webapp.games.api import Check, Proposal, TableState, waiting_lines
from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.statuses import Status
from webapp.games.mettle.rules.twists import is_twistable

CERTAIN = frozenset(
    {
        "clock.set",
        "clock.tick",
        "mettle.chase.flee",
        "mettle.chase.pursue",
        "mettle.hurt",
        "mettle.status.add",
        "mettle.status.end",
        "mettle.travel.arrive",
        "mettle.zone.move",
        "tag.add",
    }
)
"""The commands that the book's outcomes lead to without a choice; an encounter on the way is the Guide's."""


def settles(state: TableState, check: Check, after: str) -> bool:
    """Return whether a Check's proposals apply by themselves: all are certain, and no Twist is open."""
    lines = waiting_lines(state, check.id)
    return bool(lines) and all(map(_is_certain, lines)) and not _may_be_twisted(state, check)


def _is_certain(line: Proposal) -> bool:
    dies = line.command.get("name") == Status("dead").entry.name
    return line.command["do"] in CERTAIN and not line.offered and not dies


def _may_be_twisted(state: TableState, check: Check) -> bool:
    """Return whether a failed Check may still be twisted: no Check was called since, and nobody refused."""
    checks = state.find_all(Check)
    later = checks[checks.index(check) + 1 :]
    fresh = all(row.state == "cancelled" for row in later)
    refused = "untwisted" in check.asked
    return fresh and not refused and is_twistable(check.state, KnownOutcome.of(check.result.data))
