"""What the app is made of: every library is known by its version and its hashes, and no other is used."""

import json
import re
from collections.abc import Iterator
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.reading import ROOT

PINNED = re.compile(r"==[\w.]+")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}(?=\s|$)")


def locked(name: str) -> dict[str, tuple[Requirement, int]]:
    """The libraries of a lock file by name, each with how many hashes its files may have."""
    text = (ROOT / ".ci" / "lock" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [(Requirement(HASH.sub("", line).strip()), len(HASH.findall(line))) for line in text.splitlines()]
    return {canonicalize_name(each.name): (each, hashes) for each, hashes in lines}


@pytest.mark.parametrize("name", ["run", "server", "test"])
def test_every_library_is_pinned_to_one_version_and_its_hashes(name: str) -> None:
    found = locked(name)
    assert len(found) > 20
    assert [lib for lib, (_, hashes) in found.items() if not hashes] == []
    assert [lib for lib, (each, _) in found.items() if not PINNED.fullmatch(str(each.specifier))] == []
    assert "--require-hashes" in (ROOT / ".ci" / "build").read_text(encoding="utf-8")


def test_what_is_tested_is_what_runs() -> None:
    tested = locked("test")
    for name, (each, _) in (locked("run") | locked("server")).items():
        assert tested[name][0].specifier == each.specifier, name


def test_what_is_installed_here_is_what_is_listed() -> None:
    for name, (each, _) in locked("test").items():
        if each.marker is None or each.marker.evaluate():
            assert metadata.version(name) in each.specifier, name


def test_the_app_needs_nothing_that_is_not_listed() -> None:
    needed = {canonicalize_name(each) for each in _needs("tableside", set())}
    assert len(needed) > 15
    assert needed <= set(locked("run"))


def _needs(library: str, known: set[str]) -> Iterator[str]:
    """What a library needs, and what that needs, on this machine."""
    for each in map(Requirement, metadata.requires(library) or ()):
        here = each.marker is None or each.marker.evaluate({"extra": ""})
        if here and each.name not in known:
            known.add(each.name)
            yield each.name
            yield from _needs(each.name, known)


@pytest.mark.parametrize("folder", ["web", "lighthouse"])
def test_every_checker_of_nodes_has_its_hash(folder: str) -> None:
    lock = json.loads((ROOT / ".ci" / folder / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages
    assert [name for name, each in packages.items() if "integrity" not in each] == []
