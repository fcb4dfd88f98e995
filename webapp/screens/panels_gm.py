"""The panels of the GM's page, and what its forms choose from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from webapp.rules.ruleset import Ruleset, played
from webapp.screens.check_views import CheckView, ProposalView
from webapp.screens.checks import OPEN
from webapp.screens.clock_groups import clock_options, grouped, standing_apart
from webapp.screens.games import game_screens
from webapp.screens.panel import Make, Panel, panel, pick
from webapp.screens.panels_shared import SCENE, clock_panels, here, named, names
from webapp.screens.views import ClockView, TableView

ABREAST = 2
"""How many of those who wait for the GM stand side by side."""
FEW = (2, 3)  # the clocks and tags that a first scene needs


def gm_panels(view: TableView) -> Iterator[Make]:
    yield lambda: panel("title", view.name)
    yield lambda: _head(view)
    yield lambda: panel("bar", (view.paused, view.paused_by, view.spotlight), template="gm-bar")
    yield lambda: _hint(view)
    yield lambda: _scene(view)
    yield lambda: panel(
        "tags", here(view.tags), key=(here(view.tags), view.zones, names(view)), template="gm-tags"
    )
    yield lambda: panel("cast", view.cast, key=(view.cast, view.tags, view.zones), template="gm-cast")
    yield lambda: _gm_clock_panels(view)
    yield lambda: _checks(view)
    yield lambda: _proposals(view)
    yield lambda: panel("waits", _waiting(view), template="gm-waits")
    yield lambda: pick("add", "scene", [*SCENE, *named(view.scenes)])


@dataclass(frozen=True)
class WaitingForGm:
    """Something that waits for the GM: in words, where it stands on the page, what one tap may say at once.

    `rungs` set the number that a `check` still needs: the field, the number, its name.
    """

    words: str
    place: str
    check: int | None = None
    rungs: tuple[tuple[str, int, str], ...] = ()
    proposal: int | None = None


def _waiting(view: TableView) -> tuple[tuple[WaitingForGm, ...], int]:
    """What the players declared or rolled, what they proposed, what they or the game ask: the newest of each
    kind, of checks one that waits for no other; and how many more."""
    checks = [each for each in reversed(view.checks) if each.state == "called" or each.proposals]
    checks.sort(key=partial(_waits_for_another, played(view.ruleset)))
    proposed = [each for each in reversed(view.proposals) if each.check is None]
    asks = (*_seats_asked_for(view), *game_screens(view.ruleset).asks(view))
    first = (
        *map(partial(_tried, view), checks[:1]),
        *map(partial(_asked_for, view), proposed[:1]),
        *(WaitingForGm(words, place) for words, place in asks[:1]),
    )[:ABREAST]
    return first, len(checks) + len(proposed) + len(asks) - len(first)


def _seats_asked_for(view: TableView) -> Iterator[tuple[str, str]]:
    for seat in view.seats:
        if seat.asked:
            yield f"{seat.asked} asks for {seat.name}'s seat", "proposals"


def _tried(view: TableView, check: CheckView) -> WaitingForGm:
    words = f"{check.who}: {check.intent}" if check.intent else check.who
    if check.result is not None:
        return WaitingForGm(f"{words}, {check.result.label}", f"check-{check.id}", check=check.id)
    game = played(view.ruleset)
    number = _last_missing(game, check)
    rungs = tuple((number, rung.value, rung.name) for rung in game.ladder) if number else ()
    return WaitingForGm(words, f"check-{check.id}", check=check.id, rungs=rungs)


def _last_missing(game: Ruleset, check: CheckView) -> str:
    """The number from the ladder that alone keeps a check from its roll; "" if none does."""
    if not game.ladder or not check.waits:
        return ""
    numbers = (each.key for each in game.check_form if each.kind == "number")
    low = game.ladder[0].value
    return next((key for key in numbers if not game.waits(game.asked_for.of({**check.asked, key: low}))), "")


def _waits_for_another(game: Ruleset, check: CheckView) -> bool:
    """Whether something else at the table comes first, whatever is set of this one."""
    return bool(check.waits) and check.waits != game.waits(game.asked_for.of(check.asked))


def _asked_for(view: TableView, proposal: ProposalView) -> WaitingForGm:
    names = {each.id: each.name for each in view.seats}
    who = names.get(proposal.seat, "The GM") if proposal.seat is not None else "The GM"
    return WaitingForGm(f"{who}: {proposal.words}", f"proposal-{proposal.id}", proposal=proposal.id)


def _head(view: TableView) -> Panel:
    """What the table is called, and the scene that this desk prepares."""
    scene = view.active() if view.preparing else None
    prepared = scene.name if scene else None
    return panel("head", prepared, key=(view.name, prepared), template="gm-head")


def _hint(view: TableView) -> Panel:
    steps = _first_steps(view)
    return panel("hint", steps, key=(steps, view.scene if steps else None), template="gm-hint")


def _scene(view: TableView) -> Panel:
    """The scene and its zones, but for those that the game draws; while none is played, what is prepared."""
    zones = () if game_screens(view.ruleset).draws_zones else here(view.zones)
    ahead = () if view.active() else tuple(each for each in view.scenes if each.state == "prepared")
    it = ahead, zones
    return panel("scene", it, key=(view.active(), it), template="gm-scene")


def _checks(view: TableView) -> Panel:
    """What is not settled; of the rest the journal tells, but for how the newest of all came out."""
    own = game_screens(view.ruleset).on_the_desk(view)
    desk = tuple(each for each in view.checks if each.state in OPEN or each is view.checks[-1])
    checks = (desk, clock_options(view, _running(view)), own)
    return panel("checks", checks, key=(checks, view.cast), template="gm-checks")


def _proposals(view: TableView) -> Panel:
    asked = tuple(each for each in view.proposals if each.check is None)
    return panel("proposals", asked, key=(asked, view.seats, names(view)))


def _running(view: TableView) -> Iterator[ClockView]:
    """The clocks in play that a check may aim at or touch."""
    beyond = game_screens(view.ruleset).beyond_checks(view)
    clocks = (each for each in here(view.clocks) if isinstance(each, ClockView))
    return (each for each in clocks if not each.complete and each.id not in beyond)


def _first_steps(view: TableView) -> tuple[int, int, str | None] | None:
    """How far an empty table has come: its clocks, its tags, its scene; None once it is under way or the
    GM has said so."""
    settings = view.settings if isinstance(view.settings, dict) else {}
    clocks, tags = len(view.clocks), len(view.tags)
    if not settings.get("start_small", True) or (clocks >= FEW[0] and tags >= FEW[1]):
        return None
    scene = view.active()
    return clocks, tags, scene.name if scene else None


def _gm_clock_panels(view: TableView) -> Iterator[Make]:
    """The GM's clocks, under the headings of their groups."""
    groups = grouped(standing_apart(view))
    clocks = tuple(clock for group in groups for clock in group.clocks)
    return clock_panels(view, "gm-clocks", clocks, groups, "gm-clock")
