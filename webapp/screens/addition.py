"""What one line of text adds to the table: read from what is typed, the chosen kind, and what is there.

`Alarm 6` is a clock, `#Slick @Pier` a tag in a zone, `+Bleeding Mara` a condition, `Mara: climb the wall` a
check, `@Fixer` (or `npc Fixer`, `pc Mara`) a person. A chosen kind wins over what the text looks like.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from zlib import crc32

from webapp.screens.views import SavedView

KINDS = {"clock": "", "tag": "#", "person": "@", "condition": "+", "check": ""}
"""What a line may add, and the sign that says so."""
SIGNS = {sign: kind for kind, sign in KINDS.items() if sign}
PLAYED = {"pc": "a player's character", "npc": "an NPC"}
KIND_OF_SAVED = {"clock": "clock", "tag": "tag", "npc": "person"}
SIZED = re.compile(r"(.*\S)\s+(?:(\d{1,3})/)?(\d{1,3})")
SEGMENTS = 4
MOST_SEGMENTS = 100


@dataclass(frozen=True)
class Named:
    """Somebody or some place that a line may name."""

    id: int
    name: str


@dataclass(frozen=True)
class AddedTo:
    """The scene that things are added to: `id` where it is not simply the one being played."""

    words: str = ""
    id: int | None = None
    here: bool = True
    prepared: bool = False


@dataclass(frozen=True)
class Known:
    """What a line may name: people, zones, the book's and the table's tags and conditions, the library; and
    how many segments the last clock has, as the next one will."""

    people: tuple[Named, ...] = ()
    zones: tuple[Named, ...] = ()
    tags: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    saved: tuple[SavedView, ...] = ()
    checks: bool = True
    segments: int = SEGMENTS


@dataclass(frozen=True)
class Wanted:
    """What sticks from line to line: the chosen kind, the scene, who sees what, how people are played."""

    kind: str = ""
    place: AddedTo = AddedTo()
    sees: Mapping[str, str] = field(default_factory=dict)
    played: str = "npc"


@dataclass(frozen=True)
class Addition:
    """What a line comes to: the command it is, in words; `sure` if it cannot well be meant otherwise.

    `lacks` says what is missing where it is no command yet.
    """

    kind: str = ""
    command: Mapping[str, object] = field(default_factory=dict)
    words: str = ""
    sure: bool = True
    lacks: str = ""

    @property
    def stamp(self) -> str:
        """A name for just this reading: the page gives it back to say what it showed."""
        return f"{crc32(repr((self.words, sorted(self.command.items()))).encode()):08x}"

    def is_settled(self, said: str, asked: str) -> bool:
        """Whether Enter does it: it is clear and not other than what was shown, or it was asked just this."""
        return asked == self.stamp or (self.sure and said in ("", self.stamp))


def read(text: str, known: Known, wanted: Wanted) -> Addition:
    """What this line adds; an empty one adds nothing."""
    text = " ".join(text.split())
    if not text:
        return Addition(
            lacks="Type what to add: Alarm 6, or #Slick, or +Bleeding Mara, or Mara: climb the wall."
        )
    kind, rest, sure = _kind(text, known, wanted.kind)
    if kind in PLAYED:
        kind, wanted = "person", replace(wanted, played=kind)
    if not rest:
        return Addition(kind, lacks="Type a name, too.")
    made = READERS[kind](rest, known, wanted)
    return replace(made, kind=kind, sure=made.sure and sure)


def _kind(text: str, known: Known, chosen: str) -> tuple[str, str, bool]:
    """The kind of thing, the text without what says so, and whether that is clear."""
    if chosen in KINDS:
        return _of_chosen(text, chosen)
    if text[0] in SIGNS:
        return SIGNS[text[0]], text[1:].strip(), True
    first, _, others = text.partition(" ")
    if others and first.casefold() in {*PLAYED, *KINDS}:
        return first.casefold(), others, first.casefold() in PLAYED
    who, colon, _ = text.partition(":")
    if colon and _found(known.people, who):
        return "check", text, True
    if SIZED.fullmatch(text):
        return "clock", text, True
    kinds = _known_as(text, known)
    clear = len(kinds) == 1
    return next(iter(kinds)) if clear else "tag", text, clear


def _of_chosen(text: str, chosen: str) -> tuple[str, str, bool]:
    """The chosen kind, whatever the text looks like; not clear where a sign says another."""
    first, _, others = text.partition(" ")
    if chosen == "person" and others and first.casefold() in PLAYED:
        return first.casefold(), others, True
    sign = SIGNS.get(text[0])
    return chosen, text[1:].strip() if sign == chosen else text, sign in (None, chosen)


def _known_as(text: str, known: Known) -> set[str]:
    """The kinds of thing that are known by just this name, in the book, at this table or in the library."""
    kinds = {"tag" for each in known.tags if _same(each, text)}
    kinds |= {
        KIND_OF_SAVED[each.kind]
        for each in known.saved
        if each.kind in KIND_OF_SAVED and _same(each.name, text)
    }
    name, who = _name_and_who(text, known.people)
    if who and any(_same(each, name) for each in known.conditions):
        kinds.add("condition")
    return kinds


# ---- each kind -------------------------------------------------------------------------------------


def _clock(text: str, known: Known, wanted: Wanted) -> Addition:
    """`Alarm 6`, `Alarm 2/6` or `Alarm`: as kept in the library, or with as many segments as the last one."""
    sized = SIZED.fullmatch(text)
    if sized is None:
        kept = _kept("clock", text, known)
        fields = dict(kept.data) if kept else {"name": text, "segments": known.segments}
        words = f"a clock of {fields.get('segments', SEGMENTS)}"
        return _made("clock", words, fields, wanted, kept=kept)
    name, filled, segments = sized[1], sized[2], int(sized[3])
    if not 1 <= segments <= MOST_SEGMENTS or (filled and int(filled) > segments):
        return Addition(lacks=f"A clock has 1 to {MOST_SEGMENTS} segments, and no more filled than that.")
    fields = {"name": name, "segments": segments} | ({"filled": int(filled)} if filled else {})
    return _made("clock", f"a clock of {segments}" + (f", {filled} filled" if filled else ""), fields, wanted)


def _tag(text: str, known: Known, wanted: Wanted) -> Addition:
    """`Slick`, `Slick @Pier`, `Armed @Fixer`, `Locked @the gate`: a place, a person, or else a thing."""
    name, at, where = (each.strip() for each in text.rpartition("@"))
    if not (at and name and where):
        kept = _kept("tag", text, known)
        return _made("tag", "a tag", dict(kept.data) if kept else {"name": text}, wanted, kept=kept)
    for kind, things in (("zone", known.zones), ("character", known.people)):
        for each in _found(things, where):
            preposition = "in" if kind == "zone" else "on"
            return _made(
                "tag", f"a tag {preposition} {each.name}", {"name": name, kind: each.id}, wanted, within=True
            )
    made = _made("tag", f"a tag on a thing, “{where}”", {"name": name, "object": where}, wanted)
    return replace(made, sure=False)


def _person(text: str, known: Known, wanted: Wanted) -> Addition:
    """`Fixer` or `Fixer @Pier`; nobody but who is in one of its zones belongs to a scene, so others stay
    secret while one is prepared."""
    name, at, where = (each.strip() for each in text.rpartition("@"))
    zones = _found(known.zones, where) if at and name else []
    fields: dict[str, object] = {"name": name, "zone": zones[0].id} if zones else {"name": text}
    kept = None if zones or wanted.place.prepared else _kept("npc", text, known)
    if kept is not None:
        words = f"“{kept.name}” of the library: an NPC, {kept.data.get('visibility', 'secret')}"
        return Addition(command={"do": "saved.use", "saved": kept.id}, words=words)
    sees = wanted.sees.get("person") or ("secret" if wanted.played == "npc" else "shown")
    sees = "secret" if wanted.place.prepared and not zones else sees
    where = f" in {zones[0].name}" if zones else ""
    words = f"“{fields['name']}”: {PLAYED[wanted.played]}{where}, {sees}"
    command = {"do": "character.add", "kind": wanted.played, "visibility": sees, **fields}
    return Addition(command=command, words=words, sure=bool(zones) or not at)


def _condition(text: str, known: Known, wanted: Wanted) -> Addition:
    """`Bleeding Mara`: what, then whom. While a scene is prepared nobody else hears of it."""
    name, who = _name_and_who(text, known.people)
    if not who:
        return Addition(lacks=f"Say whom, too: +{text} {known.people[0].name if known.people else 'Mara'}")
    if len(who) > 1:
        return Addition(lacks="Say which of them: " + ", ".join(each.name for each in who))
    sees = "secret" if wanted.place.prepared else wanted.sees.get("condition", "")
    kept = _kept("condition", name, known)
    fields: dict[str, object] = {**(kept.data if kept else {"name": name}), "character": who[0].id}
    wanted = replace(wanted, sees={"condition": sees}, place=AddedTo())
    return _made("condition", f"a condition for {who[0].name}", fields, wanted, kept=kept, within=True)


def _check(text: str, known: Known, wanted: Wanted) -> Addition:
    """`Mara: climb the wall`, or `Mara` alone."""
    if not known.checks:
        return Addition(lacks="This game has no checks: say what happens, and tick a clock.")
    if wanted.place.prepared:
        return Addition(lacks="Checks wait until the scene is played.")
    who, _, intent = (each.strip() for each in text.partition(":"))
    found = _found(known.people, who)
    if len(found) != 1:
        return Addition(lacks="Say who tries it, and a colon: Mara: climb the wall")
    words = f"a check for {found[0].name}" + (f": “{intent}”" if intent else "")
    command = {"do": "check.call", "character": found[0].id} | ({"intent": intent} if intent else {})
    return Addition(command=command, words=words)


READERS = {"clock": _clock, "tag": _tag, "person": _person, "condition": _condition, "check": _check}


def _made(
    kind: str,
    what: str,
    fields: dict[str, object],
    wanted: Wanted,
    kept: SavedView | None = None,
    within: bool = False,
) -> Addition:
    """The command that adds it, where and as visible as is wanted; `within` what says itself where it is."""
    sees = wanted.sees.get(kind) or fields.get("visibility", "shown")
    place = AddedTo() if within else wanted.place
    command = {"do": f"{kind}.add", **fields, "visibility": sees}
    if not place.here:
        command["scene"] = place.id
    of_library = " of the library" if kept else ""
    words = f"“{fields['name']}”{of_library}: {what}, {place.words}{', ' if place.words else ''}{sees}"
    return Addition(command=command, words=words)


# ---- names -----------------------------------------------------------------------------------------


def _found(things: Iterable[Named], said: str) -> list[Named]:
    """Who is called so; if nobody is, those with just this word in their name."""
    things, said = list(things), said.strip()
    return [each for each in things if _same(each.name, said)] or [
        each for each in things if said and said.casefold() in each.name.casefold().split()
    ]


def _name_and_who(text: str, people: tuple[Named, ...]) -> tuple[str, list[Named]]:
    """A name and whom it is for, who stands last in as many words as fit; nobody where none does."""
    words = text.replace("@", " ").split()
    for split in range(1, len(words)):
        found = _found(people, " ".join(words[split:]))
        if found:
            return " ".join(words[:split]), found
    return text, []


def _kept(kind: str, name: str, known: Known) -> SavedView | None:
    return next((each for each in known.saved if each.kind == kind and _same(each.name, name)), None)


def _same(name: str, said: str) -> bool:
    return name.casefold() == said.strip().casefold()
