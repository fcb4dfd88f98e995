"""Know, Rattle, Sneak and Sway, and the effect of light on sight.

Source: Scenes, "Know", "Rattle", "Sneak", "Sway" and "Visibility".
"""

from collections.abc import Iterable, Mapping
from typing import Annotated

from webapp.games.mettle.rules.argument_checks import Count, either
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.check import Result
from webapp.games.mettle.rules.cover import Cover
from webapp.games.mettle.rules.statuses import Status, Statuses, has
from webapp.rules.annotations import Within
from webapp.rules.errors import RuleError

NOT_FOUND_BY_KNOWING = ("traps", "loot", "lies", "ambushes")


def not_found_by_knowing(about: str) -> bool:
    """Return whether a Know cannot answer this: traps, loot, lies and ambushes have to be noticed."""
    return about.strip().casefold() in NOT_FOUND_BY_KNOWING


def may_be_rattled(target: Iterable[Status]) -> bool:
    """Return whether this target may be Rattled: not while it is Rattled already."""
    return not has(target, "rattled")


def rattle(result: Result, target: Iterable[Status] = ()) -> Status | None:
    """Return Rattled for the next Action and one more for each Edge (reading C4.2); None on a failure.

    Raises RuleError if the target is already Rattled. The GM decides whether the target
    understands the insult.
    """
    if not may_be_rattled(target):
        raise RuleError(
            "Already Rattled: no other Rattle works until this one ends.", field="target", value="rattled"
        )
    return Status("rattled", 1 + result.edge) if result.success else None


def sway(result: Result) -> Status | None:
    """Return Convinced with the Check's Edge, which makes the belief harder to undo; None on a failure.

    The target may refuse the belief outright; accepting it can earn Experience.
    """
    return Status("convinced", result.edge) if result.success else None


def sneak(result: Result) -> Status | None:
    """Return Unnoticed with the Check's Edge, which adds to damage in a surprise; None on a failure.

    A thief takes or plants one small thing, and one more for each Edge.
    """
    return Status("unnoticed", result.edge) if result.success else None


def in_plain_sight(cover: Cover, watchers: Iterable[Statuses] = (), *, dark: bool = False) -> bool:
    """Return whether a character cannot hide: no Cover, no darkness, and an alert watcher.

    The Blinded and the Deafened are not alert. If no watchers are given, one is assumed.
    """
    alert = [not (has(watcher, "blinded") or has(watcher, "deafened")) for watcher in watchers]
    return cover is Cover.NONE and not dark and (any(alert) or not alert)


def group_sneaker(poises: Mapping[int, Count], choice: int | None = None) -> int:
    """Return who sneaks for a group: the character with the lowest pool; among equals, `choice` or the first.

    Raises RuleError for a `choice` with a higher pool, and for an empty group.
    """
    if not poises:
        raise RuleError("Choose at least one character to sneak.", field="poises", value={})
    lowest = min(poises.values())
    tied = [who for who, poise in poises.items() if poise == lowest]
    if choice is not None and choice not in tied:
        raise RuleError(
            f"Only a character with the lowest pool sneaks for the group. Choose {either(tied)}.",
            field="choice",
            value=choice,
        )
    return choice or tied[0]


def poor_light(light: str | None, *, gear: Annotated[int, Within(0, 20)] = 0, smoke: bool = False) -> int:
    """Return the Difficulty that light adds to a Check that needs sight.

    Clear light (None) adds 0, "dim" 1, "dark" 2, "total-dark" 4. `gear` (torches, goggles) takes that
    much off, but not in smoke. Raises RuleError for any other light.
    """
    if light is None:
        return 0
    level = int(catalogue().find(light, "visibility").data["level"])
    return level if smoke else max(0, level - gear)


def hides(light: str, *, smoke: bool = False) -> bool:
    """Return whether a Zone is dark or totally dark, or full of smoke, so that a character can hide in it."""
    return smoke or light in ("dark", "total-dark")
