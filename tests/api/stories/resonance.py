"""Sparks and Rook, as the examples of Resonance's commands know them."""

from tests.api.desk import Desk

SPARKS, ROOK, POOL = 1204991875, 1740023318, 905512043


def the_story(desk: Desk, command: str) -> dict[int, int]:
    """Set up what this command's example is about; gives the real id for each id it names."""
    sparks = desk.add("character", name="Sparks", stats={"level": 2, "influence": 3, "technique": 3})
    rook = desk.add("character", name="Rook", stats={"level": 2})
    pool = next(each["id"] for each in desk.sees()["pieces"] if each["kind"] == "pool")
    for tag in ("Curse", "Bless"):
        desk.do("gm", do="resonance.pool.add", character=sparks, tag=tag)
    if command == "resonance.pool.spend":
        desk.do("gm", do="resonance.pool.happen", character=sparks, on="rolls")
    if command == "resonance.dismount":
        desk.do("gm", do="resonance.mount", character=sparks, mount=rook)
    return {SPARKS: sparks, ROOK: rook, POOL: pool}
