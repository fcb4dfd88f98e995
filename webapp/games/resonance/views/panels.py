"""The panels that Resonance adds to the pages."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from webapp.games.api import (
    ABSENT,
    CharacterView,
    CheckView,
    Maybe,
    Option,
    Panel,
    PanelFactory,
    PieceView,
    TableView,
    Turn,
    ZoneView,
    clock_options,
    game_panel,
    pick,
    workable_clocks,
)
from webapp.games.resonance.rules import RULESET
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.positions import band_of, steps_between, within_a_move
from webapp.games.resonance.rules.rolled_actions import KnownRoll, OfferedReaction, answers, unanswered
from webapp.games.resonance.rules.stats import names
from webapp.games.resonance.rules.values import Value
from webapp.games.resonance.state.characters import stats_of
from webapp.games.resonance.views.boosts import for_a_roll
from webapp.games.resonance.views.meters import FocusGain, Meter, focusing, meters
from webapp.games.resonance.views.nested_clocks import (
    TvClocks,
    budgets,
    known_pieces,
    list_other_clocks,
    nests,
)


class Holder(NamedTuple):
    """A character with values, pool and hiding place, as far as they are known."""

    who: CharacterView
    values: PieceView | None
    pool: PieceView | None
    hiding: PieceView | None

    @property
    def meters(self) -> tuple[Meter, ...]:
        """The bars of the Values that are known."""
        return meters(self.values)


FEW, MOST_HOLDERS = 4, 6
"""The foot of the TV: the most characters whose tags are listed, and the most characters shown."""


class FootEntry(NamedTuple):
    """A character at the foot of the TV, with conditions beside the name, and tags or their number."""

    who: CharacterView
    meters: tuple[Meter, ...]
    ails: tuple[str, ...]
    tags: tuple[Mapping[str, object], ...]
    counted: int = 0


class TvRow(NamedTuple):
    """The characters that fit on the TV, how many are left out, and the number of all ("many" above 4)."""

    holders: tuple[FootEntry, ...]
    others: int
    shares: int | str


def party(view: TableView) -> tuple[Holder, ...]:
    """Return all characters this audience knows, with the values, pools and hiding places it knows."""
    found = known_pieces(view)
    return tuple(
        Holder(who, _of(found, "values", who.id), _of(found, "pool", who.id), _of(found, "hiding", who.id))
        for who in view.people
    )


def across(view: TableView) -> TvRow:
    """Return the characters with values or a pool for the TV, players' first, and how many do not fit."""
    found = [person for person in party(view) if person.values or person.pool]
    found.sort(key=lambda value: value.who.kind != "pc")
    held = found if len(found) <= MOST_HOLDERS else found[: MOST_HOLDERS - 1]
    entries = tuple(_foot_entry(pair, found) for pair in held)
    return TvRow(entries, len(found) - len(held), len(found) if len(found) <= FEW else "many")


def _foot_entry(held: Holder, among: Sequence[Holder]) -> FootEntry:
    """Return a character's entry at the foot of the TV.

    With exactly four characters, conditions are listed before the tags; with more, tags are only counted.
    """
    ails = [condition.name for condition in held.who.conditions if hasattr(condition, "name")]
    tags = held.pool.shown.get("tags", []) if held.pool is not None else []
    if len(among) > FEW:
        return FootEntry(held.who, held.meters, tuple(ails), (), len(tags))
    leading = [{"name": name, "kind": "ails"} for name in ails] if len(among) == FEW else []
    return FootEntry(held.who, held.meters, () if leading else tuple(ails), (*leading, *tags))


def rounds(view: TableView) -> PieceView | None:
    """Return the turn order if rounds run and this audience may see it; else None."""
    found = (piece for piece in known_pieces(view) if piece.kind == "rounds" and "cards" in piece.shown)
    return next(found, None)


def _focusing(held: Holder) -> FocusGain:
    return focusing(held.who, held.values, held.pool)


def _leads(order: PieceView) -> list[int]:
    """Return the id of the character who decides on this turn, in a list: the active one, or their rider."""
    pair = order.shown["pair"]
    return [pair["character"] if pair and pair["rides"] else order.shown["active"]]


def turn(view: TableView) -> Maybe[Turn]:
    """Return who has priority, who is next, and the round; ABSENT if this audience sees no turn order."""
    found = rounds(view)
    if found is None:
        return ABSENT
    cards = found.shown["cards"]
    active = next((card["name"] for card in cards if card["where"] == "active"), "Somebody")
    then = next((card["name"] for card in cards if card["where"] == "deck"), None)
    return Turn(active, then, f"round {found.shown['round']}")


def _of(pieces: list[PieceView], kind: str, character: int) -> PieceView | None:
    return next((piece for piece in pieces if piece.kind == kind and piece.character == character), None)


def _names(view: TableView) -> list[Option]:
    return [(who.id, who.name) for who in view.people]


