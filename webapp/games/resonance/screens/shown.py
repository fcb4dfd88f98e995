"""What each audience is told of Resonance's pieces, as plain JSON values."""

from collections.abc import Callable, Mapping

from webapp.games.resonance.screens.characters import (
    LAST,
    POOL,
    card,
    level_of,
    piece_of,
    pool_from,
    rounds_from,
    rounds_of,
    stats_of,
    values_from,
)
from webapp.games.resonance.screens.nested_clocks import situation
from webapp.games.resonance.screens.roll_facts import offers
from webapp.rules.catalogue import slug
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.boosts import Choice
from webapp.rules.resonance.conditions import movement, standing_up
from webapp.rules.resonance.pool import OwnTag, TagPool
from webapp.rules.resonance.rounds import Rounds
from webapp.rules.resonance.stats import names
from webapp.rules.resonance.values import Value, Values
from webapp.screens.foe_numbers import Telling
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Condition, Piece

WORDS = ((0, "none"), (25, "little"), (60, "some"), (99, "much"))
"""How much is left, in a word, up to so many hundredths of what it holds."""


def values(piece: Piece, visibility: Visibility) -> dict[str, object]:
    """HP, SP and EP with what each holds now, and what follows from the sheet."""
    held = values_from(piece.data)
    board = visibility.board
    character = board.row(Character, piece.character)
    stats, known = stats_of(character), _known_conditions(piece, visibility)
    return {
        "values": {str(name): {"left": held[name], "most": held.most(name)} for name in Value},
        "injured": held.injured,
        "asleep": held.asleep,
        "dead": held.dead,
        "level": level_of(character),
        "resistance": stats.resistance,
        "actions": stats.actions,
        "movement": movement(stats.movement, known, immobilised=_bound(piece, visibility)),
        "may_stand": len(standing_up(known)) < len(known),
        "no_focus": _why_no_focus(board, piece.character or 0, held),
    }


def _why_no_focus(board: Board, character: int, held: Values) -> str:
    """Why somebody takes no Focus action now, as the rules refuse it; "" if nothing is in the way."""
    found = rounds_of(board)
    if not held.may_act:
        return "Unconscious: no actions."
    try:
        held.pay(Value.SP, 1)
    except RuleError as error:
        return error.message
    try:
        if found is not None and card(character) in found[1].each:
            found[1].focus(card(character))
    except RuleError:
        return "On the own turn, before anything else is done on it."
    return ""


def _known_conditions(piece: Piece, visibility: Visibility) -> list[str]:
    """The book's conditions that this audience sees on somebody."""
    book_names = {entry.name.casefold() for entry in book.catalogue().entries("condition")}
    rows = visibility.board.of(Condition, piece.character)
    seen = (row.name for row in rows if visibility.level(row) == "shown")
    return [name for name in seen if name.casefold() in book_names]


def _bound(piece: Piece, visibility: Visibility) -> bool:
    row = piece_of(visibility.board, POOL, piece.character)
    return row is not None and visibility.level(row) == "shown" and pool_from(row.data).immobilised


def values_in_words(piece: Piece) -> dict[str, object]:
    """How much is left, in a word each, for those who know no number."""
    held = values_from(piece.data)
    return {"values": {str(name): {"word": _word(held, name)} for name in Value}}


def _word(held: Values, name: Value) -> str:
    share = 100 * held[name] // held.most(name)
    return next((word for most, word in WORDS if share <= most), "full")


def pool(piece: Piece, visibility: Visibility) -> dict[str, object]:
    """The tags as chips, what happened to them last, and the boosts that may be spent now."""
    held = pool_from(piece.data)
    last = piece.data.get(LAST) or {}
    character = visibility.board.row(Character, piece.character)
    return {
        "tags": tags(held),
        "status": held.total("status"),
        "boost": held.total("boost"),
        "last": {"event": last.get("name", ""), "says": list(last.get("says", ()))} if last else None,
        "offers": [
            {**choice.as_dict(), "key": key, **_at(check, visibility), **_picks(choice, character)}
            for key, (choice, _, check) in offers(visibility.board, piece.character or 0).items()
        ],
        "must": last.get("must"),
        "immobilised": held.immobilised,
        "passives_off": held.passives_off,
    }


