"""The panels that Resonance adds to the pages."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from webapp.games.resonance.screens.characters import stats_of
from webapp.games.resonance.screens.meters import FocusGain, Meter, focusing, meters
from webapp.games.resonance.screens.nested_clocks import (
    Beside,
    around_parts,
    beside,
    budgets,
    known_pieces,
    nests,
)
from webapp.rules.resonance import RULESET
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.check import AGAINST_RESISTANCE
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.deeds import OfferedReaction, answers
from webapp.rules.resonance.stats import names
from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.check_views import CheckView
from webapp.screens.clock_groups import clock_options
from webapp.screens.panel import Make, Option, Panel, game_panel, pick
from webapp.screens.views import CharacterView, ClockView, PieceView, TableView, Turn


class Holder(NamedTuple):
    """Somebody with values, pool and hiding place, as far as they are known."""

    who: CharacterView
    values: PieceView | None
    pool: PieceView | None
    hiding: PieceView | None

    @property
    def meters(self) -> tuple[Meter, ...]:
        """The bars of the Values that are known."""
        return meters(self.values)


FEW, MOST_HOLDERS = 4, 6
"""Up to so many at the foot of the TV have lines for their tags; more than so many are not told of there."""


class Told(NamedTuple):
    """Somebody at the foot of the TV: what ails them beside the name, the tags, or how many there are."""

    who: CharacterView
    meters: tuple[Meter, ...]
    ails: tuple[str, ...]
    tags: tuple[Mapping[str, object], ...]
    counted: int = 0


class Across(NamedTuple):
    """Those the TV has room for, how many it leaves out, and how many share the room, as a style knows it."""

    holders: tuple[Told, ...]
    others: int
    shares: int | str


def party(view: TableView) -> tuple[Holder, ...]:
    """Everybody this audience knows, with values and pool as far as it knows those."""
    found = known_pieces(view)
    return tuple(
        Holder(who, _of(found, "values", who.id), _of(found, "pool", who.id), _of(found, "hiding", who.id))
        for who in view.people
    )


def across(view: TableView) -> Across:
    """The party for the TV, players' characters first, as far as there is room; and how many are left out."""
    found = [each for each in party(view) if each.values or each.pool]
    found.sort(key=lambda each: each.who.kind != "pc")
    held = found if len(found) <= MOST_HOLDERS else found[: MOST_HOLDERS - 1]
    told = tuple(_told(each, len(found)) for each in held)
    return Across(told, len(found) - len(held), len(found) if len(found) <= FEW else "many")


def _told(held: Holder, among: int) -> Told:
    """Of four there is no room beside a name: what ails them leads their tags; of more, tags are counted."""
    ails = [each.name for each in held.who.conditions if hasattr(each, "name")]
    tags = held.pool.shown.get("tags", []) if held.pool is not None else []
    if among > FEW:
        return Told(held.who, held.meters, tuple(ails), (), len(tags))
    leading = [{"name": name, "kind": "ails"} for name in ails] if among == FEW else []
    return Told(held.who, held.meters, () if leading else tuple(ails), (*leading, *tags))


def rounds(view: TableView) -> PieceView | None:
    """The turn order, if rounds run and this audience may see it."""
    found = (each for each in known_pieces(view) if each.kind == "rounds" and "cards" in each.shown)
    return next(found, None)


def _focusing(held: Holder) -> FocusGain:
    return focusing(held.who, held.values, held.pool)


def _leads(order: PieceView) -> list[int]:
    """Who says what happens on this turn: whoever has priority, or the one who rides them."""
    pair = order.shown["pair"]
    return [pair["character"] if pair and pair["rides"] else order.shown["active"]]


def turn(view: TableView) -> Maybe[Turn]:
    """Who has priority now, and who comes next."""
    found = rounds(view)
    if found is None:
        return ABSENT
    cards = found.shown["cards"]
    active = next((each["name"] for each in cards if each["where"] == "active"), "Somebody")
    then = next((each["name"] for each in cards if each["where"] == "deck"), None)
    return Turn(active, then, f"round {found.shown['round']}")


