"""Boosts on the screens: those that may be spent now, and the check that each would affect."""

from collections.abc import Mapping

from webapp.games.api import Character, Check, PieceView, TableView, Visibility
from webapp.games.resonance.rules.boosts import BEFORE_THE_ROLL, Choice
from webapp.games.resonance.rules.stats import names
from webapp.games.resonance.state.boosts import offers
from webapp.games.resonance.state.characters import stats_of
from webapp.games.resonance.views.nested_clocks import known_pieces


def offered(character: int, visibility: Visibility) -> list[dict[str, object]]:
    """Return the boosts that a character may spend now as JSON, each with its choices and its check's id."""
    row = visibility.state.find_ever(Character, character)
    return [
        {**choice.as_dict(), "key": key, **_at(check, visibility), **_picks(choice, row)}
        for key, (choice, _, check) in offers(visibility.state, character).items()
    ]


def _at(check: Check | None, visibility: Visibility) -> dict[str, object]:
    """Return the id of a boost's check as a dict; empty for audiences that may not know of it."""
    return {"check": check.id} if check is not None and visibility.knows(check) else {}


def _picks(choice: Choice, character: Character | None) -> dict[str, object]:
    """Return the stat values that an Obscure may use, highest first, with names; {} for other boosts."""
    if not choice.by_any_stat:
        return {}
    stats = stats_of(character)
    found: dict[int, list[str]] = {}
    for name in sorted(names(), key=lambda name: -stats[name]):
        found.setdefault(stats[name], []).append(name.capitalize())
    return {"stats": [{"stat": n, "names": ", ".join(said)} for n, said in found.items()]}


def for_a_roll(pool: PieceView | None, *, called: bool) -> tuple[Mapping[str, str], ...]:
    """Return the one-tap boosts that a pool offers while a roll waits (`called`).

    If no roll waits, the only one is Ward, which stops an effect on the holder.
    """
    fit = BEFORE_THE_ROLL if called else BEFORE_THE_ROLL[-1:]
    shown = pool.shown.get("offers", ()) if pool is not None else ()
    return tuple(offer for offer in shown if offer["key"] in fit)


def at_checks(view: TableView) -> dict[int, tuple[tuple[object, str, object], ...]]:
    """Return the one-tap boosts by the id of their check, each as (holder's id, holder's name, boost)."""
    names = {who.id: who.name for who in view.people}
    found: dict[int, tuple[tuple[object, str, object], ...]] = {}
    for pool in known_pieces(view):
        name = names.get(pool.character, "") if isinstance(pool.character, int) else ""
        for boost in pool.shown.get("offers", ()) if name else ():
            if boost["key"] in BEFORE_THE_ROLL and "check" in boost:
                found[boost["check"]] = (*found.get(boost["check"], ()), (pool.character, name, boost))
    return found
