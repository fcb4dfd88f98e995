"""Razorweave on the screens: rest and care beside the passing of time, and what foes carry beside a check."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webapp.rules.check import Held
from webapp.rules.razorweave import Dial, against, crowded
from webapp.rules.razorweave.check import Asked
from webapp.screens.games import GameScreens
from webapp.screens.panel import Make, MoveForm, Panel, game_panel
from webapp.screens.panels_shared import here
from webapp.screens.views import ClockView, ConditionView, TableView
from webapp.store.board import Board
from webapp.store.models import Character, Check, Condition, Tag, Thing

SHORT = 30  # a name within a key


@dataclass(frozen=True)
class Care:
    """Who may be treated: the character's name, the condition and its name; and whether a scene is full."""

    patients: tuple[tuple[str, int, str], ...]
    crowded: str


class RazorweaveScreens(GameScreens[Asked]):
    """What Razorweave adds to the screens."""

    moves = (
        MoveForm("care", "Rest and care", "rest, recovery, treatment", "games/razorweave/moves/care.html"),
    )

    def gm_sheets(self, view: TableView) -> Iterable[Make]:
        """Rest, and care for what care clears."""
        yield lambda: _care(view)

    def standing(self, board: Board, check: Check, asked: Asked) -> Iterator[tuple[Thing, Held, bool]]:
        """What makes others easy targets, on offer to whoever goes for them."""
        scenes = (None, board.table.active_scene)
        tags = [tag for tag in board.here(Tag) if tag.scene in scenes and not tag.burned]
        found: list[Tag | Condition] = [*board.here(Condition), *tags]
        for row in found:
            who = board.find(Character, row.character)
            if who is not None and who.id != check.character:
                held = Held(row.name, row.kind_name, row.effects, data=row.data)
                if easier := against(held, who.name[:SHORT]):
                    yield row, easier, False


def _crowded(view: TableView) -> str:
    if view.active() is None:
        return ""
    clocks = (each for each in here(view.clocks) if isinstance(each, ClockView))
    known = ((each, each.opposes if isinstance(each.opposes, int) else None) for each in clocks)
    dials = [Dial(it.id, it.name, it.kind, complete=it.complete, opposes=rival) for it, rival in known]
    return crowded(len(here(view.tags)), dials)


def _care(view: TableView) -> Panel:
    carried = ((who, each) for who in view.people for each in who.conditions)
    found = ((who, each) for who, each in carried if isinstance(each, ConditionView) and each.treatable)
    patients = tuple((who.name, each.id, each.name) for who, each in found)
    return game_panel("care", Care(patients, _crowded(view)), of="razorweave/care")


SCREENS = RazorweaveScreens()
