"""Look up tags and conditions by the book's names: "Dim Light" becomes the tag with its effects."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from webapp.rules.catalogue import Catalogue, CatalogueEntry
from webapp.rules.check import ContextItem
from webapp.rules.errors import LONGEST, RuleError, nearest, quoted, shown
from webapp.rules.word_lists import or_list

COUNTED = re.compile(r"(.+?)\s+([0-9]{1,4})")


def held_by_name(around: object, book: Catalogue, kinds: Collection[str]) -> tuple[ContextItem, ...]:
    """Return a check's context items, with names replaced by the book's entries.

    A name may have a count ("Hungry 2"), and a single name is read as a list of one. Raises
    RuleError (field "around[0]") for a name that the book does not have under these `kinds`, and
    suggests the nearest name.
    """
    if isinstance(around, str):
        around = [around]
    if not isinstance(around, Iterable):
        why = f'“around” must be a list of names, such as ["{_example(book, kinds)}"], not {shown(around)}.'
        raise RuleError(why, field="around", value=around)
    return tuple(_item(value, f"around[{place}]", book, kinds) for place, value in enumerate(around))


def _item(thing: Any, field: str, book: Catalogue, kinds: Collection[str]) -> ContextItem:
    if isinstance(thing, str):
        return _find_by_name(thing, field, book, kinds)
    held = getattr(thing, "held", thing)  # a game's status says what it includes
    if not isinstance(held, ContextItem):
        example = _example(book, kinds)
        why = f'“{field}” must be a name, such as "{example}", or ContextItem(...), not {shown(thing)}.'
        raise RuleError(why, field=field, value=thing)
    return held


def _find_by_name(name: str, field: str, book: Catalogue, kinds: Collection[str]) -> ContextItem:
    entry, count = _entry(name, book, kinds), None
    if entry is None and (counted := COUNTED.fullmatch(name.strip())):
        entry, count = _entry(counted[1], book, kinds), int(counted[2])
    if entry is None:
        raise RuleError(f"{_unknown(name, book, kinds)} {_own(name, kinds)}", field=field, value=name)
    return ContextItem(entry.name, entry.kind, entry.effects, data={**entry.data, **_counting(count)})


def _entry(name: str, book: Catalogue, kinds: Collection[str]) -> CatalogueEntry | None:
    return next((found for kind in kinds if (found := book.find_or_none(name, kind))), None)


def _counting(count: int | None) -> dict[str, int]:
    return {} if count is None else {"count": count}


def _unknown(name: str, book: Catalogue, kinds: Collection[str]) -> str:
    names = [entry.name for kind in kinds for entry in book.entries(kind)]
    return f"There is no {or_list(kinds)} named {quoted(name)}.{nearest(name, names)}"


def _own(name: str, kinds: Collection[str]) -> str:
    """Return a sentence that says how to write a thing that is not in the book."""
    kind = next(iter(kinds))
    return f'Write your own as ContextItem("{name[:LONGEST]}", "{kind}", [Effect("climbing", "...")]).'


def _example(book: Catalogue, kinds: Collection[str]) -> str:
    return next(entry.name for kind in kinds for entry in book.entries(kind))
