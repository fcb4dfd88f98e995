"""Where the start says that tables are stored."""

from pathlib import Path

import pytest

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
