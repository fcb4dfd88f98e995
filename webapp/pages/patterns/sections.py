"""The `/patterns` sections that are common to all games, from colours to the recap and a whole TV."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from flask import render_template
from markupsafe import Markup

from webapp.live.open_screens import Screen
from webapp.pages.page_rendering import form_words
from webapp.pages.patterns.registry import Example, draw_panels, macro, panel, render_part, section
from webapp.pages.patterns.values import (
    AT,
    BANDAGE,
    PIER,
    SLICK,
    character,
    clock,
    condition,
    moment,
    seat,
    table,
    tag,
)
from webapp.views.charts import Bar
from webapp.views.graphs import ClockStep, Graph
from webapp.views.missed_changes import Summary
from webapp.views.moment_views import MomentChange, MomentLine
from webapp.views.recap import ClockPath, SceneStory
from webapp.views.recap_deeds import RecapDeed
from webapp.views.view_types import Masked, Rumour, TableView

MOMENTS = (
    moment(
        "Fire burns Mara and Tomas",
        tone="bad",
        changes=(
            MomentChange(("character", 501), "Mara", "Health", -3, 4, 10),
            MomentChange(("character", 502), "Tomas", "Health", -1, 6, 7),
        ),
        lines=(MomentLine("Mara is now Singed", (501,)),),
    ),
    moment("The Ambush: revealed"),
)
WORDS = ("empty", "filling", "nearly full", "full")
THREATS = ("threat", "danger", "faction", "personal")
NAMES = {
    "progress": "Expose the Official",
    "threat": "Cover-Up Complete",
    "danger": "The roof gives way",
    "faction": "The guild buys the court",
    "personal": "Mara's fever",
    "resolve": "The foreman's nerve",
}


SCREENS_OF = {"gm": "the GM's", "player": "a player's"}


@section("Ground", "The palette. Danger always has a shape and a word besides its colour.")
def ground() -> Iterator[Example]:
    yield Example("Colours", render_part("patterns/colours.html"), wide=True)
    yield Example("Typefaces", render_part("patterns/faces.html"), wide=True)


@section(
    "Dials",
    (
        "Dials show how full a clock is, its kind, and how near completion it is. Blades mark a "
        "threat, and a seal marks a complete clock."
    ),
)
def dials() -> Iterator[Example]:
    for kind, name in NAMES.items():
        yield _dial(f"{name}: {kind}", kind=kind, segments=6, filled=3)
    beats = (
        (0, "Nothing yet"),
        (4, "Half full: one pulse"),
        (6, "Nearly full: two pulses"),
        (7, "One left: three pulses"),
    )
    for filled, said in beats:
        yield _dial(said, segments=8, filled=filled)
    yield _dial("Full", segments=8, filled=8)
    yield _dial("A threat, full", segments=4, filled=4, kind="threat")
    yield _dial("Runs out", segments=6, filled=4, direction="drain")
    yield _dial("A fuse", segments=6, filled=2, direction="drain", kind="danger")
    yield _dial("Run out", segments=6, filled=0, direction="drain", kind="danger")
    for segments, filled in ((1, 0), (2, 1), (12, 5), (24, 13), (37, 20), (100, 99)):
        yield _dial(f"{segments} segment{'s' if segments > 1 else ''}", segments=segments, filled=filled)
    for word in WORDS:
        yield Example(f"Masked: {word}", macro("dial", "veiled", some_masked(f"Somewhere ({word})", word)))
    yield Example("A rumour", macro("dial", "unread"))


@section(
    "Clocks", "A clock on its card. A player's card has plus and minus only if players may tick the clock."
)
def cards() -> Iterator[Example]:
    yield _card("The GM's", "gm", on_full="There is enough to read out in the council.")
    yield _card("Hidden", "gm", kind="danger", filled=2, visibility="masked", name="The watch arrives")
    yield _card("Nearly full", "gm", kind="threat", filled=5, name="Cover-Up Complete")
    yield _card(
        "Full",
        "gm",
        kind="threat",
        filled=6,
        name="The ledger burns",
        on_full="It is your word against his now.",
    )
    yield _card("A player's", "player", kind="faction", filled=4, name="The guild buys the court")
    yield _card("Runs out", "player", direction="drain", filled=2, name="Lamp oil")
    yield _card("A large one", "player", segments=60, filled=41, name="A winter to get through")
    masked, rumour = some_masked("The smugglers' ship", "nearly full"), Rumour(901, "rumoured", True)
    view = table("player", clocks=(masked, rumour))
    yield Example("Masked", panel("clock-900", view), "player")
    yield Example("A rumour", panel("clock-901", view), "player")
    for role in ("gm", "player"):
        yield Example(f"A race, {SCREENS_OF[role]}", _race(role), role, wide=True)


def some_masked(name: str, word: str) -> Masked:
    """Return a masked thing with its name and one word."""
    return Masked(900, "masked", name, True, word)


def _dial(words: str, **given: Any) -> Example:
    example_clock = clock(words, **given)
    return Example(
        words, macro("dial", "dial", example_clock, "threat" if example_clock.kind in THREATS else "progress")
    )


def _card(words: str, role: str, **given: Any) -> Example:
    example_clock = clock(given.pop("name", "Expose the Official"), **given)
    return Example(words, panel(f"clock-{example_clock.id}", table(role, clocks=(example_clock,))), role)


def _race(role: str) -> Markup:
    screen = "GM" if role == "gm" else role
    one = clock(f"Reach the roof ({screen})", 6, 3, id=801, opposes=802)
    two = clock(f"The smoke reaches them ({screen})", 4, 3, id=802, opposes=801, kind="danger")
    return panel("clocks", table(role, clocks=(one, two)))


# ---- tags, conditions and characters --------------------------------------------------------------


STATES = {"Slick deck": "shown", "Rotten beam": "secret", "Strange lights": "rumoured", "Old ward": "masked"}


@section("Tags", "Facts about a scene, a zone, a thing or a character. One tap sets who sees a tag.")
def tags() -> Iterator[Example]:
    shown = tag("Slick deck", effects=(SLICK,), clears="Somebody scatters sand", object="the planks")
    others = tuple(tag(name, visibility=state) for name, state in STATES.items() if state != "shown")
    view = table("gm", tags=(shown, *others), zones=(PIER,))
    yield Example("The GM's, in each state", panel("tags", view), "gm", wide=True)
    known = (shown, Masked(911, "masked", "Old ward", True), Rumour(912, "rumoured", True))
    burned = tag("Crates to hide behind", burned=True)
    view = table("player", tags=(*known, burned))
    yield Example("The players'", panel("tags", view), "player", wide=True)


@section("People", "Characters and their conditions: minor, major, treated, known by name, or a rumour.")
def people() -> Iterator[Example]:
    bleeding = condition("Bleeding", effects=(BANDAGE,), source="a hook that glanced off her arm")
    fever = condition("Fever", severity="major", clock=77, treated=True, clears="A night in a warm bed")
    shaken = condition("Shaken", visibility="secret")
    mara = character("Mara Venn", bleeding, fever)
    bruno = character("Bruno, the foreman", shaken, kind="npc", visibility="masked")
    yield Example("The GM's cast", panel("cast", table("gm", cast=(mara, bruno))), "gm", wide=True)
    ana, ben = seat("Ana", mara.id), seat("Ben", taken=False)
    around = {"cast": (mara,), "seats": (ana, ben)}
    yield Example("My character", panel("me", table("player", you=ana.id, **around), ana.id), "player")
    yield Example("Who do I play?", panel("me", table("player", you=ben.id, **around), ben.id), "player")
    veiled = (Masked(921, "masked", "A mark on his hand", True), Rumour(922, "rumoured", True))
    unknown = (Masked(923, "masked", "The official's fixer", True), Rumour(924, "rumoured", True))
    others = table("player", cast=(character("Tobin Ash", *veiled), *unknown))
    yield Example("Other characters", panel("cast", others), "player")
    yield Example("Around the table", panel("seats", table("player", **around)), "player")


@section("Scenes", "The active scene, and the hints in empty panels.")
def scenes() -> Iterator[Example]:
    yield Example("Being played", panel("scene", table("player", zones=(PIER,))), "player")
    yield Example("Between scenes", panel("scene", table("player", scenes=(), scene=None)), "player")
    for role, whose in SCREENS_OF.items():
        for name in ("tags", "clocks", "cast"):
            yield Example(f"No {name}, on {whose} screen", panel(name, table(role)), role)
    yield Example("No seats", panel("seats", table("player")), "player")


# ---- controls and responses -----------------------------------------------------------------------


SCREENS = (
    Screen("Ana", "seat", "here"),
    Screen("Ben", "seat", "behind", behind=3),
    Screen("TV", "TV", "asleep", since=1_795_292_040.0),
    Screen("Guests", "guests", "gone", since=1_795_291_320.0, count=2),
)
MISSED = Summary(("Alarm: now 3 of 6, after 2 moves", "Slick: tag added", "Mara is now Frightened"), more=4)


@section(
    "Controls",
    "Every control is large enough for a thumb. Each state has a shape or a word besides its colour.",
)
def controls() -> Iterator[Example]:
    yield Example("Buttons", render_part("patterns/buttons.html"), wide=True)
    yield Example("Fields", render_part("patterns/fields.html"), wide=True)
    for state in ("secret", "rumoured", "masked", "shown"):
        example_tag = tag(f"A {state} thing", visibility=state)
        yield Example(
            f"Who may know: {state}", macro("forms", "visibility", "tag.edit", "patterns", "tag", example_tag)
        )
    yield Example("Theme", render_part("parts/theme.html"))
    yield Example("Chips", render_part("patterns/chips.html"))


@section("Moments", "What just happened: the same words on each screen, for a minute.")
def moments() -> Iterator[Example]:
    for role in ("gm", "player"):
        yield Example(
            f"On {SCREENS_OF[role]} page", panel("moments", table(role, moments=MOMENTS)), role, wide=True
        )


@section("Answers", "Replies, refusals, and whether the page is live.")
def answers() -> Iterator[Example]:
    yield Example("Toasts", render_part("patterns/toasts.html"), wide=True)
    yield Example("While a phone slept", render_part("parts/missed.html", missed=MISSED), "player")
    yield Example("The connection", render_part("patterns/links.html"), wide=True)
    yield Example("Open screens", render_part("parts/screens.html", screens=SCREENS), "gm")
    yield Example("The dock", panel("bar", table("gm")), "gm", wide=True)
    yield Example(
        "The dock while paused", panel("bar", table("gm", paused=True, paused_by="Ana")), "gm", wide=True
    )


# ---- the recap ------------------------------------------------------------------------------------


WHEN = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)
SCENE = SceneStory(
    name="The pier",
    description="Fog, ropes, a lantern that swings.",
    people=("Mara", "Tomas"),
    deeds=(
        RecapDeed(said="New tags: Slick and Crowded."),
        RecapDeed(
            "Mara, slip past the watch, along the beams: partial success, margin -1. Escape: +1, now 3 of 6; "
            "Alarm: +1, now 2 of 4.",
            who="Mara",
            tried="slip past the watch",
            how="along the beams",
            outcome="Partial success, margin -1",
            then=("Escape went from 2 to 3 of 6.", "Alarm went from 1 to 2 of 4."),
        ),
    ),
    clocks=(ClockPath("Escape", 2, 3, 6, ("+1 (Partial success, margin -1)",)),),
    revealed=("A second guard",),
    ending=("Alarm filled up: The gate falls.", "The scene ended."),
)
OUTCOMES = (
    Bar("critical_success", "Critical success", 1, 0, 60.0, 0.8, 48.0),
    Bar("full_success", "Full success", 4, 44, 240.0, 2.9, 174.0),
    Bar("partial_success", "Partial success", 2, 88, 120.0, 2.1, 126.0),
    Bar("failure", "Failure", 1, 132, 60.0, 1.9, 114.0),
    Bar("critical_failure", "Critical failure", 0, 176, 0.0, 0.3, 18.0),
)


def _figure(number: int, name: str, threat: bool) -> Graph:
    line = "M10.0,76.0L56.7,76.0L56.7,42.0L196.7,42.0L196.7,25.0L290.0,25.0"
    steps = (
        ClockStep(WHEN, "The pier", 0, 2, "Full success"),
        ClockStep(WHEN, "The pier", 2, 3, "a bottle breaks"),
    )
    levels = (76.0, 59.0, 42.0, 25.0, 8.0)
    ground = f"{line}V76.0H10.0Z"
    return Graph(
        f"figure-{number}", name, "3 of 4", line, levels, (150.0,), steps, ground=ground, threat=threat
    )


@section("Recap", "The session, scene by scene, with charts drawn on the server.")
def afterwards() -> Iterator[Example]:
    """Yield the recap and its figures."""
    yield Example("A scene's recap", macro("recap", "scene", SCENE), wide=True)
    figures = (_figure(1, "Escape", threat=False), _figure(2, "Alarm", threat=True))
    yield Example("Clocks over time", macro("charts", "graphs", figures), wide=True)
    named = ("Outcome", "Times", "Expected")
    drawn = macro("charts", "bars", "outcomes", "How checks came out", OUTCOMES, *named)
    yield Example("Outcomes beside the odds", drawn, wide=True)


# ---- the whole TV ---------------------------------------------------------------------------------


TAGS = ("Slick deck", "Dim Light", "Crates to hide behind", "Low tide", "Strange lights", "Old ward")
COUNTS = (0, 1, 3, 6, 8)


@section("TV", "Readable from four metres, without controls: idle, and with one to eight clocks.")
def tiles() -> Iterator[Example]:
    for clocks in COUNTS:
        name = f"{clocks} clock{'s' if clocks > 1 else ''}" if clocks else "Idle, with the join code"
        yield Example(name, render_part("patterns/tv.html", clocks=clocks, words=name))


def evening(clocks: int) -> str:
    """Render the TV's page with this many clocks."""
    view = _view(clocks)
    return render_template(
        "pages/tv.html",
        panels=draw_panels(view),
        view=view,
        now=AT,
        looking="",
        still=True,
        **form_words(view),
    )


def _view(clocks: int) -> TableView:
    kinds = [*NAMES.items(), ("progress", "A ship to charter"), ("threat", "The tide")][:clocks]
    running = tuple(
        clock(name, 4 + 2 * (place % 3), 1 + place % 4, kind=kind) for place, (kind, name) in enumerate(kinds)
    )
    if not clocks:
        return table("tv", join_code="K7QMXR4P", scenes=(), scene=None)
    cast = (character("Mara Venn", condition("Bleeding")), character("Tobin Ash"))
    tags = tuple(tag(name) for name in TAGS[: 2 + clocks])
    return table("tv", clocks=running, tags=tags, cast=cast, join_code="K7QMXR4P")
