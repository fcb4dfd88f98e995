"""What will be rolled as time goes on, so that real dice can be typed in for each of it."""

from collections.abc import Iterator

from webapp.screens.games.mettle.map import pieces
from webapp.screens.views import CharacterView, ConditionView, TableView

Rolls = Iterator[tuple[int, str]]


def burning(view: TableView) -> Iterator[tuple[CharacterView, int, str]]:
    """Everybody on fire: who, the condition's id, and which fire it is."""
    known = [who for who in view.cast if isinstance(who, CharacterView)]
    for who in known:
        for each in who.conditions:
            if isinstance(each, ConditionView) and each.name == "Burning":
                yield who, each.id, each.source or "fire"


def rolled_by_time(view: TableView, interval: str = "") -> Rolls:
    """The afflictions that are still at work, those of the Round with the fires; by the id of each."""
    names = {who.id: who.name for who in view.cast if isinstance(who, CharacterView)}
    for who, id, fire in burning(view) if interval == "round" else ():
        yield id, f"{who.name} burns: {fire}"
    for each in pieces(view, "affliction"):
        by_round = each.shown["interval"] == "round"
        if not each.shown["stopped"] and by_round == (interval == "round"):
            victim = names.get(each.character, "") if isinstance(each.character, int) else ""
            yield each.id, f"{each.name} on {victim}, {each.shown['hazard']}"
