"""Health check and metrics for operators.

If TABLESIDE_METRICS_TOKEN is set, every request for metrics needs this token. Otherwise a request from this
machine gets all metrics, and any other request only the counts since the process started. No metric describes
a single table.
"""

import ipaddress
import time
from hmac import compare_digest
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, g, request, template_rendered
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from webapp.addresses import is_loopback
from webapp.api.answers import NoKey, json_answer, refusal_answer
from webapp.services import services
from webapp.store.backup import file_of
from webapp.store.database_file import fault_of
from webapp.store.db import db
from webapp.table.command import registered
from webapp.table.refusals import Forbidden

COMMAND = "tableside.command"  # the environ key under which the API stores the command's name
DOORS = ("table.do", "api.tables.take_command")
UNSEEN = "Metrics need the token in TABLESIDE_METRICS_TOKEN. Send it as Authorization: Bearer <token>."
REBOUND = (
    "Metrics without a token are for this machine, at its own name. "
    "Ask for /metrics at localhost, or set TABLESIDE_METRICS_TOKEN."
)
FORWARDED = ("Forwarded", "Via", "X-Real-Ip")
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
blueprint = Blueprint("status", __name__)


class Counts:
    """The counts of a process since its start, and the number of its open streams, for `/metrics`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._streams = Gauge("tableside_streams_open", "live streams open now", registry=self.registry)
        said = "commands sent, by name and outcome"
        self._commands = self._counter("commands", said, "command", "outcome")
        self._drawings = self._counter("drawings", "times a template was rendered", "template")
        said = "pages that reloaded themselves, by reason"
        self._astray = self._counter("pages_astray", said, "why")

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"tableside_{name}", help, labels, registry=self.registry)

    def forget(self) -> None:
        """Reset all counters, as a restart does."""
        for value in (self._commands, self._drawings, self._astray):
            value.clear()

    def count_command(self, response: Response) -> Response:
        """Count the command that a page or the API received, by outcome; return the response unchanged."""
        if request.endpoint in DOORS and response.status_code != 413:
            self._commands.labels(_command_sent(), _classify_response(response)).inc()
        return response

    def count_drawing(self, _sender: Flask, template: Any, **_context: Any) -> None:
        """Count one rendering of a template."""
        self._drawings.labels(template.name or "?").inc()

    def count_lost_page(self, why: str) -> None:
        """Count one page that had to reload completely."""
        self._astray.labels(why).inc()

    def as_text(self, open_streams: int) -> str:
        """Return all counts in the text format of Prometheus."""
        self._streams.set(open_streams)
        return generate_latest(self.registry).decode()


def set_up_counts(app: Flask) -> None:
    """Give an app its counters, and measure its requests."""
    counts = app.extensions["tableside.counts"] = Counts()
    app.before_request(_begin)
    app.after_request(counts.count_command)
    app.after_request(_end)
    template_rendered.connect(counts.count_drawing, app)


def current_counts() -> Counts:
    """Return the counts of the current app."""
    return cast(Counts, current_app.extensions["tableside.counts"])


def _command_sent() -> str:
    """Return the name of the command that was sent; "unknown" for an unknown one or an unread body."""
    read = vars(request._get_current_object())  # type: ignore[attr-defined]
    name = request.environ.get(COMMAND) or ("form" in read and request.form.get("do", ""))
    return name if name in registered else "unknown"


def _classify_response(response: Response) -> str:
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
    """Return a registry of gauges, read at this moment."""
    registry = CollectorRegistry()
    tables = Gauge("tableside_tables_in_memory", "tables whose state is cached in memory", registry=registry)
    tables.set(len(services().dispatcher.snapshots))
    bus = Gauge("tableside_bus_up", "1 if the bus responds, else 0", registry=registry)
    bus.set(services().bus.answers())
    pool = Gauge(
        "tableside_pool_connections",
        "database connections in use, and the most allowed",
        ["what"],
        registry=registry,
    )
    pool.labels("in use").set(db.engine.pool.checkedout())  # type: ignore[attr-defined]
    pool.labels("most").set(int(services().settings.pool) + int(services().settings.pool_overflow))
    size = Gauge(
        "tableside_database_bytes",
        "size of the database in bytes, of SQLite with its write-ahead log",
        registry=registry,
    )
    size.set(_database_size())
    return registry


def _database_size() -> int:
    file = file_of(db.engine)
    if file is None:
        return services().probe.size()
    return sum(path.stat().st_size for path in (file, Path(f"{file}-wal")) if path.exists())


# ---- health and metrics ---------------------------------------------------------------------------


@blueprint.get("/healthz")
def healthz() -> Response:
    """Respond with 200 if the database responds and is in its place, else 503; `bus` may only be degraded."""
    works, misplaced = services().probe.answers(), fault_of(db.engine)
    bus = "ok" if services().bus.answers() else "degraded"
    answer = misplaced.key if misplaced else "ok" if works else "no answer"
    health = {"database": answer, "bus": bus}
    return json_answer(health) if answer == "ok" else json_answer(health, 503, {"Retry-After": "5"})


@blueprint.get("/metrics")
def metrics() -> Response:
    """Return this process's counts for Prometheus, and all metrics to operators.

    Operators send TABLESIDE_METRICS_TOKEN or, if it is not set, ask from the server's own machine, by its
    loopback address: a name that leads there may be another site's, which reads along in the browser.
    """
    token = services().settings.metrics_token
    if token and not _brings_token():
        return refusal_answer(NoKey(UNSEEN))
    here = not token and _is_at_the_machine()
    if here and not is_loopback(request.host):
        return refusal_answer(Forbidden(REBOUND))
    written = current_counts().as_text(open_streams=services().streams.open_now)
    if token or here:
        written += (generate_latest(services().figures.registry) + generate_latest(_now())).decode()
    return Response(written, content_type="text/plain; version=0.0.4; charset=utf-8")
