"""Cache values computed from a table, together with the reads behind each value.

Dependencies are not declared: the table's state records each read. When something changes, the values that
were computed from it are dropped, directly or through other values.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any

ABSENT = object()


class DependencyCache:
    """Cached values by name, with the reads that each was computed from."""

    def __init__(self) -> None:
        self._values: dict[Hashable, Any] = {}
        self._readers: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
        self._reading: list[set[Hashable]] = []

    def note(self, what: Hashable) -> None:
        """Record a read for the value that is being computed, if any."""
        if self._reading:
            self._reading[-1].add(what)

    def get(self, name: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value of this name, computed if absent, and record a read of it."""
        value = self._values.get(name, ABSENT)
        if value is ABSENT:
            value = self._make(name, make)
        if self._reading:
            self._reading[-1].add(name)
        return value

    def find(self, name: Hashable) -> Any:
        """Return the value of this name if it is cached, and record a read of it; else return None."""
        value = self._values.get(name)
        if value is not None and self._reading:
            self._reading[-1].add(name)
        return value

    def find_each(self, names: Collection[Hashable]) -> list[Any]:
        """Return the values of these names, None for each that is not cached, and record reads of them."""
        if self._reading:
            self._reading[-1].update(names)
        return list(map(self._values.get, names))

    def _make(self, name: Hashable, make: Callable[[], Any]) -> Any:
        read: set[Hashable] = set()
        self._reading.append(read)
        try:
            value = make()
        except BaseException:
            # the outer value may be computed without this one, but depends on the same reads
            self._reading[-2:-1] = [element | read for element in self._reading[-2:-1]]
            raise
        finally:
            self._reading.pop()
        for element in read:
            self._readers[element].add(name)
        self._values[name] = value
        return value

    def forget(self, changed: Iterable[Hashable]) -> None:
        """Drop all values for which one of these names was read, directly or through other values."""
        gone = list(changed)
        while gone:
            for name in self._readers.pop(gone.pop(), ()):
                if self._values.pop(name, ABSENT) is not ABSENT:
                    gone.append(name)

    def __len__(self) -> int:
        return len(self._values)


class TrackingProxy:
    """A proxy for a row that records each read of a field under the row's name and the field's."""

    __slots__ = ("_cache", "_name", "_row")

    def __init__(self, row: Any, cache: DependencyCache, *name: Hashable) -> None:
        self._row, self._cache, self._name = row, cache, name

    def __getattr__(self, name: str) -> Any:
        self._cache.note((*self._name, name))
        return getattr(self._row, name)
