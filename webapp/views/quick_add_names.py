"""Find the characters and zones that a typed line names, one or several; whole names win over separators."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from webapp.rules.name_keys import find_named, name_key
from webapp.state.like_names import tell_alike

EVERYBODY = ("all", "everybody", "everyone", "party", "the party", "all players")
"""Words that name all players' characters at once."""
BUT = re.compile(r"\s+(?:but|except)\s+", re.IGNORECASE)
SEPARATOR = re.compile(r"\s*[,;]\s*(?:and\s+|&\s*)?|\s*&\s*|\s+and\s+", re.IGNORECASE)
STOPS = ".;:!"
LISTS = re.compile(r"[,;&]")


@dataclass(frozen=True)
class NameCandidate:
    """A character or zone that a line may name; `label` tells it from others with a like name.

    `place` is the zone where it stands, by which a line may name it too.
    """

    id: int
    name: str
    label: str = ""
    place: str = ""

    @property
    def told(self) -> str:
        """The name that nobody else has, such as “Guard (Gate)”."""
        return self.label or self.name


Named = list[list[NameCandidate]]
"""For each name in a list, the characters that it may mean."""


def tell_apart(things: Iterable[NameCandidate], places: Mapping[int, str]) -> tuple[NameCandidate, ...]:
    """Label the things whose names are alike: with their zone, or else with a number."""
    things = tuple(things)
    apart = tell_alike((thing.id, thing.name, places.get(thing.id)) for thing in things)
    return tuple(
        replace(thing, label=f"{thing.name} ({apart[thing.id]})", place=places.get(thing.id) or "")
        if thing.id in apart
        else thing
        for thing in things
    )


def find_exactly(things: Iterable[NameCandidate], said: str) -> list[NameCandidate]:
    """Return the things with this label, or else of this name in this place (“Guard @Pier”).

    Or else those with this whole name, or else with its letters.
    """
    things, said = tuple(things), said.strip()
    labelled = [thing for thing in things if thing.label and _bare(thing.label) == _bare(said)]
    placed = [
        thing for thing in things if thing.place and _bare(f"{thing.name} {thing.place}") == _bare(said)
    ]
    named = labelled or placed or find_named(things, said, _name)
    letters = "" if LISTS.search(said[-1:]) else _letters(said)
    return named or [thing for thing in things if letters and _letters(thing.name) == letters]


def find_in_names(things: Iterable[NameCandidate], said: str) -> list[NameCandidate]:
    """Return the things with these whole words in their names."""
    words = "" if LISTS.search(said) else _words(said)
    return [thing for thing in things if words and f" {words} " in f" {_words(thing.name)} "]


def find_candidates(things: Iterable[NameCandidate], said: str) -> list[NameCandidate]:
    """Return the things with this name, or else those with these words in their names."""
    things = tuple(things)
    return find_exactly(things, said) or find_in_names(things, said)


def read_people(text: str, people: tuple[NameCandidate, ...], party: tuple[NameCandidate, ...]) -> Named:
    """Return the candidates for each name in a list such as “Mara, Tobin and Zoë”; [] if it is none.

    The longest name wins: “Bruno, the foreman” is one person where somebody is called so.
    """
    if found := find_candidates(people, text):
        return [found]
    if named := _everybody(text, people, party):
        return named
    for cut in reversed([*SEPARATOR.finditer(text)]):
        first = read_people_alone(text[: cut.start()], people, party)
        if first and (rest := read_people(text[cut.end() :], people, party)):
            return [*first, *rest]
    return []


def read_people_alone(
    text: str, people: tuple[NameCandidate, ...], party: tuple[NameCandidate, ...]
) -> Named:
    """Return the candidates for one name, or for a word for everybody; [] if there are none."""
    found = find_candidates(people, text)
    return [found] if found else _everybody(text, people, party)


def _everybody(text: str, people: tuple[NameCandidate, ...], party: tuple[NameCandidate, ...]) -> Named:
    """Return the players' characters for “all”, “everyone but Mara” and such words."""
    said, *spared = BUT.split(text, maxsplit=1)
    if name_key(said).rstrip(STOPS) not in EVERYBODY:
        return []
    left = read_people(spared[0], people, ()) if spared else []
    if spared and not left:
        return []
    without = {who.id for found in left for who in found}
    return [[who] for who in party if who.id not in without]


def split_off_people(
    text: str, people: tuple[NameCandidate, ...], party: tuple[NameCandidate, ...]
) -> tuple[str, Named]:
    """Split a text into what stands first and the people at its end, as many words of them as possible."""
    words = text.split()
    for split in range(1, len(words)):
        if named := read_people(" ".join(words[split:]), people, party):
            return " ".join(words[:split]), named
    return text, []


def unknown_person(text: str, people: tuple[NameCandidate, ...]) -> str | None:
    """Return which name of a list at the end of a text is nobody's; None if the text ends with no list."""
    first, *others = SEPARATOR.split(text)
    if not split_off_people(first, people, ())[1]:
        return None
    return next((other for other in others if not find_candidates(people, other)), None)


def _name(thing: NameCandidate) -> str:
    return thing.name


@lru_cache(maxsize=8192)
def _bare(label: str) -> str:
    return " ".join(re.sub(r"[()@]| in (?=\S+$)", " ", name_key(label)).split())


@lru_cache(maxsize=8192)
def _letters(text: str) -> str:
    """Return a name's letters alone, as it may be dictated: “omalley”, “jean luc”."""
    return re.sub(r"\W+", "", name_key(text))


@lru_cache(maxsize=8192)
def _words(text: str) -> str:
    """Return a name's words without the signs between them."""
    return " ".join(re.findall(r"\w+(?:['-]\w+)*", name_key(text)))
