"""What will be rolled as time goes on, so that real dice can be typed in for each of it."""

from collections.abc import Iterator

from webapp.games.mettle.screens.map import pieces
from webapp.rules.mettle.spans import seconds
from webapp.screens.views import CharacterView, ConditionView, PieceView, TableView

Rolls = Iterator[tuple[int, str]]


def burning(view: TableView) -> Iterator[tuple[CharacterView, int, str]]:
    """Everybody on fire: who, the condition's id, and which fire it is."""
    for who in view.people:
        for each in who.conditions:
            if isinstance(each, ConditionView) and each.name == "Burning":
                yield who, each.id, each.source or "fire"


def rolled_by_time(view: TableView) -> Rolls:
    """The afflictions that time moves and that are still at work, by the id of each."""
    for each in _at_work(view):
        if each.shown["interval"] != "round":
            yield each.id, _said(view, each)


def rolled_by_turn(view: TableView, span: str) -> Rolls:
    """What falls due as a Round or a Stretch ends; fires burn by the Round."""
    for who, id, fire in burning(view) if span == "round" else ():
        yield id, f"{who.name} burns: {fire}"
    then = next((each.shown.get("seconds", 0) for each in pieces(view, "time")), 0) + seconds(span)
    for each in _at_work(view):
        interval = each.shown["interval"]
        if interval == "round" or each.shown.get("since", 0) + seconds(interval) <= then:
            yield each.id, _said(view, each)


def _at_work(view: TableView) -> list[PieceView]:
    return [each for each in pieces(view, "affliction") if not each.shown["stopped"]]


def _said(view: TableView, affliction: PieceView) -> str:
    victim = next((who.name for who in view.people if who.id == affliction.character), "")
    return f"{affliction.name} on {victim}, {affliction.shown['hazard']}"
