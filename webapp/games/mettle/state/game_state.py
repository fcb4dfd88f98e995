"""The larger states that a METTLE table stores as documents: fight, race, chase, map and time.

Also a combatant's state in the Round, and why a character may not act now.
"""

from functools import partial
from typing import TypeVar

from webapp.games.api import PLAYER, Character, GameDocument, TableState, Visibility
from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.initiative import Initiative, Phase
from webapp.games.mettle.rules.race_stretches import Racer, Stretch
from webapp.games.mettle.state.documents import Fight, GameTime, TravelMap, value_of

State = TypeVar("State")


def find_document(state: TableState, kind: str) -> GameDocument | None:
    """Return the newest document of this kind in the active scene or the whole table; None without one."""
    scenes = (None, state.table.active_scene)
    found = [
        document
        for document in state.find_all(GameDocument)
        if document.kind == kind and document.scene in scenes
    ]
    return found[-1] if found else None


KINDS: dict[type, str] = {Fight: "fight", Stretch: "race", Chase: "chase", TravelMap: "map"}


def find_ongoing(table_state: TableState, kind: type[State]) -> tuple[GameDocument, State] | None:
    """Return the document and value of the current fight, race, chase or map; None if there is none."""
    document = find_document(table_state, KINDS[kind])
    state = None if document is None else value_of(kind, document)
    over = isinstance(state, Fight) and state.phase is Phase.ENDED
    return None if document is None or state is None or over else (document, state)


def find_fight(state: TableState) -> tuple[GameDocument, Fight] | None:
    """Return the document and value of the current fight; None if there is none."""
    return find_ongoing(state, Fight)


def find_race(state: TableState) -> tuple[GameDocument, Stretch] | None:
    """Return the document and value of the current race; None if there is none."""
    return find_ongoing(state, Stretch)


def find_chase(state: TableState) -> tuple[GameDocument, Chase] | None:
    """Return the document and value of the current chase; None if there is none."""
    return find_ongoing(state, Chase)


def ride(state: TableState, character: int) -> tuple[GameDocument, Stretch, Racer] | None:
    """Return the race's document, its Stretch, and the racer with this character aboard; None without one."""
    race = find_race(state)
    racer = race[1].ride(character) if race else None
    return (*race, racer) if race and racer else None


def clock_of(state: TableState) -> GameTime:
    """Return game time so far."""
    document = find_document(state, "time")
    return GameTime() if document is None else value_of(GameTime, document)


def state_of(fight: Initiative, who: int) -> str:
    """Return a combatant's state: holds, ready, waits, acted, surprised, delayed, lost or out."""
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
    seen = row is not None and Visibility(state, PLAYER).knows_name(row)
    return str(row.name) if row is not None and seen else "Somebody"


def describe_wait(action: str) -> str:
    """Return what a waiting combatant does: "waits to attack", "waits to use something"."""
    return f"waits to {action}{' something' if action in ('know', 'use') else ''}"


def explain_refusal(state: TableState, fight: Initiative, character: int, action: str) -> str:
    """Return why a character may not take an Action now; "" if they may, or are not in the fight.

    People are called as players know them. The Fallen are out of the fight but may still Heal. Source:
    Scenes, "Heal".
    """
    refusal = fight.refusal(character, action)
    if refusal is None or (action == "heal" and character in fight.out):
        return ""
    return refusal.named(partial(known_as, state))
