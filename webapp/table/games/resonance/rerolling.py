"""A roll that counts for more once the dice lie there: Enhance adds to it, and what follows is new."""

from typing import Any

from webapp.rules.resonance.front import RULESET
from webapp.store.board import Board
from webapp.table.command import Told
from webapp.table.outcomes import follow, titled, waiting
from webapp.table.refusals import Refused
from webapp.table.written import Result


def add_bonus(board: Board, check: Any, bonus: int) -> list[Told]:
    """Read the same dice again with a bonus; lines that were proposed and not taken are proposed anew."""
    if any(line.check == check.id and line.state == "accepted" for line in board.here("proposal")):
        raise Refused("What this roll did has been applied already.")
    rolled = dict(check.rolled)
    rolled["check"] = {**rolled["check"], "bonus": rolled["check"].get("bonus", 0) + bonus}
    dice = check.result["data"]["roll"]["dice"]
    resolved = RULESET.resolve(rolled["check"], dice)
    check.rolled = rolled
    check.result = Result.of(resolved, real=check.result["real"])
    for line in waiting(board, check.id):
        line.state = "void"
    check.state = "rolled"
    follow(board, check)
    sentence = f"{titled(board, check)}: {resolved.label}. {' '.join(resolved.sentences[:1])}"
    return [Told(sentence, [("check", check.id)])]
