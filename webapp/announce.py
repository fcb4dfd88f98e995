"""Announce the server in the home network as `tableside.local` (multicast DNS).

Only addresses of private networks are announced, and only while the server runs. A failure is silent, because
the LAN address works without the name.
"""

import asyncio
import ipaddress
import logging
import random
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from zeroconf import (  # type: ignore[attr-defined]
    AddressResolverIPv4,
    IPVersion,
    NonUniqueNameException,
    ServiceInfo,
)
from zeroconf.asyncio import AsyncZeroconf

from webapp.addresses import ANNOUNCED, lan_addresses
from webapp.settings import EVERY_INTERFACE, Settings

SOON = 2.5  # seconds that the server's start waits for the name
LISTEN = 750  # milliseconds for the owner of a name to answer
LOOK_AGAIN = 30.0  # seconds between checks whether this machine has joined another network
MOST = 20  # servers in one network
log = logging.getLogger("zeroconf")


def announce(settings: Settings) -> "Announcement | None":
    """Start to announce the server; return None if that is switched off or it listens only on loopback."""
    if settings.announce == "off" or settings.on_loopback:
        return None
    log.setLevel(logging.CRITICAL)
    return Announcement(int(settings.port), settings.scheme, lambda: home_addresses(settings))


def home_addresses(settings: Settings) -> list[str]:
    """Return this server's addresses in private networks, under these settings."""
    known = lan_addresses() if settings.bind in EVERY_INTERFACE else [settings.bind]
    return [name for name in known if _is_at_home(name)]


class Announcement:
    """A thread that announces the server's name until it is stopped."""

    def __init__(self, port: int, scheme: str, addresses: Callable[[], list[str]]) -> None:
        self.port, self.scheme, self.addresses = port, scheme, addresses
        self._host = ""
        self._found = threading.Event()
        self._over = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def url(self, within: float = SOON) -> str | None:
        """Return the URL with the announced name; None if no name is registered after `within` seconds."""
        self._found.wait(within)
        return f"{self.scheme}://{self._host}:{self.port}" if self._host else None

    def stop(self) -> None:
        """Stop announcing the name."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(timeout=2)

    def _run(self) -> None:
        self._loop.run_until_complete(self._keep())

    async def _keep(self) -> None:
        """Announce the name until `stop`, and again each time this machine's addresses change."""
        while not self._over.is_set():
            here = self.addresses()
            try:
                async with self._announced(here):
                    while not self._over.is_set() and self.addresses() == here:
                        await self._pause()
            except (OSError, NonUniqueNameException):
                await self._pause()

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), LOOK_AGAIN)

    @asynccontextmanager
    async def _announced(self, here: list[str]) -> AsyncIterator[None]:
        if not here:
            raise OSError("no home network")
        network = AsyncZeroconf(interfaces=here, ip_version=IPVersion.V4Only)
        try:
            await asyncio.sleep(random.random() / 4)  # noqa: S311  for two servers that start at once
            self._host = await self._register(network, here)
            self._found.set()
            yield
        finally:
            await network.async_unregister_all_services()
            await network.async_close()

    async def _register(self, network: AsyncZeroconf, here: list[str]) -> str:
        """Register the first free name and return it; raise NonUniqueNameException if all are taken."""
        for number in range(1, MOST):
            name = ANNOUNCED if number == 1 else f"{ANNOUNCED}-{number}"
            if await AddressResolverIPv4(f"{name}.local.").async_request(network.zeroconf, LISTEN):
                continue
            with suppress(NonUniqueNameException):
                await network.async_register_service(self._service(name, here))
                return f"{name}.local"
        raise NonUniqueNameException

    def _service(self, name: str, here: list[str]) -> ServiceInfo:
        kind = f"_{self.scheme}._tcp.local."
        addresses = [ipaddress.IPv4Address(text).packed for text in here]
        return ServiceInfo(
            kind,
            f"{name}.{kind}",
            self.port,
            properties={"path": "/"},
            server=f"{name}.local.",
            addresses=addresses,
        )


def _is_at_home(address: str) -> bool:
    try:
        ip = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return ip.is_private and not ip.is_loopback
