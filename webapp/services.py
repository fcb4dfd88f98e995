"""Access to the parts of a running app, for request handlers."""

from dataclasses import dataclass

from flask import current_app

from webapp.live.bus import LocalBus
from webapp.live.metrics import Metrics
from webapp.live.presence import Presence
from webapp.live.redis_link import RedisLink
from webapp.live.stream_endpoint import OpenStreams
from webapp.live.update_cache import UpdateCache
from webapp.settings import Settings
from webapp.state.audience import GM, Audience
from webapp.store.probe import Probe
from webapp.store.table_state import TableState
from webapp.table.audience_views import Projection
from webapp.table.dispatcher import Dispatcher


@dataclass(frozen=True)
class Services:
    """The parts that `create_app` connects; `services()` returns those of the current app."""

    settings: Settings
    bus: LocalBus
    dispatcher: Dispatcher
    updates: UpdateCache
    streams: OpenStreams
    presence: Presence
    figures: Metrics
    probe: Probe
    link: RedisLink | None = None


def services() -> Services:
    """Return the parts of the current app."""
    found: Services = current_app.extensions["tableside"]
    return found


def project_for(state: TableState, audience: Audience = GM) -> Projection:
    """Return this audience's projection of the table's current state."""
    return services().dispatcher.snapshots.for_reading(state).seen[audience.key]
