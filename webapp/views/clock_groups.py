"""Lists of clocks: under the table's headings, and as choices with distinct names."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from webapp.rules.clocks import segments_in_words
from webapp.views.game_screens import game_screens
from webapp.views.panel import Option
from webapp.views.view_types import ClockView, Masked, Rumour, ShownClock, TableView, Thing

OFFERED = ("This scene", "Long-term", "Factions")


@dataclass(frozen=True)
class ClockGroup:
    """Clocks under one heading or none; `start` is the number of clocks in the groups before it."""

    id: str
    name: str | None
    clocks: tuple[ShownClock, ...]
    start: int

    @property
    def many(self) -> int:
        """The number of clocks in the group."""
        return len(self.clocks)

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The positions of the group's clocks in order; racing clocks are paired."""
        return pair_clocks(self.clocks)


def freestanding_clocks(view: TableView) -> tuple[ShownClock, ...]:
    """Return the clocks in play that no game draws inside its own panels."""
    nested = game_screens(view.ruleset).nested(view)
    return tuple(clock for clock in view.clocks if clock.here and clock.id not in nested)


def group_clocks(clocks: Sequence[ShownClock]) -> tuple[ClockGroup, ...]:
    """Group clocks by heading: first those without one, then the groups in order of their first clocks."""
    names = sorted(dict.fromkeys(map(_group, clocks)), key=lambda name: name is not None)
    groups: list[ClockGroup] = []
    start = 0
    for name in names:
        held = tuple(clock for clock in clocks if _group(clock) == name)
        groups.append(ClockGroup(_id(name), name, held, start))
        start += len(held)
    return tuple(groups)


def pair_clocks(clocks: Sequence[ShownClock]) -> tuple[tuple[int, ...], ...]:
    """Return the positions of the clocks in order, each paired with its rival's, if that is known."""
    left = {clock.id: place for place, clock in enumerate(clocks)}
    races = {clock.id: raced for clock in clocks if (raced := getattr(clock, "opposes", None))}
    pairs: list[tuple[int, ...]] = []
    for clock in clocks:
        if clock.id in left:
            here = left.pop(clock.id)
            back = (id for id, raced in races.items() if raced == clock.id)
            rival = next((id for id in (races.get(clock.id), *back) if id in left), None)
            pairs.append((here,) if rival is None else (here, left.pop(rival)))
    return tuple(pairs)


def group_names(clocks: Iterable[ShownClock]) -> tuple[str, ...]:
    """Return a form's choices of groups: the usual ones, then this table's."""
    own = map(_group, clocks)
    return tuple(dict.fromkeys([*OFFERED, *(name for name in own if name)]))


def moved_order(things: Sequence[Thing], id: int, by: int) -> list[int] | None:
    """Return all ids in the order after moving this thing up (-1) or down (1) in its group.

    The thing changes places with its next neighbour; a thing in play passes only things in play. Returns None
    if the thing is already at that end.
    """
    ids = [thing.id for thing in things]
    here = next(thing for thing in things if thing.id == id)
    beside = [thing.id for thing in things if _together(thing, here)]
    place = beside.index(id) + by
    if not 0 <= place < len(beside):
        return None
    one, other = ids.index(id), ids.index(beside[place])
    ids[one], ids[other] = ids[other], ids[one]
    return ids


def _group(clock: object) -> str | None:
    return getattr(clock, "group", None)


def _together(one: object, other: object) -> bool:
    same_group = _group(one) == _group(other)
    return same_group and getattr(one, "here", True) == getattr(other, "here", True)


def _id(name: str | None) -> str:
    """Return an HTML id made from a group's name; "group" for clocks without a heading."""
    return "group" if name is None else f"group-{crc32(name.encode()):08x}"


# ---- choices for forms ----------------------------------------------------------------------------


def clock_options(view: TableView, clocks: Iterable[ShownClock] | None = None) -> tuple[Option, ...]:
    """Return, as choices for a form, the clocks whose names this audience knows, those in play first.

    With `clocks`, only these are offered.
    """
    known = [value for value in (view.clocks if clocks is None else clocks) if hasattr(value, "name")]
    words = clock_words(view)
    return tuple((value.id, words[value.id]) for value in sorted(known, key=lambda clock: not clock.here))


def clock_words(view: TableView) -> dict[int, str]:
    """Return a distinct name for each clock of known name by id: "Alarm (Factions)", "Alarm (6 segments)"."""
    known = [clock for clock in view.clocks if not isinstance(clock, Rumour)]
    often = Counter(clock.name for clock in known)
    words = {clock.id: clock.name for clock in known}
    for name in (name for name, count in often.items() if count > 1):
        alike = [clock for clock in known if clock.name == name]
        words |= {
            clock.id: f"{name} ({says})"
            for clock, says in zip(alike, _distinguishing_names(view, alike), strict=True)
        }
    return words


def _distinguishing_names(view: TableView, alike: Sequence[ClockView | Masked]) -> list[str]:
    """Return words for each of these clocks that distinguish it from the others, preferring lasting facts."""
    said: list[list[str]] = [[] for _ in alike]
    for facet in _facets(view, alike):
        if all(facet) and len(set(facet)) > 1 and not _differ(said):
            for words, value in zip(said, facet, strict=True):
                words.append(value)
    if not _differ(said):
        for place, words in enumerate(said, start=1):
            words.append(f"no. {place}")
    return [", ".join(words) for words in said]


def _differ(said: Sequence[Sequence[str]]) -> bool:
    return len({tuple(words) for words in said}) == len(said)


def _facets(view: TableView, alike: Sequence[ClockView | Masked]) -> Iterator[list[str]]:
    """Yield facts that may distinguish the clocks, one text for each; "" if the audience may not know it."""
    scenes = {scene.id: scene.name for scene in view.scenes} | {view.scene: "this scene", None: "whole table"}
    people = {seat.id: seat.name for seat in (*view.cast, *view.seats) if hasattr(seat, "name")}
    known = [clock if isinstance(clock, ClockView) else None for clock in alike]
    yield [scenes.get(clock.scene, "another scene") if clock else "" for clock in known]
    yield [(clock.group or "no group") if clock else "" for clock in known]
    yield [_whose(clock, people) if clock else "" for clock in known]
    yield [segments_in_words(clock.segments) if clock else "" for clock in known]
    yield [f"{clock.filled} filled" if isinstance(clock, ClockView) else str(clock.word) for clock in alike]


def _whose(clock: ClockView, people: Mapping[int, str]) -> str:
    ids = [id for id in (clock.owner, clock.character) if isinstance(id, int)]
    return next((people[id] for id in ids if id in people), "nobody's")
