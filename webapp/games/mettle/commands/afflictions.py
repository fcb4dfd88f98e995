"""Commands for afflictions: exposure, a Check every Interval, Treatment, death."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    CommandResult,
    GameCommand,
    GameDocument,
    Id,
    TableState,
    command,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    DiceNotation,
    RealDice,
    add_document,
    dice,
    from_book,
    merge_game_results,
    require_document,
    unnamed,
)
from webapp.games.mettle.people_events import AfflictionChecked, AfflictionEnded
from webapp.games.mettle.rules.afflictions import Affliction, Exposure
from webapp.games.mettle.rules.book import affliction
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.state import characters, game_state, zone_values
from webapp.games.mettle.state.documents import OngoingAffliction, value_of

FIELDS = ("difficulty", "checks", "stopped")


def victim_of(state: TableState, document: GameDocument) -> Character:
    """Return the victim of an affliction."""
    return state.require(Character, document.character)


def exposure_of(state: TableState, document: GameDocument) -> Exposure:
    """Make the rules' `Exposure` from an affliction, with its victim's FRAME and maximum Mettle."""
    own = characters.sheet(state, victim_of(state, document))
    held = value_of(OngoingAffliction, document)
    so_far = (held.difficulty, held.checks, held.stopped)
    return Exposure(held, own["FRAME"], own.mettle.maximum, *so_far)


def expose(
    state: TableState, victim: Character, what: Affliction, faces: Sequence[int] | None
) -> list[CommandResult]:
    """Start an affliction (a bite, sting or gas) on a character, and make its first check."""
    begun = {"difficulty": 0, "checks": 0, "stopped": False, "since": game_state.clock_of(state).seconds}
    data = {**unnamed(what), **begun}
    document = add_document(state, "affliction", name=what.name, character=victim.id, data=data)
    return check_again(state, document, faces)


def check_again(
    state: TableState, document: GameDocument, faces: Sequence[int] | None
) -> list[CommandResult]:
    """Check an affliction, which adds its unsoaked potence to its Difficulty, may stop, and may kill."""
    victim, before = victim_of(state, document), exposure_of(state, document)
    after = before.check(dice(state, faces))
    document.data = {**document.data, **{name: getattr(after, name) for name in FIELDS}}
    through = after.difficulty - before.difficulty
    checked = AfflictionChecked(
        ref_of(victim),
        ref_of(document),
        str(after.affliction.hazard),
        through,
        after.difficulty,
        after.stopped,
    )
    payload = {"piece": document.id, "difficulty": after.difficulty, "stopped": after.stopped}
    results = [told(checked, **payload)]
    results += afflicted(state, victim)
    if after.dead and not injuries.is_gone(state, victim):
        results += injuries.take_on(state, victim, "dead", source=document.name)
    return results


def afflicted(state: TableState, victim: Character) -> list[CommandResult]:
    """Set a victim's Afflicted count to the total Difficulty of their afflictions; at 0 the status ends."""
    total = sum(value_of(OngoingAffliction, row).difficulty for row in of(state, victim))
    if not total:
        return injuries.end(state, victim, "afflicted")
    held = characters.carried(state, victim.id, "Afflicted")
    if held is not None and held.data.get("count") == total:
        return []
    return injuries.take_on(state, victim, "afflicted", total)


def of(state: TableState, victim: Character) -> list[GameDocument]:
    """Return a character's afflictions."""
    return [
        document
        for document in zone_values.list_documents(state, "affliction")
        if document.character == victim.id
    ]


def treat(state: TableState, document: GameDocument) -> list[CommandResult]:
    """Remove a treated affliction, and lower or end its victim's Afflicted status."""
    victim, after = victim_of(state, document), exposure_of(state, document).treated()
    document.data = {**document.data, "difficulty": after.difficulty, "stopped": after.stopped}
    document.removed = True
    return [
        told(AfflictionEnded(ref_of(victim), ref_of(document), "treated")),
        *afflicted(state, victim),
    ]


def pass_time(
    state: TableState, seconds: int, given: Mapping[str, Sequence[int]], by_turn: bool = False
) -> list[CommandResult]:
    """Check each active affliction as often as it is due, at most 100 times.

    `seconds` is the game time now. `by_turn` means that a Round or Stretch has ended, so
    afflictions that are checked every Round are checked once. `given` are real dice by the
    affliction's id, for its first checks; the server rolls the others.
    """
    results: list[CommandResult] = []
    for document in zone_values.list_documents(state, "affliction"):
        exposure, faces = exposure_of(state, document), list(given.get(str(document.id), ()))
        due, counted = exposure.due(value_of(OngoingAffliction, document).since, seconds, by_turn=by_turn)
        document.data = {**document.data, "since": counted}
        pool = exposure.affliction.hazard.pool
        for turn in range(min(due, 100)):
            stopped = value_of(OngoingAffliction, document).stopped
            if not stopped and not injuries.is_gone(state, victim_of(state, document)):
                results += check_again(state, document, faces[turn * pool : (turn + 1) * pool] or None)
    return results


def next_scene(state: TableState) -> list[CommandResult]:
    """Remove stopped afflictions in a new Scene, and lower or end Afflicted; active afflictions stay."""
    results: list[CommandResult] = []
    for document in zone_values.list_documents(state, "affliction"):
        if exposure_of(state, document).next_scene() is None:
            document.removed = True
            victim = victim_of(state, document)
            results += [
                told(AfflictionEnded(ref_of(victim), ref_of(document), "wears_off")),
                *afflicted(state, victim),
            ]
    return results


# ---- commands -----------------------------------------------------------------------------------

BookName = Annotated[str, Field(max_length=40)]
Interval = Literal["round", "minute", "hour", "day", "week"]


@command("mettle.hazard.expose")
class Expose(CharacterCommand):
    """Expose a character to a poison or disease.

    With `hazard` it is a custom affliction of that potence; `soaked`, `interval` and `death_at` apply
    only to it. Without `hazard`, `name` is an affliction of the book.
    """

    name: BookName = Field(description="the affliction's name")
    hazard: DiceNotation | None = optional("the affliction's Hazard, as nD+b; default: as in the book")
    soaked: bool = Field(default=True, description="whether FRAME soaks the affliction")
    interval: Interval = Field(default="hour", description="how often the affliction is checked again")
    death_at: int = Field(
        default=1, ge=1, le=10, description="how many times maximum Mettle the Difficulty must exceed to kill"
    )
    dice: RealDice | None = None

    def execute_for(self, state: TableState, victim: Character, actor: Actor) -> CommandResult:
        what = (
            Affliction(self.name, Hazard.parse(self.hazard), self.soaked, self.interval, self.death_at)
            if self.hazard
            else from_book(affliction, self.name)
        )
        results = expose(state, victim, what, self.dice)
        return merge_game_results(results, results[0].payload)


@command("mettle.hazard.check")
class CheckAffliction(GameCommand):
    """Check an affliction again after an Interval."""

    affliction: Id = Field(description="the affliction")
    dice: RealDice | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.affliction, actor, "affliction")
        results = check_again(state, document, self.dice)
        return merge_game_results(results, results[0].payload)


@command("mettle.hazard.treat")
class Treat(GameCommand):
    """Remove an affliction after a Treatment."""

    affliction: Id = Field(description="the affliction")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.affliction, actor, "affliction")
        return merge_game_results(treat(state, document), {"piece": document.id})
