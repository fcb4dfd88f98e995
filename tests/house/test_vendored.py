"""What we did not write stands in `vendor/` with its version and licence, byte for byte."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from tests.house.reading import ROOT, named

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
