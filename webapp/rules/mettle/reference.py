"""What a table looks up in METTLE Core while it plays: ladder, Actions, hazards, cover, time, row by row."""

from __future__ import annotations

from typing import Any

from webapp.rules.mettle.actions import Action, all_actions
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.spans import spans
from webapp.rules.mettle.stretches import stunts
from webapp.rules.mettle.tables import attributes, ladder, qualities, rows_of
from webapp.rules.play import Sheet

INITIATIVE = (
    ("Start", "Whoever calls the first attack holds Initiative; everyone has one Action in a Round."),
    ("Pass", "Initiative goes to the target of the Action, if they still have one."),
    ("Choose", "No target, oneself, or a target without an Action: pass to anyone who has one."),
    ("Wait", "Name one kind of Action and hold it back; it may interrupt, and cannot change."),
    ("Surge", "Half of Mettle, rounded up, for another Action: needs 2 Mettle and an Action taken."),
    ("New Round", "When nobody has an Action left everyone gets one back; the last to go passes on."),
)
SIZES = (
    ("Zone", "10 square metres, 5 metres high; a closet or a hall may be one."),
    ("Stretch", "half a mile of a race, about a minute long"),
)
MADE = (
    ("A new character", "CALLING 6, and 17 points on the other five, 1 to 5 each"),
    ("Experience", "CALLING + 1 costs twice CALLING, any other CALLING; CALLING stays the highest"),
    (
        "Somebody in short",
        "3D+7: 3 dice for all, twice that Mettle, FRAME 7; 2 dice more for what they are",
    ),
)
HARMS = (
    ("Fall", "1D+1 a metre, at most 15D+15", "POISE"),
    ("Plummet on somebody", "+1 damage a metre, at most 2; the diver falls as well", "FRAME"),
    ("Crash in a race", "1d6 + Speed", "FRAME"),
    ("Crash elsewhere", "1D for each Speed, and Speed more without a belt", "nothing"),
)
LOADS = ("frame", "encumbered", "overloaded", "immobile")


def reference() -> tuple[Sheet, ...]:
    """Difficulty, quality, Attributes, Initiative, Actions with their forms, what a Scene holds, time."""
    rungs = tuple((str(rung.value), rung.name, rung.text, rung.example) for rung in ladder())
    named = tuple((each.name, each.text) for each in attributes())
    edges = tuple((f"{edge} Edge", name) for edge, name in enumerate(qualities()))
    return (
        Sheet("Difficulty", ("Number", "Step", "When", "For example"), rungs),
        Sheet("Quality of a success", ("Edge", "Called"), edges),
        Sheet("Attributes", ("Attribute", "What it is"), named),
        Sheet("Distance", ("Measure", "About"), SIZES),
        Sheet("Characters", ("What", "How"), MADE),
        Sheet("Loads in kg", ("FRAME", "Encumbered", "Overloaded", "Immobile"), _loads()),
        Sheet("Initiative", ("Step", "What happens"), INITIATIVE),
        Sheet("Actions", ("Action", "Check", "Success", "Edge", "Failure"), _actions()),
        Sheet("Forms of Actions", ("Action", "Form", "What it does"), _forms()),
        Sheet("Stunts of a race", ("Stunt", "What it does"), _stunts()),
        Sheet("Cover and visibility", ("Name", "What it does"), _named("cover", "visibility")),
        Sheet("Fires and Afflictions", ("Name", "Hazard", "Each", "What it is"), _hazards()),
        Sheet("Falls and crashes", ("What", "Harm", "Soaked by"), HARMS),
        Sheet("Traps", ("Name", "Hazard", "Trigger", "What it is"), _traps()),
        Sheet("Twists", ("Twist", "What it brings"), _named("twist")),
        Sheet("Time", ("Span", "What it is"), tuple((each.name, each.text) for each in spans().values())),
    )


def _actions() -> tuple[tuple[str, ...], ...]:
    return tuple(
        (each.name, _check(each), each.success or each.text, each.edge, each.failure)
        for each in all_actions().values()
    )


def _check(action: Action) -> str:
    if not action.checked:
        return "none"
    rolls = " or ".join(dict.fromkeys(way.attribute for way in action.ways))
    usual = f" ({action.usual})" if action.usual is not None else ""
    return f"{rolls} against {' or '.join(each for each in action.against)}{usual}"


def _forms() -> tuple[tuple[str, ...], ...]:
    return tuple((each.name, form.name, form.text) for each in all_actions().values() for form in each.forms)


def _stunts() -> tuple[tuple[str, ...], ...]:
    return tuple((row["name"], row["text"]) for row in stunts().values())


def _loads() -> tuple[tuple[str, ...], ...]:
    rows = rows_of("load", dict.fromkeys(LOADS, int))
    return tuple(tuple(str(row[name]) for name in LOADS) for row in rows)


def _named(*kinds: str) -> tuple[tuple[str, ...], ...]:
    return tuple((each.name, each.text) for kind in kinds for each in catalogue().entries(kind))


def _hazards() -> tuple[tuple[str, ...], ...]:
    rows = [*catalogue().entries("fire"), *catalogue().entries("affliction")]
    return tuple((each.name, each.data["hazard"], _interval(each.data), each.text) for each in rows)


def _interval(data: Any) -> str:
    return str(data.get("interval", "round"))


def _traps() -> tuple[tuple[str, ...], ...]:
    return tuple(
        (each.name, each.data.get("hazard") or f"{each.data['rounds']} Rounds", each.trigger, each.text)
        for each in catalogue().entries("trap")
    )
