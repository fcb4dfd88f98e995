"""Twists: after a failed Check with Edge, the player may take a complication and reroll the Edge dice.

The complication happens whatever the new result is; the effects of the failure are undone. Source:
Engine, "Twists".
"""

from dataclasses import replace

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    Check,
    CommandResult,
    Forbidden,
    GameCommand,
    GameDocument,
    Name,
    Refused,
    Role,
    TableState,
    Tag,
    audience_knowing,
    change_roll,
    command,
    ensure_own,
    ensure_room_for,
    find,
    journal_group,
    optional,
    propose_consequences,
    ref_of,
    reverse_applied,
    roll_event,
    told,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import (
    RealDice,
    add_document,
    closed,
    dice,
    merge_game_results,
    require_ongoing,
    save,
)
from webapp.games.mettle.commands.travel import on_the_road
from webapp.games.mettle.commands.twist_offers import offered, refuse_twist
from webapp.games.mettle.commands.used_actions import driven
from webapp.games.mettle.events import FighterDid, RacerDid, TwistChanged
from webapp.games.mettle.rules.check import KnownOutcome, twist
from webapp.games.mettle.rules.check import Result as Twisted
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.durations import delayed
from webapp.games.mettle.rules.journeys import astray
from webapp.games.mettle.rules.ruleset import RULESET, resolved
from webapp.games.mettle.rules.twists import is_twistable, left_by
from webapp.games.mettle.state import game_state
from webapp.games.mettle.state.documents import OfferedTwist, TravelMap, value_of
from webapp.state.house_events import ThingAdded
from webapp.table.fields import CheckId, Line


def _answered(state: TableState, id: int, actor: Actor) -> tuple[Check, GameDocument]:
    """Return the Check and its offered Twist; refuse without one, or if the actor may not decide."""
    check = find(state, Check, id, actor)
    ensure_own(state, check, actor, "twist")
    row = offered(state, check)
    if row is None:
        raise Refused("Nobody has offered a Twist for this Check.")
    return check, row


