"""No event tells what is hidden: each kind, of things at each level, as every audience reads it.

The events are made of facts that give themselves away: every name has the word "xanadu", every number is
7654, every text says "sesame". What is read is compared with what was hidden, not with what the reader says.
`test_house_events.py` holds that each kind is read by somebody.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.rules.events import ENTRY, FOR_GM, TYPED, Event, NumberOf, WordOf, facts_of, kinds
from webapp.state.audience import PLAYER, TV, Audience, Role
from webapp.state.event_kinds import forms
from webapp.state.reader import Reader
from webapp.state.visibility import PARENTS
from webapp.store.models import THINGS

NAME, NUMBER, TEXT, WORD = "xanadu", 7654, "sesame 88 open", "nearly full"
KEPT = "known to the GM"
HIDEABLE = ("clock", "tag", "character", "condition", "zone")
forms()
KINDS = [kind for name, kind in kinds().items() if not name.startswith(("test.", "example.", "prose"))]


@pytest.fixture
def oak(app: Flask) -> Oak:
    """A table of a game that has checks."""
    return Oak.start(app, ruleset="razorweave")


def planted(oak: Oak, visibility: str) -> dict[str, int]:
    """Put one thing of each kind that may be hidden on the table, at this level; return their ids."""
    gm, seen = oak.gm, {"visibility": visibility}
    scene = gm(do="scene.add", name=f"{NAME} scene").result["scene"]
    gm(do="scene.activate", scene=scene)
    if visibility != "shown":  # a scene that was never played is the way to hide one
        scene = gm(do="scene.add", name=f"{NAME} prepared").result["scene"]
    character = gm(do="character.add", name=f"{NAME} foe", kind="npc", **seen).result["character"]
    return {
        "scene": scene,
        "character": character,
        "clock": oak.clock(f"{NAME} clock", character=character, **seen),
        "tag": oak.tag(f"{NAME} tag", **seen),
        "zone": gm(do="zone.add", name=f"{NAME} zone", **seen).result["zone"],
        "condition": gm(do="condition.add", character=character, name=f"{NAME} woe", **seen).result[
            "condition"
        ],
        "check": gm(do="check.call", character=character, intent=f"{NAME} try").result["check"],
    }


def made(kind: type[Event], ids: dict[str, int]) -> Iterator[Event]:
    """Yield events of this kind, each about things of one kind where the fact's name does not tell it."""
    for unsaid in HIDEABLE:
        yield kind(**{name: _value(kind, name, ids, unsaid) for name in facts_of(kind)})


def _value(kind: type[Event], name: str, ids: dict[str, int], unsaid: str) -> Any:
    fact = facts_of(kind)[name]
    ref = (name, ids[name]) if name in ids else (unsaid, ids[unsaid])
    if name in THINGS and name not in ids:
        return (name, 1)
    if fact.is_ref:
        return ("character", ids["character"]) if name == "who" else ref
    if fact.is_list:
        return (ref,)
    if fact.parts is not None:
        return (fact.parts(**{part: _value(fact.parts, part, ids, unsaid) for part in facts_of(fact.parts)}),)
    if isinstance(fact.mark, NumberOf):
        return NUMBER
    if isinstance(fact.mark, WordOf):
        return WORD
    if fact.mark == TYPED:
        return TEXT
    if fact.mark == FOR_GM:
        return KEPT
    if fact.mark == ENTRY:
        return 1
    if fact.is_counts:
        return ((39, "seat"),)
    hint = {field.name: field.type for field in fields(kind)}[name]
    return (NAME,) if fact.is_keys else True if "bool" in str(hint) else "shown"


@pytest.mark.parametrize("foes", ["exact", "words", "absent"])
@pytest.mark.parametrize("visibility", ["secret", "rumoured", "masked", "shown"])
def test_no_event_tells_what_is_hidden(oak: Oak, visibility: str, foes: str) -> None:
    ana = oak.sit("Ana")
    oak.gm(do="table.edit", settings={"foes": foes})
    ids = planted(oak, visibility)
    for audience in (PLAYER, TV, Audience(Role.PLAYER, ana.seat)):
        reader = Reader(oak.state(), audience)
        for kind in KINDS:
            for event in made(kind, ids):
                words = reader.words(event)
                _ensure_hidden(event, words or "", visibility, foes)
                assert (reader.weight(event) is None) == (words is None)


def _ensure_hidden(event: Event, words: str, visibility: str, foes: str) -> None:
    ensure_absent(event, words, (KEPT,))
    named = {kind for _, (kind, _) in event.refs}
    if not named:
        return
    hidden = {"secret": (NAME, NUMBER, TEXT), "rumoured": (NAME, NUMBER, TEXT), "masked": (NUMBER, TEXT)}
    ensure_absent(event, words, hidden.get(visibility, ()))
    of_the_foe = {kind for kind in named if kind == "character" or "character" in PARENTS.get(kind, ())}
    if of_the_foe and foes != "exact" and not named & {"tag", "scene", "zone"}:
        ensure_absent(event, words, (NUMBER, "88", *((WORD,) if foes == "absent" else ())))


def ensure_absent(event: Event, words: str, hidden: tuple[object, ...]) -> None:
    assert not [each for each in hidden if str(each) in words], f"{event}: {words}"
