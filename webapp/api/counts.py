"""What this process counts: commands by name and outcome, and drawings by template."""

from typing import Any, cast

from flask import Flask, Response, current_app, request, template_rendered
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from webapp.table.command import registered

COMMAND = "tableside.command"  # where the API leaves the name of the command, in the request's environ
DOORS = ("table.do", "api.tables.take_command")


class Counts:
    """Counters that only go up; a restart begins anew."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._streams = Gauge(
            "tableside_streams_open", "live streams that are open now", registry=self.registry
        )
        self._commands = self._counter(
            "commands", "commands sent, by name and by what became of them", "command", "outcome"
        )
        self._drawings = self._counter("drawings", "times a template was drawn", "template")
        self._astray = self._counter(
            "pages_astray", "pages that had to fetch themselves whole, and why", "why"
        )

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
    """Let an app count."""
    kept = app.extensions["tableside.counts"] = Counts()
    app.after_request(kept.taken)
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
