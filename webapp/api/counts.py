"""What this process counts: commands by name and outcome, and drawings by template."""

import threading
from collections import Counter
from typing import Any, cast

from flask import Flask, Response, current_app, request, template_rendered

from webapp.table.command import registered

COMMAND = "tableside.command"  # where the API leaves the name of the command, in the request's environ
DOORS = ("table.do", "api.tables.take_command")


class Counts:
    """Counters that only go up; a restart begins anew."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._commands: Counter[tuple[str, str]] = Counter()
        self._drawings: Counter[str] = Counter()
        self._astray: Counter[str] = Counter()

    def forget(self) -> None:
        """Begin anew, as a restart does."""
        with self._lock:
            self._commands.clear()
            self._drawings.clear()
            self._astray.clear()

    def taken(self, response: Response) -> Response:
        """After a request: count the command that came through one of the doors, page or API."""
        if request.endpoint in DOORS and response.status_code != 413:
            sent = _command_sent(), _outcome(response)
            with self._lock:
                self._commands[sent] += 1
        return response

    def drawn(self, _sender: Flask, template: Any, **_context: Any) -> None:
        """Count one drawing of a template."""
        with self._lock:
            self._drawings[template.name or "?"] += 1

    def gone_astray(self, why: str) -> None:
        """Count one page that had to fetch itself whole."""
        with self._lock:
            self._astray[why] += 1

    def as_text(self, open_streams: int) -> str:
        """All counts in the text format of Prometheus."""
        with self._lock:
            taken, drawn = sorted(self._commands.items()), sorted(self._drawings.items())
            astray = sorted(self._astray.items())
        lines = _head("streams_open", "gauge", "live streams that are open now")
        lines.append(f"tableside_streams_open {open_streams}")
        lines += _head("commands_total", "counter", "commands sent, by name and by what became of them")
        lines += [
            f'tableside_commands_total{{command="{name}",outcome="{outcome}"}} {number}'
            for (name, outcome), number in taken
        ]
        lines += _head("drawings_total", "counter", "times a template was drawn")
        lines += [f'tableside_drawings_total{{template="{name}"}} {number}' for name, number in drawn]
        lines += _head("pages_astray_total", "counter", "pages that had to fetch themselves whole, and why")
        lines += [f'tableside_pages_astray_total{{why="{why}"}} {number}' for why, number in astray]
        return "\n".join(lines) + "\n"


def count_in(app: Flask) -> None:
    """Let an app count."""
    kept = app.extensions["tableside.counts"] = Counts()
    app.after_request(kept.taken)
    template_rendered.connect(kept.drawn, app)


def counts() -> Counts:
    """The counts of the current app."""
    return cast(Counts, current_app.extensions["tableside.counts"])


def _head(name: str, kind: str, help: str) -> list[str]:
    return [f"# HELP tableside_{name} {help}", f"# TYPE tableside_{name} {kind}"]


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
