"""Find the address by which people reach this server, for links and QR codes."""

import ipaddress
import re
import socket
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

import ifaddr
from flask import Request

from webapp.services import services
from webapp.settings import EVERY_INTERFACE, Settings

OUTSIDE = ("192.0.2.1", 9)  # a documentation address: connecting a UDP socket sends nothing
NOT_A_LAN = ("br-", "docker", "lxc", "veth", "virbr")  # container bridges reach no phone
USUAL = {"http": "80", "https": "443"}
ANNOUNCED = "tableside"
BY_NAME = re.compile(rf"{ANNOUNCED}(-\d+)?\.local(:\d+)?", re.IGNORECASE)
"""Matches the name in the home network (`announce`), which some phones cannot resolve."""


def public_base(request: Request | None = None) -> str:
    """Return the address to put before `/k/…`, without a final slash.

    The address is PUBLIC_URL; else the request's host, unless that is loopback or the announced name; else
    the address that the server listens on; or, if it listens on every interface, this machine's LAN address.
    If the server listens only on loopback, any host of a request is used.
    """
    settings = services().settings
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if request is not None and _leads_here(request.host, settings):
        return request.host_url.rstrip("/")
    scheme = request.scheme if request is not None else settings.scheme
    port = _port(request.host if request is not None else "", settings)
    return f"{scheme}://{_host(settings)}{port}"


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses that phones may reach, that of the default route first."""
    known = [_by_default_route(), *_by_interface()]
    return [address for address in dict.fromkeys(known) if address and _is_useful(address)]


def split_address(address: str) -> SplitResult:
    """Parse an address from a request; return empty parts for an invalid address."""
    with suppress(ValueError):
        return urlsplit(address)
    return urlsplit("")


def is_loopback(host: str) -> bool:
    """Return whether a host, with or without a port, is a loopback address or name."""
    name = split_address(f"//{host}").hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def _leads_here(host: str, settings: Settings) -> bool:
    """Return whether links may begin with this host of a request: whether other devices can reach it."""
    if settings.on_loopback:
        return bool(host)
    return bool(host) and not is_loopback(host) and not BY_NAME.fullmatch(host)


def _host(settings: Settings) -> str:
    if settings.bind not in EVERY_INTERFACE:
        return f"[{settings.bind}]" if ":" in settings.bind else settings.bind
    return next(iter(lan_addresses()), "localhost")


def _port(host: str, settings: Settings) -> str:
    """Return ":" and the port of this host, or of the settings if the host is empty.

    Return "" if the host names no port, or if the port of the settings is the default one.
    """
    if host:
        _, colon, given = host.rpartition(":")
        return f":{given}" if colon and given.isdecimal() else ""
    return "" if settings.port == USUAL[settings.scheme] else f":{settings.port}"


def _by_default_route() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(OUTSIDE)
        return str(probe.getsockname()[0])
    return ""


def _by_interface() -> list[str]:
    known = [adapter for adapter in ifaddr.get_adapters() if not adapter.name.startswith(NOT_A_LAN)]
    return [str(address.ip) for adapter in known for address in adapter.ips if address.is_IPv4]


def _is_useful(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
