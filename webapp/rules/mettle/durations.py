"""What time does to statuses: Actions taken, Rounds, days and Scenes count them down, up and away.

Source: Scenes, "Status", "Rattle", "Affliction"; reading C4.15 for "next Scene".
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from webapp.rules.effects import Modifier
from webapp.rules.mettle.meter import Mettle, MettleState
from webapp.rules.mettle.needs import Some, one_of
from webapp.rules.mettle.statuses import HUNGER, Status, Statuses, remove

SLEEP = {"good": 0, "poor": 1, "none": 2}


def after_action(statuses: Statuses) -> Statuses:
    """An Action was taken: Rattled counts down, holds and aims are over."""
    counted = (
        replace(each, count=each.count - 1) if _lasts(each, "actions") else each
        for each in statuses
        if not _lasts(each, "next action") and not (_lasts(each, "actions") and each.count <= 1)
    )
    return tuple(counted)


def after_round(statuses: Statuses) -> Statuses:
    """A Round is over: nobody is Surprised any more (reading C4.15)."""
    return tuple(status for status in statuses if not _lasts(status, "round"))


def next_scene(statuses: Statuses) -> Statuses:
    """A new Scene starts: what lasted for a Round or an Action is over at the latest (reading C4.15)."""
    return tuple(status for status in statuses if not _lasts(status, "round", "next action"))


def after_day(
    statuses: Statuses, *, food: bool = True, water: bool = True, sleep: str = "good", starving: bool = False
) -> Statuses:
    """A day passes: no food makes Hungry (or Starving), no water Thirsty, no sleep Fatigued.

    Starving is the Guide's option, never together with Hungry (reading C4.4); the days go over from one to
    the other. Food, water and good sleep end what their lack brought.
    """
    one_of(sleep, SLEEP, "night's sleep", field="sleep")
    after = _lacking(statuses, HUNGER[::-1] if starving else HUNGER, 0 if food else 1)
    after = _lacking(after, ("thirsty",), 0 if water else 1)
    return _lacking(after, ("fatigued",), SLEEP[sleep])


@dataclass(frozen=True, slots=True)
class Day:
    """What somebody had on one day; `starving` is the harsher rule for hunger."""

    food: bool = True
    water: bool = True
    sleep: str = "good"
    starving: bool = False
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Lived:
    """What days left of somebody: their statuses, which of these killed them, Mettle that came back."""

    statuses: Statuses
    killed_by: tuple[str, ...] = ()
    regained: int = 0


def after_days(statuses: Statuses, days: Iterable[Day], *, calling: int, mettle: Mettle) -> Lived:
    """Days pass: each leaves what it leaves until one kills; a day of rest gives the Stable what is owed."""
    regained = 0
    for day in days:
        rested = [each for each in statuses if day.rest and each.key == "stable"]
        regained += sum(each.count for each in rested)
        kept = tuple(each for each in statuses if each not in rested)
        statuses = after_day(kept, food=day.food, water=day.water, sleep=day.sleep, starving=day.starving)
        killed_by = deadly(statuses, calling=calling, mettle=mettle)
        if killed_by:
            return Lived(statuses, killed_by)
    return Lived(statuses, (), regained)


def delayed(action: str, *, journey: bool, racing: bool, fighting: bool) -> str:
    """What a Delay takes: a "day" of a journey, "speed" in a race, else an "action", now or the "next"."""
    if action == "travel" and journey:
        return "day"
    if action == "race" and racing:
        return "speed"
    return "action" if fighting else "next"


def deadly(statuses: Iterable[Status], *, calling: int, mettle: Mettle) -> tuple[str, ...]:
    """The statuses that have killed by now: Hungry and Thirsty past CALLING, Starving with no Mettle left.

    "Exceeds" is strict (reading C4.13); `mettle.maximum` is the one before starving.
    """
    return tuple(status.key for status in statuses if _kills(status, calling, mettle))


def with_state(statuses: Statuses, mettle: Mettle) -> Statuses:
    """Staggered and Fallen follow Mettle by themselves."""
    others = remove(statuses, "staggered", "fallen")
    if mettle.state is MettleState.STANDING:
        return others
    return (*others, Status(str(mettle.state), mettle.penalty))


def maximum(statuses: Iterable[Status], mettle: Mettle) -> int:
    """Maximum Mettle while Starving."""
    lost: int = sum(status.entry.data.get("maximum", 0) * status.times for status in statuses)
    return mettle.maximum + lost


def suffocated(statuses: Iterable[Status], round_number: Some, *, idle: bool = False) -> int:
    """Mettle lost this Round for want of air: 1, or 1 every second Round when keeping still."""
    data = [status.entry.data for status in statuses if "loses" in status.entry.data]
    return sum(row["loses"] for row in data if not idle or round_number % row["idle"] == 0)


def _lasts(status: Status, *until: str) -> bool:
    return status.entry.data.get("lasts") in until


def _lacking(statuses: Statuses, keys: tuple[str, ...], by: int) -> Statuses:
    """One more day without (or two, for a night without sleep); 0 ends the lack under all its names."""
    before = sum(status.count for status in statuses if status.key in keys)
    others = remove(statuses, *keys)
    return (*others, Status(keys[0], before + by)) if by else others


def _kills(status: Status, calling: int, mettle: Mettle) -> bool:
    added = sum(
        effect.amount * status.times
        for effect in status.entry.effects
        if effect.modifier is Modifier.DIFFICULTY
    )
    match status.entry.data.get("dies"):
        case "calling":
            return added > calling
        case "no maximum":
            return maximum((status,), mettle) <= 0
    return False
