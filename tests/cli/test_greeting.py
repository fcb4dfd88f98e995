"""Where the start says that tables are stored."""

from pathlib import Path

import pytest

from webapp.data_folder import DATABASE
from webapp.settings import Settings
from webapp.startup_banner import data_lines


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_the_start_names_the_database_by_its_plain_address_without_a_password(
    scheme: str, tmp_path: Path
) -> None:
    url = f"{scheme}://ella:PLANTEDWORD@db.example/club"
    lines = data_lines(Settings(instance=str(tmp_path), database_url=url))
    assert (
        lines[0] == f"Tables are stored in postgresql://ella:***@db.example/club; other files in {tmp_path}"
    )


def test_the_line_that_opens_an_unused_database_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "two words" / "tableside"
    other.mkdir(parents=True)
    (other / DATABASE).touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(other.parent))
    lines = data_lines(Settings(instance=str(tmp_path)))
    assert any(f"(TABLESIDE_INSTANCE='{other}' opens it)" in line for line in lines)
