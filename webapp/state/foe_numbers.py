"""Hide foes' numbers in sentences for players.

```python
>>> without_numbers("Goblin 2 loses 7 Points, now -2 of 9; Goblin 2 is now Tired", ["Goblin 2"])
'Goblin 2 loses Points; Goblin 2 is now Tired'

```
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

SETTING = "foes"
"""The name of the table's setting for foes' numbers; without the setting the numbers are shown exactly."""
CHOICES = {"exact": "exact", "words": "in words", "absent": "hidden"}
"""The setting's choices, as screens name them."""
SENTENCES = re.compile(r"(?<=[.!?;]) ")
AMOUNT = re.compile(r"\b\d+ (?=[A-Z])")
"""Matches the number in a count of something that a game names with a capital: "7 Points"."""
NUMBER = re.compile(r"\d")


class NumbersDisclosure(StrEnum):
    """The setting for foes' numbers: shown exactly, in words, or hidden."""

    EXACT = "exact"
    WORDS = "words"
    ABSENT = "absent"

    @classmethod
    def by(cls, settings: Mapping[str, Any]) -> "NumbersDisclosure":
        """Return the setting's value for a table; an invalid value hides all numbers."""
        chosen = settings.get(SETTING, cls.EXACT)
        return cls(chosen) if chosen in list(cls) else cls.ABSENT


def without_numbers(text: str, names: Iterable[str] = ()) -> str:
    """Remove numbers from a text: "loses 7 Points, now -2 of 9" becomes "loses Points".

    A sentence with a number is cut at its first comma, and the counts in the rest are removed; if the rest
    has another number, the whole sentence is left out. A number in one of the `names` stays.
    """
    known = {f"\x00{chr(place)}\x00": name for place, name in enumerate(_longest_first(names), 0xE000)}
    for mark, name in known.items():
        text = text.replace(name, mark)
    said = _joined(map(_uncounted, SENTENCES.split(text))).rstrip(";")
    for mark, name in known.items():
        said = said.replace(mark, name)
    return said


def has_number(text: str, names: Iterable[str] = ()) -> bool:
    """Return whether a text has a number that is not part of one of the names."""
    for name in _longest_first(names):
        text = text.replace(name, "")
    return bool(NUMBER.search(text))


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name}, key=len, reverse=True)


def _joined(parts: Iterable[str]) -> str:
    """Join the parts that are left; one that now begins a sentence gets a capital."""
    said, dropped = "", False
    for part in parts:
        begins = dropped and said.endswith((".", "!", "?"))
        said += " " * bool(said and part) + (part[:1].upper() + part[1:] if begins else part)
        dropped = not part
    return said


def _uncounted(sentence: str) -> str:
    """Return a sentence without its numbers, or "" if they cannot be removed.

    A sentence with a number is cut at its first comma, loses its counts and keeps its final stop.
    """
    if not NUMBER.search(sentence):
        return sentence
    first = AMOUNT.sub("", sentence.partition(", ")[0])
    stop = sentence[-1] if sentence[-1] in ".!?;" else ""
    return "" if NUMBER.search(first) else first.rstrip(".!?;") + stop
