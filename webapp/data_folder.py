"""Find the folders of the app's own files (checkout or wheel) and of the operator's data."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
DATABASE = "tableside.sqlite3"
INSTANCE = "instance"


def source_checkout() -> Path | None:
    """Return the folder of the source checkout that this runs from; None if it is installed."""
    beside = PACKAGE.parent
    return beside if (beside / "pyproject.toml").is_file() and (beside / "templates").is_dir() else None


def own_folder(folder: str) -> Path:
    """Return the folder `templates` or `static`: next to the package in a checkout, else inside it."""
    beside = source_checkout()
    return (beside or PACKAGE) / folder


def handbook_folder() -> Path:
    """Return the folder of the operators' handbook and its files."""
    beside = source_checkout()
    return beside / ".ci" / "deploy" if beside else PACKAGE / "deploy"


@dataclass(frozen=True)
class DataFolder:
    """The data folder, and other folders with a database, which are not used."""

    path: Path
    others: tuple[Path, ...] = ()


def data_folder(chosen: str = "") -> DataFolder:
    """Return the folder of the database and the backups, and the other folders that hold a database.

    `chosen` is the setting TABLESIDE_INSTANCE. If it is empty, the folder is the `instance` beside the
    `pyproject.toml` of a source checkout; else the `instance` in the working directory, if that holds a
    database; else the user's own data folder.
    """
    beside = source_checkout()
    here = Path.cwd() / INSTANCE
    users = Path(platformdirs.user_data_dir("tableside", appauthor=False))
    known = [beside / INSTANCE] if beside else []
    known += [here, users]
    if chosen:
        path = Path(chosen).expanduser().resolve()
    else:
        path = known[0] if beside else here if _holds_tables(here) else users
    others = dict.fromkeys(value.resolve() for value in known if _holds_tables(value))
    return DataFolder(path.resolve(), tuple(other for other in others if other != path.resolve()))


def _holds_tables(folder: Path) -> bool:
    return os.access(folder / DATABASE, os.F_OK)
