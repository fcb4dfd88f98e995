"""Copies of databases: a table that many tests begin with is set up once, and each gets a copy of it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import TypeVar

from flask import Flask

from webapp.app import join_services
from webapp.data_folder import DATABASE
from webapp.store.db import db

Made = TypeVar("Made")
COPIES: dict[Callable[..., object], tuple[bytes, object]] = {}
"""The database that each function left, and what the function returned."""


def load_copy(app: Flask, lay: Callable[[Flask], Made]) -> Made:
    """Return what `lay` makes on an empty database: run it the first time, copy its database later."""
    if lay not in COPIES:
        made = lay(app)
        COPIES[lay] = dump_database(app), made
    database, kept = COPIES[lay]
    restore_database(app, database)
    made = deepcopy(kept, {id(app): app})  # type: ignore[assignment]
    return made


def dump_database(app: Flask) -> bytes:
    """Return the database as bytes."""
    db.session.remove()
    with closing(sqlite3.connect(_file(app))) as there:
        return there.serialize()


def restore_database(app: Flask, database: bytes) -> None:
    """Replace the database by an earlier one, and drop what is in memory."""
    db.session.remove()
    db.engine.dispose()
    _file(app).write_bytes(database)
    app.extensions["tableside"] = join_services(app, app.extensions["tableside"].settings)


def _file(app: Flask) -> Path:
    folder: Path = app.extensions["tableside"].settings.folder
    return folder / DATABASE
