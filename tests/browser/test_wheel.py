"""Installed from its wheel, outside any checkout, the app serves and plays."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import ROOT
from tests.cli.running import Process

pytestmark = pytest.mark.soak


@pytest.fixture
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source package."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return folder


@pytest.fixture
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel and the libraries, and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    target = subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    place = Path(target.decode().strip())
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, wheel], check=True)
    (place / "libraries.pth").write_text(sysconfig.get_path("purelib"))  # whose own .pth files do not count
    return folder


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[Process]:
    """`tableside serve`, as somebody at home starts it, in a folder that holds nothing."""
    bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    command = str(installed / "env" / "bin" / "tableside")
    started = Process(tmp_path, command, "serve", environment=bare, cwd=tmp_path, INSTANCE="")
    yield started.ready()
    started.stop()


def build(source: Path, to: Path, *kinds: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", to, *kinds],
        cwd=source,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def _the_source_package_builds_the_same_wheel(built: Path, folder: Path) -> None:
    (packed,) = built.glob("*.tar.gz")
    shutil.unpack_archive(packed, folder)
    (source,) = folder.iterdir()
    build(source, folder / "again", "-t", "wheel")
    assert names(folder / "again") == names(built)


def names(folder: Path) -> list[str]:
    (wheel,) = folder.glob("*.whl")
    return sorted(zipfile.ZipFile(wheel).namelist())


def _the_wheel_brings_the_operators_handbook_and_its_files(server: Process) -> None:
    assert "TABLESIDE_CERT" in httpx.get(f"{server.url}/handbook").text
    assert "proxy_pass" in httpx.get(f"{server.url}/handbook/nginx.conf").text


def test_the_wheel_serves_a_table_that_plays_and_the_source_package_builds_the_same(
    built: Path, server: Process, tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    """Built once for all that is asked of it, the operators' handbook included."""
    _the_source_package_builds_the_same_wheel(built, tmp_path / "source")
    _the_wheel_brings_the_operators_handbook_and_its_files(server)
    _what_it_prints_works(server, tmp_path)
    _a_table_plays(server, tmp_path, open_page)


def _what_it_prints_works(server: Process, home: Path) -> None:
    """The command that makes a new GM link, as it stands there, in an empty environment."""
    server.tokens()
    (command,) = re.findall(r"a new one: (.*)", server.output)
    bare = {"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_DATA_HOME": str(home / "share")}
    made = subprocess.run(command, shell=True, cwd=home, env=bare, capture_output=True, text=True)
    assert made.stdout.startswith("GM "), made.stderr


def _a_table_plays(server: Process, tmp_path: Path, open_page: Callable[..., Page]) -> None:
    gm_key, player_key, _ = server.tokens()
    assert f"Tables are stored in {tmp_path / 'share' / 'tableside'}" in server.output
    gm, player = open_page(1180, 820), open_page(390, 844)
    gm.goto(f"{server.url}/k/{gm_key}")
    player.goto(f"{server.url}/k/{player_key}")
    expect(player.locator("body")).to_have_attribute("data-live", "live")
    before = player.locator("[data-clock]").first
    id, filled = before.get_attribute("data-clock"), before.get_attribute("data-filled")
    gm.locator(f"[data-clock='{id}']").get_by_role("button", name="Tick ").first.click()
    expect(player.locator(f"[data-clock='{id}']")).to_have_attribute("data-filled", f"{int(filled or 0) + 1}")
