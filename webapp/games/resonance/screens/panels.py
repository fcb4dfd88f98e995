"""The panels that Resonance adds to the pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from webapp.games.resonance.screens.focusing import Focusing, focusing
from webapp.games.resonance.screens.meters import Meter, meters
from webapp.games.resonance.screens.reading import stats_of
from webapp.games.resonance.screens.room import MOST_BESIDE, MOST_HOLDERS, Shown, fitting
from webapp.rules.errors import RuleError
from webapp.rules.resonance import RULESET
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.check import AGAINST_RESISTANCE
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.deeds import Answer, answers
from webapp.rules.resonance.race import Budget, budget, leaves_threat, level_modifier
from webapp.rules.resonance.stats import names
from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.apart import clock_options
from webapp.screens.check_views import CheckView
from webapp.screens.grouping import standing_apart
from webapp.screens.panel import Make, Option, Panel, game_panel, pick
from webapp.screens.views import CharacterView, ClockView, Masked, PieceView, TableView, Turn


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


class Across(NamedTuple):
    """Those the TV has room for, and how many it leaves out."""

    holders: tuple[tuple[CharacterView, tuple[Meter, ...], Shown], ...]
    others: int


class Beside(NamedTuple):
    """The Situations the TV shows, and how the other clocks stand beside them."""

    nests: tuple["Nest", ...]
    clocks: tuple[tuple[str, str], ...]


class Budgets(NamedTuple):
    """The party's average level, what a Race of every level would start with, and what one goes on with."""

    average: float
    levels: tuple[tuple[int, Budget | None], ...]
    threat: int | None


@dataclass(frozen=True)
class Nest:
    """One Situation with the clocks it stands in and those that stand in it, as far as they are known."""

    piece: PieceView
    scene: ClockView | None
    clock: ClockView | None
    threat: ClockView | None
    parts: tuple[tuple[Mapping[str, object], ClockView | None], ...]


def party(view: TableView) -> tuple[Holder, ...]:
    """Everybody this audience knows, with values and pool as far as it knows those."""
    found = _pieces(view)
    return tuple(
        Holder(who, _of(found, "values", who.id), _of(found, "pool", who.id), _of(found, "hiding", who.id))
        for who in view.people
    )


def across(view: TableView) -> Across:
    """The party for the TV, players' characters first, as far as there is room; and how many are left out."""
    found = [each for each in party(view) if each.values or each.pool]
    found.sort(key=lambda each: each.who.kind != "pc")
    held = found if len(found) <= MOST_HOLDERS else found[: MOST_HOLDERS - 1]
    holders = len(found)
    shown = tuple(
        (each.who, each.meters, fitting(_tags(each.pool), holders, _ails(each.who))) for each in held
    )
    return Across(shown, holders - len(held))


def _ails(who: CharacterView) -> list[str]:
    return [each.name for each in who.conditions if hasattr(each, "name")]


def _tags(pool: PieceView | None) -> list[dict[str, object]]:
    return pool.shown.get("tags", []) if pool is not None else []


def nests(view: TableView) -> tuple[Nest, ...]:
    """The Situations of this scene: those that run, then those that are over, the newest of them first."""
    clocks = {each.id: each for each in view.clocks if isinstance(each, ClockView)}
    found = [
        each for each in _pieces(view) if each.kind == "situation" and each.here and "parts" in each.shown
    ]
    going_on = [each for each in found if each.shown["state"] == "running"]
    over = [each for each in reversed(found) if each not in going_on]
    nests = tuple(_nest(each, clocks) for each in (*going_on, *over))
    still = [each.threat for each in nests if each.piece in going_on]
    over_by_now = (each.piece in over and each.threat in still for each in nests)
    return tuple(
        replace(nest, threat=None) if gone else nest for nest, gone in zip(nests, over_by_now, strict=True)
    )


def _nest(piece: PieceView, clocks: Mapping[int, ClockView]) -> Nest:
    shown = piece.shown
    named = (clocks.get(shown.get(name, 0)) for name in ("scene_clock", "clock", "threat"))
    scene, clock, threat = named
    parts = tuple((part, clocks.get(part["clock"] or 0)) for part in shown["parts"])
    return Nest(piece, scene, clock, threat, parts)


