"""A table that many tests begin with is laid once; each of them gets a copy of the database it left."""

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
KEPT: dict[Callable[..., object], tuple[bytes, object]] = {}
"""What was laid by which function: the database, and what it gave back."""


def laid(app: Flask, lay: Callable[[Flask], Made]) -> Made:
    """What `lay` makes on an empty database; from the second time on it is not made but copied."""
    if lay not in KEPT:
        made = lay(app)
        KEPT[lay] = copied(app), made
    database, kept = KEPT[lay]
    put_back(app, database)
    made = deepcopy(kept, {id(app): app})  # type: ignore[assignment]
    return made


def copied(app: Flask) -> bytes:
    """The database as it stands."""
    db.session.remove()
    with closing(sqlite3.connect(_file(app))) as there:
        return there.serialize()


def put_back(app: Flask, database: bytes) -> None:
    """It stands so again, and nothing of it is in memory."""
    db.session.remove()
    db.engine.dispose()
    _file(app).write_bytes(database)
    app.extensions["tableside"] = join_services(app, app.extensions["tableside"].settings)


def _file(app: Flask) -> Path:
    folder: Path = app.extensions["tableside"].settings.folder
    return folder / DATABASE
