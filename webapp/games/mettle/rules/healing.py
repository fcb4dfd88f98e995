"""Heal, the Action on characters at 0 Mettle or below, who become stable or die. Source: Scenes, "Heal"."""

from dataclasses import dataclass

from webapp.games.mettle.rules.actions import action
from webapp.games.mettle.rules.check import Result
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.rules.errors import RuleError, quoted

PLACES = {"hospital": -1, "ordinary": 0, "unsanitary": 1}


@dataclass(frozen=True, slots=True)
class Patient:
    """A patient after a Heal: alive and stable, or dead; and the Mettle that a day's rest restores."""

    alive: bool
    mettle: Mettle
    owed: int = 0


def difficulty(place: str = "ordinary") -> int:
    """Return a Heal's Difficulty: 3 in an ordinary place, 2 in a hospital, 4 in an unsanitary one.

    Raises RuleError for any other place. The GM may set another Difficulty.
    """
    if place not in PLACES:
        raise RuleError(
            f"A Heal's “place” must be hospital, ordinary or unsanitary, not {quoted(place)}.",
            field="place",
            value=place,
        )
    return int(action("heal").usual or 0) + PLACES[place]


def may_be_healed(mettle: Mettle) -> bool:
    """Return whether a character with this Mettle may be healed: at 0 or below."""
    return mettle.current <= 0


def heal(result: Result, mettle: Mettle) -> Patient:
    """Resolve a Heal: on a success the patient is stable, on a failure they die.

    A stable patient regains 1 Mettle for each Edge after a day's rest (`owed`). Raises RuleError
    above 0 Mettle. The Staggered and Fallen may try it on themselves, with their die penalty
    (reading C4.12).
    """
    if not may_be_healed(mettle):
        why = f"Heal is for characters at 0 Mettle or below, not at {mettle.current}."
        raise RuleError(why, field="mettle", value=mettle.current)
    return Patient(True, mettle, result.edge) if result.success else Patient(False, mettle)