def _of(pieces: list[PieceView], kind: str, character: int) -> PieceView | None:
    return next((each for each in pieces if each.kind == kind and each.character == character), None)


def _names(view: TableView) -> list[Option]:
    return [(who.id, who.name) for who in view.people]


def gm(view: TableView) -> Iterator[Make]:
    """The GM's desk."""
    yield lambda: game_panel("nest", nests(view), of="resonance/gm-nest")
    yield lambda: game_panel(
        "rounds", rounds(view), of="resonance/gm-rounds", key=(rounds(view), _names(view))
    )
    yield lambda: game_panel("party", party(view), of="resonance/gm-party")


def sheets(view: TableView) -> Iterator[Make]:
    """What the Curator's moves choose from."""
    yield lambda: game_panel("budgets", budgets(view), of="resonance/budgets")
    for form in ("pool", "own", "level", "mount"):
        yield partial(pick, form, "character", _names(view), required=True)
    yield lambda: pick("mount", "mount", _names(view), required=True)


def on_somebody(view: TableView, who: CharacterView) -> tuple[Holder, FocusGain]:
    """Somebody's values, pool and hiding place, and what a turn of their own would bring back."""
    held = next(each for each in party(view) if each.who.id == who.id)
    return held, _focusing(held)


def player(view: TableView) -> Iterator[Make]:
    """What every player sees."""
    yield lambda: game_panel("nest", nests(view), of="resonance/nest")
    yield lambda: game_panel("rounds", rounds(view), of="resonance/rounds")
    yield lambda: game_panel("party", party(view), of="resonance/party")
    yield lambda: pick("declare", "target", [("", "nobody yet"), *_names(view)])
    yield lambda: pick("declare", "targets", [("", "nothing counted"), *clock_options(view, _workable(view))])


def _workable(view: TableView) -> list[ClockView]:
    """The clocks in play that a roll works on: Barriers, Puzzles, whatever else is counted."""
    clocks = [each for each in view.clocks if isinstance(each, ClockView) and each.here and not each.complete]
    around = around_parts(view)
    return [each for each in clocks if each.id not in around]


def seat(view: TableView, seat: int) -> Iterator[Make]:
    """What only this seat sees: the own turn, the own values, the own pool and what may be spent from it."""
    held = next((each.character for each in view.seats if each.id == seat), None)
    everybody = party(view)
    mine = next((each for each in everybody if each.who.id == held), None)
    if mine is not None:
        others = tuple(each for each in everybody if each is not mine)
        yield lambda: game_panel("party", others, of="resonance/party")
    yield lambda: _my_turn(view, held, mine)
    if mine is not None:
        yield lambda: _my_stats(view, mine.who)
        yield lambda: _my_chances(view, mine)
    else:
        yield lambda: game_panel("my-stats", None, of="resonance/my-stats")
        yield lambda: game_panel("my-chances", None, of="resonance/my-chances")
    yield lambda: game_panel("my-values", mine, of="resonance/my-values")
    yield lambda: game_panel("my-pool", mine, of="resonance/my-pool")
    yield lambda: game_panel("my-focus", _focusing(mine) if mine else None, of="resonance/my-focus")


def _my_turn(view: TableView, held: Maybe[int | None], mine: Holder | None) -> Panel:
    order = rounds(view)
    mine_now = order is not None and held is not None and held in _leads(order)
    lies = mine is not None and mine.values is not None and mine.values.shown.get("may_stand", False)
    it = (order, held, lies, mine_now) if order is not None and mine is not None else None
    return game_panel("my-turn", it, of="resonance/my-turn")


def _my_stats(view: TableView, who: CharacterView) -> Panel:
    """The nine stats, the best of them first to hand; foes before friends; what is counted."""
    others = [each for each in view.people if each.id != who.id]
    others.sort(key=lambda each: each.kind == who.kind)
    stats = stats_of(who)
    it = {
        "stats": tuple((name, name.capitalize(), stats[name]) for name in names()),
        "best": RULESET.best(who.stats),
        "others": tuple((each.id, each.name) for each in others),
        "works": tuple(clock_options(view, _workable(view))),
    }
    return game_panel("my-stats", it, of="resonance/my-stats")


