"""Twists on the GM's desk: which failed Checks may still have one, and what is on offer."""

from collections.abc import Mapping
from typing import Any

from webapp.games.mettle.screens.map import pieces
from webapp.screens.check_views import CheckView
from webapp.screens.views import PieceView, TableView

Offered = tuple[CheckView, PieceView | None, tuple[str, ...]]
KEPT = 2
"""How many failed Checks wait for a Twist at most."""


def on_the_desk(view: TableView) -> tuple[Offered, ...]:
    """Everybody's last Check, where it failed with Edge: the Twist on offer, where a journey may get lost."""
    offers = {each.shown.get("check"): each for each in pieces(view, "twist")}
    last = {each.character: each for each in view.checks if each.result is not None}
    may = [each for each in view.checks if _may(each) and (each.id in offers or _of(each, last))]
    return tuple((each, offers.get(each.id), _astray(view, each.asked)) for each in may[-KEPT:])


def at_the_table(view: TableView) -> tuple[Offered, ...]:
    """The same as all players see it: of the newest roll alone."""
    rolled = [each for each in view.checks if each.result is not None]
    return tuple(each for each in on_the_desk(view) if each[0] is rolled[-1])


def _of(check: CheckView, last: Mapping[Any, CheckView]) -> bool:
    """Whether this was the last roll of theirs, or the other half of a split Attack that was."""
    newest = last[check.character]
    return check is newest or check.asked.get("manner") == newest.asked.get("manner") == "split"


def _may(check: CheckView) -> bool:
    return check.state != "void" and check.result is not None and bool(check.result.data.get("may_twist"))


def _astray(view: TableView, asked: Mapping[str, object]) -> tuple[str, ...]:
    maps = pieces(view, "map")
    return tuple(maps[-1].shown["astray"].get(asked.get("trip"), ())) if maps else ()
