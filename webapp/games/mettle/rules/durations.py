"""Effects of time on statuses: Actions, Rounds, days and Scenes count them down or up, or end them.

Source: Scenes, "Status", "Rattle", "Affliction"; reading C4.15 for "next Scene".
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from webapp.games.api import ModifierKind
from webapp.games.mettle.rules.argument_checks import Some, one_of
from webapp.games.mettle.rules.mettle_points import Mettle, MettleState
from webapp.games.mettle.rules.statuses import HUNGER, Status, Statuses, remove

SLEEP = {"good": 0, "poor": 1, "none": 2}


def after_action(statuses: Statuses) -> Statuses:
    """Return the statuses after an Action: Rattled loses 1 or ends; Grappled, Delayed and Aiming end."""
    counted = (
        replace(status, count=status.count - 1) if _lasts(status, "actions") else status
        for status in statuses
        if not _lasts(status, "next action") and not (_lasts(status, "actions") and status.count <= 1)
    )
    return tuple(counted)


def after_round(statuses: Statuses) -> Statuses:
    """Return the statuses after a Round, without Surprised and Unnoticed (reading C4.15)."""
    return tuple(status for status in statuses if not _lasts(status, "round"))


def next_scene(statuses: Statuses) -> Statuses:
    """Return the statuses in a new Scene, without those that last a Round or until the next Action."""
    return tuple(status for status in statuses if not _lasts(status, "round", "next action"))


def after_day(
    statuses: Statuses, *, food: bool = True, water: bool = True, sleep: str = "good", starving: bool = False
) -> Statuses:
    """Return a character's statuses after a day.

    A lack of food, water or sleep makes the character Hungry, Thirsty or Fatigued. Food, water
    and good sleep end these statuses. Starving is the GM's option in place of Hungry (reading
    C4.4); the days of one carry over to the other.
    """
    one_of(sleep, SLEEP, "night's sleep", field="sleep")
    after = _lacking(statuses, HUNGER[::-1] if starving else HUNGER, 0 if food else 1)
    after = _lacking(after, ("thirsty",), 0 if water else 1)
    return _lacking(after, ("fatigued",), SLEEP[sleep])


@dataclass(frozen=True, slots=True)
class Day:
    """A character's food, water, sleep and rest on one day; `starving` is the harsher rule for hunger."""

    food: bool = True
    water: bool = True
    sleep: str = "good"
    starving: bool = False
    rest: bool = False


@dataclass(frozen=True, slots=True)
class DaysResult:
    """A character after some days: the statuses, which of them killed, and the Mettle regained."""

    statuses: Statuses
    killed_by: tuple[str, ...] = ()
    regained: int = 0


def after_days(statuses: Statuses, days: Iterable[Day], *, calling: int, mettle: Mettle) -> DaysResult:
    """Return a character after these days, or after the first day that kills.

    A day of rest ends Stable and restores as much Mettle as its count, but none to the dead.
    """
    regained = 0
    for day in days:
        rested = [status for status in statuses if day.rest and status.key == "stable"]
        regained += sum(status.count for status in rested)
        statuses_left = tuple(status for status in statuses if status not in rested)
        statuses = after_day(
            statuses_left, food=day.food, water=day.water, sleep=day.sleep, starving=day.starving
        )
        killed_by = deadly(statuses, calling=calling, mettle=mettle)
        if killed_by:
            return DaysResult(statuses, killed_by)
    return DaysResult(statuses, (), regained)


def delayed(action: str, *, journey: bool, racing: bool, fighting: bool) -> str:
    """Return what a Delay costs: "day" for a Travel, "speed" for a Race, else "action" or "next".

    In a fight it is "action" (by Initiative), otherwise "next" (the condition Delayed). Travel needs
    a journey, Race a race.
    """
    if action == "travel" and journey:
        return "day"
    if action == "race" and racing:
        return "speed"
    return "action" if fighting else "next"


def deadly(statuses: Iterable[Status], *, calling: int, mettle: Mettle) -> tuple[str, ...]:
    """Return the keys of the statuses that kill: Hungry, Thirsty or Starving.

    The added Difficulty of Hungry or Thirsty must exceed CALLING (reading C4.13). Starving kills
    when it has lowered maximum Mettle to 0 or below; `mettle.maximum` is the maximum without Starving.
    """
    return tuple(status.key for status in statuses if _kills(status, calling, mettle))


def with_state(statuses: Statuses, mettle: Mettle) -> Statuses:
    """Return the statuses with Staggered or Fallen added, replaced or removed, as Mettle requires."""
    others = remove(statuses, "staggered", "fallen")
    if mettle.state is MettleState.STANDING:
        return others
    return (*others, Status(str(mettle.state), mettle.penalty))


def maximum(statuses: Iterable[Status], mettle: Mettle) -> int:
    """Return maximum Mettle with the effects of statuses such as Starving."""
    lost: int = sum(status.entry.data.get("maximum", 0) * status.effect_count for status in statuses)
    return mettle.maximum + lost


def suffocated(statuses: Iterable[Status], round_number: Some, *, idle: bool = False) -> int:
    """Return the Mettle that Suffocating costs this Round: 1, or 1 every second Round when keeping still.

    It is 0 for a character who is not Suffocating.
    """
    data = [status.entry.data for status in statuses if "loses" in status.entry.data]
    return sum(row["loses"] for row in data if not idle or round_number % row["idle"] == 0)


def _lasts(status: Status, *until: str) -> bool:
    return status.entry.data.get("lasts") in until


def _lacking(statuses: Statuses, keys: tuple[str, ...], by: int) -> Statuses:
    """Return the statuses with `by` days added to a lack, under the first of its `keys`; 0 ends the lack.

    Days counted under its other key carry over, as from Hungry to Starving.
    """
    before = sum(status.count for status in statuses if status.key in keys)
    others = remove(statuses, *keys)
    return (*others, Status(keys[0], before + by)) if by else others


def _kills(status: Status, calling: int, mettle: Mettle) -> bool:
    added = sum(
        effect.amount * status.effect_count
        for effect in status.entry.effects
        if effect.modifier is ModifierKind.DIFFICULTY
    )
    match status.entry.data.get("dies"):
        case "calling":
            return added > calling
        case "no maximum":
            return maximum((status,), mettle) <= 0
    return False
