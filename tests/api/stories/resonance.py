"""Sparks and Rook, as the examples of Resonance's commands know them."""

from tests.api.desk import Desk

SPARKS, ROOK, POOL, CHECK = 1204991875, 1740023318, 905512043, 1533908172


def the_story(desk: Desk, command: str) -> dict[int, int]:
    """Set up what this command's example is about; gives the real id for each id it names."""
    sparks = desk.add("character", name="Sparks", stats={"level": 2, "influence": 3, "technique": 3})
    rook = desk.add("character", name="Rook", stats={"level": 2})
    pool = next(each["id"] for each in desk.sees()["pieces"] if each["kind"] == "pool")
    for tag in ("Curse", "Bless"):
        desk.do("gm", do="resonance.pool.add", character=sparks, tag=tag)
    known = {SPARKS: sparks, ROOK: rook, POOL: pool}
    if command == "resonance.pool.spend":
        desk.do("gm", do="resonance.pool.happen", character=sparks, on="rolls")
    if command == "resonance.dismount":
        desk.do("gm", do="resonance.mount", character=sparks, mount=rook)
    if command == "resonance.found":
        desk.do("gm", do="resonance.hide", character=sparks, tn=14)
    if command == "resonance.critical":
        known[CHECK] = _critical(desk, sparks, rook)
    return known


def _critical(desk: Desk, sparks: int, rook: int) -> int:
    """Sparks attacks Rook, and a double falls."""
    sent = {"do": "check.call", "character": sparks, "roll": "attack", "stat": "technique", "target": rook}
    check: int = desk.do("gm", **sent)["result"]["check"]
    desk.do("gm", do="check.roll", check=check, dice=[5, 5, 4, 9])
    return check
