"""Games that are installed in a folder of their own, for those processes that are told of it."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

LANTERN = Path(__file__).parent / "lantern"


def install(folder: Path) -> dict[str, str]:
    """Build the outsider's game and install it there; the environment of a process that is to find it."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=LANTERN, check=True, capture_output=True)
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder)  # as an installer does with one that brings nothing else
    return finding(folder)


def install_by_pip(game: Path, site: Path) -> None:
    """Install the project of a game into a folder by pip, without the network."""
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", str(site), str(game)]
    subprocess.run(pip, cwd=game.parent, check=True, capture_output=True)


def lay_lantern(folder: Path) -> None:
    """Install the outsider's game without building it."""
    write(folder, "lantern_game", {}, key="lantern")
    shutil.copytree(LANTERN / "lantern_game", folder / "lantern_game", dirs_exist_ok=True)


def write(folder: Path, name: str, files: dict[str, str], key: str = "", version: str = "0.1") -> None:
    """A distribution as an installer leaves it, with one game whose package holds these files."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[tableside.games]\n{key or name} = {name}.game:Game\n")
    (folder / name).mkdir()
    for file, text in files.items():
        path = folder / name / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogateescape")


def finding(folder: Path) -> dict[str, str]:
    """The environment of a process that finds what is installed in this folder too."""
    known = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(folder), *([known] if known else [])])}
