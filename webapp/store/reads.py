"""What was made of a table, kept with what was read while it was made.

Nobody declares what a value depends on: whoever makes it asks the board, and the board notes each question.
When something changes, exactly what had read it goes, and what was made of that in turn.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any

ABSENT = object()


class Kept:
    """Values by name, and who read what."""

    def __init__(self) -> None:
        self._values: dict[Hashable, Any] = {}
        self._readers: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
        self._reading: list[set[Hashable]] = []

    def note(self, what: Hashable) -> None:
        """Something is read by whatever is being made now."""
        if self._reading:
            self._reading[-1].add(what)

    def get(self, name: Hashable, make: Callable[[], Any]) -> Any:
        """The value of this name, made if it is not here; whoever makes another of it has read it."""
        value = self._values.get(name, ABSENT)
        if value is ABSENT:
            value = self._make(name, make)
        if self._reading:
            self._reading[-1].add(name)
        return value

    def find(self, name: Hashable) -> Any:
        """The value of this name, if it was made."""
        value = self._values.get(name)
        if value is not None and self._reading:
            self._reading[-1].add(name)
        return value

    def _make(self, name: Hashable, make: Callable[[], Any]) -> Any:
        read: set[Hashable] = set()
        self._reading.append(read)
        try:
            value = make()
        except Exception:
            self._reading[-2:-1] = [each | read for each in self._reading[-2:-1]]  # whoever does without it
            raise
        finally:
            self._reading.pop()
        for each in read:
            self._readers[each].add(name)
        self._values[name] = value
        return value

    def forget(self, changed: Iterable[Hashable]) -> None:
        """All that was made of what has changed, and of what was made of it."""
        gone = list(changed)
        while gone:
            for name in self._readers.pop(gone.pop(), ()):
                if self._values.pop(name, ABSENT) is not ABSENT:
                    gone.append(name)

    def __len__(self) -> int:
        return len(self._values)


class Noted:
    """A row of which each field that is read is noted: what row it is, with the field's name."""

    __slots__ = ("_kept", "_row", "_which")

    def __init__(self, row: Any, kept: Kept, *which: Hashable) -> None:
        self._row, self._kept, self._which = row, kept, which

    def __getattr__(self, name: str) -> Any:
        self._kept.note((*self._which, name))
        return getattr(self._row, name)
