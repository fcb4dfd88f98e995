"""The hooks by which a game adds things that count for a check."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic

from webapp.rules.check import ContextItem
from webapp.rules.check_form import RequestT
from webapp.rules.game_parts import GameParts
from webapp.store.models import Check, Thing
from webapp.store.table_state import TableState


class CheckContext(Generic[RequestT]):
    """The hooks of a `GameTable` for things that count for a check; they only read the table."""

    def standing(
        self, state: TableState, check: Check, asked: RequestT
    ) -> Iterator[tuple[Thing, ContextItem, bool]]:
        """Yield the game's own things that may count for a check.

        Each item is the row, its context item for the rules, and whether it is certainly where the character
        is.
        """
        yield from ()

    def around(self, state: TableState, check: Check, asked: RequestT) -> RequestT:
        """Return the request, completed with numbers that the table knows."""
        return asked

    def open_choice(self, state: TableState, check: Check) -> str:
        """Return what may still change a rolled check ("Ann may take the Twist"); "" if nothing may."""
        return ""

    def kills(self, state: TableState, command: Mapping[str, Any]) -> bool:
        """Return whether somebody dies of this proposed command now, so that it is asked as a question."""
        return False


CONTEXTS: GameParts[CheckContext[Any]] = GameParts(CheckContext())


def check_context(ruleset: str) -> CheckContext[Any]:
    """Return this game's hooks for checks."""
    return CONTEXTS.of(ruleset)
