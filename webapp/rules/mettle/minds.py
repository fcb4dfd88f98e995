"""Know, Rattle and Sway: understanding people, unsettling them, and winning them over.

Source: Scenes, "Know", "Rattle", "Sway".
"""

from collections.abc import Iterable

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.statuses import Status, has

NOT_FOUND_BY_KNOWING = ("traps", "loot", "lies", "ambushes")


def not_found_by_knowing(about: str) -> bool:
    """Whether a Know cannot answer this: it understands; traps, loot, lies, ambushes are perceived."""
    return about.strip().casefold() in NOT_FOUND_BY_KNOWING


def rattle(result: Result, target: Iterable[Status] = ()) -> Status | None:
    """Read a Rattle: Rattled for the next Action and one more per Edge (reading C4.2), or None on a failure.

    RuleError if the target is Rattled already. Whether they grasp the indignity of it, the Guide says.
    """
    if has(target, "rattled"):
        raise RuleError("Already Rattled; not again until it wears off.", field="target", value="rattled")
    return Status("rattled", 1 + result.edge) if result.success else None


def sway(result: Result) -> Status | None:
    """Read a Sway: what somebody was won over to is harder to undo by its Edge; None on a failure.

    It is noted on the sheet; the losing side may refuse outright, and going along can earn Experience.
    """
    return Status("convinced", result.edge) if result.success else None
