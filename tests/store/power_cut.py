"""What is left of a database when the power goes, at every moment at which something was acknowledged.

A process of its own does what a GM does, by the app's own road, and says after each command that it was
taken; strace writes down what it wrote to its files and what it made sure of. Played back, a disk is made for
each such moment that holds what was made sure of by then, and of what was written since nothing, or by chance
some.

python -m tests.store.power_cut --commands 400
"""

import argparse
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.server import ROOT
from tests.store.services import needed

CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"
LINE = re.compile(r"(\w+)\((.*)\) += (\d+)$")
TO_A_FILE = re.compile(
    r'\d+<(?P<path>[^>]*)>(?:, (?:"(?P<bytes>[^"]*)"(?:, \d+)?)?(?:(?:, )?(?P<number>\d+))?)?'
)
TAKEN = "taken"
Disk = dict[str, bytes]


@dataclass(frozen=True)
class Write:
    """Bytes at a place of a file; without any, the file ends there."""

    at: int
    bytes: bytes | None

    def on(self, old: bytes) -> bytes:
        if self.bytes is None:
            return old[: self.at].ljust(self.at, b"\0")
        old = old.ljust(self.at, b"\0")
        return old[: self.at] + self.bytes + old[self.at + len(self.bytes) :]


@dataclass
class Machine:
    """Its disk, and what was written since it was made sure of."""

    sure: Disk = field(default_factory=dict)
    since: dict[str, list[Write]] = field(default_factory=dict)

    def write(self, path: str, write: Write) -> None:
        self.sure.setdefault(path, b"")
        self.since.setdefault(path, []).append(write)

    def make_sure(self, path: str) -> None:
        for write in self.since.pop(path, ()):
            self.sure[path] = write.on(self.sure[path])

    def unlink(self, path: str) -> None:
        self.sure.pop(path, None)
        self.since.pop(path, None)

    def after_a_cut(self, chance: random.Random | None) -> Disk:
        """What is found when the power is back: by chance some of what nobody had made sure of."""
        disk = dict(self.sure)
        for path, writes in self.since.items():
            for write in writes:
                if chance is not None and chance.random() < 0.5:
                    disk[path] = write.on(disk[path])
        return disk


def moments(log: str) -> Iterator[Machine]:
    """The machine at each moment at which something was acknowledged."""
    machine = Machine()
    for call in filter(None, map(LINE.search, log.splitlines())):
        name, arguments = call[1], call[2]
        if name == "unlink":
            machine.unlink(Path(_text(arguments.strip('"'))).name)
            continue
        told = TO_A_FILE.match(arguments)
        if told is None:
            continue
        path = Path(_text(told["path"])).name
        if path == TAKEN:
            yield machine
        elif name in ("fsync", "fdatasync"):
            machine.make_sure(path)
        elif name == "ftruncate":
            machine.write(path, Write(int(told["number"]), None))
        elif name == "pwrite64":
            machine.write(path, Write(int(told["number"]), _bytes(told["bytes"])[: int(call[3])]))


def _bytes(hexed: str) -> bytes:
    return bytes.fromhex(hexed.replace("\\x", ""))


def _text(said: str) -> str:
    return _bytes(said).decode() if said.startswith("\\x") else said


def lost(folder: Path, commands: int, synchronous: str = "") -> tuple[int, int]:
    """How many cuts were tried, and how many of them took something that was acknowledged."""
    words = (
        sys.executable,
        "-m",
        "tests.store.power_cut",
        "--play",
        str(folder),
        "--commands",
        str(commands),
    )
    only = ("-ff", "--seccomp-bpf")  # it stops at these calls alone, and writes a log of each thread
    trace = ("strace", *only, "-y", "-xx", "-s", "70000", "-e", f"trace={CALLS}", "-o", str(folder / "log"))
    needed("strace")
    more = ("--synchronous", synchronous) if synchronous else ()
    subprocess.run([*trace, *words, *more], cwd=ROOT, check=True)
    cuts = gone = 0
    chance = random.Random(commands)
    played = max(folder.glob("log.*"), key=lambda log: log.stat().st_size)
    for number, machine in enumerate(moments(played.read_text()), start=1):
        for luck in (None, chance):
            cuts += 1
            gone += there_after(machine.after_a_cut(luck), folder / "after") < number
    return cuts, gone


def there_after(disk: Disk, folder: Path) -> int:
    """How many tags are found when the database is opened again; none in one that is broken."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink(missing_ok=True)
    for name, content in disk.items():
        if name.startswith("tableside.sqlite3") and not name.endswith("-shm"):
            (folder / name).write_bytes(content)
    with closing(sqlite3.connect(folder / "tableside.sqlite3")) as database:
        try:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            count: int = database.execute("SELECT count(*) FROM tag WHERE NOT removed").fetchone()[0]
        except sqlite3.DatabaseError:
            return 0
    return count if sound else 0


def play(folder: Path, commands: int, synchronous: str) -> None:
    """A GM adds tags, and tells of each that it is there."""
    from sqlalchemy import event

    from tests.table.oak import Oak
    from webapp.app import create_app
    from webapp.settings import Settings
    from webapp.store.db import db
    from webapp.store.startup_checks import prepare

    app = create_app(Settings(instance=str(folder), bind="127.0.0.1", limits="off"))
    with app.app_context(), (folder / TAKEN).open("wb", buffering=0) as taken:
        if synchronous:
            event.listen(
                db.engine, "connect", lambda wire, _: wire.execute(f"PRAGMA synchronous={synchronous}")
            )
        prepare(db.engine, folder)
        oak = Oak.start(app)
        for number in range(commands):
            oak.gm(do="tag.add", name=f"Tag {number}")
            oak.gm(
                do="tag.edit", tag=oak.sees()["tags"][0]["id"], clears="x" * 80
            ) if number % 10 == 9 else None
            db.session.remove()
            taken.write(b"%d " % number)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.store.power_cut", description=__doc__)
    parser.add_argument("--commands", type=int, default=400)
    parser.add_argument("--synchronous", default="", help="instead of what the app asks for")
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(asked.play, asked.commands, asked.synchronous)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        cuts, gone = lost(Path(folder), asked.commands, asked.synchronous)
    print(f"{cuts} cuts; after {gone} of them something was lost that had been acknowledged")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main())
