"""Which panels a page has, and which of them a change has touched.

A panel is one element with a stable id, replaced whole. Its `key` is all that is compared: a panel
that holds other panels (the clocks) leaves their insides out of its own key.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from webapp.rules.ruleset import ruleset
from webapp.screens.audience import Audience, Role
from webapp.screens.check_views import MyChecks
from webapp.screens.games import game_screens
from webapp.screens.grouping import Group, group_names, grouped, standing_apart
from webapp.screens.panel import Option
from webapp.screens.panel import Panel as Panel
from webapp.screens.panel import Pick as Pick
from webapp.screens.panel import panel as _panel
from webapp.screens.panel import pick as _pick
from webapp.screens.tv import Layout, Paged, lay_out
from webapp.screens.views import CharacterView, ClockView, TableView


def panels(view: TableView, audience: Audience, page: int = 1) -> dict[str, Panel]:
    """The panels of this audience's page by id; those of a seat are marked by their own audience.

    `page` is the one of the TV's pages that is drawn open, for browsers without scripts.
    """
    if audience.seat is not None:
        made = _seat_panels(view, audience.seat)
    else:
        made = _shared_panels(view, audience.role, page)
    return {panel.id: panel for panel in (*made, *_of_the_game(view, audience))}


def _shared_panels(view: TableView, role: Role, page: int) -> Iterator[Panel]:
    if role is Role.TV:
        return _tv_panels(view, page)
    return _gm_panels(view) if role is Role.GM else _player_panels(view)


def _of_the_game(view: TableView, audience: Audience) -> Iterable[Panel]:
    """What this table's game adds to this audience's page."""
    game = game_screens(view.ruleset)
    if audience.seat is not None:
        return game.seat_panels(view, audience.seat)
    return {Role.GM: game.gm_panels, Role.PLAYER: game.player_panels, Role.TV: game.tv_panels}[audience.role](
        view
    )


def touched(before: dict[str, Panel], after: dict[str, Panel]) -> list[str]:
    """The panels to send: those whose content differs and whose frame is not sent anyway."""
    differs = {id for id in after if id not in before or before[id].key != after[id].key}
    return [id for id in after if id in differs and after[id].within not in differs]


def changed_things(before: TableView, after: TableView) -> list[str]:
    """The things that differ between two views of one audience: `clock:7`, `tag:3`, `clocks` (order)."""
    old, new = dict(_things(before)), dict(_things(after))
    return [name for name in {**new, **old} if old.get(name) != new.get(name)] + _reordered(before, after)


def _lists(view: TableView) -> dict[str, tuple[Any, ...]]:
    return {
        "scene": view.scenes,
        "zone": view.zones,
        "tag": view.tags,
        "clock": view.clocks,
        "character": view.cast,
        "piece": view.pieces,
        "check": view.checks,
        "proposal": view.proposals,
        "seat": view.seats,
        "saved": view.saved if isinstance(view.saved, tuple) else (),
    }


def _things(view: TableView) -> Iterator[tuple[str, Any]]:
    settled = (view.join_code, view.settings, view.keys, view.paused_by)
    yield "table", (view.name, view.paused, view.spotlight, view.scene, view.you, *settled)
    for kind, rows in _lists(view).items():
        for row in rows:
            yield f"{kind}:{row.id}", row


def _reordered(before: TableView, after: TableView) -> list[str]:
    """The kinds whose remaining things stand in another order."""
    old, new = _lists(before), _lists(after)
    return [f"{kind}s" for kind in new if not _same_order(old[kind], new[kind])]


def _same_order(rows: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether those that stand in both stand in the same order."""
    here, there = [row.id for row in rows], [row.id for row in others]
    if here == there:
        return True
    common = set(here) & set(there)
    return [id for id in here if id in common] == [id for id in there if id in common]


# ---- the pages --------------------------------------------------------------------------------


def _gm_panels(view: TableView) -> Iterator[Panel]:
    yield _panel("head", view.name, template="gm-head")
    yield _panel("bar", (view.paused, view.paused_by, view.spotlight), template="gm-bar")
    yield _panel("hint", _first_steps(view), template="gm-hint")
    scene = (view.active(), _here(view.zones), _ahead(view))
    yield _panel("scene", _ahead(view), key=scene, template="gm-scene")
    yield _panel("scenes", view.scenes, key=(view.scenes, _held(view.clocks, view.tags), view.scene))
    yield _panel("zones", view.zones)
    yield _panel(
        "tags", _here(view.tags), key=(_here(view.tags), view.zones, _names(view)), template="gm-tags"
    )
    yield _panel("cast", view.cast, key=(view.cast, view.tags, view.zones), template="gm-cast")
    yield from _gm_clock_panels(view)
    clocks = _named(_here(view.clocks))
    yield _panel("checks", view.checks, key=(view.checks, view.cast, clocks), template="gm-checks")
    if ruleset(view.ruleset).check_form:
        yield _panel("odds-told", isinstance(view.settings, dict) and bool(view.settings.get("show_odds")))
    asked = tuple(each for each in view.proposals if each.check is None)
    yield _panel("proposals", asked, key=(asked, view.seats, _names(view)))
    yield _panel("seats", view.seats, key=(view.seats, _names(view)), template="gm-seats")
    yield _panel("links", view.keys, key=(view.keys, view.join_code), template="gm-links")
    yield _panel("library", view.saved)
    yield from _gm_picks(view)


