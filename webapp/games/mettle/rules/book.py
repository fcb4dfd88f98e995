"""The game's catalogue, and the fires, Afflictions and Traps made from its rows."""

from functools import cache

from webapp.games.api import Catalogue, CatalogueEntry, CatalogueError, RuleError
from webapp.games.api import load_catalogue as load_entries
from webapp.games.mettle.rules.afflictions import Affliction
from webapp.games.mettle.rules.book_tables import PACKAGE
from webapp.games.mettle.rules.hazards import Hazard, Trap
from webapp.rules.errors import quoted

KINDS = frozenset(
    {"status", "condition", "cover", "visibility", "fire", "affliction", "trap", "twist", "clock"}
)
FIELDS = {
    "counts": str,
    "lasts": str,
    "most": int,
    "several": bool,
    "unless": str,
    "sense": str,
    "poise": int,
    "speed": int,
    "maximum": int,
    "loses": int,
    "idle": int,
    "dies": str,
    "defence": int,
    "ally": int,
    "level": int,
    "hazard": str,
    "soak": str,
    "interval": str,
    "death_at": int,
    "targets": str,
    "rounds": int,
    "role": str,
}


@cache
def catalogue() -> Catalogue:
    """Return the catalogue: statuses, conditions, Cover, light, fires, Afflictions, traps, Twists, clocks."""
    return checked(load_entries(PACKAGE, extra_fields=FIELDS, kinds=KINDS))


def checked(entries: Catalogue) -> Catalogue:
    """Return the catalogue after parsing its fires, Afflictions and traps, so that loading finds errors.

    Raises CatalogueError with the row and the field.
    """
    makers = {"fire": fire_of, "affliction": affliction_of, "trap": trap_of}
    for entry in entries.values():
        try:
            makers.get(entry.kind, str)(entry)
        except RuleError as wrong:
            name = f"{entry.kind} {entry.name!r}"
            raise CatalogueError(
                wrong.message, file=entries.source, entry=name, field=wrong.field, value=wrong.value
            ) from None
    return entries


def fire(name: str) -> Hazard:
    """Return the Hazard of the fire with this name or key: 2D+2 for "Campfire"."""
    return fire_of(catalogue().find(name, "fire"))


def affliction(name: str) -> Affliction:
    """Return the book's Affliction with this name or key, such as "Cobra venom"."""
    return affliction_of(catalogue().find(name, "affliction"))


def trap(name: str) -> Trap:
    """Return the book's Trap with this name or key, such as "Pitfall"."""
    return trap_of(catalogue().find(name, "trap"))


def fire_of(entry: CatalogueEntry) -> Hazard:
    """Return the Hazard of a fire's row."""
    return Hazard.parse(entry.data.get("hazard", ""))


def affliction_of(entry: CatalogueEntry) -> Affliction:
    """Return the Affliction that a row describes by hazard, soak ("frame" or "none"), interval, death_at."""
    soak = entry.data.get("soak", "none")
    if soak not in ("frame", "none"):
        raise RuleError(
            f"The soak of an Affliction must be “frame” or “none”, not {quoted(soak)}.",
            field="soak",
            value=soak,
        )
    return Affliction(
        entry.name,
        Hazard.parse(entry.data.get("hazard", "")),
        soaked=soak == "frame",
        interval=entry.data.get("interval", "round"),
        death_at=entry.data.get("death_at", 1),
    )


def trap_of(entry: CatalogueEntry) -> Trap:
    """Return the Trap that a row describes by trigger, hazard or rounds, targets and soak."""
    written = entry.data.get("hazard")
    return Trap(
        entry.name,
        entry.trigger,
        Hazard.parse(written) if written is not None else None,
        targets=entry.data.get("targets", "one"),
        soak=entry.data.get("soak", "frame"),
        rounds=entry.data.get("rounds", 0),
    )
