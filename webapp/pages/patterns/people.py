"""What a place and its people carry, and what is said where there is nothing yet."""

from collections.abc import Iterator

from webapp.pages.patterns.registry import Example, panel, section
from webapp.pages.patterns.values import BANDAGE, PIER, SLICK, character, condition, seat, table, tag
from webapp.screens.views import Masked, Rumour

STATES = {"Slick deck": "shown", "Rotten beam": "secret", "Strange lights": "rumoured", "Old ward": "masked"}


@section("Tags", "What is true of a place. Four who-may-knows, one tap each.")
def tags() -> Iterator[Example]:
    shown = tag("Slick deck", effects=(SLICK,), clears="Somebody strews sand", object="the planks")
    others = tuple(tag(name, visibility=state) for name, state in STATES.items() if state != "shown")
    view = table("gm", tags=(shown, *others), zones=(PIER,))
    yield Example("The GM's, in each state", panel("tags", view), "gm", wide=True)
    known = (shown, Masked(911, "masked", "Old ward", True), Rumour(912, "rumoured", True))
    burned = tag("Crates to hide behind", burned=True)
    view = table("player", tags=(*known, burned))
    yield Example("The players'", panel("tags", view), "player", wide=True)


@section("People", "Who is here, and what ails them: minor, major, treated, known by name, a rumour.")
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
    yield Example("The others", panel("cast", others), "player")
    yield Example("Around the table", panel("seats", table("player", **around)), "player")


@section("Scenes", "Where we are, and what to do where there is nothing yet.")
def scenes() -> Iterator[Example]:
    yield Example("Being played", panel("scene", table("player", zones=(PIER,))), "player")
    yield Example("Between scenes", panel("scene", table("player", scenes=(), scene=None)), "player")
    for role, whose in (("gm", "the GM's"), ("player", "a player's")):
        for name in ("tags", "clocks", "cast"):
            yield Example(f"No {name}, {whose}", panel(name, table(role)), role)
    yield Example("No seats", panel("seats", table("player")), "player")
