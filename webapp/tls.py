"""Check the server's certificate, and whether the server answers."""

import ssl
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import MappingProxyType

from webapp.settings import BadSetting, Settings


def ensure_certificate(settings: Settings) -> None:
    """Raise BadSetting unless certificate and key match and need no password."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.cert, settings.key, password="")
    except (OSError, ValueError) as error:
        raise BadSetting(
            "TABLESIDE_CERT and TABLESIDE_KEY cannot be used "
            f"({getattr(error, 'strerror', None) or error}): they must name two PEM files, a certificate "
            "and its key without a password."
        ) from error


def request_status(
    settings: Settings,
    address: tuple[str, int],
    path: str,
    patience: float,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> int | None:
    """Return the status of this server's answer, accepting any certificate; None without an answer."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    secure = partial(HTTPSConnection, context=trusting)
    with closing((secure if settings.cert else HTTPConnection)(*address, timeout=patience)) as asked:
        try:
            asked.request("GET", path, headers={"Connection": "close", **headers})
            return asked.getresponse().status
        except (OSError, HTTPException):
            return None
