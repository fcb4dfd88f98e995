"""Validate Resonance's stored documents by its rules, and save Situations for reuse.

A saved scene stores its Situations with names of clocks and people in place of ids; each starts at
its beginning.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from webapp.games.resonance.rules.situations import SituationState
from webapp.games.resonance.state.characters import (
    HIDING,
    LAST,
    POOL,
    ROUNDS,
    SITUATION,
    SLOWED,
    VALUES,
    last_from,
    pool_data,
    pool_from,
    rounds_data,
    rounds_from,
    values_from,
)
from webapp.games.resonance.state.documents import StoredSituation
from webapp.rules.dice import number
from webapp.rules.errors import RuleError
from webapp.table.game_hooks import Data, Named


def _pool(data: Data) -> Data:
    passing = {LAST: last_from(data)} if isinstance(data.get(LAST), dict) else {}
    return {**pool_data(pool_from(data)), **passing}


def _rounds(data: Data) -> Data:
    fitted = rounds_data(rounds_from(data))
    cards = [*fitted["deck"], *fitted["discard"], *filter(None, [fitted["active"], fitted.get(SLOWED)])]
    if not set(cards) <= set(fitted["each"]) or set(fitted["left"]) != set(fitted["each"]):
        raise RuleError(
            "the cards of a turn order must all be named in “each”, and “left” must name the same cards.",
            field="each",
            value=cards,
        )
    return fitted


CODECS: Mapping[str, Callable[[Data], Data]] = {
    VALUES: lambda data: asdict(values_from(data)),
    POOL: _pool,
    HIDING: lambda data: {"tn": number(data.get("tn"), "tn")},
    SITUATION: lambda data: StoredSituation.model_validate(data).model_dump(mode="json"),
    ROUNDS: _rounds,
}


def named_by(kind: str, data: Data) -> Iterator[tuple[str, object]]:
    """Yield the things a document refers to as (kind, id).

    They are the characters of a turn order, or the clocks and foes of a Situation.
    """
    if kind == ROUNDS:
        yield from (("character", value) for value in data["each"])
    if kind == SITUATION:
        yield from StoredSituation.model_validate(data).names()


CLOCKS = ("clock", "scene_clock", "threat")
ABOUT = ("category", "level")


def situation_to_library(data: Data, clocks: Named, people: Named) -> Data:
    """Return a Situation for the library: names of clocks, category, level, and parts without progress."""
    parts = [
        _said(part, "name", "kind", "tn")
        | _without_none({"clock": clocks(part["clock"]), "character": people(part["character"])})
        for part in data["parts"]
    ]
    named = _without_none({name: clocks(data[name]) for name in CLOCKS})
    return {**named, **_said(data, *ABOUT), "parts": parts}


def situation_from_library(data: Data, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
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


def _part(part: object, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
    if not isinstance(part, dict) or set(part) - {"name", "kind", "tn", "clock", "character"}:
        raise RuleError(
            "a part must have a name and a kind, and may have a tn, a clock and a character.", field="parts"
        )
    who = people.get(str(part.get("character")))
    return {**part, "clock": _clock(part, "clock", clocks), "character": who, "done": False}


def _clock(data: Data, name: str, clocks: Mapping[str, int]) -> int | None:
    wanted = data.get(name)
    if wanted is not None and wanted not in clocks:
        raise RuleError(f"this scene has no clock “{wanted}”.", field=name, value=wanted)
    return clocks[wanted] if wanted is not None else None


def _said(data: Data, *names: str) -> Data:
    return _without_none({name: data.get(name) for name in names})


def _without_none(data: Data) -> Data:
    return {name: value for name, value in data.items() if value is not None}
