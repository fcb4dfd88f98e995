"""What the tests of METTLE's table share."""

import pytest
from flask import Flask

from tests.database_copies import load_copy
from tests.table.mettle.brawl import Brawl, brawl


@pytest.fixture
def yard(app: Flask) -> Brawl:
    """A METTLE table with three people in quick zones."""
    return load_copy(app, brawl)
