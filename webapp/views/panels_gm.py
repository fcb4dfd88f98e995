"""The panels of the GM's page, and the choices of its forms."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from zlib import crc32

from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.rules.ruleset import Ruleset
from webapp.views.check_views import CheckView, ProposalView
from webapp.views.clock_groups import clock_options, freestanding_clocks, group_clocks
from webapp.views.floods import Flood, checks_on_desk, floods_in, is_new, without_floods
from webapp.views.folding import Folded, fold_checks, fold_own_clocks, fold_proposals, fold_requests
from webapp.views.game_screens import game_screens, own_template
from webapp.views.panel import Panel, PanelFactory, panel, pick
from webapp.views.panels_shared import (
    SCENE,
    character_names,
    clock_panels,
    moments_panel,
    name_options,
    things_here,
    workable_clocks,
)
from webapp.views.view_types import CharacterView, PieceView, SeatView, TableView, TagView, ZoneView

ABREAST = 3
"""How many of the oldest waiting items of each kind are rendered, of which the page shows those that fit."""
FEW = (1, 2)
"""The numbers of clocks and tags after which the hints for a new table end."""


def gm_panels(view: TableView) -> Iterator[PanelFactory]:
    floods, view = floods_in(view), without_floods(view)
    yield lambda: panel("title", view.name)
    yield lambda: _head(view)
    yield lambda: panel("bar", (view.paused, view.paused_by, view.spotlight), template="gm-bar")
    yield lambda: _hint(view)
    yield lambda: _scene(view)
    yield lambda: panel(
        "tags",
        things_here(view.tags),
        key=(things_here(view.tags), view.zones, character_names(view), view.notes, _only(view)),
        template="gm-tags",
    )
    yield lambda: _cast(view)
    yield lambda: _gm_clock_panels(view)
    yield lambda: _checks(view)
    yield lambda: moments_panel(view, "gm-moments", view.checks)
    yield lambda: _proposals(view, floods)
    yield lambda: panel("waits", _waiting(view), template="gm-waits")
    yield lambda: pick("add", "scene", [*SCENE, *name_options(view.scenes)])


def _cast(view: TableView) -> Panel:
    """Return the panel of the cast, whose key includes documents that the game's template prints."""
    key = (view.cast, view.tags, view.zones, view.notes, tuple(_documents_of_the_cast(view)))
    return panel("cast", view.cast, key=key, template="gm-cast")


def _documents_of_the_cast(view: TableView) -> Iterator[PieceView]:
    """Yield the documents that the game's `cast-numbers.html` may print.

    They are of the kinds that the game names, or all documents of characters if it names none.
    """
    if not own_template(view.ruleset, "cast-numbers.html"):
        return
    kinds = game_screens(view.ruleset).cast_documents
    for piece in view.pieces:
        if isinstance(piece, PieceView) and (piece.kind in kinds if kinds else piece.character is not None):
            yield piece


def _only(view: TableView) -> tuple[tuple[int, str], ...]:
    """Return the id and name of each seat that is the only one to see some tag here."""
    known = {getattr(tag, "only", None) for tag in things_here(view.tags)}
    return tuple((seat.id, seat.name) for seat in view.seats if seat.id in known)


@dataclass(frozen=True)
class WaitingItem:
    """An item that waits for the GM: its words, its place on the page, and one-tap answers.

    `sheet` is the entry of the Menu that it opens, if it is not on the page. `rungs` are answers for the
    number that a check still needs, as (field, number, name), and `needs` is what the game calls that number
    ("DC"); "" if the check needs none. `answered` says that the GM need not do anything about it now, and
    `roller` is the name of the seat that can roll the check. A `new` one is a newcomer's check: the page has
    its form once the GM lets the seat stay.
    """

    words: str
    place: str
    check: int | None = None
    rungs: tuple[tuple[str, int, str], ...] = ()
    proposal: int | None = None
    answered: bool = False
    roller: str = ""
    needs: str = ""
    sheet: str = ""
    new: bool = False

    @property
    def id(self) -> str:
        """The item's HTML id, which stays the same while it waits."""
        same = self.place if self.check or self.proposal else f"{crc32(self.words.encode()):08x}"
        return f"waits-{same}"


