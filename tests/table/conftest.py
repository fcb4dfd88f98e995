"""What the table's tests share."""

import pytest
from flask import Flask

from tests.table.investigation import Case


@pytest.fixture
def case(app: Flask) -> Case:
    """A Razorweave table with Mara, whom Ana plays, and dice that fall as they are told."""
    return Case.open(app)
