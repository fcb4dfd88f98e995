"""Read a condition and whose it is: `Bleeding Mara`, `Soaked Mara and Zoë`, `Mara is bleeding`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from webapp.rules.name_keys import find_named, name_key
from webapp.rules.word_lists import and_list
from webapp.views.quick_add_lines import unquoted
from webapp.views.quick_add_made import made_thing, one_of, saved_thing, say_nobody
from webapp.views.quick_add_names import (
    NameCandidate,
    Named,
    find_exactly,
    read_people,
    split_off_people,
    unknown_person,
)
from webapp.views.quick_add_values import (
    MOST_READINGS,
    Addition,
    AdditionChoices,
    AdditionContext,
    AdditionTarget,
)
from webapp.views.view_types import SavedView

FOR_WHOM = re.compile(r"(.+)\s+(?:on|for|to)", re.IGNORECASE)
ENDS = " ,;:=>→–—-"
"""What may stand between a condition and its people."""
VERB = re.compile(r"\s+(?:is|are|gets?)\s+", re.IGNORECASE)
BRACKETS = str.maketrans("()", "  ")
IS = re.compile(r"\s+(?:is|are|gets?)\s+|\s*:\s*|\s+", re.IGNORECASE)


def read_condition(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Read `Bleeding Mara`, `Soaked Mara, Tobin and Zoë`, `Soaked all` or `Mara bleeding`.

    While a scene is prepared, the condition is secret.
    """
    text = " ".join(text.replace("@", " ").split())
    name, named = name_and_people(text, known)
    if not named:
        return Addition(lacks=_no_person(text, known))
    sees = "secret" if wanted.place.prepared else wanted.sees.get("condition", "")
    wanted = replace(wanted, sees={"condition": sees}, place=AdditionTarget())
    library_item = saved_thing("condition", name, known)
    made = [_carried(name, people, library_item, wanted, known) for people in _each_way(named)]
    unclear = next((found for found in named if len(found) > 1), [])
    return one_of(made, unclear)


def name_and_people(text: str, known: AdditionContext) -> tuple[str, Named]:
    """Return the condition and its people, who stand after it, or before a condition that is known."""
    name, named = split_off_people(text, known.people, known.party)
    whom = FOR_WHOM.fullmatch(name)
    if named and (is_condition(name, known) or whom is None):
        return unquoted(name.rstrip(ENDS)), named
    if named and whom is not None:
        return unquoted(whom[1].rstrip(ENDS)), named
    if plain := text.translate(BRACKETS) if "(" in text else "":
        return name_and_people(" ".join(plain.split()), known)
    for space in reversed([*IS.finditer(text)]):
        people, after = text[: space.start()], text[space.end() :]
        is_said = is_condition(after, known) or (VERB.fullmatch(space[0]) and not VERB.search(after))
        if is_said and (named := read_people(people, known.people, known.party)):
            return after, named
    return text, []


def _no_person(text: str, known: AdditionContext) -> str:
    """Return what is missing in a line for a condition: the condition, or whose it is."""
    person = next(iter(find_exactly(known.people, text)), None)
    if person is not None:
        return f"Which condition? e.g. +Bleeding {person.told}"
    unknown = unknown_person(text, known.people)
    if unknown is not None:
        return say_nobody(unknown)
    last = text.rpartition(" ")[2] if " " in text and not is_condition(text, known) else ""
    nobody = f"“{last}” is nobody here; " if last else ""
    somebody = known.people[0].told if known.people else "Mara"
    return f"Who? {nobody}e.g. +{text.removesuffix(last).rstrip()} {somebody}"


def _each_way(named: Named) -> Iterator[list[NameCandidate]]:
    """Yield the people of a list, once for each way to read a like name; last, all who have it."""
    for people in islice(product(*named), MOST_READINGS):
        yield list(dict.fromkeys(people))
    if any(len(found) > 1 for found in named):
        yield list(dict.fromkeys(who for found in named for who in found))


def _carried(
    name: str,
    people: Sequence[NameCandidate],
    library_item: SavedView | None,
    wanted: AdditionChoices,
    known: AdditionContext,
) -> Addition:
    """Return the addition of a condition for these people; who has it may be left out."""
    fields: dict[str, object] = dict(library_item.data) if library_item else {"name": name}
    fields |= {"character": people[0].id} if len(people) == 1 else {"characters": [who.id for who in people]}
    what = f"a condition for {and_list([who.told for who in people])}"
    made = made_thing("condition", what, fields, wanted, library_item=library_item, within=True)
    made = replace(made, command={**made.command, **({"do": "conditions.add"} if len(people) > 1 else {})})
    have = [who for who in people if name_key(str(fields["name"])) in known.carried.get(who.id, ())]
    if not have:
        return made
    has = "has" if len(have) == 1 else "have"
    words = f"{made.words}. {and_list([who.told for who in have])} {has} it already"
    again = replace(made, words=words, sure=False)
    others = [who for who in people if who not in have]
    rest = (_carried(name, others, library_item, wanted, known),) if others else ()
    return replace(again, readings=(*rest, again) if rest else ())


def is_condition(name: str, known: AdditionContext) -> bool:
    return bool(find_named(known.conditions, name, str))