@dataclass(frozen=True)
class ZoneOnStage:
    """A zone of the active scene, with the characters and tags in it."""

    zone: ZoneView
    people: tuple[str, ...]
    tags: tuple[TagView, ...]


@dataclass(frozen=True)
class WaitingQueue:
    """The items that wait for the GM.

    `first` has the first three and the last of each kind; `count` is the number of all items.
    """

    first: tuple[WaitingItem, ...] = ()
    count: int = 0


def _waiting(view: TableView) -> WaitingQueue:
    """Return the queue of what waits for the GM: checks, then proposals, then requests.

    Each kind is in order of age, oldest first; checks that wait for something else, or for a player's dice,
    come after the other checks. Of each kind only the first three and the last are included; all are counted.
    """
    checks = [check for check in view.checks if check.state == "called" or check.proposals]
    checks.sort(key=partial(_is_answered, view))
    proposed, asked = fold_proposals(view), fold_requests(view)
    floods = [(f"{each.who}: {each.words}", f"guests-{each.link}") for each in view.guests if each.is_flood]
    seats = [(_seat_asked(seat), "proposals") for seat in asked.first]
    kinds = (
        [_tried(view, check) for check in checks],
        [_asked_for(view, proposal) for proposal in proposed.first],
        [WaitingItem(*item, sheet="people") for item in (*floods, *_busy_seats(view))],
        [WaitingItem(*item) for item in (*seats, *game_screens(view.ruleset).list_pending(view))],
    )
    more = proposed.more + asked.more
    first = tuple(value for kind in kinds for value in (*kind[:ABREAST], *kind[ABREAST:][-1:]))
    return WaitingQueue(first, more + sum(map(len, kinds)))


def _busy_seats(view: TableView) -> Iterator[tuple[str, str]]:
    """Yield the words and place of each seat that stays, but made more than it is likely to need."""
    seats = (seat for guests in view.guests for seat in guests.seats if seat.stays and seat.made)
    yield from ((f"{seat.name}: {seat.made}", f"seat-{seat.id}") for seat in seats)


def _seat_asked(seat: SeatView) -> str:
    return f"{seat.name} asks to join" if seat.joins else f"{seat.asked} asks for {seat.name}'s seat"


def _tried(view: TableView, check: CheckView) -> WaitingItem:
    words = f"{check.who}: {check.intent}" if check.intent else check.who
    if check.result is not None:
        said = check.outcome.sentence if check.outcome else f"{words}, {check.result.label}"
        return WaitingItem(said, f"check-{check.id}", check=check.id)
    game = load_ruleset_or_stand_in(view.ruleset)
    if is_new(view, check):
        return WaitingItem(words, f"check-{check.id}", check.id, new=True)
    number = _last_missing(game, check)
    rungs = tuple((number, rung.value, rung.name) for rung in game.ladder) if number else ()
    needs = next((field.name for field in game.check_form if field.key == number), "")
    answered = _is_answered(view, check)
    players = (seat.name for seat in view.seats if check.ready and seat.character == check.character)
    roller = next(players, "")
    place = f"check-{check.id}"
    return WaitingItem(words, place, check.id, rungs, answered=answered, roller=roller, needs=needs)


def _last_missing(game: Ruleset, check: CheckView) -> str:
    """Return the number field that a check still needs for its roll if it needs nothing else; else ""."""
    if not game.ladder or not check.waits:
        return ""
    numbers = (field.key for field in game.check_form if field.kind == "number")
    low = game.ladder[0].value
    return next(
        (
            key
            for key in numbers
            if not game.describe_missing_input(game.request_type.of({**check.asked, key: low}))
        ),
        "",
    )


def _is_answered(view: TableView, check: CheckView) -> bool:
    """Return whether a check needs nothing from the GM now.

    That is so if something else at the table must happen first, or if a player can roll it.
    """
    game = load_ruleset_or_stand_in(view.ruleset)
    waits_for_another = check.waits and check.waits != game.describe_missing_input(
        game.request_type.of(check.asked)
    )
    return bool(waits_for_another) or (
        check.ready and any(seat.character == check.character for seat in view.seats)
    )


