"""Catalogues: the named tags, conditions, statuses and clocks of a game, as data with a schema.

A file holds rows `[[tag]]`, `[[condition]]` and so on; a table's custom entries have the same
format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from webapp.rules import toml_tables
from webapp.rules.effects import Effect
from webapp.rules.errors import CatalogueError, RuleError, nearest, quoted, shown
from webapp.rules.name_keys import name_key

REQUIRED: toml_tables.Schema = {"name": str, "text": str}
OPTIONAL: toml_tables.Schema = {
    "key": str,
    "group": str,
    "effects": list,
    "sources": list,
    "clears": str,
    "trigger": str,
    "source": str,
}
READING = "reading"
"""The `source` of an entry that the project's copy of the book lacks: our interpretation."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One entry of a catalogue, as a card would show it.

    `kind` is "tag", "condition", "status", "boost", "clock" or another kind; `text` is its meaning in play,
    `trigger` when it takes effect, `clears` how it ends, `data` the game's other values. `source` is
    "reading" if the project's copy of the book lacks the entry, else "".
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
    source: str = ""


@dataclass(frozen=True, slots=True)
class ClockKind:
    """A kind of clock this game uses; its role is "progress" or "threat".

    If one moment completes two racing clocks, one of a kind that `wins_ties` has won; otherwise the GM
    decides.
    """

    key: str
    name: str
    pitch: str
    role: str
    wins_ties: bool = False

    @property
    def emptied(self) -> str:
        """The words for a drain clock of this kind at 0: a threat "ran out", any other clock "reached 0"."""
        return "ran out" if self.role == "threat" else "reached 0"


class Catalogue(Mapping[str, CatalogueEntry]):
    """Entries by key, in the order of their file; `find` accepts a name or a key as people type it."""

    def __init__(self, entries: tuple[CatalogueEntry, ...], source: str = "catalogue") -> None:
        self.source = source
        self._entries: dict[str, CatalogueEntry] = {}
        self._said: dict[tuple[str | None, str], CatalogueEntry] = {}
        for entry in entries:
            if entry.key in self._entries:
                raise CatalogueError(
                    "this key appears twice.", file=source, entry=f"{entry.kind} {entry.name!r}", field="key"
                )
            self._entries[entry.key] = entry
            for kind, word in product((None, entry.kind), (entry.name, entry.key)):
                self._said.setdefault((kind, name_key(word)), entry)

    def __getitem__(self, key: str) -> CatalogueEntry:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self, kind: str | None = None, group: str | None = None) -> tuple[CatalogueEntry, ...]:
        """Return the entries in order: all of them, or only those of a kind, of a group, or of both."""
        return tuple(
            entry
            for entry in self._entries.values()
            if kind in (None, entry.kind) and group in (None, entry.group)
        )

    @cached_property
    def clock_kinds(self) -> tuple[ClockKind, ...]:
        """The kinds of clock: the rows `[[clock]]` of the file, each with a `role`, perhaps with `wins_ties`.

        Raises CatalogueError for a `[[clock]]` row without a role.
        """
        rows = self.entries("clock")
        for row in (row for row in rows if "role" not in row.data):
            why, entry = "it is missing; write progress or threat.", f"clock {row.name!r}"
            raise CatalogueError(why, file=self.source, entry=entry, field="role")
        return tuple(
            ClockKind(row.key, row.name, row.text, row.data["role"], bool(row.data.get("wins_ties")))
            for row in rows
        )

    def clock_kind(self, key: str) -> ClockKind:
        """Return the kind of clock with this key; an unknown kind is drawn as progress."""
        plain = ClockKind(key, key.replace("_", " ").capitalize(), "", "progress")
        return next((kind for kind in self.clock_kinds if kind.key == key), plain)

    def clock_announced(self, key: str) -> str:
        """Return the name for a clock of this kind in sentences; "Clock" for the default kind."""
        return "Clock" if key == self.clock_kind_for("progress") else self.clock_kind(key).name

    def clock_kind_for(self, wanted: str) -> str:
        """Return the kind `wanted`, or the first kind if there is none of this key.

        A game that is not installed has no kinds, so the clocks of its tables keep `wanted`.
        """
        known = [kind.key for kind in self.clock_kinds]
        return wanted if wanted in known or not known else known[0]

    def find_or_none(self, name: str, kind: str | None = None) -> CatalogueEntry | None:
        """Return the entry with this name or key, whatever its case and accents; None if there is none."""
        return self._said.get((kind, name_key(name)))

    def find(self, name: str, kind: str | None = None) -> CatalogueEntry:
        """Return the entry with this name or key, whatever its case and accents.

        Raises RuleError, with the nearest name, if there is none.
        """
        found = self.find_or_none(name, kind)
        if found is not None:
            return found
        hint = nearest(name, (entry.name for entry in self.entries(kind)))
        raise RuleError(
            f"There is no {kind or 'entry'} named {quoted(name)}.{hint}", field="name", value=name
        )


