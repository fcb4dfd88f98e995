"""What the table's tests share."""

import pytest
from flask import Flask

from tests.database_copies import load_copy
from tests.table.investigation import Case
from tests.table.oak import Oak


@pytest.fixture
def case(app: Flask) -> Case:
    """A Razorweave table with Mara, whom Ana plays, and dice that fall as they are told."""
    return load_copy(app, Case.open)


@pytest.fixture
def docks(oak: Oak) -> int:
    """A prepared scene with two zones, tags, a race of clocks and a guard."""
    scene: int = oak.gm(do="scene.add", name="The docks", description="Rain.", notes="Boat.").result["scene"]
    quay = oak.gm(do="zone.add", name="Quay", scene=scene).result["zone"]
    oak.gm(do="zone.add", name="Boat", scene=scene, joins=[quay], visibility="secret")
    oak.tag("Slick", zone=quay)
    oak.tag("Fog", scene=scene)
    alarm = oak.clock("Alarm", 6, scene=scene, filled=2)
    oak.clock("Escape", 4, scene=scene, opposes=alarm)
    guard = oak.character("Guard", kind="npc", zone=quay, visibility="shown")
    oak.gm(do="condition.add", character=guard, name="Tired")
    oak.character("Mira", zone=quay)
    return scene
