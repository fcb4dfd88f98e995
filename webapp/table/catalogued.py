"""Names that the game's catalogue knows: a tag or condition by that name does what the book says."""

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import played
from webapp.store.board import Board
from webapp.table.command import Command


def known_as(board: Board, kind: str, name: str) -> CatalogueEntry | None:
    """The catalogue's entry of this name, if there is one."""
    game = played(board.table.ruleset)
    for each in game.carried if kind == "condition" else (kind,):
        try:
            return game.catalogue.find(name, each)
        except RuleError:
            continue
    return None


def from_book(entry: CatalogueEntry | None, command: Command) -> dict[str, object]:
    """What the book says where the command says nothing: effects, trigger, clearing, severity."""
    if entry is None:
        return {}
    says = {
        "effects": entry.effects,
        "trigger": entry.trigger or None,
        "clears": entry.clears or None,
        "severity": entry.data.get("severity"),
    }
    silent = set(type(command).model_fields) - command.model_fields_set
    return {name: each for name, each in says.items() if name in silent and each} | {"data": facts(entry)}


def facts(entry: CatalogueEntry) -> dict[str, str | int | bool]:
    """What else the book keeps about it, as far as a row can: no lists."""
    return {name: each for name, each in entry.data.items() if isinstance(each, str | int | bool)}
