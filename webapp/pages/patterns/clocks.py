"""Colours and faces, dials, and the cards that dials stand on."""

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from webapp.pages.patterns.registry import Example, macro, panel, part, section
from webapp.pages.patterns.values import clock, table
from webapp.screens.views import Masked, Rumour

WORDS = ("empty", "filling", "nearly full", "full")
THREATS = ("threat", "danger", "faction", "personal")
NAMES = {
    "progress": "Expose the Official",
    "threat": "Cover-Up Complete",
    "danger": "The roof gives way",
    "faction": "The guild buys the court",
    "personal": "Mara's fever",
    "resolve": "The foreman's nerve",
}


@section("Ground", "Deep ink, warm paper, brass and ember; danger always with a shape and a word.")
def ground() -> Iterator[Example]:
    yield Example("Colours", part("patterns/colours.html"), wide=True)
    yield Example("Two faces", part("patterns/faces.html"), wide=True)


@section(
    "Dials", "How full, of what kind, and how near. Blades say threat in any light; a seal says it is done."
)
def dials() -> Iterator[Example]:
    for kind, name in NAMES.items():
        yield _dial(f"{name}: {kind}", kind=kind, segments=6, filled=3)
    for filled, words in (
        (0, "Nothing yet"),
        (4, "Half: one beat"),
        (6, "Near: two"),
        (7, "One left: three"),
    ):
        yield _dial(words, segments=8, filled=filled)
    yield _dial("Full", segments=8, filled=8)
    yield _dial("A threat, struck", segments=4, filled=4, kind="threat")
    yield _dial("Runs out", segments=6, filled=4, direction="drain")
    yield _dial("A fuse", segments=6, filled=2, direction="drain", kind="danger")
    yield _dial("Run out", segments=6, filled=0, direction="drain", kind="danger")
    for segments, filled in ((1, 0), (2, 1), (12, 5), (24, 13), (37, 20), (100, 99)):
        yield _dial(f"Of {segments}", segments=segments, filled=filled)
    for word in WORDS:
        yield Example(f"Masked: {word}", macro("dial", "veiled", some_masked(f"Somewhere ({word})", word)))
    yield Example("A rumour", macro("dial", "unread"))


@section("Clocks", "A clock on its card: the GM's with plus and minus, everybody's without.")
def cards() -> Iterator[Example]:
    yield _card("The GM's", "gm", on_full="There is enough to read out in the council.")
    yield _card("Hidden", "gm", kind="danger", filled=2, visibility="masked", name="The watch arrives")
    yield _card("Nearly full", "gm", kind="threat", filled=5, name="Cover-Up Complete")
    yield _card(
        "Full", "gm", kind="threat", filled=6, name="The ledger burns", on_full="It is your word now."
    )
    yield _card("A player's", "player", kind="faction", filled=4, name="The guild buys the court")
    yield _card("Runs out", "player", direction="drain", filled=2, name="Lamp oil")
    yield _card("A large one", "player", segments=60, filled=41, name="A winter to get through")
    masked, rumour = some_masked("The smugglers' ship", "nearly full"), Rumour(901, "rumoured", True)
    view = table("player", clocks=(masked, rumour))
    yield Example("Masked", panel("clock-900", view), "player")
    yield Example("A rumour", panel("clock-901", view), "player")
    for role in ("gm", "player"):
        yield Example(f"A race, {role}", _race(role), role, wide=True)


def some_masked(name: str, word: str) -> Masked:
    """A thing known by name, with its one word."""
    return Masked(900, "masked", name, True, word)


def _dial(words: str, **given: Any) -> Example:
    it = clock(words, **given)
    return Example(words, macro("dial", "dial", it, "threat" if it.kind in THREATS else "progress"))


def _card(words: str, role: str, **given: Any) -> Example:
    it = clock(given.pop("name", "Expose the Official"), **given)
    return Example(words, panel(f"clock-{it.id}", table(role, clocks=(it,))), role)


def _race(role: str) -> Markup:
    one = clock(f"Reach the roof ({role})", 6, 3, id=801, opposes=802)
    two = clock(f"The smoke reaches them ({role})", 4, 3, id=802, opposes=801, kind="danger")
    return panel("clocks", table(role, clocks=(one, two)))
