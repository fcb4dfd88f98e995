"""Sparks and Rook, as the examples of Resonance's commands know them."""

from tests.api.desk import Desk

SPARKS, ROOK, THIRD = 1204991875, 1740023318, 1100573928
POOL, CHECK, SITUATION = 905512043, 1533908172, 318204771
ZONE = 482113790
DOORS = [{"name": "Gate", "kind": "barrier", "tn": 12, "length": 6}, {"name": "Lock", "kind": "puzzle"}]


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
    if command == "resonance.move":
        known[ZONE] = desk.do("gm", do="resonance.zone.quick")["result"]["zones"][1]
    if command == "resonance.dismount":
        desk.do("gm", do="resonance.mount", character=sparks, mount=rook)
    if command == "resonance.stand":
        desk.do("gm", do="condition.add", character=sparks, name="Prone")
    if command in ("resonance.rest", "resonance.downtime", "resonance.value.restore"):
        desk.do("gm", do="resonance.value.lose", character=sparks, value="ep", amount=2)
    if command == "resonance.pool.edit":
        desk.do("gm", do="resonance.pool.edit", character=sparks, visibility="secret")
    if command == "resonance.travel":
        desk.do("gm", do="resonance.scene.start", length=10)
    if command == "resonance.found":
        desk.do("gm", do="resonance.hide", character=sparks, tn=14)
    if command == "resonance.critical":
        known[CHECK] = _struck(desk, sparks, rook)
    if command == "resonance.take":
        known[CHECK] = _struck(desk, rook, sparks)
    return known | _begun(desk, command, sparks, rook)


def _begun(desk: Desk, command: str, sparks: int, rook: int) -> dict[int, int]:
    """A Situation, a Race or the rounds, where the command is about one that runs."""
    if command in ("resonance.race.happen", "resonance.situation.edit") or (
        command.startswith("resonance.situation.") and command != "resonance.situation.start"
    ):
        kind = "race" if command == "resonance.race.happen" else "situation"
        more = {"threat": 15, "scene_length": 5} if kind == "race" else {}
        made = desk.do("gm", do=f"resonance.{kind}.start", name="Get in", parts=DOORS, **more)["result"]
        if command.endswith("complicate"):
            desk.do("gm", do="resonance.situation.fail", situation=made["situation"])
        return {SITUATION: made["situation"]}
    if command.startswith("resonance.round.") and command != "resonance.round.start":
        third = desk.add("character", name="The drone", stats={"alacrity": 2})
        desk.do("gm", do="resonance.round.start", characters=[sparks, rook])
        cards = next(each for each in desk.sees()["pieces"] if each["kind"] == "rounds")
        first, second = (cards["active"], sparks + rook - cards["active"])
        return {THIRD: third, SPARKS: first, ROOK: second}
    return {}


def _struck(desk: Desk, who: int, whom: int) -> int:
    """One attacks the other, and a double falls."""
    sent = {"do": "check.call", "character": who, "roll": "attack", "stat": "technique", "target": whom}
    check: int = desk.do("gm", **sent)["result"]["check"]
    desk.do("gm", do="check.roll", check=check, dice=[5, 5, 4, 9])
    return check
