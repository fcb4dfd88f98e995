"""The numbers of a roll that an audience may not know, such as the one that finds a hidden character."""

from webapp.games.api import Check, Role, Seat, Visibility
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind

KEPT_BACK = ("against", "by")
HOW_WELL = (*KEPT_BACK, "bonus", "roll", "sr", "total")
"""The numbers that reveal how well somebody is hidden."""


def numbers_hidden_from(visibility: Visibility, check: Check) -> tuple[str, ...]:
    """Return the names of a check's numbers that this audience does not see; empty if it sees all."""
    if visibility.audience.role is Role.GM:
        return ()
    asked = ResonanceRequest.of(check.asked)
    if asked.roll is Kind.HIDE:
        seat = visibility.state.find(Seat, visibility.audience.seat)
        return () if seat is not None and seat.character == check.character else HOW_WELL
    unknown = asked.target is not None and not visibility.may_name("character", asked.target)
    return KEPT_BACK if asked.roll is Kind.SEARCH or unknown else ()
