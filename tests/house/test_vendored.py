"""What we did not write stands in `vendor/` with its version and licence, byte for byte."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from tests.house.reading import ROOT, named

TERMS = ROOT / "static" / "licences"
FOLDERS = [ROOT / "static" / "vendor", ROOT / "static" / "fonts", ROOT / "tests" / "browser" / "vendor"]


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_every_vendored_file_is_the_one_we_chose(folder: Path) -> None:
    listed = tomllib.loads((folder / "vendored.toml").read_text(encoding="utf-8"))
    listed.pop("cut", None)
    files = {path.name: path for path in folder.iterdir() if path.name != "vendored.toml"}
    assert set(listed) == set(files)
    for name, about in listed.items():
        assert hashlib.sha256(files[name].read_bytes()).hexdigest() == about["sha256"], name
        assert about["version"] in name
        assert about["licence"]
        assert about["from"]


def test_whoever_gets_the_files_gets_their_terms() -> None:
    """Those of the tests alone are not handed on."""
    listed = [tomllib.loads((folder / "vendored.toml").read_text(encoding="utf-8")) for folder in FOLDERS[:2]]
    files = [about for folder in listed for name, about in folder.items() if name != "cut"]
    assert {about["terms"] for about in files} == {path.name for path in TERMS.iterdir()}
    for about in files:
        assert about["licence"] in about["terms"]
        assert "hereby granted" in (TERMS / about["terms"]).read_text(encoding="utf-8")
