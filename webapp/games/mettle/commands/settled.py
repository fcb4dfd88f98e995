"""Find the outcomes about which METTLE's book leaves no choice, and what may still change one.

Source: Scenes, "Actions"; Engine, "Twists".
"""

from collections.abc import Mapping
from typing import Any

from webapp.games.api import Character, Check, TableState, waiting_lines
from webapp.games.mettle.commands.twist_offers import offered
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
    certain = all(line.command["do"] in CERTAIN and not line.offered for line in lines)
    dies = any(kills(state, line.command) for line in lines)
    return bool(lines) and certain and not dies and not open_choice(state, check)


def kills(state: TableState, command: Mapping[str, Any]) -> bool:
    """Return whether the command gives the status Dead."""
    return command["do"] == "mettle.status.add" and command.get("name") == Status("dead").entry.name


def open_choice(state: TableState, check: Check) -> str:
    """Return that a failed Check may be twisted, until it is refused or the next Check is called."""
    if not is_twistable(check.state, KnownOutcome.of(check.result.data)):
        return ""
    who = state.find(Character, check.character)
    if offered(state, check) is not None:
        return f"{who.name if who is not None else 'Somebody'} may take the Twist"
    checks = state.find_all(Check)
    later = checks[checks.index(check) + 1 :]
    if "untwisted" in check.asked or any(row.state != "cancelled" for row in later):
        return ""
    return "A Twist may be offered"
