"""Situations that a scene was prepared with: kept by the names of its clocks and people, played anew."""

from collections.abc import Mapping

from webapp.rules.errors import RuleError
from webapp.rules.resonance.situations import SituationState
from webapp.table.games import Data, Named

CLOCKS = ("clock", "scene_clock", "threat")
ABOUT = ("category", "level")


def kept(data: Data, clocks: Named, people: Named) -> Data:
    """A Situation as a scene takes it along: what must be dealt with, none of it done yet."""
    parts = [
        _said(part, "name", "kind", "tn")
        | _without_none({"clock": clocks(part["clock"]), "character": people(part["character"])})
        for part in data["parts"]
    ]
    named = _without_none({name: clocks(data[name]) for name in CLOCKS})
    return {**named, **_said(data, *ABOUT), "parts": parts}


def begun(data: Data, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
    """The same at its start, with the ids of the clocks and people that came along.

    RuleError for a clock that the scene does not have; somebody who stayed away is left out.
    """
    if set(data) - {*CLOCKS, *ABOUT, "parts"} or not isinstance(data.get("parts"), list):
        raise RuleError(
            "a Situation has a clock, parts, perhaps a scene_clock, a threat, a level.", field="data"
        )
    return {
        **{name: _clock(data, name, clocks) for name in CLOCKS},
        **{name: data.get(name) for name in ABOUT},
        "parts": [_part(part, clocks, people) for part in data["parts"]],
        "state": str(SituationState.RUNNING),
        **{"outcome": None, "why": "", "complication": False},
    }


def _part(part: object, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
    if not isinstance(part, dict) or set(part) - {"name", "kind", "tn", "clock", "character"}:
        raise RuleError("a part has a name, a kind, perhaps a tn, a clock, a character.", field="parts")
    who = people.get(str(part.get("character")))
    return {**part, "clock": _clock(part, "clock", clocks), "character": who, "done": False}


def _clock(data: Data, name: str, clocks: Mapping[str, int]) -> int | None:
    wanted = data.get(name)
    if wanted is not None and wanted not in clocks:
        raise RuleError(f"there is no clock “{wanted}” in this scene.", field=name, value=wanted)
    return clocks[wanted] if wanted is not None else None


def _said(data: Data, *names: str) -> Data:
    return _without_none({name: data.get(name) for name in names})


def _without_none(data: Data) -> Data:
    return {name: each for name, each in data.items() if each is not None}
