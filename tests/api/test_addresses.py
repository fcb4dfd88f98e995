"""What stands before a link: an address that the phone which gets it can open."""

import ipaddress

import pytest
from flask import request

from webapp import addresses
from webapp.addresses import is_loopback, lan_addresses, public_base
from webapp.app import create_app
from webapp.settings import Settings


def base(tmp_path: object, url: str, **settings: str) -> str:
    """The base of links for a request to this address."""
    app = create_app(Settings(instance=str(tmp_path), **settings))
    with app.test_request_context(base_url=url):
        return public_base(request)


@pytest.fixture
def in_a_lan(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is 192.168.1.7 to its neighbours."""
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.7", "10.0.0.3"])


def test_the_public_address_wins(tmp_path: object) -> None:
    found = base(tmp_path, "http://192.168.1.9:8000", public_url="https://play.example/games/")
    assert found == "https://play.example/games"


def test_else_the_host_of_the_request(tmp_path: object) -> None:
    assert base(tmp_path, "http://oak.local:8000") == "http://oak.local:8000"
    assert base(tmp_path, "https://192.168.1.9") == "https://192.168.1.9"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "oak.localhost"])
@pytest.mark.usefixtures("in_a_lan")
def test_loopback_means_nothing_to_a_phone_so_the_lan_address_stands_in(tmp_path: object, host: str) -> None:
    assert base(tmp_path, f"http://{host}:8123") == "http://192.168.1.7:8123"


@pytest.mark.usefixtures("in_a_lan")
def test_a_server_bound_to_one_address_is_reached_there(tmp_path: object) -> None:
    assert base(tmp_path, "http://localhost:8000", bind="10.0.0.3") == "http://10.0.0.3:8000"
    assert base(tmp_path, "http://localhost:8000", bind="fd00::2") == "http://[fd00::2]:8000"


@pytest.mark.usefixtures("in_a_lan")
def test_a_server_on_loopback_alone_does_not_pretend_to_be_in_the_lan(tmp_path: object) -> None:
    assert base(tmp_path, "http://localhost:8000", bind="127.0.0.1") == "http://localhost:8000"


@pytest.mark.usefixtures("in_a_lan")
def test_without_a_request_the_settings_speak(tmp_path: object) -> None:
    for port, told in (("8000", "http://192.168.1.7:8000"), ("80", "http://192.168.1.7")):
        app = create_app(Settings(instance=str(tmp_path), port=port))
        with app.app_context():
            assert public_base() == told


def test_a_machine_without_a_network_falls_back_to_itself(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: [])
    assert base(tmp_path, "http://127.0.0.1:8000") == "http://localhost:8000"


def test_lan_addresses_are_those_that_neighbours_can_use() -> None:
    found = [ipaddress.ip_address(address) for address in lan_addresses()]
    assert len(set(found)) == len(found)
    assert not any(address.is_loopback or address.is_link_local for address in found)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:80", True),
        ("192.168.1.7:8000", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_loopback_is_told_from_the_rest(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


@pytest.mark.parametrize(("proxies", "told"), [("1", "https://play.example"), ("0", "http://oak.local")])
def test_behind_a_known_proxy_links_carry_the_name_people_typed(
    tmp_path: object, proxies: str, told: str
) -> None:
    app = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1", proxies=proxies))
    app.add_url_rule("/where", "where", lambda: public_base(request))
    typed = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example"}
    answer = app.test_client().get("/where", base_url="http://oak.local", headers=typed)
    assert answer.text == told
    assert ("Strict-Transport-Security" in answer.headers) == (proxies == "1")