STANDING = ("called", "rolled", "resolved")
"""How a check stands that was neither cancelled nor taken back."""
RESISTS = "resonance.round.react"
BEFORE_THE_ROLL = ("bless", "charge", "augment", "ward")
"""The boosts that are spent while a roll waits, one tap each; what else is to be picked is in the pool."""


def _my_chances(view: TableView, mine: Holder) -> Panel:
    """What is aimed at me and not applied yet, and the boosts that fit the roll that waits."""
    who, _, pool, _ = mine
    offers = pool.shown.get("offers", ()) if pool is not None else ()
    called = any(each.state == "called" for each in view.mine.checks) if view.mine is not None else False
    fit = BEFORE_THE_ROLL if called else BEFORE_THE_ROLL[-1:]
    boosts = tuple(each for each in offers if each["key"] in fit)
    order = rounds(view)
    it = {
        "who": who.id,
        "best": RULESET.best(who.stats),
        "attacks": _attacks(view, mine, order),
        "boosts": boosts,
    }
    it["turn"] = order is not None and who.id in _leads(order)
    return game_panel("my-chances", it, of="resonance/my-chances")


def boosts_at_checks(view: TableView) -> dict[int, tuple[tuple[object, str, object], ...]]:
    """What may be spent on each waiting check before its roll: who would, and the boost."""
    names = dict(_names(view))
    found: dict[int, tuple[tuple[object, str, object], ...]] = {}
    for pool in known_pieces(view):
        name = names.get(pool.character, "") if isinstance(pool.character, int) else ""
        for boost in pool.shown.get("offers", ()) if name else ():
            if boost["key"] in BEFORE_THE_ROLL and "check" in boost:
                found[boost["check"]] = (*found.get(boost["check"], ()), (pool.character, name, boost))
    return found


def _attacks(
    view: TableView, mine: Holder, order: PieceView | None
) -> tuple[tuple[CheckView, tuple[OfferedReaction, ...]], ...]:
    """What is upon me and not applied yet, each with what I may still answer it with."""
    upon = [each for each in view.checks if each.state in STANDING and _upon(each, mine.who.id)]
    done, may = _answered(view, mine.who.id, upon), _answers(mine, order)
    return tuple((each, () if each.id in done else may) for each in upon if each.state != "resolved")


def _answers(mine: Holder, order: PieceView | None) -> tuple[OfferedReaction, ...]:
    """What my SP and the actions of my pool allow."""
    sp = mine.values.shown["values"]["sp"].get("left", 0) if mine.values is not None else 0
    cards = order.shown["cards"] if order is not None else ()
    left = next((each.get("left") for each in cards if each["character"] == mine.who.id), None)
    return answers(sp, left)


def _answered(view: TableView, who: int, upon: list[CheckView]) -> set[int]:
    """The effects that were answered: a reaction answers the newest one before it, a Resist names its own."""
    asked = (each.command for each in view.proposals if each.state in ("open", "accepted"))
    found = {each["against"] for each in asked if each["do"] == RESISTS and each.get("against")}
    spare = 0
    for check in reversed(view.checks):
        if check in upon and spare:
            spare -= 1
            found.add(check.id)
        elif check.character == who and check.state in STANDING:
            spare += Asked.of(check.asked).roll is Kind.REACTION
    return found


def _upon(check: CheckView, who: int) -> bool:
    asked = Asked.of(check.asked)
    return asked.roll in AGAINST_RESISTANCE and who in asked.upon and check.character != who


def tv(view: TableView) -> Iterator[Make]:
    """What the TV shows."""
    yield lambda: game_panel("nest", Beside(nests(view)[:1], beside(view)), of="resonance/tv-nest")
    yield lambda: game_panel("rounds", rounds(view), of="resonance/tv-rounds")
    yield lambda: game_panel("party", across(view), of="resonance/tv-party")
