"""The parts of a running app, for whoever handles a request."""

from dataclasses import dataclass

from flask import current_app

from webapp.live.bus import LocalBus
from webapp.live.figures import Metrics
from webapp.live.presence import Presence
from webapp.live.redis_link import RedisLink
from webapp.live.stream import Streams
from webapp.live.updates import UpdateCache
from webapp.screens.audience import GM, Audience
from webapp.settings import Settings
from webapp.store.board import Board
from webapp.store.probe import Probe
from webapp.table.projections import Projection
from webapp.table.road import Road


@dataclass(frozen=True)
class Services:
    """What `create_app` joins together; `services()` gives those of the current app."""

    settings: Settings
    bus: LocalBus
    road: Road
    updates: UpdateCache
    streams: Streams
    presence: Presence
    figures: Metrics
    probe: Probe
    link: RedisLink | None = None


def services() -> Services:
    """The parts of the current app."""
    found: Services = current_app.extensions["tableside"]
    return found


def seen(board: Board, audience: Audience = GM) -> Projection:
    """The table as this audience sees it now."""
    return services().road.snapshots.for_reading(board).seen[audience.key]
