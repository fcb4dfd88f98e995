"""The story of METTLE's examples: Ann and Cai meet Bog in a yard of three zones, by day, on a long road."""

from tests.api.desk import Desk
from webapp.rules.dice import Loaded
from webapp.services import services

LEFT, MELEE, RIGHT = 905512040, 905512041, 905512042
GUARD = 410330277
ANN, BOG, CAI = 1204991801, 1204991802, 1204991803
CHECK, FIRE, TRAP, BITE, MAP, VOUCHER = 1533908101, 410330201, 410330202, 410330203, 410330204, 410330205
SHEET = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}


def the_story(desk: Desk, command: str) -> dict[int, int]:
    """Bring a table to where this command makes sense; the ids of the examples and those of this table."""
    services().dispatcher.dice = Loaded(*[4, 2, 1, 5, 3, 6] * 20)
    ids = {ANN: _person(desk, "Ann"), BOG: _person(desk, "Bog"), CAI: _person(desk, "Cai")}
    if command != "mettle.zone.quick":
        zones = desk.do("gm", do="mettle.zone.quick")["result"]["zones"]
        ids |= dict(zip((LEFT, MELEE, RIGHT), zones, strict=True))
    for name, tell in TOLD.items():
        if command.startswith(name):
            tell(desk, command, ids)
    return ids


def _person(desk: Desk, name: str) -> int:
    return desk.add("character", name=name, kind="pc", stats=SHEET)


def _fight(desk: Desk, command: str, ids: dict[int, int]) -> None:
    """Ann holds Initiative; or has acted, Waits, or the Round is over, as the command needs it."""
    if command == "mettle.initiative.start":
        return
    people = [ids[ANN], ids[BOG]] + ([] if command.endswith(".join") else [ids[CAI]])
    desk.do("gm", do="mettle.initiative.start", first=ids[ANN], combatants=people)
    if command.endswith(("interrupt", "rejoin")):
        desk.do("gm", do="mettle.initiative.wait", character=ids[ANN], action="attack")
    if command.endswith("pass"):
        desk.do("gm", do="mettle.initiative.act", character=ids[ANN])
    if command.endswith("rejoin"):
        desk.do("gm", do="mettle.initiative.pass", character=ids[BOG])
        desk.do("gm", do="mettle.initiative.act", character=ids[BOG], targets=[ids[CAI]])
        desk.do("gm", do="mettle.initiative.act", character=ids[CAI], targets=[ids[BOG]])
        desk.do("gm", do="mettle.initiative.round")
    if command.endswith("round"):
        for who, whom in ((ANN, BOG), (BOG, CAI), (CAI, ANN)):
            desk.do("gm", do="mettle.initiative.act", character=ids[who], targets=[ids[whom]])


def _surge(desk: Desk, command: str, ids: dict[int, int]) -> None:
    desk.do("gm", do="mettle.initiative.start", first=ids[ANN])
    desk.do("gm", do="mettle.initiative.act", character=ids[ANN], targets=[ids[BOG]])


def _hurt(desk: Desk, command: str, ids: dict[int, int]) -> None:
    desk.do("gm", do="mettle.hurt", character=ids[ANN], by=7)


def _twist(desk: Desk, command: str, ids: dict[int, int]) -> None:
    """Ann's Rattle failed with Edge."""
    sent = {"do": "check.call", "character": ids[ANN], "action": "rattle", "foes": [ids[BOG]]}
    ids[CHECK] = desk.do("gm", **sent)["result"]["check"]
    desk.do("gm", do="check.roll", check=ids[CHECK], dice=[1, 1, 4, 5, 6])
    if not command.endswith("offer"):
        desk.do("gm", do="mettle.twist.offer", check=ids[CHECK], text="a friend takes offence")


def _guard(desk: Desk, command: str, ids: dict[int, int]) -> None:
    """Ben, who plays Cai, offers to shield Ann."""
    desk.sit("Ben", character=ids[CAI])
    asked = {"do": "mettle.action.cover", "character": ids[CAI], "cover": "guard", "ward": ids[ANN]}
    ids[GUARD] = desk.do("Ben", **asked)["result"]["piece"]


