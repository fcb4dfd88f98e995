"""What a GM does now and then: one menu names it all, and each is drawn when it is opened."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MoveForm:
    """One of them: the end of its address, what it is called, what it is for, its template."""

    key: str
    name: str
    about: str
    template: str


def _move(key: str, name: str, about: str) -> MoveForm:
    return MoveForm(key, name, about, f"moves/{key}.html")


TIME = (
    _move("time", "Time passes", "what ticks by itself moves on"),
    _move("event", "Something happens", "tick a clock with a reason"),
)
"""Those of games with checks."""
EVERYWHERE = (
    _move("scenes", "Scenes and zones", "prepare, play, end, copy"),
    _move("library", "Library", "what is kept to use again; packs"),
    _move("people", "People and links", "seats, links, QR codes, the join code"),
    _move("arrange", "Arrange", "several at once, or in another order"),
    _move("table", "This table", "its name, export, look, remove"),
    _move("keys", "Keyboard shortcuts", "what each key does"),
)
PREVIEW = _move("preview", "What others see", "a player, a seat, the TV")
"""Opened beside the table, by a key of its own."""
