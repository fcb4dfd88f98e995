"""Parse one typed line as a command that adds something, by its text, the chosen kind and the table.

`Alarm 6` is a clock, `#Slick @Pier` a tag in a zone, `+Bleeding Mara` a condition, `Mara: climb the wall` a
check, `@Fixer` (or `npc Fixer`, `pc Mara`) a character. Such a mark takes precedence over the chosen kind,
and the chosen kind over what the text looks like. What is unclear has `readings` to choose from. The lines
that people type, dictate and paste are listed in `tests/views/typed_lines.toml`.
"""

import re
from dataclasses import replace
from itertools import islice

from webapp.rules.clocks import segments_in_words
from webapp.rules.name_keys import find_named, name_key
from webapp.views.quick_add_conditions import is_condition, name_and_people, read_condition
from webapp.views.quick_add_lines import bare_name, clean_line, too_long, unquoted, without_stop
from webapp.views.quick_add_made import made_thing, one_of, saved_thing, say_nobody
from webapp.views.quick_add_names import (
    NameCandidate,
    find_candidates,
    find_exactly,
    find_in_names,
    read_people,
)
from webapp.views.quick_add_sizes import (
    after_size,
    filled_in,
    has_number_in_name,
    is_plainly_sized,
    match_size,
    read_number,
)
from webapp.views.quick_add_spoken import TRIES, split_place, split_sight, without_order
from webapp.views.quick_add_values import (
    KINDS,
    MOST_READINGS,
    MOST_SEGMENTS,
    SEGMENTS,
    SIGHTS,
    SIGNS,
    Addition,
    AdditionChoices,
    AdditionContext,
    within_limits,
)

CHARACTER_KINDS = {"pc": "a player's character", "npc": "an NPC"}
KIND_OF_SAVED = {"clock": "clock", "tag": "tag", "npc": "person"}
SPOKEN = re.compile(r"hash\s?tag\s+", re.IGNORECASE)
"""How the mark of a tag is dictated."""


