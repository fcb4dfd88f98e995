"""Reading what a program or a form sent: strictly, with a sentence for the one field that is wrong."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from webapp.rules.dice import whole
from webapp.rules.errors import LONGEST, RuleError, shown

_REQUIRED: Any = object()


class Fields:
    """A plain mapping that is read field by field; what nobody asked for by the end is refused.

    ```python
    with Fields({"dc": 16}) as fields:
        dc = fields.integer("dc", 0, 40)
    ```
    Every method takes a `default`; without one the field must be there. All raise RuleError with the field.
    """

    def __init__(self, mapping: Mapping[str, object], *, within: str = "") -> None:
        if not isinstance(mapping, Mapping):
            raise RuleError(
                f"{within or 'The input'} is an object with named fields, not {shown(mapping)}.", field=within
            )
        self._mapping = mapping
        self._within = f"{within}." if within else ""
        self._asked: list[str] = []

    def __enter__(self) -> "Fields":
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        if kind is None:
            self.done()

    def has(self, name: str) -> bool:
        """Whether the field was given and is not null."""
        self._asked.append(name)
        return self._mapping.get(name) is not None

    def value(self, name: str, default: Any = _REQUIRED) -> Any:
        """The field as it came; null counts as absent."""
        if self.has(name):
            return self._mapping[name]
        if default is _REQUIRED:
            raise self.wrong(name, f"{self._within}{name} is missing.", None)
        return default

    def integer(self, name: str, low: int, high: int, default: Any = _REQUIRED) -> int:
        """A whole number from `low` to `high`."""
        given = self.value(name, default)
        if given is default and not whole(given):
            return given  # type: ignore[no-any-return]
        return number(given, f"{self._within}{name}", low=low, high=high)

    def flag(self, name: str, default: Any = _REQUIRED) -> bool:
        """True or false, nothing that merely looks like it."""
        flag = self.value(name, default)
        if not isinstance(flag, bool):
            raise self.wrong(name, f"{self._within}{name} is true or false, not {shown(flag)}.", flag)
        return flag

    def text(self, name: str, default: Any = _REQUIRED, *, longest: int = 500) -> str:
        """Text of at most `longest` characters."""
        text = self.value(name, default)
        if not isinstance(text, str) or len(text) > longest:
            raise self.wrong(name, f"{self._within}{name} is text of at most {longest} characters.", text)
        return text

    def choice(self, name: str, choices: Iterable[str], default: Any = _REQUIRED) -> str:
        """One of the listed words."""
        chosen, words = self.value(name, default), [str(word) for word in choices]
        if chosen is default and default is not _REQUIRED:
            return chosen  # type: ignore[no-any-return]
        if not isinstance(chosen, str) or chosen not in words:
            raise self.wrong(
                name, f"{self._within}{name} is one of {', '.join(words)}; not {shown(chosen)}.", chosen
            )
        return chosen

    def items(self, name: str, default: Any = _REQUIRED, *, most: int = 100) -> Sequence[Any]:
        """A list of at most `most` things."""
        items = self.value(name, default)
        if isinstance(items, (str, bytes)) or not isinstance(items, Sequence) or len(items) > most:
            raise self.wrong(
                name, f"{self._within}{name} is a list of at most {most} things, not {shown(items)}.", items
            )
        return items

    def done(self) -> None:
        """Refuse any field that was not asked for, with the nearest name that exists."""
        for name in self._mapping:
            if name not in self._asked:
                near = get_close_matches(str(name), self._asked, n=1)
                hint = f" Did you mean {near[0]}?" if near else ""
                raise self.wrong(
                    str(name),
                    f"There is no field {self._within}{str(name)[:LONGEST]}.{hint}",
                    self._mapping[name],
                )

    def wrong(self, name: str, message: str, value: object) -> RuleError:
        """A RuleError about one field, with its full path."""
        return RuleError(message, field=f"{self._within}{name}", value=value)


def number(value: object, what: str, *, field: str = "", low: int = 0, high: int = 1000) -> int:
    """A whole number from `low` to `high`; RuleError says what it is for and what was given instead."""
    if not whole(value) or not low <= value <= high:  # type: ignore[operator]
        said = f"{what} is a whole number from {low} to {high}, not {shown(value)}."
        raise RuleError(said, field=field or what, value=value)
    return value  # type: ignore[return-value]
