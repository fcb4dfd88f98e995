"""Figures for operators alone: behind the token, or for whoever stands at the machine itself."""

import ipaddress
import time
from hmac import compare_digest
from pathlib import Path

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from sqlalchemy import text

from webapp.api.answers import NoKey
from webapp.services import services
from webapp.store.backup import file_of
from webapp.store.db import db

FORWARDED = ("Forwarded", "Via", "X-Real-Ip")
METHODS = ("GET", "HEAD", "POST", "OPTIONS")


def time_in(app: Flask) -> None:
    """Let an app note how long its requests take."""
    app.before_request(_begin)
    app.after_request(_end)


def ensure_token() -> None:
    """401 where a token is set and this request does not bring it."""
    if services().settings.metrics_token and not _brings_token():
        raise NoKey("The figures need the token of TABLESIDE_METRICS_TOKEN: Authorization: Bearer <token>.")


def may_see_figures() -> bool:
    """With the token; without one set, only from this machine, and not through a proxy on it."""
    return _brings_token() or (not services().settings.metrics_token and _is_at_the_machine())


def figures_as_text() -> str:
    """All of them, those that are only known now among them."""
    written = generate_latest(services().figures.registry) + generate_latest(_now())
    return written.decode()


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
    size = Gauge("tableside_database_bytes", "size of the database, its log included", registry=registry)
    size.set(_database_size())
    return registry


def _database_size() -> int:
    file = file_of(db.engine)
    if file is None:
        return int(db.session.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    return sum(each.stat().st_size for each in (file, Path(f"{file}-wal")) if each.exists())