def _hazard(desk: Desk, command: str, ids: dict[int, int]) -> None:
    """A campfire, a pitfall and a cobra's bite."""
    made = {"name": "Campfire", "zone": ids[MELEE]}
    ids[FIRE] = desk.do("gm", do="mettle.hazard.add", **made)["result"]["piece"]
    set_ = {"name": "Pitfall", "zone": ids[MELEE]}
    ids[TRAP] = desk.do("gm", do="mettle.hazard.trap", **set_)["result"]["piece"]
    bitten = {"character": ids[BOG], "name": "Cobra venom", "dice": [4, 5, 1, 1]}
    ids[BITE] = desk.do("gm", do="mettle.hazard.expose", **bitten)["result"]["piece"]
    if command.endswith("burn"):
        desk.do("gm", do="mettle.hazard.ignite", character=ids[ANN], dice=[4, 1])


def _travel(desk: Desk, command: str, ids: dict[int, int]) -> None:
    if command.endswith("map"):
        return
    stops = ["The bay", "The mine"]
    ids[MAP] = desk.do("gm", do="mettle.travel.map", name="The island", stops=stops)["result"]["map"]
    desk.do("gm", do="mettle.travel.path", one="The bay", other="The mine", difficulty=3)


def _chase(desk: Desk, command: str, ids: dict[int, int]) -> None:
    """Ann is a Zone behind Bog."""
    if not command.endswith("start"):
        sent = {"quarry": ids[BOG], "pursuers": [ids[ANN]], "path": ["Gate", "Market"]}
        desk.do("gm", do="mettle.chase.start", **sent)
    if command.endswith("end"):
        desk.do("gm", do="mettle.chase.pursue", character=ids[ANN])


def _race(desk: Desk, command: str, ids: dict[int, int]) -> None:
    """Ann drives with Cai aboard, Bog beside her; for Stunts both have driven."""
    if command.endswith("start"):
        return
    drivers = [{"character": ids[ANN], "speed": 2, "aboard": [ids[CAI]]}, {"character": ids[BOG], "speed": 2}]
    desk.do("gm", do="mettle.stretch.start", drivers=drivers)
    if command.endswith(("check", "board")):
        return
    for who in (ANN, BOG):
        check = desk.do("gm", do="mettle.stretch.check", character=ids[who])["result"]["check"]
        desk.do("gm", do="check.roll", check=check, dice=[2, 4, 5, 6])
    if command.endswith("counter"):
        desk.do("gm", do="mettle.stretch.stunt", character=ids[BOG], stunt="swerve", edge=2)
    if command.endswith(("act", "clean")):
        desk.do("gm", do="mettle.stretch.stunt", character=ids[ANN], stunt="steady", who=[ids[CAI]])


def _voucher(desk: Desk, command: str, ids: dict[int, int]) -> None:
    if command.endswith("spend"):
        given = desk.do("gm", do="mettle.voucher.give", busy=[ids[BOG], ids[CAI]])
        [ids[VOUCHER]] = given["result"]["vouchers"]


def _experienced(desk: Desk, command: str, ids: dict[int, int]) -> None:
    desk.do("gm", do="character.edit", character=ids[ANN], stats={"XP": 10, "CALLING": 6})


def _burning(desk: Desk, command: str, ids: dict[int, int]) -> None:
    desk.do("gm", do="mettle.status.add", character=ids[ANN], name="Shaken")


TOLD = {
    "mettle.initiative": _fight,
    "mettle.action.surge": _surge,
    "mettle.action.rally": _hurt,
    "mettle.mend": _hurt,
    "mettle.status.end": _burning,
    "mettle.guard": _guard,
    "mettle.twist": _twist,
    "mettle.hazard": _hazard,
    "mettle.remove": _hazard,
    "mettle.travel": _travel,
    "mettle.chase": _chase,
    "mettle.stretch": _race,
    "mettle.voucher": _voucher,
    "mettle.raise": _experienced,
}
