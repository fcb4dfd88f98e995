"""Twists at the table: which failed Check may still have one, and what is on offer."""

from collections.abc import Iterator

from webapp.games.mettle.screens.map import pieces
from webapp.rules.mettle.asked import Asked
from webapp.screens.check_views import CheckView
from webapp.screens.views import PieceView, TableView

Offered = tuple[CheckView, PieceView | None, tuple[str, ...]]


def twists(view: TableView) -> tuple[Offered, ...]:
    """Checks that failed with Edge: those with a Twist on offer, and the newest, until something came of it.

    With each stand the Twist on offer and the stops where a journey may get lost.
    """
    offers = {each.shown.get("check"): each for each in pieces(view, "twist")}
    rolled = [each for each in view.checks if each.result is not None and each.state != "void"]
    may = (each for each in rolled if _may(each) and (each.id in offers or _open(each, rolled[-1])))
    return tuple((each, offers.get(each.id), _astray(view, each)) for each in may)


def missed(view: TableView) -> Iterator[str]:
    """The players' Checks that still lack a Twist, as the GM is told of them."""
    party = {who.id for who in view.people if who.kind == "pc"}
    for check, offer, _ in twists(view):
        if offer is None and check.result is not None and check.character in party:
            yield f"{check.who} failed with {check.result.data['edge']} Edge: a Twist?"


def _open(check: CheckView, newest: CheckView) -> bool:
    """Whether nobody rolled since, but for the other half of a split Attack."""
    split = all(Asked.of(each.asked).manner == "split" for each in (check, newest))
    return not check.applied and (check is newest or (split and check.character == newest.character))


def _may(check: CheckView) -> bool:
    return check.result is not None and bool(check.result.data.get("may_twist"))


def _astray(view: TableView, check: CheckView) -> tuple[str, ...]:
    maps = pieces(view, "map")
    return tuple(maps[-1].shown["astray"].get(Asked.of(check.asked).trip, ())) if maps else ()
