"""Know, Rattle, Sneak and Sway, and the effect of light on what people can see.

Source: Scenes, "Know", "Rattle", "Sneak", "Sway" and "Visibility".
"""

from collections.abc import Iterable, Mapping
from typing import Annotated

from webapp.games.mettle.rules.argument_checks import Count
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.check import Result
from webapp.games.mettle.rules.cover import Cover
from webapp.games.mettle.rules.statuses import Status, Statuses, has
from webapp.rules.annotations import Within
from webapp.rules.errors import RuleError

NOT_FOUND_BY_KNOWING = ("traps", "loot", "lies", "ambushes")


def not_found_by_knowing(about: str) -> bool:
    """Return whether a Know cannot answer this: traps, loot, lies and ambushes are perceived."""
    return about.strip().casefold() in NOT_FOUND_BY_KNOWING


def may_be_rattled(target: Iterable[Status]) -> bool:
    """Return whether a Rattle may be tried on them: nobody is Rattled twice at once."""
    return not has(target, "rattled")


def rattle(result: Result, target: Iterable[Status] = ()) -> Status | None:
    """Read a Rattle: Rattled for the next Action and one more per Edge (reading C4.2), or None on a failure.

    RuleError if the target is already Rattled. The Guide decides whether they grasp the insult.
    """
    if not may_be_rattled(target):
        raise RuleError("Already Rattled; not again until it wears off.", field="target", value="rattled")
    return Status("rattled", 1 + result.edge) if result.success else None


def sway(result: Result) -> Status | None:
    """Return the belief that a Sway gives, harder to undo by its Edge; None on a failure.

    The belief is noted on the sheet. The losing side may refuse outright; going along can earn Experience.
    """
    return Status("convinced", result.edge) if result.success else None


def sneak(result: Result) -> Status | None:
    """Return the status of a sneaker, whose Edge adds to damage during the surprise; None if noticed.

    A thief takes or plants one small thing, and one more for each Edge.
    """
    return Status("unnoticed", result.edge) if result.success else None


def in_plain_sight(cover: Cover, watchers: Iterable[Statuses] = (), *, dark: bool = False) -> bool:
    """Return whether there is nothing to hide in: no Cover or darkness, and an alert watcher.

    Sneaking past the Blinded and Deafened works as if from Cover.
    """
    alert = [not (has(watcher, "blinded") or has(watcher, "deafened")) for watcher in watchers]
    return cover is Cover.NONE and not dark and (any(alert) or not alert)


def group_sneaker(poises: Mapping[str, Count], choice: str | None = None) -> str:
    """Return the sneaker of a group: the lowest pool rolls; the group decides a tie (`choice`)."""
    if not poises:
        raise RuleError("A group needs members.", field="poises", value={})
    lowest = min(poises.values())
    tied = [name for name, poise in poises.items() if poise == lowest]
    if choice is not None and choice not in tied:
        raise RuleError(f"The lowest pool sneaks: {', '.join(tied)}.", field="choice", value=choice)
    return choice or tied[0]


def poor_light(light: str | None, *, gear: Annotated[int, Within(0, 20)] = 0, smoke: bool = False) -> int:
    """Return the Difficulty that light adds to what needs sight: dim 1, dark 2, total dark 4, clear 0.

    None is clear. `gear` (torches, goggles) takes that much off, but not in smoke.
    """
    if light is None:
        return 0
    level = int(catalogue().find(light, "visibility").data["level"])
    return level if smoke else max(0, level - gear)


def hides(light: str, *, smoke: bool = False) -> bool:
    """Return whether it is dark enough to hide in, or there is smoke."""
    return smoke or light in ("dark", "total-dark")
