"""Sneak: unnoticed, a surprise, a hand in a pocket. Source: Scenes, "Sneak"."""

from collections.abc import Iterable, Mapping

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.needs import Count
from webapp.rules.mettle.statuses import Status, Statuses, has


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
