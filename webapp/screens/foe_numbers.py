"""How much players are told of the numbers of those whom the GM plays, and what is said without them.

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
"""The table's setting that says it; a table without it tells exactly."""
CHOICES = {"exact": "exact", "words": "in words", "absent": "not told"}
"""What a table chooses from."""
SENTENCES = re.compile(r"(?<=[.!?;]) ")
AMOUNT = re.compile(r"\b\d+ (?=[A-Z])")
"""So many of something that the game names: "7 Points"."""
NUMBER = re.compile(r"\d")


class Telling(StrEnum):
    """Exactly, in words, or not at all."""

    EXACT = "exact"
    WORDS = "words"
    ABSENT = "absent"

    @classmethod
    def by(cls, settings: Mapping[str, Any]) -> "Telling":
        """As the table has chosen; what is no choice tells nothing."""
        chosen = settings.get(SETTING, cls.EXACT)
        return cls(chosen) if chosen in list(cls) else cls.ABSENT


def without_numbers(text: str, names: Iterable[str] = ()) -> str:
    """A text without whatever counts something: "loses 7 Points" is "loses Points", the rest is left out.

    A number that is part of one of the `names` counts nothing.
    """
    known = {f"\x00{chr(place)}\x00": name for place, name in enumerate(_longest_first(names), 0xE000)}
    for mark, name in known.items():
        text = text.replace(name, mark)
    said = " ".join(filter(None, map(_uncounted, SENTENCES.split(text)))).rstrip(";")
    for mark, name in known.items():
        said = said.replace(mark, name)
    return said


def counts(text: str, names: Iterable[str] = ()) -> bool:
    """Whether a text holds a number that is no part of one of the names."""
    for name in _longest_first(names):
        text = text.replace(name, "")
    return bool(NUMBER.search(text))


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name}, key=len, reverse=True)


def _uncounted(sentence: str) -> str:
    """A sentence up to where it begins to count, with the stop at its end."""
    if not NUMBER.search(sentence):
        return sentence
    first = AMOUNT.sub("", sentence.partition(", ")[0])
    stop = sentence[-1] if sentence[-1] in ".!?;" else ""
    return "" if NUMBER.search(first) else first.rstrip(".!?;") + stop
