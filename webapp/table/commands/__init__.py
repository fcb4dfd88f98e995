"""Every command of the public interface, by noun; importing this package registers them."""

from webapp.table.command import Command, registered
from webapp.table.commands import (
    characters,
    checks,
    clocks,
    journal,
    keys,
    library,
    many,
    order,
    own,
    packs,
    proposals,
    scenes,
    seat_asking,
    seats,
    tables,
    tags,
    zones,
)
from webapp.table.games import load_games

__all__ = [
    "characters",
    "checks",
    "clocks",
    "commands",
    "journal",
    "keys",
    "library",
    "many",
    "order",
    "own",
    "packs",
    "proposals",
    "scenes",
    "seat_asking",
    "seats",
    "tables",
    "tags",
    "zones",
]


def commands() -> dict[str, type[Command]]:
    """All commands by name, those of the games too."""
    load_games()
    return dict(sorted(registered.items()))
