"""Every command of the public interface, by noun; importing this package registers them."""

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
    seats,
    tables,
    tags,
    zones,
)

__all__ = [
    "characters",
    "checks",
    "clocks",
    "journal",
    "keys",
    "library",
    "many",
    "order",
    "own",
    "packs",
    "proposals",
    "scenes",
    "seats",
    "tables",
    "tags",
    "zones",
]