def read_addition(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of a line; without a command if the line is empty, incomplete or unclear."""
    if long := too_long(text):
        return Addition(lacks=long)
    text = clean_line(text)
    text = unquoted(text) if unquoted(text)[:1] in SIGNS else text
    if (ordered := without_order(text)) != text:
        return _ordered(text, ordered, known, wanted)
    seen, sees = split_sight(text)
    if sees and _kind(seen, known, wanted.kind)[0] != "check":
        text, wanted = seen, replace(wanted, sees=dict.fromkeys(KINDS, sees))
    if not text:
        check = " or Mara: climb the wall" if known.checks else ""
        before = ", " if check else " or "
        return Addition(lacks=f"Type what to add, such as Alarm 6, #Slick{before}+Bleeding Mara{check}.")
    kind, rest, sure = _kind(text, known, wanted.kind)
    rest = f"{rest} {sees}" if sees and rest and kind in ("person", *CHARACTER_KINDS) else rest
    made = _read(kind, rest, known, wanted)
    as_condition = kind == "check" and is_condition(text.rpartition(":")[2], known)
    if as_condition and made.lacks:
        made, as_condition = _read("condition", text, known, wanted), False
    is_clear = sure and not as_condition
    made = replace(made, sure=made.sure and is_clear)
    is_marked = text[0] in SIGNS or kind in CHARACTER_KINDS
    lacks_one = bool(made.lacks) and (bool(made.readings) or (kind == "check" and not as_condition))
    if is_marked or lacks_one or (is_clear and not made.lacks and (made.sure or kind == "condition")):
        return made
    return replace(made, readings=_readings(made, unquoted(text), known, wanted))


def _ordered(text: str, rest: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read a line that is dictated as an order, which may also be a name: “Add fuel 4”."""
    both = (read_addition(rest, known, wanted), _read(*_kind(text, known, wanted.kind)[:2], known, wanted))
    found = {one.stamp: replace(one, sure=True, readings=()) for one in both if one.command and not one.lacks}
    return replace(both[0], sure=False, readings=tuple(found.values())) if found else both[0]


def _read(kind: str, text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the text's meaning as this kind of thing."""
    if kind in CHARACTER_KINDS:
        kind, wanted = "person", replace(wanted, played=kind)
    if kind != "check":
        text = without_stop(text) if kind == "condition" else bare_name(text)
    if not text:
        return Addition(kind, lacks="Type a name too.")
    made = READERS[kind](text, known, wanted)
    return within_limits(
        replace(made, kind=kind, readings=tuple(replace(one, kind=kind) for one in made.readings))
    )


def _readings(
    made: Addition, text: str, known: AdditionContext, wanted: AdditionChoices
) -> tuple[Addition, ...]:
    """Return what an unclear line may mean, the likeliest first; () if there is nothing to choose."""
    kinds = [kind for kind in ("clock", "condition", "check") if wanted.kind in ("", kind)]
    kinds = [kind for kind in kinds if kind != "clock" or match_size(text, known)]
    if "check" in kinds and not (":" in text or TRIES.search(text) or find_candidates(known.people, text)):
        kinds.remove("check")
    if find_candidates(known.people, name_and_people(text, known)[0]) and "condition" in kinds:
        kinds.remove("condition")  # two names
    kinds += ["tag", "person"] if wanted.kind == "" else []
    likely = [_read(kind, text, known, wanted) for kind in kinds]
    likely += [_whole_name(text, known, wanted)] if wanted.kind in ("", "clock") else []
    likely = [*(made.readings or (made,)), *likely]
    found = {one.stamp: replace(one, sure=True) for one in likely if one.command and not one.lacks}
    return tuple(islice(found.values(), MOST_READINGS)) if len(found) > 1 or made.lacks else ()


def _whole_name(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return a clock with the whole text as its name, whatever number stands at its end."""
    fields: dict[str, object] = {"name": bare_name(text), "segments": known.segments}
    made = made_thing("clock", f"a clock of {segments_in_words(known.segments)}", fields, wanted)
    return within_limits(replace(made, kind="clock"))


def _kind(text: str, known: AdditionContext, chosen: str) -> tuple[str, str, bool]:
    """Return the kind of thing, the text without its mark, and whether the kind is clear."""
    marked = _marked(text, known, chosen)
    if marked is not None:
        return *marked, True
    if chosen in KINDS:
        return chosen, text, True
    first, _, others = text.partition(" ")
    if others and first.casefold().rstrip(":") in KINDS:
        return first.casefold().rstrip(":"), others, first.endswith(":")
    if (sized := match_size(text, known)) is not None:
        plain = is_plainly_sized(sized, known)
        return "clock" if plain or not has_number_in_name(sized, known) else "tag", text, plain
    kinds = _known_as(bare_name(text), known)
    clear = len(kinds) == 1
    return next(iter(kinds)) if clear else "tag", text, clear


def _marked(text: str, known: AdditionContext, chosen: str) -> tuple[str, str] | None:
    """Return the kind that a mark in the text sets and the text without the mark; None without a mark."""
    if text[0] in SIGNS:
        return SIGNS[text[0]], text.lstrip(text[0]).strip()
    if spoken := SPOKEN.match(text):
        return "tag", text[spoken.end() :]
    first, _, others = text.partition(" ")
    if others and first.casefold().rstrip(":") in CHARACTER_KINDS:
        return first.casefold().rstrip(":"), others
    who, colon, _ = text.partition(":")
    several = colon and read_people(who, known.people, known.party)
    called = (several or _roller(text, known)[0]) and (known.checks or not chosen)
    return ("check", text) if called else None


def _roller(text: str, known: AdditionContext) -> tuple[list[NameCandidate], str]:
    """Return the candidates for the name before a colon, the longest that is one, and what follows it."""
    for colon in reversed([*re.finditer(":", text)]):
        if found := find_exactly(known.people, text[: colon.start()]):
            return found, text[colon.end() :].strip()
    who, colon_, intent = text.partition(":")
    return (find_in_names(known.people, who) if colon_ else []), intent.strip()


def _known_as(text: str, known: AdditionContext) -> set[str]:
    """Return the kinds with this name in the catalogue, on the table or in the library.

    For a condition, the name of a character must follow.
    """
    kinds = {"tag"} if find_named(known.tags, text, str) else set()
    kinds |= {
        KIND_OF_SAVED[saved.kind]
        for saved in known.saved
        if saved.kind in KIND_OF_SAVED and _same(saved.name, text)
    }
    name, named = name_and_people(text, known)
    return kinds | ({"condition"} if named and is_condition(name, known) else set())


# ---- each kind -------------------------------------------------------------------------------------


def _clock(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Alarm 6`, `Alarm 2/6 danger`, `Alarm 6 secret` or `Alarm`.

    A clock of this name in the library is copied, with the size that is typed. Without a size another clock
    has as many segments as the last one.
    """
    sized = match_size(text, known)
    if sized is None:
        library_item = saved_thing("clock", text, known)
        fields = dict(library_item.data) if library_item else {"name": text, "segments": known.segments}
        words = f"a clock of {segments_in_words(fields.get('segments', SEGMENTS))}"
        return made_thing("clock", words, fields, wanted, library_item=library_item)
    filled, segments = filled_in(sized), read_number(sized["size"])
    word, sees, _ = after_size(sized["more"], known)
    wanted = replace(wanted, sees={**wanted.sees, "clock": sees}) if sees else wanted
    if not 1 <= segments <= MOST_SEGMENTS or filled > segments:
        return Addition(lacks=f"A clock has 1 to {MOST_SEGMENTS} segments and cannot be more than full.")
    kind = known.clock_kinds[word] if word else ""
    name = unquoted(sized["name"].strip())
    library_item = saved_thing("clock", name, known)
    if library_item and kind and library_item.data.get("kind", kind) != kind:
        library_item = None
    fields = dict(library_item.data) if library_item else {"name": name}
    fields |= {"segments": segments} | ({"filled": filled} if filled else {})
    fields |= {"kind": kind} if kind else {}
    what = f"a clock of {segments_in_words(segments)}" + (f", {word}" if word else "")
    what += f", {filled} filled" if filled else ""
    return made_thing("clock", what, fields, wanted, library_item=library_item)


def _tag(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Slick`, `Slick @Pier` (a zone), `Armed @Fixer` (a character) or `Locked @the gate` (a thing)."""
    name, at, where = (unquoted(part.strip()) for part in text.rpartition("@"))
    if not (at and name and where):
        library_item = saved_thing("tag", text, known)
        fields: dict[str, object] = dict(library_item.data) if library_item else {"name": text}
        made = made_thing("tag", "a tag", fields, wanted, library_item=library_item)
        thing, where = split_place(text)
        if library_item or find_named(known.tags, text, str) or len(_places(where, known)) != 1:
            return made
        placed = _tag(f"{thing} @{where}", known, wanted)
        return replace(placed, sure=False, readings=(placed, made))
    found = _places(where, known)
    if not found:
        made = made_thing("tag", f"a tag on a thing, “{where}”", {"name": name, "object": where}, wanted)
        return replace(made, sure=False)
    made_there = []
    for kind, place in found:
        what = f"a tag {'in' if kind == 'zone' else 'on'} {place.told}"
        made_there.append(made_thing("tag", what, {"name": name, kind: place.id}, wanted, within=True))
    return one_of(made_there, [place for _, place in found])


def _places(where: str, known: AdditionContext) -> list[tuple[str, NameCandidate]]:
    """Return the zones and characters of this name, or else the zones, or characters, with these words."""
    things = (("zone", known.zones), ("character", known.people))
    exact = [(kind, place) for kind, places in things for place in find_exactly(places, where)]
    within = ([(kind, place) for place in find_in_names(places, where)] for kind, places in things)
    return exact or next(filter(None, within), [])


def _person(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Fixer`, `Fixer @Pier` or `Fixer shown`.

    A character from the library is added as it was saved; a line that says who sees it adds a new one. While
    a scene is prepared, a character outside its zones is secret, since it does not belong to the scene.
    """
    text, chosen = _who_sees(text)
    wanted = replace(wanted, sees={**wanted.sees, "person": chosen}) if chosen else wanted
    name, at, where = (unquoted(part.strip()) for part in text.rpartition("@"))
    zones = find_candidates(known.zones, where) if at and name else []
    if zones:
        return one_of([_new_person(name, zone, wanted) for zone in zones], zones)
    thing, where = split_place(text)
    if not at and len(zones := find_exactly(known.zones, where)) == 1:
        both = (_new_person(unquoted(thing), zones[0], wanted), _new_person(text, None, wanted))
        return replace(both[0], sure=False, readings=both)
    library_item = None if chosen or wanted.place.prepared else saved_thing("npc", text, known)
    if library_item is not None:
        words = (
            f"“{library_item.name}” from the library: an NPC, {library_item.data.get('visibility', 'secret')}"
        )
        return Addition(command={"do": "saved.use", "saved": library_item.id}, words=words)
    return replace(_new_person(unquoted(text), None, wanted), sure=not at)


def _new_person(name: str, zone: NameCandidate | None, wanted: AdditionChoices) -> Addition:
    sees = wanted.sees.get("person") or ("secret" if wanted.played == "npc" else "shown")
    sees = "secret" if wanted.place.prepared and zone is None else sees
    fields: dict[str, object] = {"name": name} | ({"zone": zone.id} if zone else {})
    words = f"“{name}”: {CHARACTER_KINDS[wanted.played]}{f' in {zone.told}' if zone else ''}, {sees}"
    return Addition(
        command={"do": "character.add", "kind": wanted.played, "visibility": sees, **fields}, words=words
    )


def _who_sees(text: str) -> tuple[str, str]:
    """Return a character's text without a last word such as "shown", and that word, or ""."""
    name, _, last = text.rpartition(" ")
    sees = last.strip("()").casefold()
    return (name.rstrip(" ,"), SIGHTS[sees]) if name and sees in SIGHTS else (text, "")


def _check(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Mara: climb the wall`, or `Mara` alone."""
    if not known.checks:
        return Addition(lacks="This game has no checks. Decide what happens, and tick a clock.")
    if wanted.place.prepared:
        return Addition(lacks="Checks cannot be prepared. Add the check once the scene has begun.")
    found, intent = _roller(text, known)
    if not found and ":" not in text:
        found, intent = _trier(text, known)
    who = text.partition(":")[0]
    if not found and ":" in text and who.strip():
        several = len(read_people(who, known.people, known.party)) > 1
        return Addition(
            lacks="A check is for one character. Add one for each." if several else say_nobody(who)
        )
    if not found:
        return Addition(lacks="Type a character, a colon and what they try, such as Mara: climb the wall.")
    return one_of([_called(one, intent) for one in found], found)


def _trier(text: str, known: AdditionContext) -> tuple[list[NameCandidate], str]:
    """Return the candidates for the name that a check without a colon begins with, and what they try."""
    if found := find_candidates(known.people, text):
        return found, ""
    if tries := TRIES.search(text):
        return find_candidates(known.people, text[: tries.start()]), text[tries.end() :]
    words = text.split()
    ways = ((" ".join(words[:split]), " ".join(words[split:])) for split in range(len(words) - 1, 0, -1))
    named = ((find_candidates(known.people, name), rest) for name, rest in ways)
    return next((one for one in named if one[0]), ([], ""))


def _called(who: NameCandidate, intent: str) -> Addition:
    words = f"a check for {who.told}" + (f": “{intent}”" if intent else "")
    return Addition(
        kind="check",
        command={"do": "check.call", "character": who.id} | ({"intent": intent} if intent else {}),
        words=words,
    )


READERS = {"clock": _clock, "tag": _tag, "person": _person, "condition": read_condition, "check": _check}


def _same(name: str, said: str) -> bool:
    return name_key(name) == name_key(said)
