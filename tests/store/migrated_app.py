"""An app of a test's own, as it is served: its database came about by the steps of `migrations`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db
from webapp.store.startup_checks import prepare


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """For an app of this test's own."""
    return Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off")


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The app, with a context open."""
    app = create_app(settings)
    with app.app_context():
        prepare(db.engine, settings.folder)
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def file(settings: Settings) -> Path:
    return settings.folder / "tableside.sqlite3"
