"""Catalogues: the named tags, conditions, statuses and clocks of a game, as data with a schema.

A file holds rows `[[tag]]`, `[[condition]]` and so on; custom entries of a table come in the same format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from webapp.rules import tables
from webapp.rules.effects import Effect
from webapp.rules.errors import CatalogueError, RuleError, nearest

REQUIRED: tables.Schema = {"name": str, "text": str}
OPTIONAL: tables.Schema = {
    "key": str,
    "group": str,
    "effects": list,
    "sources": list,
    "clears": str,
    "trigger": str,
}


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One thing of a catalogue, as a card would show it.

    `kind` is what it is ("tag", "condition", "status", "boost", "clock" ...), `text` what it means in play,
    `trigger` when it bites, `clears` how it goes away, `data` whatever else this game keeps about it.
    """

    key: str
    name: str
    kind: str
    group: str = ""
    text: str = ""
    effects: tuple[Effect, ...] = ()
    sources: tuple[str, ...] = ()
    clears: str = ""
    trigger: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


class Catalogue(Mapping[str, CatalogueEntry]):
    """Entries by key, in the order of their file; `find` takes a name as it is said at the table."""

    def __init__(self, entries: tuple[CatalogueEntry, ...], source: str = "catalogue") -> None:
        self.source = source
        self._entries: dict[str, CatalogueEntry] = {}
        self._said: dict[tuple[str | None, str], CatalogueEntry] = {}
        for entry in entries:
            if entry.key in self._entries:
                raise CatalogueError(
                    "this key is there twice.", file=source, entry=f"{entry.kind} {entry.name!r}", field="key"
                )
            self._entries[entry.key] = entry
            for kind, word in product((None, entry.kind), (entry.name.casefold(), entry.key.casefold())):
                self._said.setdefault((kind, word), entry)

    def __getitem__(self, key: str) -> CatalogueEntry:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self, kind: str | None = None, group: str | None = None) -> tuple[CatalogueEntry, ...]:
        """All entries in order, or those of one kind and one group."""
        return tuple(
            entry
            for entry in self._entries.values()
            if kind in (None, entry.kind) and group in (None, entry.group)
        )

    def named(self, name: str, kind: str | None = None) -> CatalogueEntry | None:
        """The entry with this name or key, in any case, if there is one."""
        return self._said.get((kind, name.strip().casefold()))

    def find(self, name: str, kind: str | None = None) -> CatalogueEntry:
        """The entry with this name or key, in any case; RuleError with the nearest name if there is none."""
        wanted, found = name.strip(), self.named(name, kind)
        if found is not None:
            return found
        hint = nearest(wanted.title(), (entry.name.title() for entry in self.entries(kind)))
        raise RuleError(f"There is no {kind or 'entry'} named {name!r}.{hint}", field="name", value=name)


def load(
    package: str,
    file: str = "catalogue.toml",
    extra_fields: tables.Schema | None = None,
    kinds: frozenset[str] | None = None,
) -> Catalogue:
    """Read the catalogue that stands beside the code of `package` ("webapp.rules.freeform").

    `extra_fields` names what else a row may hold and its type ({"severity": str}); it lands in `Entry.data`.
    `kinds` limits which tables the file may have. CatalogueError says file, entry and field.
    """
    return parse(tables.read(package, file), tables.label(package, file), extra_fields, kinds)


def parse(
    mapping: Mapping[str, Any],
    source: str,
    extra_fields: tables.Schema | None = None,
    kinds: frozenset[str] | None = None,
) -> Catalogue:
    """Read entries in the same format from a mapping: a table's own tags, or a pack that was imported.

    Custom entries should say effect, trigger and clearing (Razorweave ch. 9); none of the three is forced.
    """
    found: list[CatalogueEntry] = []
    for kind, rows in mapping.items():
        if kinds is not None and kind not in kinds:
            raise CatalogueError(
                f"there is no kind {kind!r}; known are {', '.join(sorted(kinds))}.", file=source
            )
        if not isinstance(rows, list):
            raise CatalogueError(f"{kind} is a list of rows [[{kind}]], not {rows!r}.", file=source)
        found.extend(_entry(kind, row, source, extra_fields or {}) for row in rows)
    return Catalogue(tuple(found), source)


def _entry(kind: str, row: Any, source: str, extra: tables.Schema) -> CatalogueEntry:
    name = row.get("name", "?") if isinstance(row, Mapping) else "?"
    entry = f"{kind} {name!r}"
    tables.check(row, REQUIRED, {**OPTIONAL, **extra}, file=source, entry=entry)
    if not name.strip():
        raise CatalogueError("it is empty.", file=source, entry=entry, field="name")
    return CatalogueEntry(
        key=row.get("key") or slug(name),
        name=name,
        kind=kind,
        group=row.get("group", ""),
        text=row["text"],
        effects=tuple(
            _effect(raw, number, source, entry) for number, raw in enumerate(row.get("effects", []))
        ),
        sources=tuple(_texts(row.get("sources", []), source, entry)),
        clears=row.get("clears", ""),
        trigger=row.get("trigger", ""),
        data={key: row[key] for key in extra if key in row},
    )


def _effect(raw: Any, number: int, source: str, entry: str) -> Effect:
    place = f"effects[{number}]"
    if not isinstance(raw, Mapping):
        raise CatalogueError(
            f"it is {raw!r}, not an effect.", file=source, entry=entry, field=place, value=raw
        )
    try:
        return Effect.parse(raw)
    except RuleError as wrong:
        where = f"{place}.{wrong.field}" if wrong.field else place
        raise CatalogueError(
            wrong.message, file=source, entry=entry, field=where, value=wrong.value
        ) from None


def _texts(raw: list[Any], source: str, entry: str) -> list[str]:
    for number, text in enumerate(raw):
        if not isinstance(text, str):
            raise CatalogueError(
                "it is not text.", file=source, entry=entry, field=f"sources[{number}]", value=text
            )
    return raw


def slug(name: str) -> str:
    """A key made from a name in any script: "Solid Cover" becomes "solid-cover"; "!!" stays as it is."""
    return re.sub(r"[\W_]+", "-", name.casefold()).strip("-") or name.strip()