def _gm_picks(view: TableView) -> Iterator[Panel]:
    """What the forms beside the panels let the GM choose from."""
    yield _pick("condition", "character", _named(view.cast), required=True)
    if ruleset(view.ruleset).check_form:
        yield _pick("check", "character", _named(view.cast), required=True)
        yield _pick("event", "clock", _named(_here(view.clocks)), required=True)
        yield _panel("scene-passes", view.active(), key=(view.scene,))
    yield _pick("tag", "zone", [NOWHERE, *_named(view.zones)])
    yield _pick("tag", "character", [NOBODY, *_named(view.cast)])
    yield _pick("character", "zone", [NOWHERE, *_named(view.zones)])
    for form in ("tag", "clock", "zone"):
        yield _pick(form, "scene", [*SCENE, *_named(view.scenes)])
    yield _pick("clock", "opposes", [NOTHING, *_named(view.clocks)])
    yield _pick("clock", "follows", [NOTHING, *_named(view.clocks)])
    yield _pick("clock", "owner", [NOBODY, *_named(view.seats)])
    yield _pick("beside", "seat", [GUEST, *_named(view.seats)])
    yield _pick("library", "character", [CHOOSE, *_named(view.cast)])
    yield _panel("clock-groups", group_names(view.clocks))
    yield _panel("many-scenes", _named(view.scenes), key=(_named(view.scenes), view.scene))


def _first_steps(view: TableView) -> tuple[int, int, str | None] | None:
    """How far an empty table has come: its clocks, its tags, its scene; None once it is under way or the
    GM has said so."""
    settings = view.settings if isinstance(view.settings, dict) else {}
    clocks, tags = len(view.clocks), len(view.tags)
    if not settings.get("start_small", True) or (clocks >= FEW[0] and tags >= FEW[1]):
        return None
    scene = view.active()
    return clocks, tags, scene.name if scene else None


def _ahead(view: TableView) -> tuple[Any, ...]:
    """The scenes that are prepared, while none is being played."""
    return () if view.active() else tuple(scene for scene in view.scenes if scene.state == "prepared")


def _gm_clock_panels(view: TableView) -> Iterator[Panel]:
    """The GM's clocks, under the headings of their groups."""
    groups = grouped(standing_apart(view))
    clocks = tuple(clock for group in groups for clock in group.clocks)
    yield from _clock_panels(view, "gm-clocks", clocks, groups)


def _player_panels(view: TableView) -> Iterator[Panel]:
    yield _panel("head", view.name, template="player-head")
    yield _panel("bar", (view.paused, view.paused_by), template="player-bar")
    yield _panel("scene", view.active(), key=(view.active(), _here(view.zones)))
    yield _panel("tags", _here(view.tags), key=(_here(view.tags), view.zones, _names(view)))
    yield _panel("cast", view.cast, key=(view.cast, view.tags, view.zones))
    yield from _clock_panels(view, "clocks")
    yield _panel("checks", view.checks)
    yield _panel("seats", view.seats, key=(view.seats, _names(view)))
    yield _pick("claim", "character", [LATER, *_named(_free(view))])
    yield _pick("propose", "command-character", _named(view.cast), required=True)
    yield _pick("propose", "command-clock", _named(view.clocks), required=True)


def _seat_panels(view: TableView, seat: int) -> Iterator[Panel]:
    """What only this seat sees: my character, my clocks, my proposals."""
    me = next((each for each in view.seats if each.id == seat), None)
    mine = next((each for each in view.cast if me and each.id == me.character), None)
    tags = (
        tuple(tag for tag in view.tags if me and getattr(tag, "character", None) == me.character)
        if mine
        else ()
    )
    yield _panel("me", mine, key=(me, mine, tags, view.zones, None if mine else _named(_free(view))))
    clocks = tuple(each for each in view.clocks if isinstance(each, ClockView) and each.owner == seat)
    yield _panel("mine", clocks, key=(clocks, view.proposals))
    yield _panel("seats", view.seats, key=(view.seats, _names(view)))
    yield _panel("my-checks", view.mine)
    if view.mine is not None and ruleset(view.ruleset).check_form:
        yield from _my_hands(view.mine)
        own = {each.id for each in view.mine.checks}
        yield _panel("checks", tuple(each for each in view.checks if each.id not in own))


