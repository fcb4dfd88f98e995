"""What add, edit and remove share, whatever they add, edit or remove."""

from typing import Any

from webapp.table.command import Told
from webapp.table.refusals import Invalid

REVEALED = {"secret": "hidden", "rumoured": "rumoured", "masked": "masked", "shown": "revealed"}


def edit(row: Any, given: dict[str, Any], *, required: tuple[str, ...] = ("name",)) -> list[str]:
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


def empty(row: Any, name: str) -> Any:
    """What a field holds when it is emptied: its column's own default, else nothing."""
    column = type(row).__table__.columns[name]
    if column.default is None:
        return None
    return column.default.arg(None) if column.default.is_callable else column.default.arg


def told(row: Any, what: str, because: str | None = None) -> Told:
    """The plain account of a change to one thing: its name, then what happened to it."""
    kind = row.kind_name
    sentence = f"{row.name}: {what}"
    return Told(sentence, about=[(kind, row.id)], result={kind: row.id}, masked=sentence, because=because)


def told_edit(row: Any, changed: list[str]) -> Told:
    """The account of an edit; a change of visibility alone is told as what it is."""
    if changed == ["visibility"]:
        return told(row, REVEALED[row.visibility])
    words = {"on_full": "when full", "scene": "place"}
    listed = ", ".join(words.get(name, name) for name in changed) or "nothing"
    account = told(row, f"{listed} changed")
    account.masked = None
    return account
