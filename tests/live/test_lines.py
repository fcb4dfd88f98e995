"""Streams of one address that come back all at once wait in a line of their own, and hold nobody else up."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from webapp import request_limits
from webapp.request_limits import REFUSAL, REQUESTS, RequestLimits

CLUB = 20


def test_a_club_comes_back_by_turns_while_its_presses_are_answered(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else waits a moment, and of the streams none is refused."""
    begun, go_on, refused = threading.Semaphore(0), threading.Event(), list[str]()

    def below(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/live"):
            begun.release()
            assert go_on.wait(60)
        refused.extend([environ["PATH_INFO"]] if REFUSAL in environ else [])
        start_response("200 OK", [])
        return []

    monkeypatch.setattr(request_limits, "WAIT", 0.0)
    limits = RequestLimits(app, limits=True)
    limits.below = below

    def ask(path: str) -> None:
        builder = EnvironBuilder(path=path, environ_overrides={"REMOTE_ADDR": "81.2.69.9"})
        run_wsgi_app(limits, builder.get_environ())

    paths = ["/t/abc/live", "/api/v1/tables/abc/live"] * (CLUB // 2)
    club = [threading.Thread(target=ask, args=(path,)) for path in paths]
    for each in club:
        each.start()
    assert all(begun.acquire(timeout=60) for _ in range(REQUESTS))
    for path in ("/t/abc", "/t/abc/do", "/healthz"):
        ask(path)
    go_on.set()
    for each in club:
        each.join()
    assert refused == []
