"""What the line that adds knows of a table, and what it offers while somebody types."""

from collections import Counter
from collections.abc import Iterable, Iterator

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.ruleset import played, ruleset
from webapp.screens.addition import KINDS, SEGMENTS, SIGNS, AddedTo, Known, Named
from webapp.screens.views import ClockView, TableView, ZoneView
from webapp.store.board import Board
from webapp.store.models import Condition, Tag

MOST = 5
HERE = "here"
KEPT = {"clock": "", "tag": "#", "npc": "@", "condition": "+"}
"""What the library keeps and a line may add, and the sign that says so."""


def known_at(
    view: TableView, tags: Iterable[CatalogueEntry], conditions: Iterable[CatalogueEntry], place: AddedTo
) -> Known:
    """What a line may name at the GM's table; zones are those of the scene that things are added to."""
    scene = view.scene if place.here else place.id
    zones = (each for each in view.zones if isinstance(each, ZoneView) and each.scene in (None, scene))
    return Known(
        people=tuple(Named(each.id, each.name) for each in view.people),
        zones=tuple(Named(each.id, each.name) for each in zones),
        tags=tuple(each.name for each in tags),
        conditions=tuple(each.name for each in conditions),
        saved=view.saved if isinstance(view.saved, tuple) else (),
        checks=bool(ruleset(view.ruleset).check_form),
        segments=next(
            (each.segments for each in reversed(view.clocks) if isinstance(each, ClockView)), SEGMENTS
        ),
    )


def place_of(view: TableView, chosen: str) -> AddedTo:
    """Where a line adds: "here" in the scene being played, "" on the whole table, or a scene by its id."""
    scene = next((each for each in view.scenes if str(each.id) == chosen), None)
    if scene is not None and scene.id != view.scene:
        words = f"for the {scene.state} scene {scene.name}"
        return AddedTo(words, scene.id, here=False, prepared=scene.state == "prepared")
    return AddedTo("for the whole table", None, here=False) if chosen == "" else AddedTo()


def hints(text: str, known: Known, chosen: str = "") -> tuple[str, ...]:
    """Up to five lines that what is typed may become, in the order of what is used most."""
    typed = text.lstrip()
    if not typed:
        return ()
    sign = "" if typed[0] in SIGNS else KINDS.get(chosen, "")
    wanted = f"{sign}{typed}".casefold()
    signed = [each for each in _whole(typed, known, sign) if each.casefold().startswith(wanted)]
    plain = typed[0] not in SIGNS and not sign
    whole = _whole(typed, known, sign) if plain else ()
    bare = [each for each in whole if each[:1] in SIGNS and each[1:].casefold().startswith(wanted)]
    found = dict.fromkeys([*signed, *bare])
    return tuple(each for each in found if each.strip().casefold() != wanted.strip())[:MOST]


def _whole(typed: str, known: Known, sign: str) -> Iterator[str]:
    """All lines that could be meant: those that go on from what is typed, then by name."""
    head, at, _ = typed.rpartition("@")
    if at and head.strip():
        yield from (f"{sign}{head}@{each.name}" for each in (*known.zones, *known.people))
    yield from _for_somebody(f"{sign}{typed}", known)
    yield from (f"{each.name}: " for each in known.people if known.checks)
    yield from (f"{KEPT[each.kind]}{each.name}" for each in known.saved if each.kind in KEPT)
    yield from (f"+{name} " for name in known.conditions)
    yield from (f"#{name}" for name in known.tags)


def _for_somebody(line: str, known: Known) -> Iterator[str]:
    """A condition goes on with whom it is for."""
    name, space, _ = line.rpartition(" ")
    if line.startswith("+") and space:
        yield from (f"{name} {each.name}" for each in known.people)


def most_used(board: Board, model: type[Tag] | type[Condition]) -> tuple[CatalogueEntry, ...]:
    """Tags or conditions by how often they were on this table, names of the table's own among them.

    Counts hidden and removed ones too, so it is for the GM alone.
    """
    kind, rows = model.kind_name, board.all(model).values()
    book = played(board.table.ruleset).catalogue.entries(kind)
    known = {entry.name.casefold(): entry for entry in book}
    uses = Counter(row.name.casefold() for row in rows)
    own = {row.name.casefold(): row.name for row in rows if row.name.casefold() not in known}
    known |= {key: CatalogueEntry(key, name, kind, text="used here before") for key, name in own.items()}
    return tuple(sorted(known.values(), key=lambda entry: -uses[entry.name.casefold()]))