def _my_hands(mine: MyChecks) -> Iterator[Panel]:
    """What the seat's own forms need: the dice to type in, and the last intents as chips."""
    ready = next((each for each in mine.checks if each.ready), None)
    yield _panel("my-dice", ready, key=(ready.id, ready.count, ready.faces) if ready else ())
    yield _panel("my-again", mine, key=(mine.intents, mine.approaches, mine.tried))


def _tv_panels(view: TableView, page: int = 1) -> Iterator[Panel]:
    """The TV, laid out by how much there is."""
    layout = lay_out(view)
    page = (page - 1) % layout.pages + 1
    yield _panel("layout", layout, key=_shape(layout, page), template="tv-layout")
    yield _panel("bar", (view.name, view.paused, view.paused_by, view.active()), template="tv-bar")
    yield _panel("turn", layout.turn, key=(layout.turn,), template="tv-turn")
    yield _panel("checks", view.checks, template="tv-checks")
    yield _panel("tags", Paged(layout.tags, page), template="tv-tags")
    yield from _tv_clocks(view, layout, page)
    yield _panel("cast", Paged(layout.cast, page, layout.spare), template="tv-cast")
    yield _panel("join", view.join_code, key=(view.join_code,), template="tv-join")


def _shape(layout: Layout, page: int) -> tuple[Any, ...]:
    return layout.form, layout.side, layout.long, layout.pages, page, bool(layout.clocks)


def _tv_clocks(view: TableView, layout: Layout, page: int) -> Iterator[Panel]:
    clocks = _here(view.clocks)
    stage = Paged(layout.clocks, page, spot=layout.spot)
    shape = tuple((clock.id, type(clock).__name__) for clock in clocks)
    yield _panel("clocks", stage, key=(shape, stage), template="tv-clocks")
    yield from _each_clock(view, clocks)


def _clock_panels(
    view: TableView, frame: str, clocks: tuple[Any, ...] | None = None, groups: tuple[Group, ...] = ()
) -> Iterator[Panel]:
    """The frame of the clocks, and each clock as a panel within it."""
    clocks = standing_apart(view) if clocks is None else clocks
    shape = tuple((clock.id, type(clock).__name__) for clock in clocks)
    heads = tuple((group.name, group.start) for group in groups)
    yield _panel("clocks", groups or clocks, template=frame, key=(shape, view.spotlight, heads))
    yield from _each_clock(view, clocks)


def _each_clock(view: TableView, clocks: tuple[Any, ...]) -> Iterator[Panel]:
    for clock in clocks:
        yield _panel(
            f"clock-{clock.id}", clock, template="clock", key=(clock, _partners(clock, view)), within="clocks"
        )


def _partners(clock: Any, view: TableView) -> tuple[str, ...]:
    """The names of the clocks this one races and follows, where they are known."""
    partners = (getattr(clock, "opposes", None), getattr(clock, "follows", None))
    return tuple(words for id, words in _named(view.clocks) if id in partners)


def _here(things: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(thing for thing in things if thing.here)


def _held(*kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """What belongs to a scene, by name: a scene that is prepared lists it."""
    return tuple((row.scene, row.name) for rows in kinds for row in rows if row.scene is not None)


def _names(view: TableView) -> tuple[Any, ...]:
    """What other panels print of characters: a rename must reach them."""
    return tuple((each.id, each.name) for each in view.cast if isinstance(each, CharacterView))


def _free(view: TableView) -> list[CharacterView]:
    """The players' characters that nobody holds."""
    held = {seat.character for seat in view.seats}
    return [
        each
        for each in view.cast
        if isinstance(each, CharacterView) and each.kind == "pc" and each.id not in held
    ]


# ---- what forms choose from ---------------------------------------------------------------------

NOTHING = ("", "nothing")
NOBODY = ("", "nobody")
CHOOSE = ("", "choose who gets a condition")
GUEST = ("", "without a seat")
LATER = ("", "somebody later")
NOWHERE = ("", "nowhere in particular")
SCENE = (("here", "this scene"), ("", "the whole table"))
FEW = (2, 3)  # the clocks and tags that a first scene needs


def _named(things: Iterable[Any]) -> tuple[Option, ...]:
    """Things to choose from: those whose name this audience knows."""
    return tuple((thing.id, thing.name) for thing in things if hasattr(thing, "name"))
