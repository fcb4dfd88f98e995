"""Several processes behind nginx, with PostgreSQL and Redis: what `.ci/deploy` describes, on loopback."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
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
AROUND = """
user {user};
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr crit;
events {{ worker_connections 8192; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/tableside.conf;
}}
"""
"""What Debian's nginx.conf holds around a site, without its paths."""


@dataclass
class Fleet:
    """All of them; `url` is where people come."""

    url: str
    servers: list[Server]
    database: Cluster
    bus: services.Bus

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
    with services.cluster() as cluster, services.bus(folder) as bus, pytest.MonkeyPatch.context() as setting:
        setting.setenv("TABLESIDE_DATABASE_URL", empty_database(cluster.address, "fleet"))
        setting.setenv("TABLESIDE_BUS_URL", bus.address)
        setting.setenv("TABLESIDE_PROXIES", "1")
        servers = [Server(instance) for _ in range(number)]
        with _nginx(folder, [each.port for each in servers]) as url:
            fleet = Fleet(url, servers, cluster, bus)
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
    (folder / "tableside.conf").write_text(on_loopback(port, ports))
    (folder / "nginx.conf").write_text(around(folder))
    process = subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf"])
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


def around(folder: Path) -> str:
    return AROUND.format(folder=folder, user=Path("/proc/self").owner())


def on_loopback(port: int, ports: list[int]) -> str:
    """The site as it is handed out, without TLS, on these ports."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"^ +(ssl_|access_log /|error_log ).*\n", "", site, flags=re.MULTILINE)
    site = site.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port}; access_log off;")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    processes = "\n".join(f"    server 127.0.0.1:{each};" for each in ports)
    return site.replace("    server 127.0.0.1:8000;", processes)
