"""Tables of a game, kept as TOML beside its code and checked row by row when they are read."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from webapp.rules.dice import whole
from webapp.rules.errors import CatalogueError

Schema = Mapping[str, type]


def read(package: str, file: str) -> dict[str, Any]:
    """Read one TOML file that stands beside the code of `package` ("webapp.rules.freeform").

    CatalogueError names the file and the line if it is no TOML or not there.
    """
    try:
        text = files(package).joinpath(file).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        raise CatalogueError("there is no such file.", file=label(package, file)) from None
    return parse(text, label(package, file))


def parse(text: str, source: str) -> dict[str, Any]:
    """Read TOML text that came from `source` (a name for the error sentence)."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise CatalogueError(f"this is no valid TOML: {wrong}.", file=source) from None


def rows(
    package: str, file: str, table: str, required: Schema, optional: Schema | None = None
) -> list[dict[str, Any]]:
    """Read the rows `[[table]]` of a file: all `required` fields, perhaps `optional` ones, no others.

    A schema gives each field's type, `{"dc": int, "name": str}`. CatalogueError says file, row and field.
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
    """Hold one row against its schema: fields missing, fields unknown, values of another type."""
    if not isinstance(row, Mapping):
        raise CatalogueError("this is not a row of named fields.", file=file, entry=entry, value=row)
    for field in required:
        if field not in row:
            raise CatalogueError("it is missing.", file=file, entry=entry, field=field)
    for field, value in row.items():
        wanted = required.get(field, optional.get(field))
        if wanted is None:
            known = ", ".join([*required, *optional])
            raise CatalogueError(
                f"there is no such field; known are {known}.", file=file, entry=entry, field=field
            )
        if not of_type(value, wanted):
            raise CatalogueError(
                f"it is {value!r}, not {wanted.__name__}.", file=file, entry=entry, field=field, value=value
            )


def of_type(value: object, wanted: type) -> bool:
    """Whether a value has the type a schema asks for; a yes or no is no number."""
    return whole(value) if wanted is int else isinstance(value, wanted)


def label(package: str, file: str) -> str:
    """How a file is named in an error: "freeform/catalogue.toml"."""
    return f"{package.rpartition('.')[2]}/{file}"
