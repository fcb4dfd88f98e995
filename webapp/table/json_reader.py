"""Read JSON strictly: no duplicate fields, no NaN, no infinities, limited nesting.

Pydantic's parser keeps the last of two fields with one name, so Python's parser is used, with a hook.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from webapp.table.refusals import MalformedJson

DEEPEST = 40


class DuplicateField(ValueError):
    """Raised for a field that occurs twice in one object."""

    def __init__(self, field: str) -> None:
        super().__init__(f"“{field[:80]}” appears twice in one object")
        self.field = field


def read_json(body: bytes) -> object:
    """Return the parsed JSON of a request's body; raise MalformedJson with the reason if it is wrong."""
    return _read(body, parse_json)


def read_import(body: bytes) -> object:
    """Return the same, but of a document the journal is parsed while it is read (`split_document`)."""
    return _read(body, split_document)


def _read(body: bytes, parse: Callable[[str], object]) -> object:
    try:
        value = parse(body.decode())
    except (ValueError, RecursionError) as error:
        raise MalformedJson(f"This is not valid JSON: {reason(error)}.") from error
    if any(depth >= DEEPEST for depth, _ in enumerate(nesting_levels(value))):
        raise MalformedJson(f"This is nested more than {DEEPEST} levels deep.")
    return value


def parse_json(text: str | bytes) -> object:
    """Return the parsed JSON of a text; raise ValueError or RecursionError if it is wrong."""
    return json.loads(
        text, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_without_duplicates
    )


def split_document(text: str) -> object:
    """Return an exported document, or a request to import one, whose `journal` is parsed while it is read.

    Raises ValueError or RecursionError like `parse_json`; every entry of the journal has been parsed once.
    """
    reader = _Reader(text)
    value = reader.document() if reader.next_is("{") else reader.value()
    reader.skip_space()
    if reader.at < len(text):
        raise json.JSONDecodeError("Extra data", text, reader.at)
    return value


class JournalText:
    """The entries of a journal as the text of a JSON list, parsed one at a time to keep memory use small."""

    def __init__(self, text: str, start: int) -> None:
        self._text, self._start = text, start

    def __iter__(self) -> Iterator[object]:
        yield from _Reader(self._text, self._start).elements()


class _Reader:
    """A place in a JSON text."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text, self.at = text, at

    def next_is(self, letter: str) -> bool:
        """Return whether the next character is this one."""
        self.skip_space()
        return self.text.startswith(letter, self.at)

    def skip_space(self) -> None:
        self.at = SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]

    def take(self, letter: str) -> None:
        if not self.next_is(letter):
            raise self.expecting(f"“{letter}”")
        self.at += 1

    def expecting(self, what: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(f"Expecting {what}", self.text, self.at)

    def value(self) -> Any:
        self.skip_space()
        value, self.at = DECODER.raw_decode(self.text, self.at)
        return value

    def elements(self) -> Iterator[object]:
        self.take("[")
        while not self.next_is("]"):
            yield self.value()
            if not self.next_is("]"):
                self.take(",")
                if self.next_is("]"):
                    raise self.expecting("value")
        self.take("]")

    def document(self) -> dict[str, object]:
        """Parse an object, except the journal in it or in its “import”."""
        pairs: list[tuple[str, object]] = []
        self.take("{")
        while not self.next_is("}"):
            if not self.next_is('"'):
                raise self.expecting("property name enclosed in double quotes")
            name = self.value()
            self.take(":")
            pairs.append((name, self._member(name)))
            if not self.next_is("}"):
                self.take(",")
                if self.next_is("}"):
                    raise self.expecting("property name enclosed in double quotes")
        self.take("}")
        return _without_duplicates(pairs)

    def _member(self, name: str) -> object:
        if name == "import" and self.next_is("{"):
            return self.document()
        if name == "journal" and self.next_is("["):
            start = self.at
            for _ in self.elements():
                pass
            return JournalText(self.text, start)
        return self.value()


def nesting_levels(value: object) -> Iterator[list[object]]:
    """Yield a document's values level by level, outermost first; the keys of objects are included."""
    level = [value]
    while level:
        yield level
        level = [part for container in level for part in _parts(container)]


def reason(error: Exception) -> str:
    """Return why a text is not JSON, as the end of a sentence."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} (line {error.lineno}, column {error.colno})"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, DuplicateField):
        return str(error)
    return str(error) if len(str(error)) < 60 else "a number is too large"


def _refuse_constant(name: str) -> None:
    raise ValueError(f"JSON does not allow {name}")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DuplicateField(Counter(name for name, _ in pairs).most_common(1)[0][0])
    return found


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_without_duplicates
)
SPACE = re.compile(r"[ \t\n\r]*")
