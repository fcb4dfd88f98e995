"""The names that a typed line of the Add field may use, and suggestions while the GM types."""

from collections import Counter
from collections.abc import Iterable, Iterator

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.name_keys import name_key
from webapp.rules.playable_games import ruleset
from webapp.store.models import Condition, Tag
from webapp.store.table_state import TableState
from webapp.views.quick_add_names import NameCandidate, tell_apart
from webapp.views.quick_add_values import KINDS, SEGMENTS, SIGNS, AdditionContext, AdditionTarget
from webapp.views.view_types import ClockView, ConditionView, TableView, ZoneView

MOST = 5
HERE = "here"
LIBRARY_MARKS = {"clock": "", "tag": "#", "npc": "@", "condition": "+"}
"""The mark of each kind that a line may add from the library."""


def addition_context(
    view: TableView,
    tags: Iterable[CatalogueEntry],
    conditions: Iterable[CatalogueEntry],
    place: AdditionTarget,
) -> AdditionContext:
    """Return the names that a line may use at this table, with the zones of the scene it adds to."""
    scene = view.scene if place.here else place.id
    places = {zone.id: zone.name for zone in view.zones if isinstance(zone, ZoneView)}
    there = {who.id: places[who.zone] for who in view.people if who.zone in places}
    people = tell_apart((NameCandidate(who.id, who.name) for who in view.people), there)
    party = {who.id for who in view.people if who.kind == "pc"}
    zones = (zone for zone in view.zones if isinstance(zone, ZoneView) and zone.scene in (None, scene))
    return AdditionContext(
        people=people,
        party=tuple(who for who in people if who.id in party),
        carried={
            who.id: frozenset(name_key(has.name) for has in who.conditions if isinstance(has, ConditionView))
            for who in view.people
        },
        zones=tell_apart((NameCandidate(zone.id, zone.name) for zone in zones), {}),
        tags=tuple(entry.name for entry in tags),
        conditions=tuple(entry.name for entry in conditions),
        saved=view.saved if isinstance(view.saved, tuple) else (),
        checks=bool(ruleset(view.ruleset).check_form),
        clock_kinds={
            word.casefold(): kind.key
            for kind in ruleset(view.ruleset).catalogue.clock_kinds
            for word in (kind.key, kind.name)
        },
        segments=next(
            (clock.segments for clock in reversed(view.clocks) if isinstance(clock, ClockView)), SEGMENTS
        ),
    )


def place_of(view: TableView, chosen: str) -> AdditionTarget:
    """Return where a line adds things.

    `chosen` is "" for the whole table, or a scene's id; any other value, such as "here", is the active scene.
    """
    scene = next((value for value in view.scenes if str(value.id) == chosen), None)
    if scene is not None and scene.id != view.scene:
        words = f"for the {scene.state} scene “{scene.name}”"
        return AdditionTarget(words, scene.id, here=False, prepared=scene.state == "prepared")
    return AdditionTarget("for the whole table", None, here=False) if chosen == "" else AdditionTarget()


def suggest_lines(text: str, known: AdditionContext, chosen: str = "") -> tuple[str, ...]:
    """Return up to five completions of a typed line; none for an empty line."""
    typed = text.lstrip()
    if not typed:
        return ()
    sign = "" if typed[0] in SIGNS else KINDS.get(chosen, "")
    wanted = name_key(f"{sign}{typed}")
    signed = [name for name in _whole(typed, known, sign) if name_key(name).startswith(wanted)]
    plain = typed[0] not in SIGNS and not sign
    whole = _whole(typed, known, sign) if plain else ()
    bare = [name for name in whole if name[:1] in SIGNS and name_key(name[1:]).startswith(wanted)]
    found = dict.fromkeys([*signed, *bare])
    return tuple(name for name in found if name_key(name) != wanted)[:MOST]


def _whole(typed: str, known: AdditionContext, sign: str) -> Iterator[str]:
    """Yield every line that the GM may be typing: completions of the text, then whole lines by name."""
    head, at, _ = typed.rpartition("@")
    if at and head.strip():
        yield from (f"{sign}{head}@{candidate.told}" for candidate in (*known.zones, *known.people))
    yield from _for_somebody(f"{sign}{typed}", known)
    yield from (f"{candidate.told}: " for candidate in known.people if known.checks)
    yield from (
        f"{LIBRARY_MARKS[saved.kind]}{saved.name}" for saved in known.saved if saved.kind in LIBRARY_MARKS
    )
    yield from (f"+{name} " for name in known.conditions)
    yield from (f"#{name}" for name in known.tags)


def _for_somebody(line: str, known: AdditionContext) -> Iterator[str]:
    """Yield a typed condition completed with the name of each character who may get it."""
    name, space, _ = line.rpartition(" ")
    if line.startswith("+") and space:
        yield from (f"{name} {candidate.told}" for candidate in known.people)


def most_used(state: TableState, model: type[Tag] | type[Condition]) -> tuple[CatalogueEntry, ...]:
    """Return the catalogue's and the table's tags or conditions, the most used at this table first.

    Hidden and removed ones count too, so the result is for the GM only.
    """
    kind, rows = model.kind_name, state.all(model).values()
    book = state.rules.catalogue.entries(kind)
    known = {name_key(entry.name): entry for entry in book}
    uses = Counter(name_key(row.name) for row in rows)
    own = {name_key(row.name): row.name for row in rows if name_key(row.name) not in known}
    known |= {key: CatalogueEntry(key, name, kind, text="used here before") for key, name in own.items()}
    return tuple(sorted(known.values(), key=lambda entry: -uses[name_key(entry.name)]))
