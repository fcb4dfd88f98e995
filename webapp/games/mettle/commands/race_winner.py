"""Show the winner of a race on the screens until something else begins or time passes."""

from collections.abc import Iterable

from webapp.games.api import GameDocument, TableState
from webapp.games.mettle.commands.base_commands import add_document
from webapp.games.mettle.state import zone_values
from webapp.games.mettle.state.documents import Finish
from webapp.rules.codec import dump_value


def show_finish(state: TableState, race: GameDocument, first: Iterable[int]) -> None:
    """Show who came first in this race; `first` is empty if no vehicle is left."""
    add_document(state, "finish", name=race.name, scene=race.scene, data=dump_value(Finish(tuple(first))))


def clear_finish(state: TableState) -> None:
    """Remove the winner of a race from the screens when something else begins or time passes."""
    for row in zone_values.list_documents(state, "finish"):
        row.removed = True