def gm(view: TableView) -> Iterator[PanelFactory]:
    """Yield the GM's panels."""
    yield lambda: game_panel("nest", nests(view), of="resonance/gm-nest")
    yield lambda: game_panel(
        "rounds", rounds(view), of="resonance/gm-rounds", key=(rounds(view), _names(view))
    )
    yield lambda: game_panel(
        "party", party(view), of="resonance/gm-party", key=(party(view), view.numbers["character"])
    )


def sheets(view: TableView) -> Iterator[PanelFactory]:
    """Yield the inspector panels of the GM's menu entries."""
    yield lambda: game_panel("budgets", budgets(view), of="resonance/budgets")
    for form in ("pool", "own", "level", "mount", "position"):
        yield partial(pick, form, "character", _names(view), required=True)
    yield lambda: pick("mount", "mount", _names(view), required=True)
    zones = [(zone.id, zone.name) for zone in view.zones if isinstance(zone, ZoneView) and zone.here]
    yield lambda: pick("position", "zone", zones, required=True)
    yield lambda: game_panel("no-zones", not zones, of="resonance/no-zones")


def on_somebody(view: TableView, who: CharacterView) -> tuple[Holder, FocusGain]:
    """Return a character's values, pool and hiding place, and the effects of Recharge and Recover."""
    held = next(person for person in party(view) if person.who.id == who.id)
    return held, _focusing(held)


def on_own_sheet(view: TableView, who: CharacterView) -> tuple[tuple[str, int | str, int | str], ...]:
    """Return a character's HP, SP and EP with their maxima; "" for unknown numbers."""
    known = {
        meter.name: (meter.left, meter.most) for meter in meters(_of(known_pieces(view), "values", who.id))
    }
    return tuple((name, *known.get(name, ("", ""))) for name in Value)


def player(view: TableView) -> Iterator[PanelFactory]:
    """Yield the panels of every player."""
    yield lambda: game_panel("nest", nests(view), of="resonance/nest")
    yield lambda: game_panel("rounds", rounds(view), of="resonance/rounds")
    yield lambda: game_panel("party", party(view), of="resonance/party")


def seat(view: TableView, seat: int) -> Iterator[PanelFactory]:
    """Yield the panels of one seat: others, its turn, stats, reactions, moves, values, pool and Focus."""
    held = next((value.character for value in view.seats if value.id == seat), None)
    everybody = party(view)
    mine = next((person for person in everybody if person.who.id == held), None)
    if mine is not None:
        others = tuple(person for person in everybody if person is not mine)
        yield lambda: game_panel("party", others, of="resonance/party")
    yield lambda: _my_turn(view, held, mine)
    if mine is not None:
        yield lambda: _my_stats(view, mine)
        yield lambda: _my_chances(view, mine)
        yield lambda: _my_way(view, mine)
    else:
        yield lambda: game_panel("my-stats", None, of="resonance/my-stats")
        yield lambda: game_panel("my-chances", None, of="resonance/my-chances")
        yield lambda: game_panel("my-way", None, of="resonance/my-way")
    yield lambda: game_panel("my-values", mine, of="resonance/my-values")
    yield lambda: game_panel("my-pool", mine, of="resonance/my-pool")
    yield lambda: game_panel("my-focus", _focusing(mine) if mine else None, of="resonance/my-focus")


def _my_turn(view: TableView, held: Maybe[int | None], mine: Holder | None) -> Panel:
    order = rounds(view)
    mine_now = order is not None and held is not None and held in _leads(order)
    known = mine.values.shown if mine is not None and mine.values is not None else {}
    legs = {key: known.get(key, "") for key in ("may_stand", "no_move", "no_standing", "no_action")}
    value = (order, held, legs, mine_now) if order is not None and mine is not None else None
    return game_panel("my-turn", value, of="resonance/my-turn")


class ReachableZones(NamedTuple):
    """A character's zone, and the zones that a Move reaches, each with its band."""

    who: int
    zone: str
    goals: tuple[tuple[int, str, str], ...]


def find_reachable_zones(view: TableView, who: CharacterView, bands: int) -> ReachableZones | None:
    """Return the zones that a Move reaches, or all if the character is in none; None if no zone is known."""
    zones = {zone.id: zone for zone in view.zones if isinstance(zone, ZoneView) and zone.here}
    if not zones:
        return None
    known = {zone.id: zone.joins for zone in zones.values()}
    here = zones.get(who.zone) if isinstance(who.zone, int) else None
    reached = tuple(known) if here is None else within_a_move(known, here.id, bands)
    goals = tuple((id, zones[id].name, _band(known, here, id)) for id in reached)
    return ReachableZones(who.id, "" if here is None else here.name, goals)


def _band(known: dict[int, tuple[int, ...]], here: ZoneView | None, goal: int) -> str:
    band = None if here is None else band_of(steps_between(known, here.id, goal))
    return "" if band is None else band.label