@command("mettle.twist.offer")
class OfferTwist(GameCommand):
    """Offer a complication for a failed Check with Edge: its roller may take it and reroll the Edge dice.

    Without `text` and `stop` it is a Delay: the loss of the next Action, or of 1 Speed for driving in a
    race, or of a day for travelling. With `stop`, the group gets lost and arrives at this stop instead.
    """

    check: CheckId
    text: Line | None = optional(
        "the complication, in words; default: getting lost with “stop”, otherwise Delay"
    )
    delay: bool = Field(
        default=False,
        description=(
            "true: the Twist also costs the next Action (driving in a race: 1 Speed; travelling: a day), "
            "as it always does without “text” and “stop”"
        ),
    )
    stop: Name | None = optional(
        "the neighbouring stop where a lost group arrives instead; default: the group is not lost"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        check = find(state, Check, self.check, actor)
        _ensure_open(check)
        if check.visibility == "secret":
            raise Refused("This Check is hidden from players. Show it to players, then offer the Twist.")
        _ensure_neighbour(state, check, self.stop)
        held = offered(state, check)
        if held is not None:
            held.removed = True
        usual = self.text is None and self.stop is None
        text = self.text or (_lost(self.stop) if self.stop else _delay(check))
        data = {"check": check.id, "text": text, "delay": self.delay or usual}
        data |= {"stop": self.stop} if self.stop else {}
        document = add_document(
            state, "twist", scene=check.scene, character=check.character, name=text, data=data
        )
        result = told(_twist_event(check, "offered", value_of(OfferedTwist, document)), piece=document.id)
        result.group = journal_group(check)
        return result


def _lost(stop: str) -> str:
    return f"lost: the group arrives at {stop} instead"


def _delay(check: Check) -> str:
    return RULESET.delay(MettleRequest.of(check.asked).action)


def _twist_event(
    check: Check,
    now: str,
    offer: OfferedTwist | None = None,
    rerolled: str | None = None,
    undone: bool = False,
) -> TwistChanged:
    """Return what happened to a Twist as an event; a usual complication is told without typed text."""
    stop = delays = text = None
    if offer is not None and offer.stop and offer.text == _lost(offer.stop):
        stop = offer.stop
    elif offer is not None and offer.text == _delay(check):
        delays = MettleRequest.of(check.asked).action or "other"
    elif offer is not None:
        text = offer.text
    who = ("character", check.character)
    return TwistChanged(ref_of(check), who, now, text, stop, delays, rerolled, undone)


def _ensure_open(check: Check) -> None:
    if not is_twistable(check.state, KnownOutcome.of(check.result.data)):
        raise Refused("A Twist needs a failed Check with Edge that has not been twisted yet.")


def _ensure_neighbour(state: TableState, check: Check, stop: str | None) -> None:
    """Raise Refused for a stop where the group cannot get lost: not a neighbour of start or goal.

    None is always allowed. A stop is also refused if the Check is not for a journey.
    """
    if stop is None:
        return
    asked = MettleRequest.of(check.asked)
    if asked.action != "travel" or not asked.trip:
        raise Refused("Only a group on a journey can get lost.")
    _, known = require_ongoing(state, TravelMap)
    beside = astray(known, known.at or "", asked.trip)
    if not beside:
        raise Refused("No other stop is next to this path, so the group cannot get lost.")
    if stop not in beside:
        raise Refused(f"A lost group can arrive only at a neighbouring stop: {', '.join(beside)}.")


@command("mettle.twist.accept", roles=PLAYERS_TOO)
class AcceptTwist(GameCommand):
    """Accept the Twist: Score dice stay, all Edge dice are rerolled, and the complication happens.

    `dice` are the Edge dice as they fell on the real table. A GM who sends `text` takes a Twist without
    offering it first. A complication that is no Delay stays as a tag on the character, which counts until it
    is removed.
    """

    check: CheckId
    dice: RealDice | None = None
    text: Line | None = optional("the complication, in words, of a Twist that a GM takes at once (GM only)")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        check, row = self._twist(state, actor)
        _ensure_open(check)
        after = twist(KnownOutcome.of(check.result.data).result, dice(state, self.dice))
        taken_back = reverse_applied(state, check)
        twisted = value_of(OfferedTwist, row)
        if twisted.stop:
            check.asked = {**check.asked, "astray": twisted.stop}
        _write(state, check, after, twisted.text)
        row.removed = True
        rerolled = ", ".join(map(str, check.result.data["twist"]))
        taken = _twist_event(check, "taken", twisted, rerolled, taken_back)
        results = [told(taken, roll_event(state, check))]
        results += _driven_again(state, check)
        results += self._delayed(state, check) if twisted.delay else []
        results += self._left(state, check, twisted)
        answer = merge_game_results(results, {"check": check.id, "outcome": check.result.outcome})
        answer.group = journal_group(check)
        return answer

    def _twist(self, state: TableState, actor: Actor) -> tuple[Check, GameDocument]:
        """Return the Check and its Twist: the offered one, or the one that a GM takes at once."""
        if self.text is None:
            return _answered(state, self.check, actor)
        if actor.role is not Role.GM:
            raise Forbidden("Only the GM takes a Twist that nobody has offered.")
        check = find(state, Check, self.check, actor)
        _ensure_open(check)
        delay = self.text == _delay(check)
        offered = OfferTwist(check=self.check, text=self.text, delay=delay).execute(state, actor)
        return check, state.require(GameDocument, offered.payload["piece"])

    def _left(self, state: TableState, check: Check, twisted: OfferedTwist) -> list[CommandResult]:
        """Put a complication that lasts on the table as a tag; a Delay and a lost way are told elsewhere."""
        who = state.find(Character, check.character)
        if who is None or twisted.delay or twisted.stop:
            return []
        ensure_room_for(state, Tag, audience_knowing(state, who))
        effects = left_by(twisted.text, MettleRequest.of(check.asked).action)
        name = twisted.text.strip(" .")[:80]
        shown = {"visibility": "shown", "scene": state.table.active_scene, "effects": effects}
        tag = state.add(Tag(name=name[:1].upper() + name[1:], character=who.id, **shown))
        return [told(ThingAdded(ref_of(tag)))]

    def _delayed(self, state: TableState, check: Check) -> list[CommandResult]:
        """Apply a Delay: the loss of the next Action, of 1 Speed this Stretch in a race, or of a day."""
        character = state.find(Character, check.character)
        if character is None:
            return []
        race, fight, map_ = (
            game_state.find_race(state),
            game_state.find_fight(state),
            game_state.find_document(state, "map"),
        )
        action = MettleRequest.of(check.asked).action
        fighting = fight is not None and character.id in fight[1].combatants
        lost = delayed(action, journey=map_ is not None, racing=race is not None, fighting=fighting)
        if lost == "day" and map_ is not None:
            return on_the_road(state, map_, 1)
        if lost == "speed" and race is not None:
            save(race[0], race[1].slow(character.id))
            return [told(RacerDid(ref_of(character), ref_of(race[0]), "slowed"))]
        if lost == "action" and fight is not None:
            save(fight[0], fight[1].delay(character.id))
            return [told(FighterDid(ref_of(character), ref_of(fight[0]), "delayed"))]
        return injuries.take_on(state, character, "delayed")


def _write(state: TableState, check: Check, after: Twisted, text: str) -> None:
    """Store the Check's result after the Twist; new proposals replace those still open."""
    now = resolved(after)
    for row in state.proposals_from(check.id):
        row.state = "void"
    data = {
        **now.data,
        "difficulty": KnownOutcome.of(check.result.data).difficulty,
        "twist": list(after.twist or ()),
    }
    sentences = (*now.sentences, f"Twist: {closed(text)}")
    result = replace(now, real=check.result.real or now.real, sentences=sentences, data=data)
    change_roll(state, check, result, applied=(), order=state.table.entries + 1)
    propose_consequences(state, check)


def _driven_again(state: TableState, check: Check) -> list[CommandResult]:
    """Apply a driver's Check to the race again after a Twist; do nothing for any other Check."""
    character = state.find(Character, check.character)
    if character is None or not MettleRequest.of(check.asked).drives:
        return []
    return driven(state, check, character, again=True)


@command("mettle.twist.refuse", roles=PLAYERS_TOO)
class RefuseTwist(GameCommand):
    """Decline the Twist, so that the failure stays; a GM may do so even before one is offered."""

    check: CheckId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        check = find(state, Check, self.check, actor)
        if actor.role is Role.GM and offered(state, check) is None:
            _ensure_open(check)
        else:
            _, row = _answered(state, self.check, actor)
            row.removed = True
        refuse_twist(check)
        result = told(_twist_event(check, "refused"), check=check.id)
        result.group = journal_group(check)
        return result
