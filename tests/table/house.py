"""A table for examples of events, which has a thing of each kind at each level of knowledge.

Everything at this table that players may not know has the word "xanadu" in its name or text. An example says
which line each reader reads; `house_events.toml` has those of the house.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from flask import Flask

from tests.table.oak import Oak
from webapp.rules.codec import load_value
from webapp.rules.events import TYPED, Event, Ref, facts_of, kinds
from webapp.state.audience import GM, TV, Audience, Role
from webapp.state.reader import Reader
from webapp.state.seat_events import LINK
from webapp.views.journal import journal_lines

Example = dict[str, Any]
WORD = "xanadu"
READERS = ("gm", "ana", "ben", "tv")
"""Ana has a note of her own and one that is for her alone; Ben is any other player."""
HIDDEN = {
    "seat": ("cleo",),
    "link": ("phones",),
    "clock": ("plot", "doom"),
    "note": ("anas", "gms", "to_ana"),
    "saved": ("saved",),
    "scene": ("attic",),
    "tag": ("trap",),
    "zone": ("vault",),
    "character": ("spy",),
    "condition": ("dread",),
    "proposal": ("asked",),
    "check": ("hush", "lurk"),
}
"""The things of each kind that Ben and the TV may not know of, or not by name."""


class House(Oak):
    """A table that has a thing of each kind, at each level at which a reader may know it."""

    hidden: ClassVar[Mapping[str, tuple[str, ...]]] = HIDDEN
    things: dict[str, Ref]
    slick_added: int
    """The entry of the journal that says "Slick: tag added"."""

    @classmethod
    def open(cls, app: Flask, ruleset: str = "razorweave") -> Self:
        house = cls.start(app, ruleset=ruleset)
        assert isinstance(house, cls)
        ana, ben = house.sit("Ana"), house.sit("Ben")
        gone = house.sit("Dora").seat
        house.gm(do="seat.remove", seat=gone)
        house.gm(do="table.edit", settings={"guests": "ask"})
        cleo = house.player(do="seat.claim", name=f"Cleo {WORD}").result["seat"]
        phones = house.gm(do="key.add", role="player", name=f"Phones {WORD}").result["key"]
        plot = house.clock(f"Plot {WORD}", visibility="secret")
        spy = house.character(f"Spy {WORD}", kind="npc", visibility="secret")
        mara = house.character("Mara")
        attic = house.gm(do="scene.add", name=f"Attic {WORD}").result["scene"]

        def note(text: str, **more: Any) -> int:
            id: int = house.gm(do="note.add", text=text, **more).result["note"]
            return id

        def condition(character: int, name: str) -> int:
            done = house.gm(do="condition.add", character=character, name=name)
            id: int = done.result["condition"]
            return id

        def zone(name: str, **more: Any) -> int:
            id: int = house.gm(do="zone.add", name=name, **more).result["zone"]
            return id

        def check(character: int, intent: str, **more: Any) -> int:
            done = house.gm(do="check.call", character=character, intent=intent, **more)
            id: int = done.result["check"]
            return id

        mist = {"do": "tag.add", "name": f"Mist {WORD}"}
        own = house.dispatch(ana, do="note.add", text=f"Mine {WORD}").result["note"]
        house.things = {
            **{name: ("seat", id) for name, id in (("ana", ana.seat or 0), ("ben", ben.seat or 0))},
            "dora": ("seat", gone or 0),
            "cleo": ("seat", cleo),
            "phones": (LINK, phones),
            "flood": ("clock", house.clock("The flood")),
            "omen": ("clock", house.clock("The omen", visibility="masked")),
            "doom": ("clock", house.clock(f"Doom {WORD}", visibility="rumoured")),
            "plot": ("clock", plot),
            "shared": ("note", note("Ten bells", visibility="shown")),
            "to_ana": ("note", note(f"For you {WORD}", only=ana.seat)),
            "anas": ("note", own),
            "gms": ("note", note(f"Later {WORD}")),
            "saved": ("saved", house.gm(do="saved.add", clock=plot).result["saved"]),
            "attic": ("scene", attic),
            "harbour": (
                "scene",
                house.gm(do="scene.edit", scene=house.sees()["scene"], name="Harbour").result["scene"],
            ),
            "slick": ("tag", house.tag("Slick")),
            "trap": ("tag", house.tag(f"Trap {WORD}", visibility="secret")),
            "quay": ("zone", zone("Quay")),
            "pier": ("zone", zone("Pier")),
            "vault": ("zone", zone(f"Vault {WORD}", visibility="secret")),
            "mara": ("character", mara),
            "spy": ("character", spy),
            "tired": ("condition", condition(mara, "Tired")),
            "dread": ("condition", condition(spy, f"Dread {WORD}")),
            "climb": ("check", check(mara, "climb the wall")),
            "hush": ("check", check(mara, f"Listen to {WORD}", secret=True)),
            "lurk": ("check", check(spy, f"Lurk for {WORD}")),
            "asked": (
                "proposal",
                house.dispatch(ana, do="proposal.make", command=mist).result["proposal"],
            ),
        }
        lines = journal_lines(house.state(), GM)
        house.slick_added = next(line.id for line in lines if line.summary == "Slick: tag added")
        return house

    def event(self, example: Example) -> Event:
        """The event of an example, in which "@ana" is a thing."""
        facts = {name: self._fact(value) for name, value in example.get("facts", {}).items()}
        made: Event = load_value(kinds()[example["kind"]], facts)
        return made

    def _fact(self, value: Any) -> Any:
        if value == "@slick_added":
            return self.slick_added
        if isinstance(value, list):
            return [self._fact(item) for item in value]
        if isinstance(value, dict):
            return {name: self._fact(part) for name, part in value.items()}
        named = isinstance(value, str) and value.startswith("@")
        return list(self.things[value[1:]]) if named else value

    def readers(self) -> dict[str, Reader]:
        """Those who read, each with their own page."""
        state = self.state()
        seats = {name: Audience(Role.PLAYER, self.things[name][1]) for name in ("ana", "ben")}
        return {key: Reader(state, who) for key, who in {"gm": GM, "tv": TV, **seats}.items()}


def examples_in(file: Path) -> list[Example]:
    """Return the examples in a file."""
    listed: list[Example] = tomllib.loads(file.read_text(encoding="utf-8"))["example"]
    return listed


def named(example: Example) -> str:
    """The name of an example in the report of tests."""
    return f"{example['kind']}: {example.get('gm', example.get('everyone', 'nothing'))}"


def assert_examples(wanted: Iterable[str], examples: Iterable[Example], file: str) -> None:
    """Assert that each of these kinds has an example."""
    without = sorted(set(wanted) - {example["kind"] for example in examples})
    assert without == [], f"write an example of these kinds into {file}, with the line of each reader"


def assert_said(house: House, example: Example) -> None:
    """Assert that each reader reads the example's line for them, and that it weighs as much as it says."""
    event, readers = house.event(example), house.readers()
    wanted = {who: example.get(who, example.get("everyone", "")) for who in READERS}
    assert {who: readers[who].words(event) or "" for who in READERS} == wanted
    assert readers["gm"].weight(event) == example.get("weight", "line")
    assert all(bool(readers[who].as_json([event])) == bool(wanted[who]) for who in READERS)
    assert (readers["gm"].short(event) or "") == example.get("short", "")
    assert WORD not in wanted["ben"] + wanted["tv"], "the example itself tells what is hidden"


def assert_nothing_hidden(house: House, example: Example) -> None:
    """Assert that nothing is told where the example's things and all that was typed are hidden."""
    readers = house.readers()
    for event in _hidden(house, house.event(example)):
        for who in ("ben", "tv"):
            assert WORD not in (readers[who].words(event) or ""), f"{who} reads {event}"


def _hidden(house: House, event: Event) -> list[Event]:
    """Return the event as often as there are hidden things for one that it names."""
    facts = facts_of(cast(Any, type(event)))
    typed = {name: f"Typed {WORD}" for name, fact in facts.items() if fact.mark == TYPED}
    made = []
    for name, ref in event.refs:
        for other in house.hidden.get(ref[0], ()):
            thing = house.things[other]
            hidden: Any = (thing,) if facts[name].is_list else thing
            if facts[name].parts is not None:
                hidden = tuple(_with(part, ref, thing) for part in getattr(event, name))
            made.append(replace(event, **{name: hidden}, **typed))
    return made


def _with(part: Event, ref: Ref, other: Ref) -> Event:
    """Return a part of an event with another thing in place of this one."""
    return replace(part, **cast(Any, {name: other for name, found in part.refs if found == ref}))
