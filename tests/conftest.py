"""What every test may use: an app on a fresh database, and a table that somebody has started."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from tests.table.oak import Oak
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Loopback and without limits; tests of the limits make their own."""
    return Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off")


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables, made once and copied for every test."""
    folder = tmp_path_factory.mktemp("blank")
    app = create_app(Settings(instance=str(folder), bind="127.0.0.1", limits="off"))
    with app.app_context():
        db.create_all()
        db.session.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        db.session.remove()
        db.engine.dispose()
    return folder / "tableside.sqlite3"


@pytest.fixture
def app(settings: Settings, blank: Path) -> Iterator[Flask]:
    """The app on a new database, with a context open."""
    shutil.copy(blank, settings.folder / "tableside.sqlite3")
    app = create_app(settings)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def oak(app: Flask) -> Any:
    """A freeform table called Oak."""
    return Oak.start(app)
