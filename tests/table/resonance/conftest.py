"""What Resonance's tests at the table share."""

import pytest
from flask import Flask

from tests.database_copies import load_copy
from tests.table.resonance.sparks import Sparks


@pytest.fixture
def sparks(app: Flask) -> Sparks:
    """A Resonance table with Sparks and Rook, and dice that fall as they are told."""
    return load_copy(app, Sparks.start).with_loaded_dice()
