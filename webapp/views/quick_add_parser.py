"""Parse one typed line as a command that adds something, by its text, the chosen kind and the table.

`Alarm 6` is a clock, `#Slick @Pier` a tag in a zone, `+Bleeding Mara` a condition, `Mara: climb the wall` a
check, `@Fixer` (or `npc Fixer`, `pc Mara`) a character. Such a mark takes precedence over the chosen kind,
and the chosen kind over what the text looks like.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from zlib import crc32

from webapp.rules.clocks import segments_in_words
from webapp.rules.name_keys import name_key
from webapp.rules.word_lists import and_list
from webapp.views.view_types import SavedView

KINDS = {"clock": "", "tag": "#", "person": "@", "condition": "+", "check": ""}
"""The mark of each kind of thing that a line may add; "" for kinds without a mark."""
SIGNS = {sign: kind for kind, sign in KINDS.items() if sign}
CHARACTER_KINDS = {"pc": "a player's character", "npc": "an NPC"}
KIND_OF_SAVED = {"clock": "clock", "tag": "tag", "npc": "person"}
SIZED = re.compile(r"(.*\S)\s+(?:(\d{1,3})/)?(\d{1,3})((?:\s+\S+){0,2})")
SIGHTS = ("secret", "rumoured", "masked", "shown")
"""Words after a clock's size, or after a character's name, that say who sees it."""
EVERYBODY = ("all", "everybody", "everyone")
"""Words that name all players' characters at once."""
SEGMENTS = 4
MOST_SEGMENTS = 100


@dataclass(frozen=True)
class NameCandidate:
    """A character or zone that a line may name."""

    id: int
    name: str


@dataclass(frozen=True)
class AdditionTarget:
    """The place to which things are added.

    `here` is true for the active scene; otherwise `id` is another scene's id, or None for the whole table.
    """

    words: str = ""
    id: int | None = None
    here: bool = True
    prepared: bool = False


@dataclass(frozen=True)
class AdditionContext:
    """The names that a line may use: characters, zones, tags, conditions and things in the library.

    `party` are the players' characters, `segments` the size of the last clock, which is the default for the
    next one.
    """

    people: tuple[NameCandidate, ...] = ()
    party: tuple[NameCandidate, ...] = ()
    zones: tuple[NameCandidate, ...] = ()
    tags: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    saved: tuple[SavedView, ...] = ()
    checks: bool = True
    segments: int = SEGMENTS
    clock_kinds: Mapping[str, str] = field(default_factory=dict)
    """Maps the words for each kind of clock to its key."""


@dataclass(frozen=True)
class AdditionChoices:
    """The choices that stay from line to line: the kind, the place, the visibility, PC or NPC."""

    kind: str = ""
    place: AdditionTarget = AdditionTarget()
    sees: Mapping[str, str] = field(default_factory=dict)
    played: str = "npc"


@dataclass(frozen=True)
class Addition:
    """The meaning of a line: its command, and the command in words.

    `sure` says that the line can hardly mean anything else; `lacks` says what is missing if there is no
    command yet.
    """

    kind: str = ""
    command: Mapping[str, object] = field(default_factory=dict)
    words: str = ""
    sure: bool = True
    lacks: str = ""

    @property
    def stamp(self) -> str:
        """An id of this meaning, which the page sends back to say which meaning it showed."""
        return f"{crc32(repr((self.words, sorted(self.command.items()))).encode()):08x}"

    def is_settled(self, said: str, asked: str) -> bool:
        """Return whether Enter adds the thing at once.

        It does if the meaning is clear and is the one that the page showed, or if the user confirmed it.
        """
        return asked == self.stamp or (self.sure and said in ("", self.stamp))


