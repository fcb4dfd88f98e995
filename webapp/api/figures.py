"""For whoever looks after the server: does it answer, and what does it count? Behind the token, or at the
machine itself: how does it fare? Nothing about single tables."""

import ipaddress
import time
from hmac import compare_digest
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, g, request, template_rendered
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from webapp.api.answers import NoKey, answer, refused
from webapp.services import services
from webapp.store.backup import file_of
from webapp.store.db import db
from webapp.table.command import registered

COMMAND = "tableside.command"  # where the API leaves the name of the command, in the request's environ
DOORS = ("table.do", "api.tables.take_command")
UNSEEN = "The figures need the token of TABLESIDE_METRICS_TOKEN: Authorization: Bearer <token>."
FORWARDED = ("Forwarded", "Via", "X-Real-Ip")
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
blueprint = Blueprint("status", __name__)


class Counts:
    """Counters that only go up; a restart begins anew."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._streams = Gauge(
            "tableside_streams_open", "live streams that are open now", registry=self.registry
        )
        said = "commands sent, by name and by what became of them"
        self._commands = self._counter("commands", said, "command", "outcome")
        self._drawings = self._counter("drawings", "times a template was drawn", "template")
        said = "pages that had to fetch themselves whole, and why"
        self._astray = self._counter("pages_astray", said, "why")

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"tableside_{name}", help, labels, registry=self.registry)

    def forget(self) -> None:
        """Begin anew, as a restart does."""
        for each in (self._commands, self._drawings, self._astray):
            each.clear()

    def taken(self, response: Response) -> Response:
        """After a request: count the command that came through one of the doors, page or API."""
        if request.endpoint in DOORS and response.status_code != 413:
            self._commands.labels(_command_sent(), _outcome(response)).inc()
        return response

    def drawn(self, _sender: Flask, template: Any, **_context: Any) -> None:
        """Count one drawing of a template."""
        self._drawings.labels(template.name or "?").inc()

    def gone_astray(self, why: str) -> None:
        """Count one page that had to fetch itself whole."""
        self._astray.labels(why).inc()

    def as_text(self, open_streams: int) -> str:
        """All counts in the text format of Prometheus."""
        self._streams.set(open_streams)
        return generate_latest(self.registry).decode()


def count_in(app: Flask) -> None:
    """Let an app count, and note how long its requests take."""
    kept = app.extensions["tableside.counts"] = Counts()
    app.before_request(_begin)
    app.after_request(kept.taken)
    app.after_request(_end)
    template_rendered.connect(kept.drawn, app)


def counts() -> Counts:
    """The counts of the current app."""
    return cast(Counts, current_app.extensions["tableside.counts"])


def _command_sent() -> str:
    """The name of the command; what is none of ours is not spelled out, what was refused unread not read."""
    read = vars(request._get_current_object())  # type: ignore[attr-defined]
    name = request.environ.get(COMMAND) or ("form" in read and request.form.get("do", ""))
    return name if name in registered else "unknown"


def _outcome(response: Response) -> str:
    if response.headers.get("Idempotent-Replayed") == "true":
        return "replayed"
    if response.status_code < 400:
        return "taken"
    return "refused" if response.status_code < 500 else "failed"


def _begin() -> None:
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else "(no such address)"
    method = request.method if request.method in METHODS else "other"
    figures = services().figures
    figures.requests.labels(method, route, response.status_code).inc()
    if "began" in g:
        figures.durations.labels(route).observe(time.perf_counter() - g.began)
    return response


def _brings_token() -> bool:
    token, sent = services().settings.metrics_token, request.authorization
    if not token or sent is None or sent.type != "bearer":
        return False
    return compare_digest((sent.token or "").encode(), token.encode())


def _is_at_the_machine() -> bool:
    forwarded = any(name in FORWARDED or name.startswith("X-Forwarded-") for name, _ in request.headers)
    try:
        return not forwarded and ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _now() -> CollectorRegistry:
    """What is looked up at the moment it is asked for."""
    registry = CollectorRegistry()
    tables = Gauge("tableside_tables_in_memory", "tables whose state is kept in memory", registry=registry)
    tables.set(len(services().road.snapshots))
    bus = Gauge("tableside_bus_up", "1 while the bus answers", registry=registry)
    bus.set(services().bus.answers())
    pool = Gauge("tableside_pool_connections", "connections to the database", ["what"], registry=registry)
    pool.labels("in use").set(db.engine.pool.checkedout())  # type: ignore[attr-defined]
    pool.labels("most").set(int(services().settings.pool) + int(services().settings.pool_overflow))
    size = Gauge("tableside_database_bytes", "size of the database, its log included", registry=registry)
    size.set(_database_size())
    return registry


def _database_size() -> int:
    file = file_of(db.engine)
    if file is None:
        return services().probe.size()
    return sum(each.stat().st_size for each in (file, Path(f"{file}-wal")) if each.exists())


# ---- whether it answers, and the figures ----------------------------------------------------------


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 when the database answers, else 503; without its bus a process serves on, with a word about it."""
    works = services().probe.answers()
    bus = "ok" if services().bus.answers() else "degraded"
    told = {"database": "ok" if works else "no answer", "bus": bus}
    return answer(told) if works else answer(told, 503, {"Retry-After": "5"})


@blueprint.get("/metrics")
def metrics() -> Response:
    """The counts of this process since it started, as Prometheus reads them; figures for operators alone."""
    if services().settings.metrics_token and not _brings_token():
        return refused(NoKey(UNSEEN))
    written = counts().as_text(open_streams=services().streams.open_now)
    if services().settings.metrics_token or _is_at_the_machine():
        written += (generate_latest(services().figures.registry) + generate_latest(_now())).decode()
    return Response(written, content_type="text/plain; version=0.0.4; charset=utf-8")
