"""What every test may use: an app on a fresh database, and a table that somebody has started."""

import gc
import gzip
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from httpx._transports import default
from hypothesis import HealthCheck
from hypothesis import settings as examples
from sqlalchemy import event, text

from tests.rendering_failures import left_out
from tests.suites import read_part
from tests.table.oak import Oak
from tests.table.watch import Watch
from webapp.app import create_app, join_services
from webapp.rate_limits import Counters, current_counters
from webapp.services import services
from webapp.settings import Settings
from webapp.store.db import db
from webapp.table import dispatcher, idempotency
from webapp.table.commands import commands

commands()  # the games hand down their parts, as at the start of an app; some tests need no app
gc.set_threshold(200_000, 50, 50)  # until all is imported next to nothing is garbage
DATABASE = "tableside.sqlite3"
os.environ["TABLESIDE_ANNOUNCE"] = "off"  # no network is to hear of servers that tests start
idempotency.SWEEP = 1 << 60  # which press deletes old answers is not left to chance
os.environ.pop("TABLESIDE_STARTED_BY", None)  # what is printed does not depend on who runs the tests
default.create_ssl_context = cache(default.create_ssl_context)  # each client would read all certificates anew
gzip.compress = lru_cache(64)(gzip.compress)  # each app would pack all its styles and scripts anew
for part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, part, 60.0)  # seconds: a busy machine answers late
ANY_PACE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
examples.register_profile(
    "house", max_examples=40, deadline=None, derandomize=True, suppress_health_check=ANY_PACE
)
examples.load_profile("house")  # the same examples on every machine, however busy it is


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", default="1/1", help="one part of the tests: 2/8; today/8 is another each day")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the other parts out."""
    number, parts = read_part(config.getoption("--part"))
    if parts == 1:
        return
    others = [each for place, each in enumerate(items) if place % parts != number - 1]
    items[:] = items[number - 1 :: parts]
    config.hook.pytest_deselected(items=others)


def pytest_collection_finish() -> None:
    """Thousands of tests and all that they import stay until the end: nobody looks for garbage in them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """What a test plays by chance is not noted (`tests/played`): tomorrow it may play something else."""
    if recorder := sys.modules.get("recorder"):
        recorder.resting = "soak" in item.path.parts
    return (yield)


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Those of the test's app; without one, loopback, no limits and an empty folder to build an app on."""
    if "blank" in request.fixturenames:
        own: Settings = request.getfixturevalue("app").extensions["tableside"].settings
        return own
    return Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off")


def _without_waiting_for_the_disk(connection: Any, _record: object) -> None:
    """No test pulls the plug on this app (`tests/store/power_cut.py` does, on a process of its own)."""
    connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app, built once: its routes and templates take longer to build than most tests to run."""
    app = create_app(Settings(instance=str(tmp_path_factory.mktemp("built")), bind="127.0.0.1", limits="off"))
    with app.app_context():
        event.listen(db.engine, "connect", _without_waiting_for_the_disk)
    return app


@pytest.fixture(scope="session")
def blank(built: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables, made once and copied for every test."""
    with built.app_context():
        db.create_all()
        db.session.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        file = services().settings.folder / DATABASE
        db.session.remove()
        db.engine.dispose()
    return shutil.copy(file, tmp_path_factory.mktemp("blank") / DATABASE)


@pytest.fixture
def app(built: Flask, blank: Path) -> Iterator[Flask]:
    """The app on a new database, with nothing in memory, and a context open."""
    settings = built.extensions["tableside"].settings
    folder = settings.folder
    shutil.rmtree(folder)
    folder.mkdir()
    shutil.copyfile(blank, folder / DATABASE)
    built.extensions["tableside"] = join_services(built, settings)
    config = dict(built.config)
    with built.app_context():
        yield built
        db.session.remove()
        db.engine.dispose()
    built.config.update(config)


@pytest.fixture
def strict(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app with its limits on, and nobody counted yet."""
    anew = Counters(None, on=True, no_proxy=True)
    for name, value in vars(anew).items():
        monkeypatch.setattr(current_counters(), name, value)
    return app


@pytest.fixture
def something_unshown() -> None:
    """For tests in which something cannot be drawn, and costs itself alone."""


@pytest.fixture(autouse=True)
def all_is_shown(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test passes because a part of a page that failed was left out."""
    with left_out() as notes:
        yield
    assert not notes or "something_unshown" in request.fixturenames, notes


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def oak(app: Flask) -> Any:
    """A freeform table called Oak."""
    return Oak.start(app)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The time at the tables, which stands still."""
    held = Watch()
    monkeypatch.setattr(dispatcher, "datetime", held)
    return held


@pytest.fixture
def asked(oak: Oak) -> Iterator[list[str]]:
    """What the database is asked from here on."""
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield statements
    event.remove(db.engine, "before_cursor_execute", note)