def _my_way(view: TableView, mine: Holder) -> Panel:
    """Return the panel of a character's zone and the zones that a Move reaches on their turn."""
    known = mine.values.shown if mine.values is not None else {}
    order = rounds(view)
    fights = order is not None and any(card["character"] == mine.who.id for card in order.shown["cards"])
    mine_now = order is None or not fights or mine.who.id in _leads(order)
    here = find_reachable_zones(view, mine.who, known.get("movement", 1))
    value = None if here is None else (here, known.get("no_move", "") or _no_action(mine), mine_now)
    return game_panel("my-way", value, of="resonance/my-way")


def _no_action(mine: Holder) -> str:
    """Return why the character cannot act now, in a sentence; "" if they can."""
    return str(mine.values.shown.get("no_action", "")) if mine.values is not None else ""


def _my_stats(view: TableView, mine: Holder) -> Panel:
    """Return the panel with the nine stats, the possible targets, and the clocks that may be worked on.

    The best stat is preselected. Foes come first among the targets, and the first foe is preselected.
    """
    who = mine.who
    others = [character for character in view.people if character.id != who.id]
    others.sort(key=lambda character: character.kind == who.kind)
    chosen = next((character.id for character in others if character.kind != who.kind), None)
    stats = stats_of(who)
    value = {
        "stats": tuple((name, name.capitalize(), stats[name]) for name in names()),
        "best": RULESET.best(who.stats),
        "others": tuple((character.id, character.name) for character in others),
        "chosen": chosen,
        "works": tuple(clock_options(view, workable_clocks(view))),
        "no_action": _no_action(mine),
    }
    return game_panel("my-stats", value, of="resonance/my-stats")


RESISTS = "resonance.round.react"


def _my_chances(view: TableView, mine: Holder) -> Panel:
    """Return the panel of the character's turn, the open effects on them, and the one-tap boosts."""
    who, _, pool, _ = mine
    called = any(check.state == "called" for check in view.mine.checks) if view.mine is not None else False
    boosts = for_a_roll(pool, called=called)
    order = rounds(view)
    value = {
        "who": who.id,
        "best": RULESET.best(who.stats),
        "attacks": _attacks(view, mine, order),
        "boosts": boosts,
        "no_action": _no_action(mine),
    }
    value["critical"] = _open_critical(view)
    value["turn"] = order is not None and who.id in _leads(order)
    value["of_mount"] = order is not None and order.shown["active"] != who.id
    return game_panel("my-chances", value, of="resonance/my-chances")


def _open_critical(view: TableView) -> CheckView | None:
    """Return the seat's newest rolled check if its Critical has not been spent, else None."""
    rolled = (
        [check for check in view.mine.checks if check.result is not None] if view.mine is not None else []
    )
    newest = rolled[0] if rolled and rolled[0].state in ("rolled", "resolved") else None
    if newest is None or newest.result is None:
        return None
    data = newest.result.data
    return newest if data.get("options") and not data.get("picked") else None


def _attacks(
    view: TableView, mine: Holder, order: PieceView | None
) -> tuple[tuple[CheckView, tuple[OfferedReaction, ...]], ...]:
    """Return the open effects on the character, each with the possible reactions."""
    rolls = [_known_roll(check) for check in view.checks]
    waiting, may = unanswered(mine.who.id, rolls, _resisted(view)), _answers(mine, order)
    return tuple((check, may) for check in view.checks if check.id in waiting)


def _known_roll(check: CheckView) -> KnownRoll:
    """Return a check as the rules' `KnownRoll`, as far as this audience knows it."""
    roller = check.character if isinstance(check.character, int) else None
    return KnownRoll(check.id, roller, check.state, ResonanceRequest.of(check.asked))


def _resisted(view: TableView) -> set[int]:
    """Return the ids of the checks whose effect a proposed or accepted Resist answers."""
    asked = (proposal.command for proposal in view.proposals if proposal.state in ("open", "accepted"))
    return {row["against"] for row in asked if row["do"] == RESISTS and row.get("against")}


def _answers(mine: Holder, order: PieceView | None) -> tuple[OfferedReaction, ...]:
    """Return the reactions that the character's state, SP and actions allow."""
    if _no_action(mine):
        return ()
    sp = mine.values.shown["values"]["sp"].get("left", 0) if mine.values is not None else 0
    cards = order.shown["cards"] if order is not None else ()
    left = next((card.get("left") for card in cards if card["character"] == mine.who.id), None)
    return answers(sp, left)


def tv(view: TableView) -> Iterator[PanelFactory]:
    """Yield the panels of the TV."""
    yield lambda: game_panel(
        "nest", TvClocks(nests(view)[:1], list_other_clocks(view)), of="resonance/tv-nest"
    )
    yield lambda: game_panel("rounds", rounds(view), of="resonance/tv-rounds")
    yield lambda: game_panel("party", across(view), of="resonance/tv-party")
