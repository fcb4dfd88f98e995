"""Shared checks of arguments; each refusal names the field and the value."""

from collections.abc import Collection, Sequence
from typing import Annotated, TypeVar

from webapp.games.api import RuleError
from webapp.rules.codec import Within
from webapp.rules.errors import quoted

MOST = 1000
MOST_DICE = 60
Count = Annotated[int, Within(0, MOST)]
Some = Annotated[int, Within(1, MOST)]
Pool = Annotated[int, Within(0, MOST_DICE)]
"""A number of dice, 0 to 60."""
Key = TypeVar("Key", bound=int | str)
"""A character's or Zone's id, or a name or key of the book."""


def either(names: Sequence[str]) -> str:
    """Return the names as one choice: "A", "A or B", "A, B or C"."""
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def words(value: object, otherwise: str, *, field: str) -> str:
    """Return a text that is not empty; raise RuleError with the sentence `otherwise` if it is."""
    if not isinstance(value, str) or not value.strip():
        raise RuleError(otherwise, field=field, value=value)
    return value


def one_of(value: Key, known: Collection[Key], what: str, *, field: str) -> Key:
    """Return `value` if it is among `known`; otherwise raise RuleError with the known names or ids."""
    if not isinstance(value, int | str) or value not in known:
        names = ", ".join(str(key) for key in known if key != "")
        choices = f" Choose one of: {names}." if names else ""
        said = quoted(str(value) if isinstance(value, int) else value)
        raise RuleError(f"There is no {what} {said} here.{choices}", field=field, value=value)
    return value


def someone_of(who: int, known: Collection[int], what: str, *, field: str) -> int:
    """Return `who` if this character is among `known`; otherwise raise RuleError with the known ones."""
    if who not in known:
        choices = " Choose {known}." if known else ""
        why = f"There is no {what} “{{who}}” here.{choices}"
        raise RuleError(why, field=field, value=who, who=who, known=tuple(known))
    return who


def all_people_of(people: Collection[int], known: Collection[int], what: str, *, field: str) -> None:
    """Raise RuleError for the first of these characters who is not among `known`."""
    for who in people:
        someone_of(who, known, what, field=field)


def all_of(values: Collection[Key], known: Collection[Key], what: str, *, field: str) -> None:
    """Raise RuleError for the first of `values` that is not among `known`."""
    for value in values:
        one_of(value, known, what, field=field)


def different(keys: Collection[int | str], what: str, *, field: str) -> None:
    """Raise RuleError unless all names or ids are distinct, and no name is empty."""
    for key in keys:
        words(str(key), f"Each {what} needs a name.", field=field)
    if len(set(keys)) != len(keys):
        raise RuleError(f"Each {what} can be named only once.", field=field, value=list(keys))
