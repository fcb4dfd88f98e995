"""Choose the outcome lines for a screen.

They are the newest that concerns the viewer, at most one of the same action or group, and the table's newest
since then.
"""

from collections.abc import Iterable

from webapp.rules.ruleset import Ruleset
from webapp.views.check_views import CheckView
from webapp.views.outcome_line import OutcomeView

ABREAST = 2
"""How many lines of checks that belong together are shown."""


def resolved_checks(checks: Iterable[CheckView]) -> list[tuple[OutcomeView, CheckView]]:
    """Return (outcome, check) for each check that has an outcome, newest first."""
    found = [(check.outcome, check) for check in checks if check.outcome is not None]
    return sorted(found, key=lambda value: value[0].order, reverse=True)


def newest_outcomes(game: Ruleset, checks: Iterable[CheckView]) -> tuple[CheckView, ...]:
    """Return the check with the newest outcome and at most one that belongs to it.

    Such a check is of the same group or action, for example the other half of an Attack.
    """
    found = resolved_checks(checks)
    return tuple(check for _, check in found if _together(game, check, found[0][1]))[:ABREAST]


def outcomes_for(game: Ruleset, checks: Iterable[CheckView], character: int | None) -> tuple[CheckView, ...]:
    """Return the newest check whose outcome concerns this character, then the table's newest check since.

    Another check that concerns the character and belongs to the first one follows it. If no outcome concerns
    the character, the result is that of `newest_outcomes`.
    """
    found = resolved_checks(checks)
    own = next((value for value in found if value[0].concerns(character)), None)
    if own is None:
        return newest_outcomes(game, (check for _, check in found))
    mine = [
        check for element, check in found if element.concerns(character) and _together(game, check, own[1])
    ]
    since = [check for element, check in found if element.order > own[0].order and check not in mine]
    return (*mine[:ABREAST], *since[:1])


def _together(game: Ruleset, one: CheckView, other: CheckView) -> bool:
    """Return whether two checks belong together: one group, or one character's action at several targets."""
    if one is other or (one.lead is not None and one.lead in (other.id, other.lead)) or other.lead == one.id:
        return True
    asked = game.request_type.of
    return one.character == other.character and game.same_action(asked(one.asked), asked(other.asked))
