"""Ask what answers on a port of this machine, and recognize the starting server's own request."""

import json
import secrets
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import MappingProxyType

from webapp.settings import EVERY_INTERFACE, Settings
from webapp.store.unusable import Unusable

ANSWER = 5.0  # seconds to wait for an answer
LARGEST = 1000  # bytes of an answer that are read
PROBE = {"X-Tableside-Start": secrets.token_urlsafe()}
"""The secret header with which a starting server requests its own first page."""


def is_own_probe(environ: Mapping[str, object]) -> bool:
    """Return whether a request comes from this server's own start, so that it is not logged."""
    return environ.get("HTTP_X_TABLESIDE_START") == PROBE["X-Tableside-Start"]


def request_status(
    settings: Settings,
    address: tuple[str, int],
    path: str,
    patience: float,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> int | None:
    """Return the status of this server's answer; None without an answer."""
    with closing(_connection(address, patience, secure=bool(settings.cert))) as asked:
        try:
            asked.request("GET", path, headers={"Connection": "close", **headers})
            return asked.getresponse().status
        except (OSError, HTTPException):
            return None


def database_word(settings: Settings) -> str:
    """Return what the server on this port says of its database at `/healthz`; "" if it says nothing."""
    address = reachable_address(settings.bind), int(settings.port)
    with closing(_connection(address, ANSWER, secure=bool(settings.cert))) as asked:
        return str(_health(asked).get("database", ""))


def port_refusal(settings: Settings) -> Unusable:
    """Return the error for a port in use, which says whether Tableside or another program uses it."""
    scheme = _scheme_of_tableside((reachable_address(settings.bind), int(settings.port)))
    other = "or choose another port with TABLESIDE_PORT."
    if scheme is None:
        return Unusable(f"Another program uses port {settings.port}. Stop that program, {other}")
    host = "localhost" if settings.on_loopback or settings.bind in EVERY_INTERFACE else settings.bind
    shown = f"[{host}]" if ":" in host else host
    return Unusable(
        f"Tableside already runs at {scheme}://{shown}:{settings.port}. Open it, stop it, {other}"
    )


def reachable_address(bind: str) -> str:
    """Return the address by which this machine reaches a server that listens on `bind`."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)  # noqa: S104


def _scheme_of_tableside(address: tuple[str, int]) -> str | None:
    """Return the scheme of the Tableside on this port ("http" or "https"); None for another program."""
    for scheme in ("http", "https"):
        connection = _connection(address, ANSWER, secure=scheme == "https")
        with closing(connection) as asked:
            if {"database", "bus"} <= _health(asked).keys():
                return scheme
    return None


def _health(asked: HTTPConnection) -> dict[str, object]:
    """Return the fields that `/healthz` answers with; none of another program."""
    with suppress(OSError, HTTPException, ValueError):
        asked.request("GET", "/healthz", headers={"Connection": "close"})
        health = json.loads(asked.getresponse().read(LARGEST))
        if isinstance(health, dict):
            return health
    return {}


def _connection(address: tuple[str, int], patience: float, *, secure: bool) -> HTTPConnection:
    """Return a connection that accepts any certificate, since the server's own may name another host."""
    if not secure:
        return HTTPConnection(*address, timeout=patience)
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return HTTPSConnection(*address, timeout=patience, context=trusting)
