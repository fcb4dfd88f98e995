"""No event tells what is hidden: each kind, of things at each level, as every audience reads it.

The events are made of facts that give themselves away: every name has the word "xanadu", every number is
7654, every text says "sesame". What is read is compared with what was hidden, not with what the reader says.
A game's kinds are read at a table of that game. `test_house_events.py` and those of the games hold that each
kind is read by somebody.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.rules.event_forms import Form, Part
from webapp.rules.events import ENTRY, FOR_GM, TYPED, Event, NumberOf, WordOf, facts_of, kinds
from webapp.rules.playable_games import rulesets
from webapp.state.audience import PLAYER, TV, Audience, Role
from webapp.state.event_kinds import forms
from webapp.state.reader import Reader
from webapp.state.visibility import PARENTS
from webapp.store.db import db
from webapp.store.models import THINGS, GameDocument
from webapp.table.game_loading import load_games

NAME, NUMBER, TEXT, WORD = "xanadu", 7654, "sesame 88 open", "nearly full"
KEPT, KEY = "known to the GM", "shown"
IDS = re.compile(r'"id": \d+')
HIDEABLE = ("clock", "tag", "character", "condition", "zone", "piece")
SOME = 3
"""A number that is nobody's, such as a round's."""
load_games()
KINDS = [kind for name, kind in kinds().items() if not name.startswith(("test.", "example.", "prose"))]
HOUSE = "razorweave"
"""The game at whose table the kinds of the house are read; it has checks."""
GAMES = sorted({HOUSE, *(kind.kind.partition(".")[0] for kind in KINDS)} & set(rulesets()))


def kinds_at(game: str) -> list[type[Event]]:
    """The kinds that are read at a table of this game: its own, or those of the house."""
    games = [kind.kind.partition(".")[0] for kind in KINDS]
    return [kind for kind, of in zip(KINDS, games, strict=True) if (of if of in GAMES else HOUSE) == game]


def planted(oak: Oak, visibility: str) -> dict[str, int]:
    """Put one thing of each kind that may be hidden on the table, at this level; return their ids."""
    gm, seen = oak.gm, {"visibility": visibility}
    scene = gm(do="scene.add", name=f"{NAME} scene").result["scene"]
    gm(do="scene.activate", scene=scene)
    if visibility != "shown":  # a scene that was never played is the way to hide one
        scene = gm(do="scene.add", name=f"{NAME} prepared").result["scene"]
    character = gm(do="character.add", name=f"{NAME} foe", kind="npc", **seen).result["character"]
    called = gm(do="check.call", character=character, intent=f"{NAME} try").result["check"]
    return {
        "scene": scene,
        "character": character,
        "clock": oak.clock(f"{NAME} clock", character=character, **seen),
        "tag": oak.tag(f"{NAME} tag", **seen),
        "zone": gm(do="zone.add", name=f"{NAME} zone", **seen).result["zone"],
        "condition": gm(do="condition.add", character=character, name=f"{NAME} woe", **seen).result[
            "condition"
        ],
        "check": called,
        "piece": paper(oak, character, visibility),
    }


def paper(oak: Oak, character: int, visibility: str) -> int:
    """Put a document of the game on the table, about this character."""
    state = oak.state()
    row = GameDocument(
        kind="paper", name=f"{NAME} paper", character=character, visibility=visibility, data={}
    )
    id: int = state.add(row).id
    db.session.commit()
    return id


def made(kind: type[Event], ids: dict[str, int]) -> Iterator[Event]:
    """Yield events of this kind, each about things of one kind where the fact's name does not tell it.

    Each key for which the kind's sentences have words, or ask, is in one of them, and each fact is left out
    once that may be.
    """
    for unsaid in HIDEABLE:
        facts = {name: _value(kind, name, ids, unsaid) for name in facts_of(kind)}
        yield kind(**facts)
        for name, key in keys_of(kind):
            if facts.get(name) == KEY:
                yield kind(**{**facts, name: key})
        for name in (field.name for field in fields(kind) if field.default is not MISSING):
            yield kind(**{given: value for given, value in facts.items() if given != name})


def keys_of(kind: type[Event]) -> Iterator[tuple[str, str]]:
    """Yield each fact that is a key with each key that its kind's sentences name."""
    said = forms()[kind.kind]
    yield from ((fact, key) for fact, words in said.words.items() for key in words)
    for level in said.by_level.values():
        for form in level:
            yield from _asked(form)


def _asked(part: Part) -> Iterator[tuple[str, str]]:
    if isinstance(part, Form):
        yield from ((test.fact, test.value) for test in part.tests if test.sign == "is")
        for each in part.parts:
            yield from _asked(each)


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
    hint = str({field.name: field.type for field in fields(kind)}[name])
    return (NAME,) if fact.is_keys else True if "bool" in hint else SOME if "int" in hint else KEY


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("foes", ["exact", "words", "absent"])
@pytest.mark.parametrize("visibility", ["secret", "rumoured", "masked", "shown"])
def test_no_event_tells_what_is_hidden(app: Flask, visibility: str, foes: str, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    ana = oak.sit("Ana")
    oak.gm(do="table.edit", settings={"foes": foes})
    ids = planted(oak, visibility)
    for audience in (PLAYER, TV, Audience(Role.PLAYER, ana.seat)):
        reader = Reader(oak.state(), audience)
        for kind in kinds_at(game):
            for event in dict.fromkeys(made(kind, ids)):
                words = reader.words(event)
                _ensure_hidden(event, words or "", visibility, foes)
                facts = IDS.sub("", json.dumps(reader.as_json([event])))
                _ensure_hidden(event, facts, visibility, foes)
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
