"""What the readers of typed lines make: a thing to add, or the question which of several is meant."""

from collections.abc import Iterable, Sequence

from webapp.rules.name_keys import find_named
from webapp.views.quick_add_names import NameCandidate
from webapp.views.quick_add_values import Addition, AdditionChoices, AdditionContext, AdditionTarget
from webapp.views.view_types import SavedView


def made_thing(
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


def saved_thing(kind: str, name: str, known: AdditionContext) -> SavedView | None:
    items = (saved for saved in known.saved if saved.kind == kind)
    return next(iter(find_named(items, name, lambda saved: saved.name)), None)


def one_of(made: Sequence[Addition], named: Iterable[NameCandidate]) -> Addition:
    """Return the one addition, or the question which of several is meant."""
    if len(made) == 1:
        return made[0]
    told = ", ".join(candidate.told for candidate in named)
    return Addition(lacks=f"Several match. Type more of the name: {told}", readings=tuple(made))


def say_nobody(name: str) -> str:
    name = name.strip()
    return f"No character here is called “{name}”." if name else "Type a name after each comma."
