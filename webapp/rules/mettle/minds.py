"""Know, Rattle, Sneak and Sway: what people understand, notice and believe; what light leaves to be seen.

Source: Scenes, "Know", "Rattle", "Sneak", "Sway" and "Visibility".
"""

from collections.abc import Iterable, Mapping
from typing import Annotated

from webapp.rules.errors import RuleError
from webapp.rules.guard import Within
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.needs import Count
from webapp.rules.mettle.statuses import Status, Statuses, has

NOT_FOUND_BY_KNOWING = ("traps", "loot", "lies", "ambushes")


def not_found_by_knowing(about: str) -> bool:
    """Whether a Know cannot answer this: it understands; traps, loot, lies, ambushes are perceived."""
    return about.strip().casefold() in NOT_FOUND_BY_KNOWING


def rattle(result: Result, target: Iterable[Status] = ()) -> Status | None:
    """Read a Rattle: Rattled for the next Action and one more per Edge (reading C4.2), or None on a failure.

    RuleError if the target is Rattled already. Whether they grasp the indignity of it, the Guide says.
    """
    if has(target, "rattled"):
        raise RuleError("Already Rattled; not again until it wears off.", field="target", value="rattled")
    return Status("rattled", 1 + result.edge) if result.success else None


def sway(result: Result) -> Status | None:
    """Read a Sway: what somebody was won over to is harder to undo by its Edge; None on a failure.

    It is noted on the sheet; the losing side may refuse outright, and going along can earn Experience.
    """
    return Status("convinced", result.edge) if result.success else None


def sneak(result: Result) -> Status | None:
    """Unnoticed, with the Edge that adds to damage during the surprise; None for whoever was noticed.

    Who steals or plants takes one small thing, and one more for each Edge.
    """
    return Status("unnoticed", result.edge) if result.success else None


def in_plain_sight(cover: Cover, watchers: Iterable[Statuses] = (), *, dark: bool = False) -> bool:
    """Whether there is nothing to hide in: no Cover, no darkness or smoke, and somebody who sees and hears.

    The Blinded and Deafened are sneaked past as if from Cover.
    """
    alert = [not (has(each, "blinded") or has(each, "deafened")) for each in watchers]
    return cover is Cover.NONE and not dark and (any(alert) or not alert)


def group_sneaker(poises: Mapping[str, Count], choice: str | None = None) -> str:
    """The group option: only the lowest pool rolls; a tie is theirs to decide (`choice`)."""
    if not poises:
        raise RuleError("A group has members.", field="poises", value={})
    lowest = min(poises.values())
    tied = [name for name, poise in poises.items() if poise == lowest]
    if choice is not None and choice not in tied:
        raise RuleError(f"The lowest pool sneaks: {', '.join(tied)}.", field="choice", value=choice)
    return choice or tied[0]


def poor_light(light: str | None, *, gear: Annotated[int, Within(0, 20)] = 0, smoke: bool = False) -> int:
    """The Difficulty that poor light adds to what needs sight: dim 1, dark 2, total dark 4; None is clear.

    `gear` (torches, goggles) takes that much off, but not in smoke.
    """
    if light is None:
        return 0
    level = int(catalogue().find(light, "visibility").data["level"])
    return level if smoke else max(0, level - gear)


def hides(light: str, *, smoke: bool = False) -> bool:
    """Whether it is dark enough to hide in, or there is smoke."""
    return smoke or light in ("dark", "total-dark")
