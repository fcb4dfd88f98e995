"""A certificate and its key are enough for https, without a proxy."""

import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from tests.cli.conftest import Start
from tests.cli.running import Process, served_with
from tests.streams import bounded


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """Who vouches for certificates here, as mkcert does at home."""
    return trustme.CA()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("https")


@pytest.fixture(scope="module")
def files(authority: trustme.CA, folder: Path) -> dict[str, str]:
    """The settings that name a certificate for this machine."""
    made = authority.issue_cert("127.0.0.1", "localhost", "table.example")
    made.cert_chain_pems[0].write_to_path(folder / "cert.pem")
    made.private_key_pem.write_to_path(folder / "key.pem")
    return {"CERT": str(folder / "cert.pem"), "KEY": str(folder / "key.pem")}


@pytest.fixture(scope="module")
def server(files: dict[str, str], folder: Path) -> Iterator[Process]:
    """A server with them, on which a handshake may take two seconds."""
    server = Process(
        folder, *served_with("import webapp.gunicorn_config; webapp.gunicorn_config.HANDSHAKE = 2"), **files
    )
    server.wait_for("Stop with Ctrl-C.")
    yield server
    server.stop()


@pytest.fixture
def trusting(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


def test_a_table_is_played_over_https(server: Process, trusting: ssl.SSLContext) -> None:
    assert f"https://localhost:{server.port}" in server.output
    _, player, _ = server.tokens()
    with httpx.Client(base_url=f"https://127.0.0.1:{server.port}", verify=trusting) as device:
        opened = device.get(f"/k/{player}")
        assert opened.headers["strict-transport-security"]
        assert "Secure" in opened.headers["set-cookie"]
        page = device.get(opened.headers["location"])
        assert 'data-role="player"' in page.text
        with device.stream("GET", f"{opened.headers['location']}/live", timeout=60) as stream:
            assert next(bounded(stream.iter_lines())).startswith(("id:", "retry:", "event:"))
    assert f"{server.url.replace('http:', 'https:')}/k/{player}" in server.output, (
        "links are of the same kind"
    )


def test_plain_http_at_the_port_is_hung_up_on(server: Process) -> None:
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://127.0.0.1:{server.port}/join?from=tv")


@pytest.mark.attack
def test_a_hand_that_is_never_shaken_is_let_go(server: Process, trusting: ssl.SSLContext) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as slow:
        slow.sendall(b"\x16\x03\x01")
        began = time.monotonic()
        found = httpx.get(f"https://127.0.0.1:{server.port}/healthz", verify=trusting)
        assert found.status_code == 200
        assert slow.recv(100) == b""
    assert time.monotonic() - began < 9, "it has ten elsewhere"


def test_an_encrypted_key_is_refused_and_nobody_is_asked_for_its_password(
    start: Start, files: dict[str, str], folder: Path
) -> None:
    key = load_pem_private_key(Path(files["KEY"]).read_bytes(), None)
    locked = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    (folder / "locked.pem").write_bytes(locked)
    server = start(**files | {"KEY": str(folder / "locked.pem")})
    assert server.ended() == 2
    assert "without a password" in server.output
    assert len(server.output.strip().splitlines()) == 2


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"KEY": ""}, "belong together"),
        ({"CERT": "/no/such.pem"}, "No such file"),
        ({"KEY": __file__}, "cannot be used"),
    ],
)
def test_a_certificate_that_is_none_is_named(
    start: Start, files: dict[str, str], changed: dict[str, str], why: str
) -> None:
    server = start(**files | changed)
    assert server.ended() == 2
    assert "TABLESIDE_CERT" in server.output
    assert why in server.output
    assert len(server.output.removeprefix("Starting Tableside ...\n").strip().splitlines()) == 1
