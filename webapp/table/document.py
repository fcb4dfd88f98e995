"""A table as one JSON document: whether what came back holds together.

What a single row may hold stands in `document_rows.py`; here is what no single value shows.
"""

from math import isfinite
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import ruleset
from webapp.store.models import THINGS
from webapp.table import pack
from webapp.table.command import MOST, SETTLED, parse
from webapp.table.document_rows import REFERENCES, STRICT, shape
from webapp.table.games import game_table
from webapp.table.refusals import Invalid
from webapp.table.wording import in_words

FORMAT, VERSION = "tableside.table", 1
DEEPEST = 12
Shape = TypeVar("Shape", bound=BaseModel)


class Document(BaseModel):
    """The whole of it, before its things are looked at one by one."""

    model_config = STRICT

    format: Literal["tableside.table"]
    version: Literal[1]
    table: dict[str, Any]
    things: dict[str, list[dict[str, Any]]]
    journal: list[dict[str, Any]]


def checked_document(sent: object) -> Document:
    """The document, every value in it held to its bounds; Invalid names the first that is not."""
    _walk(sent)
    document = _fitting(Document, sent)
    document.table = _held("table", document.table)
    for kind, rows in document.things.items():
        if kind not in THINGS:
            raise Invalid(f"A table has no things of the kind {kind!r}.", {"things": "unknown kind"})
        document.things[kind] = [_held(kind, row) for row in rows]
    document.journal = [_held("entry", row) for row in document.journal]
    _check_together(document)
    return document


def _fitting(shape: type[Shape], sent: object) -> Shape:
    try:
        return shape.model_validate(sent)
    except ValidationError as error:
        raise in_words(error, sent) from error


def _held(kind: str, row: dict[str, Any]) -> dict[str, Any]:
    found = _fitting(shape(kind), row)
    return {name: getattr(found, name) for name in type(found).model_fields}


def _walk(value: object, depth: int = 0) -> None:
    """Refuse what no database or screen can hold: too deep, half characters, numbers without end."""
    if depth > DEEPEST:
        raise Invalid("This document is nested too deep.")
    if isinstance(value, str):
        if "\0" in value or any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
            raise Invalid("This document holds text that cannot be stored.")
    elif isinstance(value, float) and not isfinite(value):
        raise Invalid("This document holds a number without end.")
    elif isinstance(value, dict):
        for name, each in value.items():
            _walk(name, depth)
            _walk(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _walk(each, depth + 1)


def _check_together(document: Document) -> None:
    ids = {kind: {row["id"] for row in rows} for kind, rows in document.things.items()}
    entries = {row["id"] for row in document.journal}
    count = sum(map(len, document.things.values())) + len(document.journal)
    if len(entries.union(*ids.values())) != count:
        raise Invalid("Two things in this document have the same id.", {"things": "ids"})
    _check_references("table", document.table, ids)
    for kind, rows in document.things.items():
        if sum(_counts(row) for row in rows) > MOST.get(kind, count):
            raise Invalid(f"A table holds at most {MOST[kind]} {kind}s.", {"things": kind})
        for row in rows:
            _check_references(kind, row, ids)
    _check_clocks(document.things.get("clock", []))
    _check_pieces(document.things.get("piece", []), str(document.table["ruleset"]))
    for row in document.things.get("saved", []):
        row["data"] = pack.row_of(row["kind"], row["data"]).plain()
    _check_checks(document.things.get("check", []), str(document.table["ruleset"]))
    for row in document.journal:
        unknown = {row["undoes"], row["undone_by"]} - entries - {None}
        if unknown or not set(row["heard"]) <= ids.get("seat", set()):
            raise Invalid(f"Entry {row['id']} of the journal names what is not there.", {"journal": "ids"})


def _counts(row: dict[str, Any]) -> bool:
    """Whether a row takes up room on the table: proposals and checks that are settled do not."""
    return not row["removed"] and row.get("state") not in SETTLED


def _check_references(kind: str, row: dict[str, Any], ids: dict[str, set[int]]) -> None:
    named = [(REFERENCES[name], row[name]) for name in row if name in REFERENCES and row[name] is not None]
    named += [("zone", zone) for zone in row.get("joins", ())]
    for other, id in named:
        if id not in ids.get(other, ()):
            where = f"{kind} {row['id']}" if "id" in row else "The table"
            raise Invalid(
                f"{where} names a {other} that is not in the document.", {"things": f"{other} {id}"}
            )


def _check_pieces(rows: list[dict[str, Any]], game: str) -> None:
    """What only one game keeps must be what its rules can read."""
    for row in rows:
        try:
            row["data"] = game_table(game).fitted(row["kind"], row["data"])
        except RuleError as error:
            raise Invalid(
                f"The {row['kind']} {row['id']} cannot be: {error}", {"things": row["kind"]}
            ) from error


def _check_checks(rows: list[dict[str, Any]], game: str) -> None:
    """What a check asks for, and how it was rolled, must make sense to its game."""
    for row in rows:
        parse({"do": "check.edit", "check": row["id"], **row["asked"]})
        try:
            if row["rolled"]:
                ruleset(game).assess(row["rolled"]["check"])
        except RuleError as error:
            raise Invalid(f"Check {row['id']} cannot be: {error}", {"things": "check"}) from error


def _check_clocks(rows: list[dict[str, Any]]) -> None:
    follows = {row["id"]: row["follows"] for row in rows}
    for row in rows:
        try:
            ClockValue(row["segments"], row["filled"], Direction(row["direction"]))
        except RuleError as error:
            raise Invalid(f"The clock “{row['name']}” cannot be: {error}", {"things": "clock"}) from error
        seen, ahead = {row["id"]}, row["follows"]
        while ahead is not None:
            if ahead in seen:
                raise Invalid("These clocks follow one another in a circle.", {"things": "follows"})
            seen.add(ahead)
            ahead = follows.get(ahead)