def _asked_for(view: TableView, proposal: ProposalView) -> WaitingItem:
    names = {seat.id: seat.name for seat in view.seats}
    who = names.get(proposal.seat, "Proposed") if proposal.seat is not None else "Proposed"
    return WaitingItem(f"{who}: {proposal.words}", f"proposal-{proposal.id}", proposal=proposal.id)


def _head(view: TableView) -> Panel:
    """Return the panel with the table's name and the scene that this page prepares."""
    scene = view.active() if view.preparing else None
    prepared = scene.name if scene else None
    return panel("head", prepared, key=(view.name, prepared), template="gm-head")


def _hint(view: TableView) -> Panel:
    steps = _first_steps(view)
    return panel("hint", steps, key=(steps, view.scene if steps else None), template="gm-hint")


def _scene(view: TableView) -> Panel:
    """Return the panel of the scene and its zones, unless the game draws them.

    Without an active scene the panel lists the prepared scenes. An empty scene links to forms for its
    description and zones, unless the game has its own template for the GM's page.
    """
    zones = () if game_screens(view.ruleset).draws_zones else tuple(_zones_on_stage(view))
    ahead = () if view.active() else tuple(scene for scene in view.scenes if scene.state == "prepared")
    scene = view.active()
    empty = scene is not None and not (
        zones or scene.description or scene.notes or own_template(view.ruleset, "gm.html")
    )
    value = ahead, zones, empty
    return panel("scene", value, key=(scene, value), template="gm-scene")


def _zones_on_stage(view: TableView) -> Iterator[ZoneOnStage]:
    people = [character for character in view.cast if isinstance(character, CharacterView)]
    tags = [value for value in things_here(view.tags) if isinstance(value, TagView)]
    for zone in things_here(view.zones):
        if isinstance(zone, ZoneView):
            stands = tuple(person.name for person in people if person.zone == zone.id)
            yield ZoneOnStage(zone, stands, tuple(tag for tag in tags if tag.zone == zone.id))


def _checks(view: TableView) -> Panel:
    """Return the panel of the open checks, without newcomers'; moments tell how the others came out."""
    own = game_screens(view.ruleset).on_the_desk(view)
    desk = fold_checks(view, checks_on_desk(view))
    checks = (desk, clock_options(view, workable_clocks(view)), own)
    return panel("checks", checks, key=(checks, view.cast), template="gm-checks")


@dataclass(frozen=True)
class Requests:
    """What players ask the GM for: proposals, and seats; `askers` are all seats that somebody asks for.

    `floods` are only counted.
    """

    proposals: Folded[ProposalView]
    seats: Folded[SeatView]
    askers: tuple[SeatView, ...]
    floods: tuple[Flood, ...]


def _proposals(view: TableView, floods: tuple[Flood, ...]) -> Panel:
    askers = tuple(seat for seat in view.seats if seat.asked)
    asked = Requests(fold_proposals(view), fold_requests(view), askers, floods)
    return panel("proposals", asked, key=(asked, view.seats, character_names(view)))


def _first_steps(view: TableView) -> tuple[int, int, str | None] | None:
    """Return the counts of clocks and tags and the scene's name, for a new table's hints.

    Returns None once the table has enough of both or the GM dismissed the hints.
    """
    settings = view.settings if isinstance(view.settings, dict) else {}
    clocks, tags = len(view.clocks), len(view.tags)
    if not settings.get("start_small", True) or (clocks >= FEW[0] and tags >= FEW[1]):
        return None
    scene = view.active()
    return clocks, tags, scene.name if scene else None


def _gm_clock_panels(view: TableView) -> Iterator[PanelFactory]:
    """Yield the panels of the GM's clocks, under the headings of their groups."""
    shown = fold_own_clocks(view, freestanding_clocks(view))
    groups = group_clocks(shown.first)
    clocks = tuple(clock for group in groups for clock in group.clocks)
    return clock_panels(view, "gm-clocks", clocks, groups, "gm-clock", shown.more)
