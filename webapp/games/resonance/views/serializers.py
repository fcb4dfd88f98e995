"""Resonance's documents for each audience, as plain JSON values."""

from collections.abc import Callable, Mapping

from webapp.games.api import Character, Condition, GameDocument, NumbersDisclosure, Visibility, slug
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.conditions import is_ridden, may_stand_up, movement, no_move, takes_a_move
from webapp.games.resonance.rules.pools import OwnTag, TagPool
from webapp.games.resonance.rules.rounds import Rounds, why_no_action, why_no_focus
from webapp.games.resonance.rules.values import Value, share_word
from webapp.games.resonance.state.characters import (
    level_of,
    partner_of,
    piece_of,
    rounds_of,
    stats_of,
)
from webapp.games.resonance.state.documents import POOL, HidingPlace, pool_in, rounds_in, values_in
from webapp.games.resonance.views.boosts import offered
from webapp.games.resonance.views.nested_clocks import situation
from webapp.rules.codec import load_value


def values(document: GameDocument, visibility: Visibility) -> dict[str, object]:
    """Return HP, SP and EP with their maxima, the character's state, and what the sheet gives.

    Each `no_...` says in a sentence why that action is impossible now; it is "" if nothing prevents it.
    """
    held = values_in(document)
    state = visibility.state
    character, found = state.find_ever(Character, document.character), rounds_of(state)
    stats, known = stats_of(character), _known_conditions(document, visibility)
    return {
        "values": {str(name): {"left": held[name], "most": held.most(name)} for name in Value},
        "injured": held.injured,
        "asleep": held.asleep,
        "dead": held.dead,
        "level": level_of(character),
        "resistance": stats.resistance,
        "actions": stats.actions,
        "movement": movement(stats.movement, known, immobilised=_bound(document, visibility)),
        "may_stand": may_stand_up(known),
        "no_move": no_move(_bound(document, visibility)),
        "no_standing": no_move(_bound(document, visibility) and takes_a_move(known)),
        "no_action": why_no_action(held),
        "no_focus": why_no_focus(held, found[1] if found is not None else None, document.character or 0),
    }


def _known_conditions(document: GameDocument, visibility: Visibility) -> list[str]:
    """Return the names of a character's conditions that this audience sees, without those not in the book."""
    book_names = {entry.name.casefold() for entry in book.catalogue().entries("condition")}
    rows = visibility.state.of_character(Condition, document.character)
    seen = (row.name for row in rows if visibility.level(row) == "shown")
    return [name for name in seen if name.casefold() in book_names]


def _bound(document: GameDocument, visibility: Visibility) -> bool:
    row = piece_of(visibility.state, POOL, document.character)
    return row is not None and visibility.level(row) == "shown" and pool_in(row).tags.immobilised


def values_in_words(document: GameDocument) -> dict[str, object]:
    """Return what is left of each Value in one word, for audiences without the numbers."""
    held = values_in(document)
    return {"values": {str(name): {"word": share_word(held[name], held.most(name))} for name in Value}}


def pool(document: GameDocument, visibility: Visibility) -> dict[str, object]:
    """Return a pool's tags with totals, its last event, the boosts to spend now, and the picks due."""
    stored = pool_in(document)
    held, last = stored.tags, stored.last or {}
    return {
        "tags": tags(held),
        "status": held.total("status"),
        "boost": held.total("boost"),
        "last": {"event": last.get("name", ""), "says": list(last.get("says") or ())} if last else None,
        "offers": offered(document.character or 0, visibility),
        "must": last.get("must"),
        "immobilised": held.immobilised,
        "passives_off": held.passives_off,
    }


def tags(held: TagPool) -> list[dict[str, object]]:
    """Return every tag in a pool, in the pool's order, with its count and texts."""
    return [
        {"count": count, **(own_card(held.own[key]) if key in held.own else tag_card(key))}
        for key, count in held.items()
    ]


def tag_card(key: str) -> dict[str, object]:
    """Return one of the book's tags as JSON: its key, name, kind, colour, text and trigger."""
    entry = book.catalogue()[key]
    says = {"text": entry.text, "trigger": entry.trigger}
    return {"tag": key, "name": entry.name, "kind": entry.kind, "colour": entry.data["colour"], **says}


def own_card(own: OwnTag) -> dict[str, object]:
    """Return one of the table's own tags in the form of `tag_card`."""
    says = {"text": own.clears, "trigger": own.clears, "own": True}
    return {"tag": slug(own.name), "name": own.name, "kind": own.kind, "colour": own.colour, **says}


def hiding(document: GameDocument, visibility: Visibility) -> dict[str, object]:
    """Return the number that a search must beat to find a character; only the GM sees this document."""
    return {"tn": load_value(HidingPlace, document.data).tn}


def rounds(document: GameDocument, visibility: Visibility) -> dict[str, object]:
    """Return the turn order without the cards of characters this audience does not know."""
    found = rounds_in(document)
    active = found.active if _may_name(visibility, found.active) else None
    return {
        "round": found.number,
        "active": active,
        "somebody": found.active is not None and active is None,
        "pair": _pair(active, found, visibility) if active is not None else None,
        "cards": [
            _card(id, where, found, visibility) for where, id in _piles(found) if _may_name(visibility, id)
        ],
    }


def _pair(active: int, found: Rounds, visibility: Visibility) -> dict[str, object] | None:
    """Return the card of the mount or rider of the character with priority; None if none is known."""
    for row in visibility.state.find_all(Condition):
        partner = partner_of(row)
        if row.character != active or partner is None or visibility.level(row) != "shown":
            continue
        if partner in found.left and _may_name(visibility, partner):
            rides = is_ridden(row.name)
            return {**_card(partner, "beside", found, visibility), "rides": rides}
    return None


def _piles(found: Rounds) -> list[tuple[str, int]]:
    active = [("active", found.active)] if found.active is not None else []
    return [*active, *(("deck", id) for id in found.deck), *(("done", id) for id in found.discard)]


def _may_name(visibility: Visibility, id: int | None) -> bool:
    row = visibility.state.find(Character, id)
    return row is not None and visibility.knows_name(row)


def _card(id: int, where: str, found: Rounds, visibility: Visibility) -> dict[str, object]:
    """Return one card; its numbers of actions are left out if the character's numbers are hidden."""
    row = visibility.state.find_ever(Character, id)
    exact = visibility.disclosure_of(row) is NumbersDisclosure.EXACT
    return {
        "character": id,
        "name": row.name if row is not None else "Somebody",
        "where": where,
        **({"left": found.left[id], "each": found.each[id]} if exact else {}),
        "acted": found.acted and id == found.active,
        "surprised": id in found.surprised,
    }


SHOWN: Mapping[str, Callable[[GameDocument, Visibility], Mapping[str, object]]] = {
    "values": values,
    "pool": pool,
    "hiding": hiding,
    "situation": situation,
    "rounds": rounds,
}
