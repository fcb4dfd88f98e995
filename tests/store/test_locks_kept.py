"""Another process that comes and goes leaves the log of a database alone that is in use here."""

import subprocess
import sys
from pathlib import Path

from flask import Flask

from tests.table.oak import Oak
from webapp.store.backup import file_of
from webapp.store.db import db
from webapp.store.file_permissions import make_file

COMES_AND_GOES = (
    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM tables'); c.close()"
)


def test_new_connections_drop_no_lock_of_those_that_are_open(app: Flask) -> None:
    Oak.start(app).tag("Slick")
    file = file_of(db.engine)
    assert file is not None
    shared = Path(f"{file}-shm")
    with db.engine.connect() as held, db.engine.connect() as other:
        held.exec_driver_sql("SELECT 1")
        other.exec_driver_sql("SELECT 1")
        make_file(file)
        before = shared.stat().st_ino
        subprocess.run([sys.executable, "-c", COMES_AND_GOES, str(file)], check=True, timeout=60)
        assert shared.stat().st_ino == before