def nested(view: TableView) -> frozenset[int]:
    """The clocks that stand in a Situation."""
    clocks = (
        each
        for nest in nests(view)
        for each in (nest.scene, nest.clock, nest.threat, *(clock for _, clock in nest.parts))
    )
    return frozenset(each.id for each in clocks if each is not None)


def around_parts(view: TableView) -> frozenset[int]:
    """The clocks that move as the parts of a Situation are dealt with, or as time goes by."""
    clocks = (each for nest in nests(view) for each in (nest.scene, nest.clock, nest.threat))
    running = frozenset(each.id for each in clocks if each is not None)
    return running | {each.id for each in view.clocks if isinstance(each, ClockView) and each.kind == "scene"}


def beside(view: TableView) -> tuple[tuple[str, str], ...]:
    """The other clocks, beside a Situation on the TV as far as there is room: name, and how it stands."""
    named = [each for each in standing_apart(view) if isinstance(each, (ClockView, Masked))]
    return tuple((each.name, _stands(each)) for each in named[:MOST_BESIDE])


def _stands(clock: ClockView | Masked) -> str:
    return f"{clock.filled}/{clock.segments}" if isinstance(clock, ClockView) else str(clock.word)


def rounds(view: TableView) -> PieceView | None:
    """The turn order, if rounds run and this audience may see it."""
    found = (each for each in _pieces(view) if each.kind == "rounds" and "cards" in each.shown)
    return next(found, None)


def _focusing(held: Holder) -> Focusing:
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


def budgets(view: TableView) -> Budgets:
    """What a Race of every level would start with, for this party."""
    levels = [_level(who) for who in view.people if who.kind == "pc"]
    budgets = tuple((n, _budget(n, levels)) for n in range(1, 10))
    return Budgets(round(fmean(levels), 1) if levels else 0, budgets, _threat_left(view))


def _threat_left(view: TableView) -> int | None:
    """What is left of the Threat Clock of this Scene, with which a second Race goes on."""
    left = ((each, each.scene.filled if each.scene is not None else None) for each in nests(view))
    over = (each for each, scene in left if leaves_threat(each.piece.shown["outcome"], scene))
    return next((each.threat.filled for each in over if each.threat is not None), None)


def _level(who: CharacterView) -> int:
    level = who.stats.get("level")
    return level if isinstance(level, int) and 0 <= level <= 9 else 0


def _budget(level: int, party: list[int]) -> Budget | None:
    try:
        return budget(level, level_modifier(level, party))
    except RuleError:
        return None


def _pieces(view: TableView) -> list[PieceView]:
    return [each for each in view.pieces if isinstance(each, PieceView)]


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
    yield lambda: _gm_party(view)


def sheets(view: TableView) -> Iterator[Make]:
    """What the Curator's moves choose from."""
    yield lambda: game_panel("budgets", budgets(view), of="resonance/budgets")
    yield lambda: pick("pool", "character", _names(view), required=True)
    yield lambda: pick("own", "character", _names(view), required=True)
    yield lambda: pick("level", "character", _names(view), required=True)
    yield lambda: pick("mount", "character", _names(view), required=True)
    yield lambda: pick("mount", "mount", _names(view), required=True)


def _gm_party(view: TableView) -> Panel:
    return game_panel("party", party(view), of="resonance/gm-party")


def on_somebody(view: TableView, who: CharacterView) -> tuple[Holder, Focusing]:
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
    """What roller and target of each waiting check may spend on it: who, and the boost."""
    names = dict(_names(view))
    held = {each.character: each.shown.get("offers", ()) for each in _pieces(view) if each.kind == "pool"}
    return {
        check.id: tuple(
            (who, names[who], boost)
            for who in (check.character, Asked.of(check.asked).target)
            for boost in held.get(who, ())
            if who in names and boost["key"] in BEFORE_THE_ROLL
        )
        for check in view.checks
        if check.state == "called"
    }


def _attacks(
    view: TableView, mine: Holder, order: PieceView | None
) -> tuple[tuple[CheckView, tuple[Answer, ...]], ...]:
    """What is upon me and not applied yet, each with what I may still answer it with."""
    upon = [each for each in view.checks if each.state in STANDING and _upon(each, mine.who.id)]
    done, may = _answered(view, mine.who.id, upon), _answers(mine, order)
    return tuple((each, () if each.id in done else may) for each in upon if each.state != "resolved")


def _answers(mine: Holder, order: PieceView | None) -> tuple[Answer, ...]:
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
