"""The larger states that a METTLE table stores as documents: fight, race, chase, map and time.

Also a combatant's state in the Round, and why a character may not act now.
"""

import re
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

from pydantic import TypeAdapter

from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.initiative import Initiative, Phase
from webapp.games.mettle.rules.journeys import Map
from webapp.games.mettle.rules.race_stretches import Racer, Stretch
from webapp.games.mettle.rules.zones import Legs
from webapp.rules.codec import dump_value, load_value
from webapp.state.audience import PLAYER
from webapp.state.visibility import Visibility
from webapp.store.models import Character, GameDocument
from webapp.store.table_state import TableState

State = TypeVar("State")


def names_of(kind: type) -> tuple[str, ...]:
    """Return the field names of a class of the rules; a document stores the values under these names."""
    return tuple(field.name for field in fields(kind))


def state_in(document: GameDocument, kind: type[State], **more: object) -> State:
    """Return a document's data as a value of the rules' class `kind`; `more` gives fields the data lacks."""
    return load_value(
        kind, more | {name: document.data[name] for name in names_of(kind) if name in document.data}
    )


STORED_BY_ID: dict[type, TypeAdapter[Any]] = {
    kind: TypeAdapter(kind) for kind in (Initiative, Stretch, Chase)
}
"""The values that name people, whose ids are stored as text."""


def dump_state(value: object) -> dict[str, object]:
    """Return a value of the rules as it is stored."""
    adapter = STORED_BY_ID.get(type(value))
    data: dict[str, object] = (
        dump_value(value) if adapter is None else adapter.dump_python(value, mode="json", warnings=False)
    )
    return data


def find_document(state: TableState, kind: str) -> GameDocument | None:
    """Return the newest document of this kind in the active scene or the whole table; None without one."""
    scenes = (None, state.table.active_scene)
    found = [
        document
        for document in state.find_all(GameDocument)
        if document.kind == kind and document.scene in scenes
    ]
    return found[-1] if found else None


KINDS: dict[type, str] = {Initiative: "fight", Stretch: "race", Chase: "chase", Map: "map"}


def find_ongoing(table_state: TableState, kind: type[State]) -> tuple[GameDocument, State] | None:
    """Return the document and value of the current fight, race, chase or map; None if there is none."""
    document = find_document(table_state, KINDS[kind])
    state = None if document is None else state_in(document, kind)
    over = isinstance(state, Initiative) and state.phase is Phase.ENDED
    return None if document is None or state is None or over else (document, state)


def find_fight(state: TableState) -> tuple[GameDocument, Initiative] | None:
    """Return the document and value of the current fight; None if there is none."""
    return find_ongoing(state, Initiative)


def find_race(state: TableState) -> tuple[GameDocument, Stretch] | None:
    """Return the document and value of the current race; None if there is none."""
    return find_ongoing(state, Stretch)


def find_chase(state: TableState) -> tuple[GameDocument, Chase] | None:
    """Return the document and value of the current chase; None if there is none."""
    return find_ongoing(state, Chase)


def legs(document: GameDocument, character: int, speed: Fraction) -> Legs:
    """Return a combatant's movement in this Round."""
    raw = document.data.get("legs", {}).get(str(character), {})
    return load_value(Legs, {**raw, "speed": str(speed)})


def legs_data(legs: Legs) -> dict[str, object]:
    """Return a combatant's movement as data of the fight's document, without Speed."""
    return {name: value for name, value in dump_value(legs).items() if name != "speed"}


def ride(state: TableState, character: int) -> tuple[GameDocument, Stretch, Racer] | None:
    """Return the race's document, its Stretch, and the racer with this character aboard; None without one."""
    race = find_race(state)
    racer = race[1].ride(character) if race else None
    return (*race, racer) if race and racer else None


def clock_of(state: TableState) -> dict[str, int]:
    """Return game time so far: seconds, session and campaign."""
    document = find_document(state, "time")
    known = {"seconds": 0, "session": 1, "campaign": 1}
    return known if document is None else {**known, **document.data}


STATES = ("holds", "ready", "waits", "acted", "surprised", "delayed", "lost", "out")


def state_of(fight: Initiative, who: int) -> str:
    """Return a combatant's state in this Round, one of `STATES`."""
    if who == fight.holder and who not in fight.out and fight.phase is not Phase.ROUND_OVER:
        return "holds"
    known = {
        "out": fight.out,
        "waits": frozenset(fight.waits),
        "ready": fight.ready,
        "surprised": fight.surprised,
        "lost": fight.lost,
        "delayed": fight.delayed,
    }
    return next((word for word, people in known.items() if who in people), "acted")


def known_as(state: TableState, id: int) -> str:
    """Return the name of the character with this id; "Somebody" if players do not know it."""
    row = state.find_ever(Character, id)
    seen = row is not None and Visibility(state, PLAYER).names(row)
    return str(row.name) if row is not None and seen else "Somebody"


def in_names(state: TableState, words: str) -> str:
    """Replace the characters' ids in a sentence of the rules with the names that players know.

    A character whom players do not know is called "Somebody". A number that is no character's id
    ("Room 101") stays.
    """

    def name(found: re.Match[str]) -> str:
        id = int(found[1])
        return known_as(state, id) if state.find_ever(Character, id) else found[0]

    return re.sub(r"'?\b(\d{3,10})\b'?", name, words)


def describe_wait(action: str) -> str:
    """Return what a waiting combatant does: "waits to attack", "waits to use something"."""
    return f"waits to {action}{' something' if action in ('know', 'use') else ''}"


def explain_refusal(state: TableState, fight: Initiative, character: Character, action: str) -> str:
    """Return why a character may not take an Action now; "" if they may, or are not in the fight.

    The Fallen are out of the fight but may still Heal. Source: Scenes, "Heal".
    """
    if action == "heal" and character.id in fight.out:
        return ""
    return in_names(state, fight.explain_refusal(character.id, action))
