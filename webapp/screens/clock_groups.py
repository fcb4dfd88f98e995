"""Clocks in lists: under headings of the table's own, and to choose from, those of one name told apart."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from webapp.screens.games import game_screens
from webapp.screens.panel import Option
from webapp.screens.views import ClockView, Masked, Rumour, ShownClock, TableView, Thing

OFFERED = ("This scene", "Long-term", "Factions")


@dataclass(frozen=True)
class ClockGroup:
    """Clocks under one heading, or those without one; `start` counts the clocks that stand before it."""

    id: str
    name: str | None
    clocks: tuple[ShownClock, ...]
    start: int

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The places of its clocks in their order; two that race are one."""
        return paired(self.clocks)


def standing_apart(view: TableView) -> tuple[ShownClock, ...]:
    """The clocks in play that no game draws inside something of its own."""
    nested = game_screens(view.ruleset).nested(view)
    return tuple(clock for clock in view.clocks if clock.here and clock.id not in nested)


def grouped(clocks: Sequence[ShownClock]) -> tuple[ClockGroup, ...]:
    """The clocks without a group, then each group where its first clock stands."""
    names = sorted(dict.fromkeys(map(_group, clocks)), key=lambda name: name is not None)
    groups: list[ClockGroup] = []
    start = 0
    for name in names:
        held = tuple(clock for clock in clocks if _group(clock) == name)
        groups.append(ClockGroup(_id(name), name, held, start))
        start += len(held)
    return tuple(groups)


def paired(clocks: Sequence[ShownClock]) -> tuple[tuple[int, ...], ...]:
    """The places of clocks in their order, each with that of the clock it races where that one is known."""
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
    """What a form offers: the usual groups, then those of this table."""
    own = map(_group, clocks)
    return tuple(dict.fromkeys([*OFFERED, *(name for name in own if name)]))


def moved(things: Sequence[Thing], id: int, by: int) -> list[int] | None:
    """All ids in the order they have once this one went one place up (-1) or down (1) in its group.

    None where it stands at that end already; what is not in play now keeps its place.
    """
    ids = [each.id for each in things]
    here = next(each for each in things if each.id == id)
    beside = [each.id for each in things if _together(each, here)]
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
    """A name for the page's element that any words may stand behind."""
    return "group" if name is None else f"group-{crc32(name.encode()):08x}"


# ---- to choose from -------------------------------------------------------------------------------


def clock_options(view: TableView, clocks: Iterable[ShownClock] | None = None) -> tuple[Option, ...]:
    """The clocks this audience can name, or some of them; what is in play in the scene stands first."""
    known = [each for each in (view.clocks if clocks is None else clocks) if hasattr(each, "name")]
    words = clock_words(view)
    return tuple((each.id, words[each.id]) for each in sorted(known, key=lambda clock: not clock.here))


def clock_words(view: TableView) -> dict[int, str]:
    """What each clock is called where others have its name: "Alarm (Factions)", "Alarm (6 segments)"."""
    known = [each for each in view.clocks if not isinstance(each, Rumour)]
    often = Counter(each.name for each in known)
    words = {each.id: each.name for each in known}
    for name in (name for name, count in often.items() if count > 1):
        alike = [each for each in known if each.name == name]
        words |= {
            each.id: f"{name} ({says})" for each, says in zip(alike, _told_apart(view, alike), strict=True)
        }
    return words


def _told_apart(view: TableView, alike: Sequence[ClockView | Masked]) -> list[str]:
    """The fewest words that tell these clocks apart, those that last before those that change."""
    said: list[list[str]] = [[] for _ in alike]
    for facet in _facets(view, alike):
        if all(facet) and len(set(facet)) > 1 and not _differ(said):
            for words, each in zip(said, facet, strict=True):
                words.append(each)
    if not _differ(said):
        for place, words in enumerate(said, start=1):
            words.append(f"no. {place}")
    return [", ".join(words) for words in said]


def _differ(said: Sequence[Sequence[str]]) -> bool:
    return len({tuple(words) for words in said}) == len(said)


def _facets(view: TableView, alike: Sequence[ClockView | Masked]) -> Iterator[list[str]]:
    """What may tell them apart; "" where this audience does not know it."""
    scenes = {scene.id: scene.name for scene in view.scenes} | {view.scene: "this scene", None: "whole table"}
    people = {each.id: each.name for each in (*view.cast, *view.seats) if hasattr(each, "name")}
    known = [each if isinstance(each, ClockView) else None for each in alike]
    yield [scenes.get(each.scene, "another scene") if each else "" for each in known]
    yield [(each.group or "no group") if each else "" for each in known]
    yield [_whose(each, people) if each else "" for each in known]
    yield [f"{each.segments} segments" if each else "" for each in known]
    yield [f"{each.filled} filled" if isinstance(each, ClockView) else str(each.word) for each in alike]


def _whose(clock: ClockView, people: Mapping[int, str]) -> str:
    ids = [id for id in (clock.owner, clock.character) if isinstance(id, int)]
    return next((people[id] for id in ids if id in people), "nobody's")
