"""Find and withdraw offered Twists; a Check has at most one."""

from collections.abc import Collection

from webapp.games.api import Check, GameDocument, TableState
from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.twists import is_twistable
from webapp.games.mettle.state import zone_values
from webapp.games.mettle.state.documents import OfferedTwist, value_of


def offered(state: TableState, check: Check) -> GameDocument | None:
    """Return the Twist offered for a Check; None if there is none."""
    found = [
        document
        for document in zone_values.list_documents(state, "twist")
        if value_of(OfferedTwist, document).check == check.id
    ]
    return found[-1] if found else None


def refuse_twist(check: Check) -> None:
    """Mark that the failure stands, so that the GM is not asked about a Twist."""
    check.asked = {**check.asked, "untwisted": "no"}


def withdraw_twists(state: TableState, people: Collection[int]) -> None:
    """Withdraw all offered Twists when a fight or race ends; the failures of these characters stand."""
    for document in zone_values.list_documents(state, "twist"):
        document.removed = True
    for check in state.find_all(Check):
        if check.character in people and _waits(check):
            refuse_twist(check)


def _waits(check: Check) -> bool:
    known = KnownOutcome.of(check.result.data if check.result is not None else {})
    return is_twistable(check.state, known) and "untwisted" not in check.asked
