"""What add, edit and remove share, whatever they add, edit or remove."""

from typing import Any

from webapp.store.models import Table, Thing
from webapp.table.command import Report
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
REVEALED = {"secret": "hidden", "rumoured": "rumoured", "masked": "masked", "shown": "revealed"}


def edit(row: Thing | Table, given: dict[str, object], *, required: tuple[str, ...] = ("name",)) -> list[str]:
    """Set the given fields; null empties one, but a required one cannot be emptied.

    Returns the names of those that really changed.
    """
    changed = []
    for name, new in given.items():
        if new is None and name in required:
            raise Invalid(f"The {name} cannot be empty.", {name: "cannot be empty"})
        if new is None:
            new = empty(row, name)
        if getattr(row, name) != new:
            setattr(row, name, new)
            changed.append(name)
    return changed


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
