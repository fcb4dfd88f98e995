"""The JSON calls of Resonance: a roll, its odds, a tag pool, a threat budget, a Race.

Each takes and gives plain mappings; fractions become floats here and nowhere else.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from typing import Any

from webapp.rules.calculator import as_floats
from webapp.rules.dice import Dice
from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields
from webapp.rules.resonance import book, chances, race, standard
from webapp.rules.resonance.achieved import achieve
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.numbers import MOST_LEVEL, MOST_STAT, MOST_TARGET
from webapp.rules.resonance.pool import TagPool, name_of, tag
from webapp.rules.resonance.triggers import fire

Json = dict[str, Any]
HIGHEST = 60


def roll(given: Mapping[str, Any], source: Dice | None = None) -> Json:
    """Make a roll against a Target Number or a Resistance.

    In: `mode`, `level` 0-9, `stat` 1-5, `against` 0-100, perhaps `dice` [[main, lucky], ...] with doubles
    first; without dice the `source` rolls. Out: `sr`, `critical`, `super_critical`, `miss`, `total`,
    `success` and `by` (total less `against`, never above 0 on a Miss).
    """
    with Fields(given) as fields:
        mode, level, stat, against = _against(fields)
        dice = fields.items("dice") if fields.has("dice") else None
    if dice is not None:
        rolled = standard.given(dice, standard.Mode(mode))
    elif source is not None:
        rolled = standard.roll(source, standard.Mode(mode))
    else:
        raise RuleError("Give the dice, or a source that rolls them.", field="dice")
    achieved = achieve(rolled, level, stat, against)
    return {
        "sr": rolled.sr,
        "critical": rolled.critical,
        "super_critical": rolled.super_critical,
        "miss": rolled.miss,
        "total": achieved.total,
        "success": achieved.success,
        "by": achieved.by,
    }


def odds(given: Mapping[str, Any]) -> Json:
    """Say how likely a roll is to succeed, before it is made.

    In: as `roll`, without dice. Out: the chances of `success`, `critical`, `super_critical`, `miss`, and
    `at_least` {"1" ... "60"}: that SR + Level + Stat comes to so much by the dice alone.
    """
    with Fields(given) as fields:
        mode, level, stat, against = _against(fields)
    found = _odds(mode, level, stat, against)
    return {**found, "at_least": dict(found["at_least"])}


@lru_cache(maxsize=1024)
def _odds(mode: str, level: int, stat: int, against: int) -> Json:
    way, bonus = standard.Mode(mode), level + stat
    return as_floats(
        {
            "success": chances.success(way, against + 1 - bonus),  # strictly greater: reading B4.6
            "critical": Fraction(standard.FACES, chances.PAIRS),
            "super_critical": chances.at_least(way, standard.SUPER),
            "miss": chances.miss(way),
            "at_least": {n: chances.at_least(way, n - bonus) for n in range(1, HIGHEST + 1)},
        }
    )


def pool(given: Mapping[str, Any]) -> Json:
    """Let something happen to the holder of a tag pool.

    In: `pool` {tag: count} and `event` {"on", "spend": [boosts], ...}; the events and their further fields
    are in events.toml. Out: the `pool` after it (tags as they were spelled), what `happened`, in order, and
    the `choices` that the holder has now.
    """
    with Fields(given) as fields:
        held = fields.value("pool")
        happens = fields.value("event")
    if not isinstance(held, Mapping):
        raise RuleError(f"A pool is an object of tags and counts, not {held!r}.", field="pool", value=held)
    fired = fire(TagPool(held), Event.parse(happens))
    return {
        "pool": _spelled(fired.pool, held),
        "happened": [one.as_dict() for one in fired.happened],
        "choices": [one.as_dict() for one in fired.choices],
    }


def budget(given: Mapping[str, Any]) -> Json:
    """Look up what a Race starts with.

    In: `situation_level` 1-9, `modifier` -2 to 2. Out: `category` (hard, normal, easy) and `threat`.
    """
    with Fields(given) as fields:
        level = fields.integer("situation_level", 1, MOST_LEVEL)
        modifier = fields.integer("modifier", -100, 100)
    return asdict(race.budget(level, modifier))


def race_event(given: Mapping[str, Any]) -> Json:
    """Let something happen in a Race.

    In: `scene`, `situation`, `threat` (what is left on each clock) and `event`: a name ("attempt",
    "round_end", "resolved", "super_critical", "travel", "rest", "scene_ends", "overrule"), or an object
    {"on": name, ...}.
    Out: the clocks after it, and `outcome` (success, partial_success, failure) once the Race is over.
    """
    with Fields(given) as fields:
        clocks = race.Race(
            scene=fields.integer("scene", 0, 100),
            situation=fields.integer("situation", 0, 100),
            threat=fields.integer("threat", 0, 100),
        )
        event = fields.value("event")
    after = _raced(clocks, {"on": event} if isinstance(event, str) else event)
    over = {"outcome": str(after.outcome)} if after.outcome is not None else {}
    return {"scene": after.scene, "situation": after.situation, "threat": after.threat, **over}


def _against(fields: Fields) -> tuple[str, int, int, int]:
    return (
        fields.choice("mode", standard.Mode),
        fields.integer("level", 0, MOST_LEVEL),
        fields.integer("stat", 1, MOST_STAT),
        fields.integer("against", 0, MOST_TARGET),
    )


def _spelled(after: TagPool, held: Mapping[str, int]) -> dict[str, int]:
    """The pool with its tags as the caller spelled them; a new one has its name."""
    spelling = {tag(name): name for name in held}
    return {spelling.get(key, name_of(key)): count for key, count in after.items()}


def _raced(clocks: race.Race, event: Mapping[str, Any]) -> race.Race:
    with Fields(event, within="event") as fields:
        on = book.event_key(fields.text("on", longest=60), "race")
        more = {name: fields.value(name) for name in book.event_fields(on, "race") if fields.has(name)}
    return race.happens(clocks, on, **more)


CALCULATIONS: dict[str, Callable[..., Json]] = {
    "roll": roll,
    "odds": odds,
    "pool": pool,
    "budget": budget,
    "race": race_event,
}
