"""What the tests of the API share: a table made through it, and a real server for streams."""

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.serving import make_server

from tests.api.desk import Desk
from webapp.app import create_app
from webapp.services import services
from webapp.settings import Settings
from webapp.store.db import db


@pytest.fixture
def desk(app: Flask) -> Desk:
    """A freeform table called Oak."""
    return Desk.start(app)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all stories that change nothing; a new one each would only take time."""
    folder = tmp_path_factory.mktemp("house")
    app = create_app(Settings(instance=str(folder), bind="127.0.0.1", limits="off"))
    with app.app_context():
        db.create_all()
        db.session.remove()
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The app on a real server with a thread for each stream; heartbeats come fast."""
    services().streams.heartbeat = 0.1
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    services().bus.close()
    server.shutdown()
    thread.join()
    server.server_close()
