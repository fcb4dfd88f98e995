"""Shared checks of arguments; each refusal names the field and the value."""

from collections.abc import Collection, Sequence
from typing import Annotated

from webapp.rules.annotations import Within
from webapp.rules.errors import RuleError, quoted

MOST = 1000
MOST_DICE = 60
Count = Annotated[int, Within(0, MOST)]
Some = Annotated[int, Within(1, MOST)]
Pool = Annotated[int, Within(0, MOST_DICE)]
"""A number of dice, 0 to 60."""


def either(names: Sequence[str]) -> str:
    """Return the names as one choice: "A", "A or B", "A, B or C"."""
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def words(value: object, otherwise: str, *, field: str) -> str:
    """Return a text that is not empty; raise RuleError with the sentence `otherwise` if it is."""
    if not isinstance(value, str) or not value.strip():
        raise RuleError(otherwise, field=field, value=value)
    return value


def one_of(value: str, known: Collection[str], what: str, *, field: str) -> str:
    """Return `value` if it is among `known`; otherwise raise RuleError with the known names."""
    if not isinstance(value, str) or value not in known:
        names = ", ".join(filter(None, known))
        choices = f" Choose one of: {names}." if names else ""
        raise RuleError(f"There is no {what} {quoted(value)} here.{choices}", field=field, value=value)
    return value


def all_of(names: Collection[str], known: Collection[str], what: str, *, field: str) -> None:
    """Raise RuleError for the first of `names` that is not among `known`."""
    for name in names:
        one_of(name, known, what, field=field)


def different(names: Collection[str], what: str, *, field: str) -> None:
    """Raise RuleError unless all names are distinct and not empty."""
    for name in names:
        words(name, f"Each {what} needs a name.", field=field)
    if len(set(names)) != len(names):
        raise RuleError(f"Each {what} can be named only once.", field=field, value=list(names))
