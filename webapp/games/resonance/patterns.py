"""Resonance's examples on /patterns: values, tag pools, boosts, nested clocks, turns, dice."""

from collections.abc import Iterator
from types import SimpleNamespace

from webapp.games.api import Example, PieceView, TableView, draw_panels, panel, render_part, section
from webapp.games.resonance.rules.outcome import result_card
from webapp.games.resonance.rules.pools import TagPool
from webapp.games.resonance.rules.standard_roll import Mode
from webapp.games.resonance.views.serializers import tags
from webapp.pages.patterns.values import character, clock, numbers, seat, table

SPARKS, ROOK = 701, 702
ALEX = seat("Alex", SPARKS)


def piece(kind: str, shown: dict[str, object], who: int | None = None, name: str | None = None) -> PieceView:
    """Return a Resonance document as a screen shows it."""
    return PieceView(next(numbers), "shown", kind, name, None, None, who, shown, True)


def values(who: int, hp: int, sp: int, ep: int) -> PieceView:
    left = {name: {"left": value, "most": 10} for name, value in (("hp", hp), ("sp", sp), ("ep", ep))}
    more = {"injured": False, "asleep": False, "dead": False, "level": 2, "resistance": 8, "actions": 3}
    return piece("values", {"values": left, **more}, who)


def pool(who: int, held: dict[str, int], **more: object) -> PieceView:
    found = TagPool(held)
    counts = {"status": found.total("status"), "boost": found.total("boost")}
    return piece(
        "pool", {"tags": tags(found), **counts, "last": None, "offers": [], "must": None, **more}, who
    )


def offer(key: str, name: str, text: str, options: tuple[str, ...] = ()) -> dict[str, object]:
    return {"key": key, "tag": name, "text": text, "needs": [], "options": list(options), "must": False}


def _view(role: str, *pieces: PieceView, **more: object) -> TableView:
    cast = (character("Sparks", id=SPARKS), character("Rook", id=ROOK))
    return table(role, ruleset="resonance", cast=cast, pieces=pieces, seats=(ALEX,), **more)


@section(
    "Values and tag pools",
    "Resonance: HP, SP and EP as meters, and tags with their shape, colour, name and count.",
)
def pools() -> Iterator[Example]:
    blighted = pool(SPARKS, {"blight": 1, "curse": 2, "slow": 1, "bless": 2, "regen": 1})
    hurt, spent = values(SPARKS, 7, 2, 0), values(ROOK, 10, 14, 5)
    yield Example("The GM's", panel("party", _view("gm", hurt, blighted, spent)), "gm", wide=True)
    words = {name: {"word": word} for name, word in (("hp", "some"), ("sp", "full"), ("ep", "none"))}
    masked = piece("values", {"values": words}, ROOK)
    yield Example(
        "A player's meters, and a foe's in words", panel("party", _view("player", hurt, masked)), "player"
    )
    yield Example("My meters", panel("my-values", _view("player", hurt), ALEX.id), "player")
    said = {"event": "acts", "says": ["Blight: 1 HP lost; nothing can prevent it."]}
    regen = offer("regen", "Regen", "When you act, regain 1 HP, 1 SP or 1 EP.", ("hp", "sp", "ep"))
    acting = pool(SPARKS, {"bless": 2, "regen": 1}, last=said, offers=[regen])
    yield Example(
        "An event, and boosts to spend", panel("my-pool", _view("player", acting), ALEX.id), "player"
    )
    owed = pool(
        SPARKS, {"nullify": 1, "ward": 1, "bless": 1}, must={"count": 1, "options": ["Ward", "Bless"]}
    )
    weary = _view("player", values(SPARKS, 9, 3, 1), pool(SPARKS, {"curse": 2, "blight": 1}))
    yield Example("Recharge or recover", panel("my-focus", weary, ALEX.id), "player")
    yield Example("Choose a boost to lose", panel("my-pool", _view("player", owed), ALEX.id), "player")


@section(
    "Nested clocks",
    "Resonance: the parts of a Situation, the Situations of a Scene, and a Race against its Threat Clock.",
)
def nests() -> Iterator[Example]:
    yield Example("A Race", panel("nest", _race("player", "running")), "player", wide=True)
    yield Example("The GM's", panel("nest", _race("gm", "running")), "gm", wide=True)
    yield Example("Won", panel("nest", _race("player", "success", "success")), "player", wide=True)
    yield Example("Lost", panel("nest", _race("gm", "failed", "failure")), "gm", wide=True)


def _race(role: str, state: str, outcome: str | None = None) -> TableView:
    scene = clock("The conduit", 5, 5 - (state == "success"), kind="scene", direction="drain")
    bomb = clock("Reach the bomb", 3, 0 if state == "success" else 2, kind="situation", direction="drain")
    threat = clock("Threat", 15, 0 if state == "failed" else 10, kind="threat", direction="drain")
    door = clock("Inner door", 6, 4, kind="task", direction="drain")
    over = state == "success"
    parts = [
        {"part": 0, "name": "Outer door", "kind": "barrier", "clock": None, "character": None, "done": True},
        {
            "part": 1,
            "name": "Inner door",
            "kind": "barrier",
            "clock": door.id,
            "character": None,
            "done": over,
        },
        {"part": 2, "name": "Sentry Turret", "kind": "foe", "clock": None, "character": None, "done": over},
    ]
    why = {"success": "The Situation Clock is at 0.", "failed": "The Threat Clock is at 0."}
    shown = {"clock": bomb.id, "scene_clock": scene.id, "threat": threat.id, "parts": parts, "race": True}
    fields = {"state": state, "outcome": outcome, "why": why.get(state, ""), "category": "normal", "level": 2}
    nest = piece("situation", {**shown, **fields, "complication": state == "failed"}, name="Reach the bomb")
    return _view(role, nest, clocks=(scene, bomb, threat, door))


def _card(who: int, name: str, where: str, left: int, id: int) -> dict[str, object]:
    states = {"where": where, "left": left, "each": id, "acted": False, "surprised": False}
    return {"character": who, "name": name, **states}


@section("Turns", "Resonance: a deck of cards shows who acts, who is next, and how many actions are left.")
def turns() -> Iterator[Example]:
    cards = [
        _card(SPARKS, "Sparks", "active", 2, 3),
        {**_card(703, "Turret", "deck", 1, 1), "surprised": True},
        _card(ROOK, "Rook", "done", 0, 1),
    ]
    pair = {**cards[-1], "left": 1, "rides": False}
    now = {"round": 2, "active": SPARKS, "somebody": False, "pair": pair, "cards": cards}
    order = piece("rounds", now, name="Rounds")
    yield Example("The GM's", panel("rounds", _view("gm", order)), "gm", wide=True)
    yield Example("A player's", draw_panels(_view("player", order))["rounds"], "player", wide=True)
    yield Example("My turn", panel("my-turn", _view("player", order), ALEX.id), "player")


@section(
    "Ten-sided dice",
    "Resonance: dice that count are filled; the Lucky die has a dashed outline. A double shows what it adds.",
)
def tens() -> Iterator[Example]:
    double = {"roll": {"dice": [[5, 5], [4, 9]]}, "mode": Mode.ADVANTAGE}
    for name, came in (
        ("A double, with Advantage", double),
        ("A plain roll, no double", {"roll": {"dice": [[9, 3]]}}),
    ):
        check = SimpleNamespace(card=result_card(came, ()))
        yield Example(name, render_part("games/resonance/result.html", check=check))
