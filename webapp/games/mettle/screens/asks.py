"""What waits for somebody, wherever they have scrolled: for the GM, and for a seat beside its rolls."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from webapp.games.mettle.screens.choices import holder
from webapp.games.mettle.screens.map import pieces, tokens
from webapp.games.mettle.screens.underway import missed, yet_to_drive
from webapp.screens.views import CharacterView, PieceView, TableView


def asks(view: TableView) -> Iterator[tuple[str, str]]:
    """What waits for the GM: a Twist that nobody offered yet, a Danger where whoever is to act stands."""
    yield from ((words, "m-twists") for words in missed(view))
    acting = holder(view)
    if acting is None or acting.zone is None:
        return
    for each in pieces(view, "hazard"):
        if each.zone == acting.zone:
            yield f"{acting.name} is in reach of {each.name}", "m-dangers"


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that waits for a seat: where it stands on the page, or the command of its one tap."""

    key: str
    words: str
    place: str = ""
    word: str = "Open"
    does: str = ""
    fields: Mapping[str, int] = field(default_factory=dict)


def asked_of(view: TableView, who: CharacterView | None, held: tuple[PieceView, ...]) -> Iterator[Ask]:
    """What waits for this seat beside its rolls."""
    state = next((each.state for each in tokens(view) if who and each.id == who.id), "")
    if state == "holds":
        passing = pieces(view, "fight")[-1].shown["phase"] == "passing"
        yield Ask("turn", "Pass Initiative" if passing else "Your turn", "m-me")
    if who is not None and who.id in yet_to_drive(view):
        yield Ask(
            "drive", "You drive", word="Drive", does="mettle.stretch.check", fields={"character": who.id}
        )
    for each in held:
        if each.kind == "twist":
            yield Ask(f"twist-{each.id}", "A Twist is offered", "m-me")
        if each.kind == "guard":
            yield Ask(f"guard-{each.id}", "Somebody would shield you", "m-me")
