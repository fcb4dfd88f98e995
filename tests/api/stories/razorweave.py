"""Mara, Bleeding and Exhausted, as the examples of Razorweave's commands know her."""

from tests.api.desk import Desk

MARA, BLEEDING = 1204991875, 640018273


def the_story(desk: Desk, command: str) -> dict[int, int]:
    """Set up what this command's example is about; gives the real id for each id it names."""
    mara = desk.add("character", name="Mara")
    desk.add("condition", character=mara, name="Exhausted")
    return {MARA: mara, BLEEDING: desk.add("condition", character=mara, name="Bleeding")}
