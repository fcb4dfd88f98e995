"""Several processes behind nginx, with PostgreSQL and Redis: what `.ci/deploy` describes, on loopback."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.server import ROOT, Server, free_port
from tests.store import services
from tests.store.conftest import empty_database
from tests.store.postgres import Cluster
from tests.store.program import Program

DEPLOY = ROOT / ".ci" / "deploy"
PASSWORD = "long-and-random"
TEMPORARY = "".join(
    f"    {name}_temp_path {{folder}}/{name};\n"
    for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)


class Unit(Server):
    """One process as `tableside@.service` starts it, with every limit on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        told = (DEPLOY / "tableside@.service").read_text(encoding="utf-8").replace("%i", str(self.port))
        words = _all_of("ExecStart", told)[0].split()
        assert words[0] == "/opt/tableside/bin/gunicorn"
        self.command = (sys.executable, "-m", "gunicorn", *words[1:])
        settings = dict(line.split("=", 1) for line in _all_of("Environment", told))
        self.more: Mapping[str, str] = settings | {
            "TABLESIDE_INSTANCE": str(folder),
            "TABLESIDE_LIMITS": "on",
        }


def _all_of(name: str, unit: str) -> list[str]:
    return re.findall(rf"^{name}=(.+)$", unit, re.MULTILINE)


@dataclass
class Fleet:
    """All of them; `url` is where people come."""

    url: str
    servers: list[Server]
    database: Cluster
    bus: services.Bus
    log: Path

    def answers(self) -> Counter[int]:
        """Count what nginx answered so far, by status."""
        return Counter(int(line.split()[3]) for line in self.log.read_text().splitlines())

    def table(self) -> tuple[Program, Program]:
        """A new table, twice by way of the proxy: which process answers is the proxy's choice."""
        program = Program(self.url)
        return program, program.through(self.url)

    def start(self) -> None:
        """All that do not run, at once."""
        with ThreadPoolExecutor(len(self.servers)) as hands:
            list(hands.map(Server.start, [each for each in self.servers if not each.runs()]))


@contextmanager
def running(number: int, folder: Path) -> Iterator[Fleet]:
    """So many processes, until it is over."""
    instance = folder / "instance"
    instance.mkdir()
    with (
        services.cluster() as cluster,
        services.bus(folder, PASSWORD) as bus,
        pytest.MonkeyPatch.context() as setting,
    ):
        setting.setenv("TABLESIDE_DATABASE_URL", empty_database(cluster.address, "fleet"))
        setting.setenv("TABLESIDE_BUS_URL", bus.address)
        servers: list[Server] = [Unit(instance) for _ in range(number)]
        with _nginx(folder, [each.port for each in servers]) as url:
            fleet = Fleet(url, servers, cluster, bus, folder / "tableside.log")
            try:
                servers[0].start()  # the first makes the tables of the database
                fleet.start()
                yield fleet
            finally:
                for each in servers:
                    each.stop()


@contextmanager
def _nginx(folder: Path, ports: list[int]) -> Iterator[str]:
    program, port = nginx(), free_port()
    (folder / "nginx.conf").write_text(on_loopback(folder, port, ports))
    process = subprocess.Popen([program, "-c", folder / "nginx.conf", "-g", "daemon off;"])
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=60)


def nginx() -> str:
    """The program, which stands where only root looks for it."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if found is None:
        services.missing("nginx")
    return found


def here(folder: Path) -> str:
    """Return the settings as they are handed out, with this folder for what nginx writes."""
    told = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    told = re.sub(r"/var/log/nginx/|/run/(?=nginx.pid)", f"{folder}/", told)
    if os.geteuid() != 0:
        told = told.replace("http {\n", "http {\n" + TEMPORARY.format(folder=folder), 1)
    return told


def on_loopback(folder: Path, port: int, ports: list[int]) -> str:
    """Return the same without TLS, at these ports."""
    told = re.sub(r"^ +ssl_.*\n", "", here(folder), flags=re.MULTILINE)
    told = told.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    told = told.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    of_one = "        server 127.0.0.1:8000 max_fails=0;\n"
    assert of_one in told
    return told.replace(of_one, "".join(of_one.replace("8000", str(each)) for each in ports))