def read_addition(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of a line; without a command if the line is empty or incomplete."""
    text = " ".join(text.split())
    if not text:
        check = " or Mara: climb the wall" if known.checks else ""
        before = ", " if check else " or "
        return Addition(lacks=f"Type what to add, such as Alarm 6, #Slick{before}+Bleeding Mara{check}.")
    kind, rest, sure = _kind(text, known, wanted.kind)
    if kind in CHARACTER_KINDS:
        kind, wanted = "person", replace(wanted, played=kind)
    if not rest:
        return Addition(kind, lacks="Type a name too.")
    made = READERS[kind](rest, known, wanted)
    return replace(made, kind=kind, sure=made.sure and sure)


def _kind(text: str, known: AdditionContext, chosen: str) -> tuple[str, str, bool]:
    """Return the kind of thing, the text without its mark, and whether the kind is clear."""
    marked = _marked(text, known, chosen)
    if marked is not None:
        return *marked, True
    if chosen in KINDS:
        return chosen, text, True
    first, _, others = text.partition(" ")
    if others and first.casefold() in KINDS:
        return first.casefold(), others, False
    if _sized(text, known) is not None:
        return "clock", text, True
    kinds = _known_as(text, known)
    clear = len(kinds) == 1
    return next(iter(kinds)) if clear else "tag", text, clear


def _marked(text: str, known: AdditionContext, chosen: str) -> tuple[str, str] | None:
    """Return the kind that a mark in the text sets and the text without the mark; None without a mark."""
    if text[0] in SIGNS:
        return SIGNS[text[0]], text[1:].strip()
    first, _, others = text.partition(" ")
    if others and first.casefold() in CHARACTER_KINDS:
        return first.casefold(), others
    who, colon, _ = text.partition(":")
    called = colon and _found(known.people, who) and (known.checks or not chosen)
    return ("check", text) if called else None


def _known_as(text: str, known: AdditionContext) -> set[str]:
    """Return the kinds with this name in the catalogue, on the table or in the library.

    For a condition, the name of a character must follow.
    """
    kinds = {"tag" for tag in known.tags if _same(tag, text)}
    kinds |= {
        KIND_OF_SAVED[saved.kind]
        for saved in known.saved
        if saved.kind in KIND_OF_SAVED and _same(saved.name, text)
    }
    name, who = _name_and_who(text, known.people)
    if who and any(_same(condition, name) for condition in known.conditions):
        kinds.add("condition")
    return kinds


# ---- each kind -------------------------------------------------------------------------------------


def _sized(text: str, known: AdditionContext) -> re.Match[str] | None:
    """Match `Alarm 6`, `Alarm 2/6`, `Alarm 6 danger` and `Alarm 6 secret`; None for another form."""
    sized = SIZED.fullmatch(text)
    if sized is None:
        return None
    kind, sees, unknown = _after_size(sized[4], known)
    return sized if not unknown and len(sized[4].split()) == len([*filter(None, (kind, sees))]) else None


def _after_size(text: str, known: AdditionContext) -> tuple[str, str, bool]:
    """Return the clock's kind and visibility from the words after its size.

    The third value says whether there is any other word.
    """
    words = text.casefold().split()
    kind = next((word for word in words if word in known.clock_kinds), "")
    sees = next((word for word in words if word in SIGHTS and word != kind), "")
    return kind, sees, any(word not in (kind, sees) for word in words)


def _clock(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Alarm 6`, `Alarm 2/6 danger`, `Alarm 6 secret` or `Alarm`.

    Without a size the clock is a copy of the library's clock of this name, or else has as many segments as
    the last clock.
    """
    sized = _sized(text, known)
    if sized is None:
        library_item = _library_item("clock", text, known)
        fields = dict(library_item.data) if library_item else {"name": text, "segments": known.segments}
        words = f"a clock of {segments_in_words(fields.get('segments', SEGMENTS))}"
        return _made("clock", words, fields, wanted, library_item=library_item)
    name, filled, segments = sized[1], sized[2], int(sized[3])
    word, sees, _ = _after_size(sized[4], known)
    wanted = replace(wanted, sees={**wanted.sees, "clock": sees}) if sees else wanted
    if not 1 <= segments <= MOST_SEGMENTS or (filled and int(filled) > segments):
        return Addition(lacks=f"A clock has 1 to {MOST_SEGMENTS} segments and cannot be more than full.")
    fields = {"name": name, "segments": segments} | ({"filled": int(filled)} if filled else {})
    fields |= {"kind": known.clock_kinds[word]} if word else {}
    what = f"a clock of {segments_in_words(segments)}" + (f", {word}" if word else "")
    return _made("clock", what + (f", {filled} filled" if filled else ""), fields, wanted)


def _tag(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Slick`, `Slick @Pier` (a zone), `Armed @Fixer` (a character) or `Locked @the gate` (a thing)."""
    name, at, where = (part.strip() for part in text.rpartition("@"))
    if not (at and name and where):
        library_item = _library_item("tag", text, known)
        return _made(
            "tag",
            "a tag",
            dict(library_item.data) if library_item else {"name": text},
            wanted,
            library_item=library_item,
        )
    for kind, things in (("zone", known.zones), ("character", known.people)):
        for candidate in _found(things, where):
            preposition = "in" if kind == "zone" else "on"
            return _made(
                "tag",
                f"a tag {preposition} {candidate.name}",
                {"name": name, kind: candidate.id},
                wanted,
                within=True,
            )
    made = _made("tag", f"a tag on a thing, “{where}”", {"name": name, "object": where}, wanted)
    return replace(made, sure=False)


def _person(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Fixer`, `Fixer @Pier` or `Fixer shown`.

    A character from the library is added as it was saved; a line that says who sees it adds a new one. While
    a scene is prepared, a character outside its zones is secret, since it does not belong to the scene.
    """
    text, chosen = _who_sees(text)
    wanted = replace(wanted, sees={**wanted.sees, "person": chosen}) if chosen else wanted
    name, at, where = (part.strip() for part in text.rpartition("@"))
    zones = _found(known.zones, where) if at and name else []
    fields: dict[str, object] = {"name": name, "zone": zones[0].id} if zones else {"name": text}
    library_item = None if zones or chosen or wanted.place.prepared else _library_item("npc", text, known)
    if library_item is not None:
        words = (
            f"“{library_item.name}” from the library: an NPC, {library_item.data.get('visibility', 'secret')}"
        )
        return Addition(command={"do": "saved.use", "saved": library_item.id}, words=words)
    sees = wanted.sees.get("person") or ("secret" if wanted.played == "npc" else "shown")
    sees = "secret" if wanted.place.prepared and not zones else sees
    where = f" in {zones[0].name}" if zones else ""
    words = f"“{fields['name']}”: {CHARACTER_KINDS[wanted.played]}{where}, {sees}"
    command = {"do": "character.add", "kind": wanted.played, "visibility": sees, **fields}
    return Addition(command=command, words=words, sure=bool(zones) or not at)


def _who_sees(text: str) -> tuple[str, str]:
    """Return a character's text without a last word such as "shown", and that word, or ""."""
    name, _, last = text.rpartition(" ")
    return (name, last.casefold()) if name and last.casefold() in SIGHTS else (text, "")


def _condition(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Bleeding Mara`, `Soaked Mara, Tobin` or `Soaked all`: the condition, then its characters.

    While a scene is prepared, the condition is secret.
    """
    name, found = _name_and_several(text, known)
    if not found:
        person = next((who.name for who in known.people if _same(who.name, text)), None)
        if person is not None:
            return Addition(lacks=f"Which condition? e.g. +Bleeding {person}")
        return Addition(lacks=f"Who? e.g. +{text} {known.people[0].name if known.people else 'Mara'}")
    unclear = next((who for who in found if len(who) != 1), None)
    if unclear is not None:
        missing = text.split(",")[found.index(unclear)]
        return Addition(lacks=_say_which(unclear) if unclear else _say_nobody(missing))
    sees = "secret" if wanted.place.prepared else wanted.sees.get("condition", "")
    library_item = _library_item("condition", name, known)
    people = list(dict.fromkeys(who[0] for who in found))
    fields: dict[str, object] = dict(library_item.data) if library_item else {"name": name}
    fields |= {"character": people[0].id} if len(people) == 1 else {"characters": [who.id for who in people]}
    wanted = replace(wanted, sees={"condition": sees}, place=AdditionTarget())
    names = [who.name for who in people]
    whom = and_list(names)
    made = _made(
        "condition", f"a condition for {whom}", fields, wanted, library_item=library_item, within=True
    )
    several = {"do": "conditions.add"} if len(people) > 1 else {}
    return replace(made, command={**made.command, **several})


def _check(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Mara: climb the wall`, or `Mara` alone."""
    if not known.checks:
        return Addition(lacks="This game has no checks. Decide what happens, and tick a clock.")
    if wanted.place.prepared:
        return Addition(lacks="Checks cannot be prepared. Add the check once the scene has begun.")
    who, colon, intent = (part.strip() for part in text.partition(":"))
    found = _found(known.people, who)
    if len(found) > 1:
        return Addition(lacks=_say_which(found))
    if not found and colon and who:
        return Addition(lacks=_say_nobody(who))
    if not found:
        return Addition(lacks="Type a character, a colon and what they try, such as Mara: climb the wall.")
    words = f"a check for {found[0].name}" + (f": “{intent}”" if intent else "")
    command = {"do": "check.call", "character": found[0].id} | ({"intent": intent} if intent else {})
    return Addition(command=command, words=words)


def _say_which(found: Iterable[NameCandidate]) -> str:
    return f"Several match. Type more of the name: {', '.join(candidate.name for candidate in found)}"


def _say_nobody(name: str) -> str:
    name = name.strip()
    return f"No character here is called “{name}”." if name else "Type a name after each comma."


READERS = {"clock": _clock, "tag": _tag, "person": _person, "condition": _condition, "check": _check}


def _made(
    kind: str,
    what: str,
    fields: dict[str, object],
    wanted: AdditionChoices,
    library_item: SavedView | None = None,
    within: bool = False,
) -> Addition:
    """Return the addition of a thing at the chosen place; with `within`, `fields` names the place."""
    sees = wanted.sees.get(kind) or fields.get("visibility", "shown")
    place = AdditionTarget() if within else wanted.place
    command = {"do": f"{kind}.add", **fields, "visibility": sees}
    if not place.here:
        command["scene"] = place.id
    of_library = " from the library" if library_item else ""
    words = f"“{fields['name']}”{of_library}: {what}, {place.words}{', ' if place.words else ''}{sees}"
    return Addition(command=command, words=words)


# ---- names -----------------------------------------------------------------------------------------


def _found(things: Iterable[NameCandidate], said: str) -> list[NameCandidate]:
    """Return the candidates with this name, or else those with this word in their name."""
    things, said = list(things), said.strip()
    return [candidate for candidate in things if _same(candidate.name, said)] or [
        candidate for candidate in things if said and said.casefold() in name_key(candidate.name).split()
    ]


def _name_and_who(text: str, people: tuple[NameCandidate, ...]) -> tuple[str, list[NameCandidate]]:
    """Split a text into a name and the candidates for the character at its end.

    The longest match at the end counts; if nothing matches, there are no candidates.
    """
    words = text.replace("@", " ").split()
    for split in range(1, len(words)):
        found = _found(people, " ".join(words[split:]))
        if found:
            return " ".join(words[:split]), found
    return text, []


def _name_and_several(text: str, known: AdditionContext) -> tuple[str, list[list[NameCandidate]]]:
    """Split a text into a name and, for each character at its end, the candidates for it."""
    name, _, last = text.rpartition(" ")
    if name and last.casefold() in EVERYBODY and known.party:
        return name, [[who] for who in known.party]
    first, *others = text.split(",")
    name, who = _name_and_who(first, known.people)
    return (name, [who, *(_found(known.people, other) for other in others)]) if who else (text, [])


def _library_item(kind: str, name: str, known: AdditionContext) -> SavedView | None:
    return next((saved for saved in known.saved if saved.kind == kind and _same(saved.name, name)), None)


def _same(name: str, said: str) -> bool:
    return name.casefold() == said.strip().casefold()