def _at(check: Check | None, visibility: Visibility) -> dict[str, object]:
    """The check that a boost would be spent on, for those who may know of it."""
    return {"check": check.id} if check is not None and visibility.knows(check) else {}


def _picks(choice: Choice, character: Character | None) -> dict[str, object]:
    """What a boost is to be spent on, where the table knows more of it than the book.

    An Obscure may be built on any stat, the highest first.
    """
    if choice.tag != "obscure":
        return {}
    stats = stats_of(character)
    found: dict[int, list[str]] = {}
    for name in sorted(names(), key=lambda name: -stats[name]):
        found.setdefault(stats[name], []).append(name.capitalize())
    return {"stats": [{"stat": n, "names": ", ".join(said)} for n, said in found.items()]}


def tags(held: TagPool) -> list[dict[str, object]]:
    """Every tag in a pool, status tags first, with its words."""
    return [
        {"count": count, **(own_card(held.own[key]) if key in held.own else tag_card(key))}
        for key, count in held.items()
    ]


def tag_card(key: str) -> dict[str, object]:
    """One kind of tag: its name, kind and colour, and what it does."""
    entry = book.catalogue()[key]
    says = {"text": entry.text, "trigger": entry.trigger}
    return {"tag": key, "name": entry.name, "kind": entry.kind, "colour": entry.data["colour"], **says}


def own_card(own: OwnTag) -> dict[str, object]:
    """One of the table's own tags, in the same words."""
    says = {"text": own.clears, "trigger": own.clears, "own": True}
    return {"tag": slug(own.name), "name": own.name, "kind": own.kind, "colour": own.colour, **says}


def hiding(piece: Piece, visibility: Visibility) -> dict[str, object]:
    """The number that finds somebody; the piece is the GM's alone."""
    return {"tn": piece.data["tn"]}


def rounds(piece: Piece, visibility: Visibility) -> dict[str, object]:
    """The turn order without the cards of those this audience does not know."""
    found = rounds_from(piece.data)
    active = found.active if found.active and _may_name(visibility, found.active) else None
    return {
        "round": found.number,
        "active": int(active) if active else None,
        "somebody": found.active is not None and active is None,
        "pair": _pair(active, found, visibility) if active else None,
        "cards": [
            _card(name, where, found, visibility)
            for where, name in _piles(found)
            if _may_name(visibility, name)
        ],
    }


def _pair(active: str, found: Rounds, visibility: Visibility) -> dict[str, object] | None:
    """Who pays too for whoever has priority: the mount of a rider, or the one who rides this mount."""
    for row in visibility.board.here(Condition):
        partner = str(row.data.get("partner_id"))
        if row.character != int(active) or partner not in found.left or visibility.level(row) != "shown":
            continue
        if _may_name(visibility, partner):
            rides = row.name == "Mounted"
            return {**_card(partner, "beside", found, visibility), "rides": rides}
    return None


def _piles(found: Rounds) -> list[tuple[str, str]]:
    active = [("active", found.active)] if found.active else []
    return [*active, *(("deck", name) for name in found.deck), *(("done", name) for name in found.discard)]


def _may_name(visibility: Visibility, name: str) -> bool:
    row = visibility.board.find(Character, int(name))
    return row is not None and visibility.names(row)


def _card(name: str, where: str, found: Rounds, visibility: Visibility) -> dict[str, object]:
    """One card; how many actions a foe has is one of its numbers."""
    row = visibility.board.row(Character, int(name))
    exact = visibility.telling(row) is Telling.EXACT
    return {
        "character": int(name),
        "name": row.name if row is not None else "Somebody",
        "where": where,
        **({"left": found.left[name], "each": found.each[name]} if exact else {}),
        "acted": found.acted and name == found.active,
        "surprised": name in found.surprised,
    }


SHOWN: Mapping[str, Callable[[Piece, Visibility], Mapping[str, object]]] = {
    "values": values,
    "pool": pool,
    "hiding": hiding,
    "situation": situation,
    "rounds": rounds,
}
