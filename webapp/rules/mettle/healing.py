"""Heal: life and death for those at 0 Mettle or below. Source: Scenes, "Heal"."""

from dataclasses import dataclass

from webapp.rules.errors import RuleError
from webapp.rules.mettle.actions import action
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.meter import Mettle

PLACES = {"hospital": -1, "ordinary": 0, "unsanitary": 1}


@dataclass(frozen=True, slots=True)
class Patient:
    """How a patient does: alive and stable, or dead; and what a day's rest will give back."""

    alive: bool
    mettle: Mettle
    owed: int = 0


def difficulty(place: str = "ordinary") -> int:
    """3; the Guide sets it lower in a hospital and higher in dirt: by 1 unless they say otherwise."""
    if place not in PLACES:
        raise RuleError(
            f"Healing happens in one of {', '.join(PLACES)}; not {place!r}.", field="place", value=place
        )
    return int(action("heal").usual or 0) + PLACES[place]


def heal(result: Result, mettle: Mettle) -> Patient:
    """Success: stable, and Edge comes back as Mettle after a day's rest; failure: the patient dies.

    Only at 0 Mettle or below, RuleError above; the Staggered and Fallen may try it on themselves with their
    die penalty (reading C4.12).
    """
    if mettle.current > 0:
        why = f"Heal is for those at 0 Mettle or below; here are {mettle.current}."
        raise RuleError(why, field="mettle", value=mettle.current)
    return Patient(True, mettle, result.edge) if result.success else Patient(False, mettle)
