"""What Resonance's tests at the table share."""

import pytest
from flask import Flask

from tests.table.resonance.sparks import Sparks
from webapp.table import create, exchange


@pytest.fixture
def sparks(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Sparks:
    """A Resonance table with Sparks and Rook, and dice that fall as they are told."""
    for place in (create, exchange):
        monkeypatch.setattr(place, "OFFERED", ("freeform", "razorweave", "resonance"))
    return Sparks.open(app)
