"""Resonance's documents and checks for each audience: checks with the effects of a roll's own facts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from webapp.games.api import (
    ABSENT,
    Character,
    Check,
    CheckView,
    Condition,
    GameDocument,
    Modifier,
    NumbersDisclosure,
    SourceView,
    TableState,
    Visibility,
    name_key,
    slug,
)
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import (
    Kind,
    is_ridden,
    may_stand_up,
    movement,
    no_move,
    takes_a_move,
)
from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.pools import OwnTag, TagPool
from webapp.games.resonance.rules.rounds import Rounds, why_no_action, why_no_focus
from webapp.games.resonance.rules.standard_roll import Mode, counting
from webapp.games.resonance.rules.values import Value, share_word
from webapp.games.resonance.state.characters import (
    level_of,
    partner_of,
    piece_of,
    rounds_of,
    stats_of,
)
from webapp.games.resonance.state.documents import POOL, HidingPlace, pool_in, rounds_in, values_in
from webapp.games.resonance.state.roll_facts import circumstances, numbers_hidden_from
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
    book_names = {name_key(entry.name) for entry in book.catalogue().entries("condition")}
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


# ---- checks --------------------------------------------------------------------------------------


def redact_check(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """Return a check with the effects of range, aim, a Called Shot and surprise, without hidden numbers.

    These effects follow from the facts of the roll and cannot be switched off. Results against further
    targets are added for targets that this audience knows. A search does not show the number that it has to
    beat; only the hider and the GM see the numbers of a Hide.
    """
    given = circumstances(check, visibility.state)
    view = _against_others(_with_circumstances(view, given), visibility)
    if any(not visibility.may_name("character", id) for id in ResonanceRequest.of(check.asked).others):
        view = replace(view, odds=ABSENT)
    kept_back = numbers_hidden_from(visibility, check)
    return _with_solid_dice(_without(kept_back, view) if kept_back else reveal_check_to_roller(view, check))


def _with_solid_dice(view: CheckView) -> CheckView:
    """Mark the die of each pair that counts, so that a screen can draw it solid."""
    came = KnownOutcome.of(view.result.data) if view.result is not None else KnownOutcome()
    if view.result is None or not came.roll:
        return view
    solid = [counting(pair, Mode(came.mode)) for pair in came.pairs]
    return replace(view, result=replace(view.result, data={**view.result.data, "counting": solid}))


def reveal_check_to_roller(view: CheckView, check: Check) -> CheckView:
    """Return a Hide with its total, which a search must beat; other checks are unchanged."""
    came = KnownOutcome.of(check.result.data)
    if ResonanceRequest.of(check.asked).roll is not Kind.HIDE or view.result is None or came.sr is None:
        return view
    said = (f"{came.achieved}.", *view.result.sentences)
    return replace(view, result=replace(view.result, data=check.result.data, sentences=said))


def _with_circumstances(view: CheckView, sources: tuple[Modifier, ...]) -> CheckView:
    """Add a roll's own effects: before the roll as sentences (they have no switch), then as modifiers."""
    if view.state == "called":
        return replace(view, notes=(*view.notes, *map(_in_words, sources)))
    more = tuple(
        SourceView(modifier.name, str(modifier.modifier), modifier.amount, modifier.note)
        for modifier in sources
    )
    return replace(view, counted=(*view.counted, *more))


def _against_others(view: CheckView, visibility: Visibility) -> CheckView:
    """Return the CheckView with the results against the other targets that this audience knows."""
    result = view.result
    others = KnownOutcome.of(result.data).others if result is not None else ()
    if result is None or not others:
        return view
    known = [other for other in others if visibility.may_name("character", other["id"])]
    said = (f"{_name_or_somebody(visibility.state, row['id'])}: {_how(row, visibility)}" for row in known)
    extended = replace(result, sentences=(*result.sentences, *said), data={**result.data, "others": known})
    return replace(view, result=extended)


def _how(faced: Mapping[str, Any], visibility: Visibility) -> str:
    exact = (
        visibility.disclosure_of(visibility.state.find_ever(Character, faced["id"]))
        is NumbersDisclosure.EXACT
    )
    return str(faced["says"]) if exact else "hit." if faced["success"] else "not enough."


def _name_or_somebody(state: TableState, id: int) -> str:
    row = state.find_ever(Character, id)
    return row.name if row is not None else "Somebody"


def _in_words(source: Modifier) -> str:
    said = f"{source.name}: {str(source.modifier).capitalize()}"
    return f"{said}, {source.note}." if source.note else f"{said}."


def _without(kept_back: tuple[str, ...], view: CheckView) -> CheckView:
    """Return the check without these numbers, and without its TN and its odds."""
    asked = {name: value for name, value in view.asked.items() if name != "tn"}
    numbers = {name: value for name, value in view.numbers.items() if name not in kept_back}
    result = view.result
    if result is not None:
        data = {name: value for name, value in result.data.items() if name not in kept_back}
        result = replace(result, data=data)
    return replace(view, asked=asked, numbers=numbers, result=result, odds=ABSENT)
