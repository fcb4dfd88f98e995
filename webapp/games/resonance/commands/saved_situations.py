"""Save a scene's Situations for reuse.

A saved scene stores its Situations with names of clocks and people in place of ids; each starts at
its beginning.
"""

from collections.abc import Mapping

from webapp.games.api import Json, Named, RuleError
from webapp.games.resonance.rules.situations import SituationState
from webapp.games.resonance.state.documents import StoredSituation
from webapp.rules.codec import load_value

CLOCKS = ("clock", "scene_clock", "threat")
ABOUT = ("category", "level")


def situation_to_library(data: Json, clocks: Named, people: Named) -> Json:
    """Return a Situation for the library: names of clocks, category, level, and parts without progress."""
    stored = load_value(StoredSituation, data)
    parts = [
        _without_none(
            {
                "name": part.name,
                "kind": part.kind,
                "tn": part.tn,
                "clock": clocks(part.clock),
                "character": people(part.character),
            }
        )
        for part in stored.parts
    ]
    named = {name: clocks(getattr(stored, name)) for name in CLOCKS}
    about = {name: getattr(stored, name) for name in ABOUT}
    return {**_without_none(named | about), "parts": parts}


def situation_from_library(data: Json, clocks: Mapping[str, int], people: Mapping[str, int]) -> Json:
    """Return a saved Situation at its start, with the ids of its clocks and characters.

    Raises RuleError for unknown fields, and for a clock that the scene does not have; a part whose character
    is absent has None instead.
    """
    if set(data) - {*CLOCKS, *ABOUT, "parts"} or not isinstance(data.get("parts"), list):
        raise RuleError(
            "a Situation must have a clock and parts, and may have a scene_clock, a threat, a category "
            "and a level.",
            field="data",
        )
    return {
        **{name: _clock(data, name, clocks) for name in CLOCKS},
        **{name: data.get(name) for name in ABOUT},
        "parts": [_part(part, clocks, people) for part in data["parts"]],
        "state": str(SituationState.RUNNING),
        **{"outcome": None, "why": "", "complication": False},
    }


def _part(part: object, clocks: Mapping[str, int], people: Mapping[str, int]) -> Json:
    if not isinstance(part, dict) or set(part) - {"name", "kind", "tn", "clock", "character"}:
        raise RuleError(
            "a part must have a name and a kind, and may have a tn, a clock and a character.", field="parts"
        )
    who = people.get(str(part.get("character")))
    return {**part, "clock": _clock(part, "clock", clocks), "character": who, "done": False}


def _clock(data: Json, name: str, clocks: Mapping[str, int]) -> int | None:
    wanted = data.get(name)
    if wanted is not None and wanted not in clocks:
        raise RuleError(f"this scene has no clock “{wanted}”.", field=name, value=wanted)
    return clocks[wanted] if wanted is not None else None


def _without_none(data: Json) -> Json:
    return {name: value for name, value in data.items() if value is not None}
