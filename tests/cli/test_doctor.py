"""What could keep a server from serving well is said in sentences."""

import os
import socket
import time
from collections import namedtuple
from pathlib import Path

import pytest

from tests.cli.conftest import Say, Start
from webapp.cli import doctor_checks

Disk = namedtuple("Disk", "total used free")


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a home network, with no firewall and nothing on its port."""
    monkeypatch.setattr(doctor_checks, "lan_addresses", lambda: ["192.168.1.7"])
    monkeypatch.setattr(doctor_checks, "FIREWALLS", ())
    monkeypatch.delenv("TABLESIDE_PUBLIC_URL", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setenv("TABLESIDE_PORT", str(free.getsockname()[1]))


@pytest.fixture
def sound(demo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a table."""
    monkeypatch.delenv("TABLESIDE_PUBLIC_URL", raising=False)


@pytest.mark.usefixtures("sound")
def test_where_nothing_is_wrong_it_says_so(say: Say, instance: Path) -> None:
    told = say("doctor")
    assert told.exit_code == 0, told.stdout
    assert f"The folder {instance} is writable." in told.stdout
    assert "The database is sound" in told.stdout
    assert "MB are free" in told.stdout
    assert "The system time is" in told.stdout
    assert "No server answers on port" in told.stdout
    assert told.stdout.endswith("Nothing is wrong.\n")


@pytest.mark.usefixtures("sound")
def test_a_full_disk_and_a_clock_that_stands_are_named(
    say: Say, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_checks.shutil, "disk_usage", lambda _: Disk(10**9, 10**9, 2**20))
    tomorrow = time.time() + 86400
    os.utime(instance / "tableside.sqlite3", (tomorrow, tomorrow))
    told = say("doctor")
    assert told.exit_code == 1
    assert "1 MB are free" in told.stdout
    assert "but the data is newer" in told.stdout
    assert told.stderr == "Problems to fix: 2.\n"


@pytest.mark.usefixtures("sound")
def test_a_damaged_database_is_named(say: Say, instance: Path) -> None:
    with (instance / "tableside.sqlite3").open("rb+") as file:
        file.write(b"x" * 300)
    told = say("doctor")
    assert told.exit_code == 1
    assert "The database is not sound" in told.stdout


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("command", ["doctor", "check"])
def test_a_lost_database_is_not_promised_anew(say: Say, instance: Path, command: str) -> None:
    say("backup", instance / "backups" / "kept.sqlite3")
    (instance / "tableside.sqlite3").unlink()
    told = say(command)
    assert told.exit_code == 1
    assert "Continue from the newest sound backup" in told.stdout + told.stderr


@pytest.mark.usefixtures("sound")
def test_a_folder_that_cannot_be_written_is_named(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor_checks.tempfile, "TemporaryFile", refuse)
    told = say("doctor")
    assert told.exit_code == 1
    assert "is not writable (Permission denied)" in told.stdout


SETTINGS = {
    "a bus that is away": ({"BUS_URL": "redis://127.0.0.1:1/0"}, "is not responding", 1),
    "a certificate that is none": ({"CERT": "no.pem", "KEY": "no.pem"}, "cannot be used", 1),
    "an address that leads nowhere": ({"PUBLIC_URL": "http://127.0.0.1:1"}, "cannot be reached", 0),
    "a proxy that is not counted": ({"PUBLIC_URL": "http://127.0.0.1:1"}, "TABLESIDE_PROXIES is 0", 0),
    "a proxy without an address": ({"PROXIES": "1"}, "set TABLESIDE_PUBLIC_URL too", 0),
    "this machine alone": ({"BIND": "127.0.0.1"}, "only this machine", 0),
}


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize(("settings", "why", "status"), SETTINGS.values(), ids=SETTINGS.keys())
def test_what_the_settings_ask_for_is_tried(
    say: Say, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], why: str, status: int
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(f"TABLESIDE_{name}", value)
    told = say("doctor")
    assert why in told.stdout
    assert told.exit_code == status


@pytest.mark.usefixtures("sound")
def test_a_firewall_that_is_on_is_named_with_what_opens_it(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_checks, "FIREWALLS", ((lambda: True, "sudo ufw allow {port}/tcp"),))
    monkeypatch.setenv("TABLESIDE_PORT", "8123")
    assert "sudo ufw allow 8123/tcp" in say("doctor").stdout


@pytest.mark.usefixtures("sound")
def test_without_a_network_phones_cannot_come(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_checks, "lan_addresses", list)
    told = say("doctor")
    assert told.exit_code == 1
    assert "not on a network" in told.stdout


def test_it_may_look_while_the_server_runs(start: Start, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start().ready()
    monkeypatch.setenv("TABLESIDE_PORT", str(server.port))
    monkeypatch.setenv("TABLESIDE_BIND", "127.0.0.1")
    told = say("doctor")
    assert "answers, and so does its database" in told.stdout
    assert told.exit_code == 0, told.stdout
