"""Resonance's calculations for programs: a roll, its odds, a tag pool, a threat budget, a Race.

Each takes plain values and returns plain mappings; fractions become floats only here.
"""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any

from webapp.games.api import Calculation, Dice, DiceFaces, RuleError, as_floats
from webapp.games.resonance.rules import book, chances, races, standard_roll
from webapp.games.resonance.rules.numbers import Count, Left, Level, Stat, Target
from webapp.games.resonance.rules.pools import Event, TagPool, name_of, tag
from webapp.games.resonance.rules.standard_roll import achieve
from webapp.games.resonance.rules.triggers import fire
from webapp.rules.codec import Within

Json = dict[str, Any]
HIGHEST = 60


def roll(
    mode: standard_roll.Mode,
    level: Level,
    stat: Stat,
    against: Target,
    dice: DiceFaces | None = None,
    source: Dice | None = None,
) -> Json:
    """Make a roll against a Target Number or a Resistance.

    In: `mode`, `level` 0-9, `stat` 1-5, `against` 0-100, optional `dice` [[main, lucky], ...] with
    doubles first; without dice the `source` rolls. Out: `sr`, `critical`, `super_critical`, `miss`,
    `total`, `success` and `by` (total less `against`, never above 0 on a Miss).
    """
    if dice is not None:
        rolled = standard_roll.given(dice, mode)
    elif source is not None:
        rolled = standard_roll.roll(source, mode)
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


def odds(mode: standard_roll.Mode, level: Level, stat: Stat, against: Target) -> Json:
    """Return the chances of a roll before it is made.

    In: as `roll`, without dice. Out: the chances of `success`, `critical`, `super_critical`,
    `miss`, and `at_least` {"1" ... "60"}: the chance that SR + Level + Stat is at least this
    number.
    """
    bonus = level + stat
    return as_floats(
        {
            "success": chances.success(mode, against + 1 - bonus),  # strictly greater: reading B4.6
            "critical": Fraction(standard_roll.FACES, chances.PAIRS),
            "super_critical": chances.at_least(mode, standard_roll.SUPER),
            "miss": chances.miss(mode),
            "at_least": {n: chances.at_least(mode, n - bonus) for n in range(1, HIGHEST + 1)},
        }
    )


def pool(pool: Mapping[str, Count], event: Any) -> Json:
    """Apply an event to the holder of a tag pool.

    In: `pool` {tag: count} and `event` {"on", "spend": [boosts], ...}; the events and their further fields
    are in events.toml. Out: the `pool` after it (tags as they were spelled), what `happened`, in order, and
    the `choices` that the holder has now.
    """
    fired = fire(TagPool(pool), Event.parse(event))
    return {
        "pool": _spelled(fired.pool, pool),
        "happened": [one.as_dict() for one in fired.happened],
        "choices": [one.as_dict() for one in fired.choices],
    }


def budget(situation_level: races.OfSituation, modifier: Annotated[int, Within(-100, 100)]) -> Json:
    """Look up the threat budget of a Race.

    In: `situation_level` 1-9, `modifier` -2 to 2. Out: `category` (hard, normal, easy) and
    `threat`.
    """
    return asdict(races.budget(situation_level, modifier))


def race_event(scene: Left, situation: Left, threat: Left, event: Any) -> Json:
    """Apply an event to a Race.

    In: `scene`, `situation`, `threat` (what is left on each clock) and `event`: a name ("attempt",
    "round_end", "resolved", "super_critical", "travel", "rest", "scene_ends", "overrule"), or an object
    {"on": name, ...}. Out: the clocks after it, and `outcome` (success, partial_success, failure) once the
    Race is over.
    """
    said = book.event_said({"on": event} if isinstance(event, str) else event, "race")
    after = races.happens(races.Race(scene, situation, threat), **said)
    over = {"outcome": str(after.ending)} if after.ending is not None else {}
    return {"scene": after.scene, "situation": after.situation, "threat": after.threat, **over}


def _spelled(after: TagPool, held: Mapping[str, int]) -> dict[str, int]:
    """Return the pool with the caller's spelling of its tags; a new tag has the book's name."""
    spelling = {tag(name): name for name in held}
    return {spelling.get(key, name_of(key)): count for key, count in after.items()}


CALCULATIONS: dict[str, Calculation] = {
    "roll": roll,
    "odds": odds,
    "pool": pool,
    "budget": budget,
    "race": race_event,
}
