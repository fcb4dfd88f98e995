"""The name in the home network, asked for as a phone would; on loopback, so that no network hears of it."""

import asyncio
import fcntl
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from tests.api.test_addresses import base
from tests.cli.running import Process, served_with
from webapp import addresses
from webapp.announce import Announcement, announce, home_addresses
from webapp.settings import Settings

HERE = ["127.0.0.1"]
ON_LOOPBACK = """
import webapp.announce
from webapp.announce import Announcement
webapp.announce.announce = lambda it: Announcement(int(it.port), it.scheme, lambda: ["127.0.0.1"])
"""


@pytest.fixture(autouse=True)
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A name in the network is everybody's: one of these tests at a time, whichever worker plays it."""
    with (tmp_path_factory.getbasetemp().parent / "announced.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture
def announced() -> Iterator[list[Announcement]]:
    """Announcements that end with the test."""
    begun: list[Announcement] = []
    yield begun
    for each in begun:
        each.stop()


def begin(announced: list[Announcement], port: int) -> Announcement:
    announced.append(Announcement(port, "http", lambda: HERE))
    return announced[-1]


def heard(wanted: ServiceInfo, within: float = 30) -> ServiceInfo:
    """What a phone of the network is answered, as soon as it is; without an answer after so many seconds.

    It asks in a thread of its own: in the one of the tests a browser's loop may be running.
    """

    async def ask() -> None:
        phone = AsyncZeroconf(interfaces=HERE, ip_version=IPVersion.V4Only)
        try:
            await wanted.async_request(phone.zeroconf, within * 1000)
        finally:
            await phone.async_close()

    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, ask()).result()
    return wanted


def looked_up(name: str) -> list[str]:
    """The addresses that a phone finds under a name."""
    return heard(AddressResolverIPv4(f"{name}.")).parsed_addresses()


def nobody_answers_to(name: str) -> bool:
    """Whether a phone finds no address under a name within a second."""
    return not heard(AddressResolverIPv4(f"{name}."), within=1).parsed_addresses()


def port_of(name: str) -> int | None:
    """The port that browsers of the network are shown for it."""
    kind = "_http._tcp.local."
    return heard(ServiceInfo(kind, f"{name.removesuffix('.local')}.{kind}")).port


@pytest.mark.soak
def test_two_servers_have_a_name_each_until_they_stop(announced: list[Announcement]) -> None:
    first = begin(announced, 8000).url(within=30)
    second = begin(announced, 8100).url(within=30)
    assert (first, second) == ("http://tableside.local:8000", "http://tableside-2.local:8100")
    assert looked_up("tableside.local") == HERE
    assert port_of("tableside-2.local") == 8100
    for each in announced:
        each.stop()
    assert nobody_answers_to("tableside.local")


@pytest.mark.soak
def test_the_server_prints_its_name_and_takes_it_back(tmp_path: Path) -> None:
    server = Process(tmp_path, *served_with(ON_LOOPBACK))
    try:
        server.wait_for("Stop with Ctrl-C.")
        assert f"http://tableside.local:{server.port}" in server.output
        assert server.output.index("localhost:") < server.output.index("tableside.local")
        assert looked_up("tableside.local") == HERE
    finally:
        server.stop()
    assert nobody_answers_to("tableside.local")


@pytest.mark.parametrize("settings", [Settings(bind="127.0.0.1"), Settings(announce="off")])
def test_it_is_silent_where_it_is_switched_off_or_nobody_could_come(settings: Settings) -> None:
    assert announce(settings) is None


def test_only_addresses_at_home_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.announce.lan_addresses", lambda: ["192.168.1.7", "11.22.33.44", "127.0.0.1"])
    assert home_addresses(Settings()) == ["192.168.1.7"]
    assert home_addresses(Settings(bind="10.0.0.3")) == ["10.0.0.3"]
    assert home_addresses(Settings(bind="fd00::2")) == []


@pytest.mark.parametrize("here", [[], ["192.0.2.77"]], ids=["no network", "an address that is not ours"])
def test_where_it_cannot_be_announced_nothing_is_said(
    here: list[str], announced: list[Announcement], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        announced.append(Announcement(8000, "http", lambda: here))
        assert announced[0].url(within=1) is None
        announced[0].stop()
    ours = ("webapp.announce", "zeroconf")  # threads of other tests may still have something to say
    assert [each.getMessage() for each in caplog.records if each.name.startswith(ours)] == []


def test_links_keep_the_address_in_the_lan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cookie belongs to the host it was set by, and not every phone knows the name."""
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.7"])
    for name in ("tableside.local", "Tableside-2.local"):
        assert base(tmp_path, f"http://{name}:8123") == "http://192.168.1.7:8123"
    assert base(tmp_path, "https://tableside.local:8443") == "https://192.168.1.7:8443"
