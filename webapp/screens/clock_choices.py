"""Clocks to choose from: those on screen first, and those of one name told apart in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from webapp.screens.panel import Option
from webapp.screens.views import ClockView, Masked, Rumour, ShownClock, TableView


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
