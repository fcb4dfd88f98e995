"""Validate an imported document: every value within its bounds, and all of them together consistent.

`document_format.py` limits single rows; this module checks how the rows fit together.
"""

import pickle
import re
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from tempfile import SpooledTemporaryFile
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from webapp.rules.clocks import comes_round
from webapp.rules.name_keys import LONGEST_NAME, is_seen, visible
from webapp.rules.playable_games import ruleset
from webapp.store.models import THINGS
from webapp.table.command import CLOSED_STATES, MOST_STORED, limited_kind
from webapp.table.create import refuse_not_offered
from webapp.table.document_format import STRICT, row_model
from webapp.table.json_reader import JournalText, nesting_levels
from webapp.table.refusals import Invalid, invalid_from
from webapp.table.row_validation import ensure_sound

DEEPEST = 20
IN_MEMORY = 4 * 2**20
"""Bytes of a validated journal that stay in memory."""
UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")
NAMES_INSIDE = {"saved": ("data",), "check": ("sources", "asked")}
"""The columns whose names are those of things that are yet to be made or added."""
Shape = TypeVar("Shape", bound=BaseModel)


class Document(BaseModel):
    """A whole exported document; this model does not validate its rows."""

    model_config = STRICT

    format: Literal["tableside.table"]
    version: Literal[1]
    table: dict[str, Any]
    things: dict[str, list[dict[str, Any]]]
    journal: Any


class Journal:
    """The entries of an imported journal, each validated once and then kept in a file, not in memory."""

    def __init__(self, sent: Iterable[object]) -> None:
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - it lives as long as this
        self._count = 0
        for entry in sent:
            if not isinstance(entry, dict):
                raise Invalid("Each entry of a journal must be an object.", {"journal": "not an object"})
            _ensure_storable(entry, within=2)
            pickle.dump(_validate_row("entry", entry), self._file)
            self._count += 1

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._file.seek(0)
        for _ in range(self._count):
            yield pickle.load(self._file)  # noqa: S301 - written above


def validate_document(sent: dict[str, Any]) -> Document:
    """Return the document if its values are within bounds and consistent; else raise Invalid.

    If a field has a wrong value, the error names the field.
    """
    if not isinstance(sent.get("journal"), list | JournalText):
        raise Invalid("A document must have a journal, a list of entries.", {"journal": "not a list"})
    _ensure_storable({**sent, "journal": None})
    document = _validate(Document, sent)
    document.table = _validate_row("table", document.table)
    refuse_not_offered(str(document.table["ruleset"]))
    for kind, rows in document.things.items():
        if kind not in THINGS:
            raise Invalid(f"A table has no things of the kind “{kind[:60]}”.", {"things": "unknown kind"})
        document.things[kind] = [_validate_row(kind, _with_seen_names(kind, row)) for row in rows]
    _rename_own_clocks(document)
    document.journal = Journal(document.journal)
    _ensure_consistent(document)
    return document


def _with_seen_names(kind: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose content for new things has names that can be seen; earlier releases took others."""
    return row | {name: _seen(row[name]) for name in NAMES_INSIDE.get(kind, ()) if name in row}


def _seen(value: Any) -> Any:
    """Replace each text in which nothing can be seen by the numbers of its letters: “U+3164”."""
    if isinstance(value, dict):
        return {name: _seen(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_seen(part) for part in value]
    unseen = isinstance(value, str) and value.strip() and not any(map(is_seen, visible(value)))
    return " ".join(f"U+{ord(letter):04X}" for letter in value)[:LONGEST_NAME] if unseen else value


def _rename_own_clocks(document: Document) -> None:
    """Replace the clock kind "personal" with the game's own; not every game has that kind."""
    for row in document.things.get("clock", ()):
        if row["kind"] == "personal":
            row["kind"] = ruleset(document.table["ruleset"]).catalogue.clock_kind_for("personal")


def _validate(shape: type[Shape], sent: object) -> Shape:
    try:
        return shape.model_validate(sent)
    except ValidationError as error:
        raise invalid_from(error, sent) from error


def _validate_row(kind: str, row: dict[str, object]) -> dict[str, object]:
    found = _validate(row_model(kind), row)
    return {name: getattr(found, name) for name in type(found).model_fields}


def _ensure_storable(sent: object, within: int = 0) -> None:
    """Refuse values that cannot be stored, such as lone surrogates, infinite numbers and deep nesting.

    `within` is how many levels of the document are around them.
    """
    for depth, level in enumerate(nesting_levels(sent), within):
        if depth > DEEPEST:
            raise Invalid("This document is nested too deeply.")
        if any(isinstance(layer, str) and UNSTORABLE.search(layer) for layer in level):
            raise Invalid("This document contains text that cannot be stored.")
        if any(isinstance(layer, float) and not isfinite(layer) for layer in level):
            raise Invalid("This document contains a number that is not finite.")


def _ensure_consistent(document: Document) -> None:
    game = str(document.table["ruleset"])
    ids = {kind: {row["id"] for row in rows} for kind, rows in document.things.items()}
    entries = {row["id"] for row in document.journal}
    count = sum(map(len, document.things.values())) + len(document.journal)
    if len(entries.union(*ids.values())) != count:
        raise Invalid("Two things or entries in this document have the same id.", {"things": "ids"})
    ensure_sound("table", document.table, game, lambda kind, id: id in ids.get(kind, ()))
    for kind, rows in document.things.items():
        if sum(_takes_room(row) for row in rows) > MOST_STORED.get(kind, count):
            raise Invalid(
                f"An import may have at most {MOST_STORED[kind]} {limited_kind(kind)}s.", {"things": kind}
            )
        for row in rows:
            ensure_sound(kind, row, game, lambda of, id: id in ids.get(of, ()))
    _break_circles(document.things.get("clock", ()))
    for row in document.journal:
        unknown = {row["undoes"], row["undone_by"]} - entries - {None}
        heard = set(row["heard"])
        if unknown or not heard <= ids.get("seat", set()) or len(heard) < len(row["heard"]):
            raise Invalid(
                f"Entry {row['id']} of the journal refers to something that is not in the document.",
                {"journal": "ids"},
            )


def _break_circles(clocks: Sequence[dict[str, Any]]) -> None:
    """Break circles of clocks that follow one another; the first clock of a circle then follows none.

    Undo in earlier releases could leave such circles.
    """
    follows = {row["id"]: row["follows"] for row in clocks}
    for row in clocks:
        if comes_round(row["id"], follows.get) == row["id"]:
            row["follows"] = follows[row["id"]] = None


def _takes_room(row: dict[str, object]) -> bool:
    """Return whether a row counts towards the table's limits: removed and closed ones do not."""
    return not row["removed"] and row.get("state") not in CLOSED_STATES
