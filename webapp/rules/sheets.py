"""What the games keep as TOML beside their code for the table: sheets to look up, and the form of a check."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from webapp.rules import tables
from webapp.rules.errors import CatalogueError
from webapp.rules.play import CheckField, LookupTable

Rows = Iterable[Sequence[str]]
SHEET: tables.Schema = {"rows": list, "file": str, "tables": list, "cells": list, "made": str}
FIELD: tables.Schema = {
    "kind": str,
    "of": str,
    "low": int,
    "high": int,
    "player": bool,
    "needed": bool,
    "apart": bool,
}


def sheets(package: str, **made: Rows) -> tuple[LookupTable, ...]:
    """The sheets of `reference.toml`: with `rows` of their own, or what `made` has for them, or each row of
    the `tables` of a `file` as its `cells` say ("{low} to {high}")."""
    found = tables.rows(package, "reference.toml", "sheet", {"title": str, "columns": list}, SHEET)
    return tuple(
        LookupTable(each["title"], tuple(each["columns"]), tuple(map(tuple, _rows(package, each, made))))
        for each in found
    )


def _rows(package: str, sheet: Mapping[str, Any], made: Mapping[str, Rows]) -> Rows:
    if "made" in sheet:
        return made[sheet["made"]]
    if "rows" in sheet:
        return sheet["rows"]  # type: ignore[no-any-return]
    data = tables.read(package, sheet["file"])
    try:
        rows = [row for table in sheet["tables"] for row in data[table]]
        return [[cell.format(**row) for cell in sheet["cells"]] for row in rows]
    except KeyError as missing:
        file = tables.label(package, "reference.toml")
        raise CatalogueError(f"there is no {missing}.", file=file, entry=sheet["title"]) from None


def check_form(package: str, **choices: Iterable[str]) -> tuple[CheckField, ...]:
    """The fields of `form.toml`; one that chooses `of` something has what is named so here."""
    required = {"key": str, "name": str, "text": str}
    return tuple(
        CheckField(**{name: each for name, each in row.items() if name != "of"} | _choices(row, choices))
        for row in tables.rows(package, "form.toml", "field", required, FIELD)
    )


def _choices(row: Mapping[str, Any], choices: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    return {"choices": tuple(map(str, choices[row["of"]]))} if "of" in row else {}
