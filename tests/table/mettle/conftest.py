"""What the tests of METTLE's table share."""

import pytest
from flask import Flask

from tests.table.mettle.brawl import Brawl, brawl
from webapp.table import create


@pytest.fixture
def yard(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Brawl:
    """A METTLE table with three people in quick zones."""
    monkeypatch.setattr(create, "OFFERED", (*create.OFFERED, "mettle"))
    return brawl(app)