def load_catalogue(
    package: str,
    file: str = "catalogue.toml",
    extra_fields: toml_tables.Schema | None = None,
    kinds: frozenset[str] | None = None,
) -> Catalogue:
    """Read the catalogue beside the code of `package` ("webapp.games.freeform.rules").

    `extra_fields` names further fields of a row and their types ({"severity": str}), which go to
    `CatalogueEntry.data`. `kinds` limits which tables the file may have. Raises CatalogueError with
    the file, the entry and the field.
    """
    rows = toml_tables.read(package, file)
    try:
        return parse(rows, toml_tables.label(package, file), extra_fields, kinds)
    except CatalogueError as wrong:
        if wrong.field.endswith(".modifier") and isinstance(wrong.value, str):
            raise _with_own_modifier(wrong, wrong.value) from None
        raise


def _with_own_modifier(wrong: CatalogueError, name: str) -> CatalogueError:
    """Return the error for an unknown modifier, with advice on how a game defines its own."""
    own = name if "." in name else f"<key>.{name}"
    says = f'{wrong.reason} Define your own with own_modifier("{own}") in rules.py.'
    return CatalogueError(says, file=wrong.file, entry=wrong.entry, field=wrong.field, value=name)


def parse(
    mapping: Mapping[str, Any],
    source: str,
    extra_fields: toml_tables.Schema | None = None,
    kinds: frozenset[str] | None = None,
) -> Catalogue:
    """Parse entries in the catalogue's format from a mapping, such as an imported pack.

    Custom entries should have an effect, a trigger and a way to clear them (Razorweave ch. 9), but
    none is required.
    """
    found: list[CatalogueEntry] = []
    for kind, rows in mapping.items():
        if kinds is not None and kind not in kinds:
            raise CatalogueError(
                f"there is no kind {quoted(kind)}; the known kinds are {', '.join(sorted(kinds))}.",
                file=source,
            )
        if not isinstance(rows, list):
            raise CatalogueError(
                f"“{kind}” must be a list of rows [[{kind}]], not {shown(rows)}.", file=source
            )
        found.extend(_entry(kind, row, source, extra_fields or {}) for row in rows)
    return Catalogue(tuple(found), source)


def _entry(kind: str, row: Any, source: str, extra: toml_tables.Schema) -> CatalogueEntry:
    name = row.get("name", "?") if isinstance(row, Mapping) else "?"
    entry = f"{kind} {name!r}"
    toml_tables.check(row, REQUIRED, {**OPTIONAL, **extra}, file=source, entry=entry)
    if row.get("source", READING) != READING:
        why = f"it must be {quoted(READING)} or absent, not {quoted(row['source'])}."
        raise CatalogueError(why, file=source, entry=entry, field="source", value=row["source"])
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
        source=row.get("source", ""),
    )


def _effect(raw: Any, number: int, source: str, entry: str) -> Effect:
    place = f"effects[{number}]"
    if not isinstance(raw, Mapping):
        raise CatalogueError(
            f"it is {shown(raw)}, not an effect.", file=source, entry=entry, field=place, value=raw
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
    """Make a key from a name in any script: "Solid Cover" becomes "solid-cover"; "!!" stays."""
    return re.sub(r"[\W_]+", "-", name.casefold()).strip("-") or name.strip()
