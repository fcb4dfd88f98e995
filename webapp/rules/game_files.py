"""Read a game's TOML files for the table: reference tables, and the form of a check."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from webapp.rules import toml_tables
from webapp.rules.check_form import CheckField
from webapp.rules.check_hooks import LookupTable
from webapp.rules.errors import CatalogueError, quoted

Rows = Iterable[Sequence[str]]
SHEET: toml_tables.Schema = {
    "rows": list,
    "file": str,
    "tables": list,
    "cells": list,
    "made": str,
    "source": str,
    "readings": list,
}
FIELD: toml_tables.Schema = {
    "kind": str,
    "of": str,
    "low": int,
    "high": int,
    "player": bool,
    "needed": bool,
    "apart": bool,
    "labels": list,
}


def load_reference(package: str, **made: Rows) -> tuple[LookupTable, ...]:
    """Return the tables of `reference.toml`.

    A table has its own `rows`, or rows given in `made`, or the rows of `tables` in a `file`,
    formatted by its `cells` ("{low} to {high}").
    """
    found = toml_tables.rows(package, "reference.toml", "sheet", {"title": str, "columns": list}, SHEET)
    return tuple(
        LookupTable(
            row["title"],
            tuple(row["columns"]),
            tuple(map(tuple, _rows(package, row, made))),
            row.get("source", ""),
            tuple(row.get("readings", ())),
        )
        for row in found
    )


def _rows(package: str, sheet: Mapping[str, Any], made: Mapping[str, Rows]) -> Rows:
    if "made" in sheet:
        return made[sheet["made"]]
    if "rows" in sheet:
        return sheet["rows"]  # type: ignore[no-any-return]
    data = toml_tables.read(package, sheet["file"])
    try:
        rows = [row for table in sheet["tables"] for row in data[table]]
        return [[cell.format(**row) for cell in sheet["cells"]] for row in rows]
    except KeyError as missing:
        file = toml_tables.label(package, "reference.toml")
        why = f"{sheet['file']} has no {quoted(missing.args[0])}."
        raise CatalogueError(why, file=file, entry=sheet["title"]) from None


def load_check_form(package: str, **choices: Iterable[str]) -> tuple[CheckField, ...]:
    """Return the fields of `form.toml`; a choice's `of` is the name of the argument with its options."""
    required = {"key": str, "name": str, "text": str}
    return tuple(
        CheckField(**{name: value for name, value in row.items() if name != "of"} | _choices(row, choices))
        for row in toml_tables.rows(package, "form.toml", "field", required, FIELD)
    )


def _choices(row: Mapping[str, Any], choices: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    labels = {"labels": tuple(row["labels"])} if "labels" in row else {}
    return labels | ({"choices": tuple(map(str, choices[row["of"]]))} if "of" in row else {})
