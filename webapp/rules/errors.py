"""Errors of the rules: a sentence, the field and the value."""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from webapp.rules.name_keys import name_key
from webapp.rules.word_lists import or_list

LONGEST = 80
PLACE = re.compile(r"\{(\w+)\}")


class RuleError(ValueError):
    """A rule was broken; `str()` is a sentence that a person at the table can act on.

    `field` names the wrong input ("dice", "dc"; empty if no single one is wrong), `value` is its value.
    `people` are the ids of characters, by the places of the message where they are named; of several, one is
    to be chosen. The error itself does not know names, so its own message has the ids:

    ```python
    >>> error = RuleError("{who} is out; pass to {whom}.", who=7, whom=(3, 8))
    >>> str(error), error.named({3: "Ann", 7: "Bog", 8: "Cai"}.__getitem__)
    ('7 is out; pass to 3 or 8.', 'Bog is out; pass to Ann or Cai.')

    ```
    """

    def __init__(
        self, message: str, *, field: str = "", value: object = None, **people: int | Sequence[int]
    ) -> None:
        self.template = message
        self.people = people
        self.message = self.named(str)
        super().__init__(self.message)
        self.field = field
        self.value = value

    def named(self, name_of: Callable[[int], str]) -> str:
        """Return the sentence with people's names in their places."""

        def name(place: re.Match[str]) -> str:
            """Return the names for a place, several with "or"; the place itself if nobody is given for it."""
            who = self.people.get(place[1])
            if who is None:
                return place[0]
            return or_list(map(name_of, [who] if isinstance(who, int) else who))

        return PLACE.sub(name, self.template) if self.people else self.template


class CatalogueError(RuleError):
    """An error in a game's data file: the file, the entry, the field and the mistake.

    `str()` reads "freeform/catalogue.toml, tag 'Slick', effects[0].modifier: ...".
    """

    def __init__(
        self, message: str, *, file: str, entry: str = "", field: str = "", value: object = None
    ) -> None:
        where = ", ".join(part for part in (file, entry, field) if part)
        super().__init__(f"{where}: {message}", field=field, value=value)
        self.file = file
        self.entry = entry
        self.reason = message


def shown(value: object) -> str:
    """Return a value as Python writes it, but true, false and null as JSON does, cut after 80 characters."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number with thousands of digits, endlessly nested lists
        return "something too long to show"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def quoted(name: object) -> str:
    """Return a name in quotation marks for an error's sentence, cut after 80 characters; else its repr."""
    if not isinstance(name, str):
        return shown(name)
    return f"“{name if len(name) <= LONGEST else f'{name[:LONGEST]}...'}”"


def nearest(said: object, known: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the most similar known word, to append; "" if none is similar."""
    names = {name_key(name): name for name in reversed([*known])}
    near = get_close_matches(name_key(str(said)), names, n=1)
    return f" Did you mean {names[near[0]]}?" if near else ""


def ensure_within(name: str, value: int | None, low: int, high: int) -> None:
    """Raise RuleError unless a number is None or from `low` to `high`; `name` is its argument or field."""
    if value is not None and not low <= value <= high:
        why = f"“{name}” must be a whole number from {low} to {high}, not {shown(value)}."
        raise RuleError(why, field=name, value=value)
