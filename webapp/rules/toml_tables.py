"""Read a game's tables from TOML files beside its code, and check them row by row."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NotRequired

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from typing_extensions import TypedDict

from webapp.rules.codec import WORDS, adapter
from webapp.rules.errors import CatalogueError, shown

Schema = Mapping[str, type]


def read(package: str, file: str) -> dict[str, Any]:
    """Read one TOML file beside the code of `package` ("webapp.games.freeform.rules").

    Raises CatalogueError, with the file and line, if the file is missing or not TOML.
    """
    try:
        text = files(package).joinpath(file).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        raise CatalogueError("there is no such file.", file=label(package, file)) from None
    return parse(text, label(package, file))


def parse(text: str, source: str) -> dict[str, Any]:
    """Parse TOML text from `source` (its name in error sentences)."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise CatalogueError(f"this is not valid TOML: {wrong}.", file=source) from None


def rows(
    package: str, file: str, table: str, required: Schema, optional: Schema | None = None
) -> list[dict[str, Any]]:
    """Read the rows `[[table]]` of a file; each has all `required` fields and perhaps `optional` ones.

    A schema gives each field's type: `{"dc": int, "name": str}`. Raises CatalogueError, with the
    file, the row and the field, for a row that does not fit, and for a file without such rows.
    """
    found = read(package, file).get(table)
    if not isinstance(found, list) or not found:
        raise CatalogueError(f"it has no rows [[{table}]].", file=label(package, file))
    for number, row in enumerate(found, start=1):
        entry = (
            f"{table} {row.get('name', row.get('key', number))!r}"
            if isinstance(row, Mapping)
            else f"{table} {number}"
        )
        check(row, required, optional or {}, file=label(package, file), entry=entry)
    return found


def check(row: object, required: Schema, optional: Schema, *, file: str, entry: str) -> None:
    """Check one row against its schema; raise CatalogueError for a missing, unknown or mistyped field."""
    try:
        record((*required.items(),), (*optional.items(),)).validate_python(row)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False)[0]
        field = "".join(map(str, error["loc"]))
        value = None if error["type"] == "missing" else error["input"]
        why = _misfit(error, {**optional, **required})
        raise CatalogueError(why, file=file, entry=entry, field=field, value=value) from None


@cache
def record(
    required: tuple[tuple[str, type], ...], optional: tuple[tuple[str, type], ...]
) -> TypeAdapter[dict[str, Any]]:
    """Return the adapter of a row with these required and optional fields, and no others."""
    kinds = {
        **dict(required),
        **{name: NotRequired[kind] for name, kind in optional if name not in dict(required)},
    }
    return adapter(TypedDict("Row", kinds))  # type: ignore[operator]


def _misfit(error: ErrorDetails, known: Schema) -> str:
    if not error["loc"]:
        return "this is not a row of named fields."
    if error["type"] == "missing":
        return "it is missing."
    if error["type"] == "extra_forbidden":
        return f"there is no such field; the known fields are {', '.join(known)}."
    kind = known[str(error["loc"][0])]
    return f"it must be {WORDS.get(kind, 'a list')}, not {shown(error['input'])}."


def label(package: str, file: str) -> str:
    """Return a file's name for errors: "freeform/catalogue.toml"."""
    return f"{package.removesuffix('.rules').rpartition('.')[2]}/{file}"
