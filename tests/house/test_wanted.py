"""The programs that checks play against are fetched, or missed aloud."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.house.reading import ROOT

ROOT_DOES = {"id": "echo 0", "sudo": "exit 1"}
NOBODY = {"id": "echo 1000", "sudo": "exit 1"}
MAY_ASK = {"id": "echo 1000", "sudo": 'shift; "$@"'}
USED = ("sh", "env", "mktemp", "rm", "tail", "ls", "cat", "chmod", "true")


@pytest.fixture
def bin(tmp_path: Path) -> Path:
    """A folder of programs, the only one on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for each in USED:
        found = next(path for path in (Path("/usr/bin", each), Path("/bin", each)) if path.exists())
        (folder / each).symlink_to(found)
    return folder


def wanted(bin: Path, *words: str, **programs: str) -> subprocess.CompletedProcess[str]:
    for name, does in programs.items():
        (bin / name).write_text(f"#!/bin/sh\n{does}\n")
        (bin / name).chmod(0o755)
    command = [ROOT / ".ci" / "wanted", *words]
    return subprocess.run(
        command, env=os.environ | {"PATH": str(bin)}, capture_output=True, text=True, check=False
    )


def apt_get(bin: Path, on_install: str) -> dict[str, str]:
    """An apt-get that notes what it is told."""
    log = bin.parent / "log"
    return {"apt-get": f'echo "$RUNLEVEL $1" >>{log}; [ "$1" = update ] || {{ {on_install}; }}'}


def read_log(bin: Path) -> list[str]:
    return (bin.parent / "log").read_text().split("\n")[:-1]


@pytest.mark.parametrize("who", [ROOT_DOES, MAY_ASK], ids=["root", "with sudo"])
def test_what_is_missing_is_installed_and_nothing_started(bin: Path, who: dict[str, str]) -> None:
    made = f"echo >{bin}/oracle; chmod +x {bin}/oracle"
    found = wanted(bin, "oracle", "oracle-server", **who, **apt_get(bin, made))
    assert found.returncode == 0
    assert read_log(bin) == ["1 install"]


def test_who_may_install_and_cannot_fails(bin: Path) -> None:
    """After another try: a mirror may fail once."""
    found = wanted(
        bin, "oracle", "oracle-server", **ROOT_DOES, **apt_get(bin, "echo no such package; exit 100")
    )
    assert found.returncode == 1
    assert "no such package" in found.stdout
    assert "oracle-server could not be installed" in found.stdout
    assert read_log(bin).count("1 install") == 4
    assert wanted(bin, "--if-there-is-one", "oracle", "oracle-server").returncode == 0


def test_who_may_not_install_is_told_so_and_goes_on(bin: Path) -> None:
    found = wanted(bin, "oracle", "oracle-server", **NOBODY, **apt_get(bin, ""))
    assert found.returncode == 0
    assert "may not be installed" in found.stdout


def test_what_is_there_is_taken(bin: Path) -> None:
    assert wanted(bin, "oracle", "oracle-server", oracle="").returncode == 0
