"""Where files lie: the app's own, in a checkout or an installed wheel, and the data of who runs it."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
DATABASE = "tableside.sqlite3"
INSTANCE = "instance"


def checkout() -> Path | None:
    """The folder of the source checkout that this runs from, if it does."""
    beside = PACKAGE.parent
    return beside if (beside / "pyproject.toml").is_file() and (beside / "templates").is_dir() else None


def own(folder: str) -> Path:
    """`templates` or `static`: beside the package in a checkout, inside it where it was installed."""
    beside = checkout()
    return (beside or PACKAGE) / folder


def for_servers() -> Path:
    """The operators' handbook and the files that it speaks of."""
    beside = checkout()
    return beside / ".ci" / "deploy" if beside else PACKAGE / "deploy"


@dataclass(frozen=True)
class DataFolder:
    """Where data lies, and the other folders that hold a database and are not used."""

    path: Path
    others: tuple[Path, ...] = ()


def data_folder(chosen: str = "") -> DataFolder:
    """The folder of database and backups: one rule for every command.

    What `TABLESIDE_INSTANCE` says; else `instance` beside a source checkout's `pyproject.toml`; else
    `instance` in the working directory if a database stands in it; else the user's own folder.
    """
    beside = checkout()
    here = Path.cwd() / INSTANCE
    users = Path(platformdirs.user_data_dir("tableside", appauthor=False))
    known = [beside / INSTANCE] if beside else []
    known += [here, users]
    if chosen:
        path = Path(chosen).expanduser().resolve()
    else:
        path = known[0] if beside else here if _holds_tables(here) else users
    others = dict.fromkeys(each.resolve() for each in known if _holds_tables(each))
    return DataFolder(path.resolve(), tuple(each for each in others if each != path.resolve()))


def _holds_tables(folder: Path) -> bool:
    return os.access(folder / DATABASE, os.F_OK)
