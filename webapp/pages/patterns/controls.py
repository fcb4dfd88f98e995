"""Things to press, to type into, to choose from, and how the page answers."""

from collections.abc import Iterator

from webapp.live.devices import Screen
from webapp.pages.patterns.registry import Example, macro, panel, part, section
from webapp.pages.patterns.values import table, tag
from webapp.screens.journal import Summary

SCREENS = (
    Screen("Ana", "seat", "here"),
    Screen("Ben", "seat", "behind", behind=3),
    Screen("TV", "TV", "asleep", since=1_795_292_040.0),
    Screen("Guests", "guests", "gone", since=1_795_291_320.0, count=2),
)
MISSED = Summary(("Alarm: now 3 of 6, after 2 moves", "Slick: tag added", "Mara is now Frightened"), more=4)


@section("Controls", "Never smaller than a thumb; the state is a shape or a word as well as a colour.")
def controls() -> Iterator[Example]:
    yield Example("Buttons", part("patterns/buttons.html"), wide=True)
    yield Example("Fields", part("patterns/fields.html"), wide=True)
    for state in ("secret", "rumoured", "masked", "shown"):
        it = tag(f"A {state} thing", visibility=state)
        yield Example(
            f"Who may know: {state}", macro("forms", "visibility", "tag.edit", "patterns", "tag", it)
        )
    yield Example("Theme", part("parts/theme.html"))
    yield Example("Chips", part("patterns/chips.html"))


@section("Answers", "What was done, what could not be, and how fresh the page is.")
def answers() -> Iterator[Example]:
    yield Example("Toasts", part("patterns/toasts.html"), wide=True)
    yield Example("What comes to light, on a phone", part("patterns/moment.html"), "player")
    yield Example("While a phone slept", part("parts/missed.html", missed=MISSED), "player")
    yield Example("The link", part("patterns/links.html"), wide=True)
    yield Example("Which screens are here", part("parts/screens.html", screens=SCREENS))
    yield Example("The dock", panel("bar", table("gm")), "gm", wide=True)
    yield Example(
        "The dock while paused", panel("bar", table("gm", paused=True, paused_by="Ana")), "gm", wide=True
    )
