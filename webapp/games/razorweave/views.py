"""Razorweave's views: the "Rest and care" entry in the GM's menu, and the label of its own modifier."""

from collections.abc import Iterable
from dataclasses import dataclass

from webapp.games.api import (
    ClockView,
    ConditionView,
    GameScreens,
    GmAction,
    ModifierLabel,
    Panel,
    PanelFactory,
    TableView,
    game_panel,
    things_here,
)
from webapp.games.razorweave.rules import ClockRef, crowded
from webapp.games.razorweave.rules.clock_ticks import effect_of


@dataclass(frozen=True)
class Care:
    """The treatable conditions, and a warning if the active scene has too many tags or clocks.

    Each of the `patients` is a character's name, a condition's id and the condition's name.
    """

    patients: tuple[tuple[str, int, str], ...]
    crowded: str


class RazorweaveScreens(GameScreens):
    """Razorweave's hooks for the screens."""

    modifier_labels = {
        "razorweave.impact": ModifierLabel(
            "Effect of the outcome (negative: limited, positive: great)",
            lambda by: f"{effect_of(by).capitalize()} effect",
        )
    }
    gm_actions = (
        GmAction("care", "Rest and care", "rest, recovery, treatment", "games/razorweave/moves/care.html"),
    )

    def gm_sheets(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the panel "Rest and care" of the GM's menu."""
        yield lambda: _care(view)


def _crowded(view: TableView) -> str:
    if view.active() is None:
        return ""
    clocks = (clock for clock in things_here(view.clocks) if isinstance(clock, ClockView))
    known = ((clock, clock.opposes if isinstance(clock.opposes, int) else None) for clock in clocks)
    dials = [
        ClockRef(value.id, value.name, value.kind, complete=value.complete, opposes=rival)
        for value, rival in known
    ]
    return crowded(len(things_here(view.tags)), dials)


def _care(view: TableView) -> Panel:
    carried = ((who, condition) for who in view.people for condition in who.conditions)
    found = (
        (who, condition)
        for who, condition in carried
        if isinstance(condition, ConditionView) and condition.treatable
    )
    patients = tuple((who.name, condition.id, condition.name) for who, condition in found)
    return game_panel("care", Care(patients, _crowded(view)), of="razorweave/care")
