"""https by the embedded server itself: its certificate, and who comes by plain http all the same."""

import ssl
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import MappingProxyType
from typing import Any, BinaryIO

from webapp.framing import LONGEST_LINE, Unframed, head, target
from webapp.settings import BadSetting, Settings

HELLO = b"\x16"  # the first byte of whoever speaks TLS


def secured(settings: Settings) -> dict[str, Any]:
    """What the server needs for https; nothing where no certificate is set. BadSetting if it is none."""
    if not settings.cert:
        return {}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(settings.cert, settings.key, password="")
    except (OSError, ValueError) as error:
        raise BadSetting(
            "TABLESIDE_CERT and TABLESIDE_KEY cannot be used "
            f"({getattr(error, 'strerror', None) or error}): they name a certificate and its key without a "
            "password, as PEM files."
        ) from error
    return {"ssl_context": context}


def status_of(
    settings: Settings,
    address: tuple[str, int],
    path: str,
    patience: float,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> int | None:
    """What this server itself answers there, whatever name its certificate is for; None if it does not."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    secure = partial(HTTPSConnection, context=trusting)
    with closing((secure if settings.cert else HTTPConnection)(*address, timeout=patience)) as asked:
        try:
            asked.request("GET", path, headers={"Connection": "close", **headers})
            return asked.getresponse().status
        except (OSError, HTTPException):
            return None


def elsewhere(rfile: BinaryIO) -> bytes:
    """The answer to a request in plain http: the same address by https."""
    try:
        line = rfile.readline(LONGEST_LINE).decode("latin-1")
        path, fields = target(line), head(rfile, "HTTP/1.1")
    except Unframed as error:
        return _answer(error.status)
    host = fields.get("Host")
    if not host or not path.startswith("/"):
        return _answer("400 Bad Request")
    return _answer("308 Permanent Redirect", f"Location: https://{host}{path}\r\n")


def _answer(status: str, more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\n{more}Connection: close\r\nContent-Length: 0\r\n\r\n".encode("latin-1")
