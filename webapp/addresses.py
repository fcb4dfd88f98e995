"""Where people reach this server: what stands before every link and under every QR code."""

import ipaddress
import re
import socket
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

import ifaddr
from flask import Request

from webapp.services import services
from webapp.settings import EVERY_INTERFACE, Settings

OUTSIDE = ("192.0.2.1", 9)  # an address kept for documentation: connecting a UDP socket sends nothing
NOT_A_LAN = ("br-", "docker", "lxc", "veth", "virbr")  # bridges to containers lead to no phone
USUAL = {"http": "80", "https": "443"}
ANNOUNCED = "tableside"
BY_NAME = re.compile(rf"{ANNOUNCED}(-\d+)?\.local(:\d+)?", re.IGNORECASE)
"""The name in the home network (`announce`); not every phone can look it up, and cookies belong to a host."""


def public_base(request: Request | None = None) -> str:
    """The address to put before `/k/…`, without a slash at its end.

    PUBLIC_URL, else the host this request came by unless that is loopback or the announced name, else this
    machine's address in the LAN. A server on loopback alone is reached by nothing else and says so.
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
    """This machine's IPv4 addresses as its neighbours know them; the one of the default route comes first."""
    known = [_by_default_route(), *_by_interface()]
    return [address for address in dict.fromkeys(known) if address and _is_useful(address)]


def apart(address: str) -> SplitResult:
    """The parts of an address that somebody sent; one that is none has none."""
    with suppress(ValueError):
        return urlsplit(address)
    return urlsplit("")


def is_loopback(host: str) -> bool:
    """Whether a host, perhaps with a port, means only the machine that says it."""
    name = apart(f"//{host}").hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def _leads_here(host: str, settings: Settings) -> bool:
    """Whether others who use this host, as the request named it, come to this server."""
    if settings.on_loopback:
        return bool(host)
    return bool(host) and not is_loopback(host) and not BY_NAME.fullmatch(host)


def _host(settings: Settings) -> str:
    if settings.bind not in EVERY_INTERFACE:
        return f"[{settings.bind}]" if ":" in settings.bind else settings.bind
    return next(iter(lan_addresses()), "localhost")


def _port(host: str, settings: Settings) -> str:
    """The port as addresses write it: that of the request, else of the settings; 80 goes unsaid, and 443."""
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
    known = [each for each in ifaddr.get_adapters() if not each.name.startswith(NOT_A_LAN)]
    return [str(address.ip) for each in known for address in each.ips if address.is_IPv4]


def _is_useful(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
