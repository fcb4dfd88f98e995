"""What Resonance keeps that bears on a roll: the roller's tags, the target's tags and conditions.

And which boosts a character may spend now: what is happening at this moment, asked one by one.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from webapp.games.resonance.screens.characters import (
    HIDING,
    POOL,
    card,
    last_of,
    level_of,
    piece_of,
    pool_of,
    rounds_of,
    stats_of,
)
from webapp.games.resonance.screens.nested_clocks import running
from webapp.rules.check import Held, Source
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.asked import Asked, OpenRoll
from webapp.rules.resonance.boosts import Choice, choices
from webapp.rules.resonance.check import AGAINST_RESISTANCE, Other
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.deeds import sp_of
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.outcome import Came
from webapp.rules.resonance.pool import TagPool
from webapp.rules.resonance.situations import number_to_beat
from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Condition, Proposal, Seat, Thing


def target_of(board: Board, check: Check) -> Character | None:
    """Whom a check is aimed at, if anybody."""
    return board.find(Character, Asked.of(check.asked).target)


def targets_of(board: Board, check: Check) -> list[Character]:
    """Everybody whom a check is aimed at, the first one first."""
    found = (board.find(Character, id) for id in Asked.of(check.asked).upon)
    return [row for row in found if row is not None]


def standing(board: Board, check: Check, asked: Asked) -> Iterator[tuple[Thing, Held, bool]]:
    """Curse in the own pool; Mark in the target's, and the target's conditions."""
    own = piece_of(board, POOL, check.character)
    if own is not None and "curse" in pool_of(board, check.character):
        yield own, _tag("curse"), True
    target = board.find(Character, asked.target)
    if target is None:
        return
    theirs = piece_of(board, POOL, target.id)
    if theirs is not None and "mark" in pool_of(board, target.id) and asked.roll is Kind.ATTACK:
        yield theirs, _tag("mark"), True
    for row in board.here(Condition):
        if row.character == target.id:
            yield row, Held(row.name, "condition", row.effects, data={**row.data, "target": True}), True


def _tag(key: str) -> Held:
    """A status tag as it bears on a roll, by the book."""
    entry = book.catalogue()[key]
    return Held(entry.name, entry.kind, entry.effects)


def around(board: Board, check: Check, asked: Asked) -> Asked:
    """The numbers a roll needs: Daze of whoever rolls; Resistance, Weaken or hiding place of the target."""
    own, target = pool_of(board, check.character), board.find(Character, asked.target)
    asked = replace(
        asked,
        daze=own["daze"],
        silence=own["silence"],
        surprised=_caught(board, check.character) if asked.surprised is None else asked.surprised,
        commanded=_by_the_rider(board, check) if asked.commanded is None else asked.commanded,
        tn=_number_of(board, check, asked) if asked.tn is None else asked.tn,
    )
    if asked.roll is Kind.REACTION and asked.tn is None:
        asked = replace(asked, ahead=bool(effects_upon(board, check)))
    if target is None:
        return asked
    asked = replace(asked, veiled=not Visibility(board, PLAYER).may_name("character", target.id))
    if asked.roll in AGAINST_RESISTANCE:
        return replace(
            asked,
            resistance=stats_of(target).resistance,
            resists=_resists(target, asked),
            weaken=pool_of(board, target.id)["weaken"],
            aimed_at=tuple(_faced(board, row, asked) for row in targets_of(board, check)[1:]),
        )
    hidden = piece_of(board, HIDING, target.id) if asked.roll is Kind.SEARCH else None
    return asked if hidden is None else replace(asked, hidden_at=hidden.data["tn"])


def _number_of(board: Board, check: Check, asked: Asked) -> int | None:
    """The number of the Barrier or Puzzle that a roll works on, as the Situation has it; that of an effect is
    what a reaction to it has to beat."""
    if asked.roll is Kind.REACTION:
        return _of_the_effect(board, check)
    found = (
        number_to_beat(part["kind"], part["tn"], row.data["level"])
        for row in running(board)
        for part in row.data["parts"]
        if part["clock"] in check.targets
    )
    return max((tn for tn in found if tn is not None), default=None)


def _of_the_effect(board: Board, check: Check) -> int | None:
    """What the effect that a reaction answers came to, while nothing of it was applied."""
    effect = effect_answered(board, check)
    return None if effect is None else Came.of(effect.result.data).total


def effect_answered(board: Board, reaction: Check) -> Check | None:
    """The newest effect upon whoever reacts that was rolled and not applied."""
    return next((each for each in effects_upon(board, reaction) if each.state == "rolled"), None)


def effects_upon(board: Board, reaction: Check) -> list[Check]:
    """What a reaction may answer, the newest first: the effects upon whoever reacts that were rolled and not
    applied, and those that were called before it."""
    found, earlier = [], False
    for each in reversed(board.here(Check)):
        earlier = earlier or each is reaction
        stands = each.state == "rolled" or (earlier and each.state == "called")
        asked = Asked.of(each.asked) if stands else Asked()
        if asked.roll in AGAINST_RESISTANCE and reaction.character in asked.upon:
            found.append(each)
    return [each for each in found if may_answer(board, reaction, each)]


def may_answer(board: Board, reaction: Check, effect: Check) -> bool:
    """What players know nothing of is answered by what they know nothing of alone."""
    public = Visibility(board, PLAYER)
    return public.may_name("check", effect.id) or not public.may_name("check", reaction.id)


def _caught(board: Board, character: int) -> bool:
    """Whether somebody is surprised in the round that runs: reactions have Disadvantage."""
    found = rounds_of(board)
    return found is not None and card(character) in found[1].surprised


def _by_the_rider(board: Board, check: Check) -> bool:
    """Whether the player of whoever rides somebody declared what the mount does: so it is commanded."""
    seat = board.find(Seat, check.seat)
    mounted = (row for row in board.here(Condition) if row.character == check.character)
    riders = [row.data.get("partner_id") for row in mounted if row.name == "Mounted"]
    return seat is not None and seat.character in riders


def _resists(target: Character, asked: Asked) -> int:
    return level_of(target) if target.id in asked.resisted else 0


def _faced(board: Board, target: Character, asked: Asked) -> Other:
    """Another target of the same effect: its Resistance, its conditions of the book, the tags that count."""
    known = {entry.name.casefold(): entry.key for entry in book.catalogue().entries("condition")}
    carried = [row.name.casefold() for row in board.here(Condition) if row.character == target.id]
    pool = pool_of(board, target.id)
    other = Other(
        id=target.id,
        against=stats_of(target).resistance,
        conditions=tuple(known[name] for name in carried if name in known),
        pool=TagPool({tag: pool[tag] for tag in ("mark", "weaken") if tag in pool}),
    )
    return other.resists(_resists(target, asked))


class Offer(NamedTuple):
    """A boost that may be spent now, what it would be spent on, and the check if that is one."""

    choice: Choice
    event: Event
    check: Check | None


def waiting_of(board: Board, check: Check) -> OpenRoll:
    """A check of the table as its rules see it."""
    asked = Asked.of(check.asked)
    return OpenRoll(
        roller=check.character,
        kind=asked.roll,
        state=check.state,
        open=_still_open(board, check),
        sp=sp_of(asked),
        ep=asked.ep,
        targets=tuple(row.id for row in targets_of(board, check)),
        sources=tuple(Source(**each) for each in check.sources),
        spent=tuple(asked.spent.split()),
        warded=asked.warded,
    )


def _still_open(board: Board, check: Check) -> bool:
    """Whether a roll may still count for more: nothing of it was applied, and no other came after it."""
    if Came.of(check.result.data).sr is None:
        return False
    applied = any(line.check == check.id and line.state == "accepted" for line in board.here(Proposal))
    newest = board.here(Check)[-1].id == check.id
    return not applied and (check.state == "rolled" or (check.state == "resolved" and newest))


def offers(board: Board, character: int) -> dict[str, Offer]:
    """Every boost that may be spent now, by its key."""
    pool = pool_of(board, character)
    if not pool.of_kind("boost"):
        return {}
    found: dict[str, Offer] = {}
    for event, check in _moments(board, character):
        for choice in choices(pool, event):
            found.setdefault(choice.tag, Offer(choice, event, check))
    return found


def _moments(board: Board, character: int) -> Iterator[tuple[Event, Check | None]]:
    """What is happening to a character right now, the newest first."""
    row = board.find(Character, character)
    level, influence = level_of(row), stats_of(row).influence
    for check in reversed(board.here(Check)):
        for event in waiting_of(board, check).moments(character, level, influence):
            yield event, check
    found = rounds_of(board)
    turn = found[1].own_turn(card(character)) if found is not None else None
    yield from ((event, None) for event in (_last(board, character), turn) if event is not None)


def _last(board: Board, character: int) -> Event | None:
    try:
        return Event.parse(last_of(board, character)["event"])
    except (KeyError, RuleError):
        return None
