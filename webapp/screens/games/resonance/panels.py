"""The panels that Resonance adds to the pages."""

from collections.abc import Iterator
from typing import Any

from webapp.screens.panel import Option, Panel, game_panel, pick
from webapp.screens.views import CharacterView, PieceView, TableView

Held = tuple[tuple[Any, ...], ...]


def party(view: TableView) -> Held:
    """Everybody this audience knows, with values and pool as far as it knows those."""
    pieces = [each for each in view.pieces if isinstance(each, PieceView)]
    return tuple(
        (who, _of(pieces, "values", who.id), _of(pieces, "pool", who.id), _of(pieces, "hiding", who.id))
        for who in view.cast
        if isinstance(who, CharacterView)
    )


def _of(pieces: list[PieceView], kind: str, character: int) -> PieceView | None:
    return next((each for each in pieces if each.kind == kind and each.character == character), None)


def _names(view: TableView) -> list[Option]:
    return [(who.id, who.name) for who in view.cast if isinstance(who, CharacterView)]


def gm(view: TableView) -> Iterator[Panel]:
    """The GM's desk."""
    yield game_panel("party", party(view), of="resonance/gm-party")
    yield pick("pool", "character", _names(view), required=True)


def player(view: TableView) -> Iterator[Panel]:
    """What every player sees."""
    yield game_panel("party", party(view), of="resonance/party")


def seat(view: TableView, seat: int) -> Iterator[Panel]:
    """What only this seat sees: the own values, the own pool and what may be spent from it."""
    held = next((each.character for each in view.seats if each.id == seat), None)
    mine = next((each for each in party(view) if each[0].id == held), None)
    yield game_panel("my-values", mine, of="resonance/my-values")
    yield game_panel("my-pool", mine, of="resonance/my-pool")


def tv(view: TableView) -> Iterator[Panel]:
    """What the TV shows."""
    yield game_panel("party", party(view), of="resonance/tv-party")
