"""What add, edit and remove share, whatever they add, edit or remove."""

from typing import Any, ClassVar

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import played
from webapp.store.board import Board
from webapp.store.models import Table, Thing
from webapp.table.actor import Actor
from webapp.table.command import Command, Given, Report, ensure_references, find
from webapp.table.refusals import Invalid

IN_WORDS = {
    "character": "whose it is",
    "clears": "how it clears",
    "clock": "its clock",
    "direction": "which way it goes",
    "effects": "what it does",
    "follows": "what it follows",
    "goal": "what it is for",
    "joins": "what it joins",
    "object": "where it is",
    "on_full": "what happens when it is full",
    "opposes": "what it races",
    "owner": "whose it is",
    "scene": "where it is",
    "segments": "size",
    "source": "where it is from",
    "stats": "values",
    "switches": "what holds of it",
    "tempo": "when it ticks by itself",
    "treated": "treatment",
    "trigger": "when it bites",
    "visibility": "who sees it",
    "zone": "where it is",
}
"""Fields as somebody at the table would call them, where they are not called so already."""
BY_NAME = ("settings", "stats", "switches")
"""What is kept by name is changed by name: those that are not named stay, null takes one off."""
REVEALED = {"secret": "hidden", "rumoured": "rumoured", "masked": "masked", "shown": "revealed"}


class Edit(Command):
    """Change one thing: the fields that were sent; an absent one stays as it is, null empties it."""

    of: ClassVar[type[Thing]]
    required: ClassVar[tuple[str, ...]] = ("name", "visibility")

    def take(self, board: Board, actor: Actor) -> Report:
        own = self.of.kind_name
        row = find(board, self.of, getattr(self, own), actor)
        given = {name: new for name, new in self.given().items() if name != own}
        ensure_references(board, given, actor)
        return told_edit(row, self.change(board, row, given))

    def change(self, board: Board, row: Any, given: Given) -> list[str]:
        """Set what was given; the names of those that really changed."""
        return edit(row, given, required=self.required)


def edit(row: Thing | Table, given: Given, *, required: tuple[str, ...]) -> list[str]:
    """Set the given fields; null empties one, but a required one cannot be emptied.

    Returns the names of those that really changed.
    """
    changed = []
    for name, new in given.items():
        if new is None and name in required:
            raise Invalid(f"The {name} cannot be empty.", {name: "cannot be empty"})
        new = _kept_as(row, name, new)
        if getattr(row, name) != new:
            setattr(row, name, new)
            changed.append(name)
    return changed


def _kept_as(row: Thing | Table, name: str, new: object) -> object:
    """What a field holds once it is set to this."""
    if new is None:
        return empty(row, name)
    if name in BY_NAME and isinstance(new, dict):
        return {key: each for key, each in (getattr(row, name) | new).items() if each is not None}
    return tuple(new) if isinstance(new, list) and name == "effects" else new


def empty(row: Any, name: str) -> object:
    """What a field holds when it is emptied: its column's own default, else nothing."""
    column = type(row).__table__.columns[name]
    if column.default is None:
        return None
    return column.default.arg(None) if column.default.is_callable else column.default.arg


def told(row: Any, what: str, because: str | None = None) -> Report:
    """The plain account of a change to one thing: its name, then what happened to it."""
    kind = row.kind_name
    sentence = f"{row.name}: {what}"
    return Report(sentence, about=[(kind, row.id)], result={kind: row.id}, masked=sentence, because=because)


def told_edit(row: Thing, changed: list[str]) -> Report:
    """The account of an edit; a change of visibility alone is told as what it is."""
    if changed == ["visibility"]:
        return told(row, REVEALED[row.visibility])
    words = list(dict.fromkeys(IN_WORDS.get(name, name) for name in changed)) or ["nothing"]
    listed = " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    account = told(row, f"{listed} changed")
    account.masked = None
    return account


# ---- names that the game's catalogue knows --------------------------------------------------------


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
