"""Build the application: settings, database, bus, dispatcher, pages and API."""

from collections.abc import Callable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment
from flask.typing import ResponseReturnValue
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from webapp import rate_limits, request_limits
from webapp.data_folder import own_folder
from webapp.game_trials import set_aside_unfit
from webapp.live.bus import LocalBus
from webapp.live.metrics import Metrics
from webapp.live.presence import Presence, SharedPresence
from webapp.live.redis_bus import SharedBus
from webapp.live.redis_link import RedisLink
from webapp.live.stream_endpoint import OpenStreams
from webapp.live.under_way import calling_games
from webapp.live.update_cache import UpdateCache
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import folder
from webapp.services import Services
from webapp.settings import Settings
from webapp.store.db import db, open_database
from webapp.store.file_permissions import make_folder
from webapp.store.game_records import GameRecords
from webapp.store.probe import Probe
from webapp.table.commands import commands
from webapp.table.dispatcher import Dispatcher


class Templates(Environment):
    """A Jinja environment whose templates share one dict of globals, so that they are imported faster."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class App(Flask):
    """Flask for synchronous functions only, without the check for coroutines around each request."""

    jinja_environment = Templates

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer a request; what a game raises to end the program fails this request alone."""
        with calling_games():
            return super().dispatch_request()


def create_app(settings: Settings | None = None, new_folder: bool = True) -> Flask:
    """Build the app; raise BadSetting for settings that cannot work."""
    settings = settings or Settings.from_environment()
    settings.ensure_usable()
    if new_folder:
        make_folder(settings.folder)
    set_aside_unfit(GameRecords(settings.folder))
    commands()  # every game is loaded or disabled before first use
    app = App("webapp", static_folder=None)
    app.jinja_loader = _templates()
    app.config.update(
        SQLALCHEMY_DATABASE_URI=settings.database,
        MAX_CONTENT_LENGTH=request_limits.SMALL,
        MAX_FORM_MEMORY_SIZE=request_limits.SMALL,
        MAX_FORM_PARTS=100,
    )
    pool = map(int, (settings.pool, settings.pool_overflow, settings.pool_wait))
    open_database(app, *pool, shared=bool(settings.bus_url))
    app.extensions["tableside"] = join_services(app, settings)
    _register(app)
    return app


def _templates() -> BaseLoader:
    """Return a loader for the project's templates and, as `games/<game>/<name>`, those of each game."""
    rooms = {game: FileSystemLoader(folder(game) / "templates") for game in rulesets()}
    return ChoiceLoader(
        [FileSystemLoader(own_folder("templates")), PrefixLoader({"games": PrefixLoader(rooms)})]
    )


def join_services(app: Flask, settings: Settings) -> Services:
    """Create and connect the parts of a new app, with empty caches."""
    link = RedisLink(settings.bus_url) if settings.bus_url else None
    bus = SharedBus(link) if link else LocalBus()
    most = int(settings.table_megabytes) * 2**20 if settings.limits == "on" else 0
    dispatcher = Dispatcher(bus, megabytes=int(settings.memory), most=most)
    figures = Metrics()
    updates = UpdateCache(dispatcher, bus, figures)
    streams = OpenStreams(app, bus, updates, int(settings.streams) if settings.limits == "on" else 0)
    presence = SharedPresence(link) if link else Presence()
    with app.app_context():
        probe = Probe(db.engine)
    return Services(settings, bus, dispatcher, updates, streams, presence, figures, probe, link)


def _register(app: Flask) -> None:
    from webapp.api import register as register_api
    from webapp.pages import register as register_pages

    settings: Settings = app.extensions["tableside"].settings
    request_limits.set_up(app, settings.limits == "on")
    rate_limits.set_up(app, settings)
    register_pages(app)
    register_api(app)
