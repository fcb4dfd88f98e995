"""A real server on a disk that fills up, where this machine lets us mount one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.browser.server import ROOT, Server
from tests.store.program import Program

pytestmark = pytest.mark.attack

OWN_MOUNTS = ["unshare", "--mount", "sh", "-c"]


def _can_mount() -> bool:
    """Whether a file system of our own can be mounted where nobody else sees it."""
    if not (shutil.which("unshare") and shutil.which("nsenter")):
        return False
    tried = subprocess.run([*OWN_MOUNTS, "mount -t tmpfs none /mnt"], capture_output=True, check=False)
    return tried.returncode == 0


class SmallDisk(Server):
    """A server whose instance folder is a disk of its own, which only it can see."""

    def start(self) -> "SmallDisk":
        environment = os.environ | {
            "TABLESIDE_INSTANCE": str(self.folder),
            "TABLESIDE_BIND": "127.0.0.1",
            "TABLESIDE_PORT": str(self.port),
            "TABLESIDE_LIMITS": "off",
        }
        log = (self.folder.parent / "server.log").open("ab")
        mounted = f"mount -t tmpfs -o size=4m none {self.folder} && exec {sys.executable} -m webapp serve"
        self.process = subprocess.Popen(
            [*OWN_MOUNTS, mounted], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        self.wait()
        return self

    def inside(self, command: str) -> str:
        """What a shell command prints that sees the small disk."""
        assert self.process is not None
        asked = ["nsenter", "--mount", "--target", str(self.process.pid), "sh", "-c", command]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout

    def fill(self) -> None:
        """Take all the room there is."""
        self.inside(f"dd if=/dev/zero of={self.folder}/ballast bs=4k 2>/dev/null || true")

    def make_room(self) -> None:
        self.inside(f"rm {self.folder}/ballast")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "instance"
    folder.mkdir()
    server = SmallDisk(folder).start()
    yield server
    server.stop()


if _can_mount():

    def test_a_full_disk_refuses_new_things_keeps_the_old_and_recovers(
        small_disk: SmallDisk,
    ) -> None:
        program = Program(small_disk.url)
        clock = program.clock()
        small_disk.fill()
        refused = _press_until_refused(program, clock)
        assert refused.status_code == 507
        assert "full" in refused.json()["error"]["message"]
        then = program.sees()
        assert httpx.post(f"{program.url}/api/v1/tables", json={"name": "Elm"}).status_code == 507
        assert program.sees() == then
        small_disk.make_room()
        assert program.do(do="clock.set", clock=clock, filled=7)["filled"] == 7
        check = f"TABLESIDE_INSTANCE={small_disk.folder} {sys.executable} -m webapp check"
        assert "is sound" in small_disk.inside(f"cd {ROOT} && {check}")

    def test_a_disk_that_becomes_read_only_refuses_everything_new_and_recovers(small_disk: SmallDisk) -> None:
        program = Program(small_disk.url)
        clock = program.clock()
        small_disk.inside(f"mount --bind {small_disk.folder} {small_disk.folder}")
        small_disk.inside(f"mount -o remount,bind,ro {small_disk.folder}")
        sent = {"do": "clock.tick", "clock": clock}
        refused = program.client.post(f"{program.at}/commands", json=sent)
        assert refused.status_code == 503
        assert "read-only disk" in refused.json()["error"]["message"]
        assert httpx.get(f"{program.url}/healthz").json()["database"] == "read-only"
        assert program.sees()["clocks"][0]["filled"] == 0
        small_disk.inside(f"umount {small_disk.folder}")
        assert program.do(**sent)["filled"] == 1

    def _press_until_refused(program: Program, clock: int) -> httpx.Response:
        """What was freed inside the database's own files is used up first."""
        for number in range(500):
            sent = {"do": "clock.set", "clock": clock, "filled": number % 100, "because": "x" * 400}
            answer = program.client.post(f"{program.at}/commands", json=sent)
            if answer.status_code != 200:
                return answer
        raise AssertionError("the disk never filled up")
