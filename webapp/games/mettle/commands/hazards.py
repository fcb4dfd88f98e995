"""Commands for Hazards: fires, blasts, falls and traps, from the book or written as nD+b."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYER,
    Actor,
    Character,
    Clock,
    CommandResult,
    GameCommand,
    GameDocument,
    Id,
    Name,
    Refused,
    TableState,
    Visibility,
    Zone,
    command,
    ensure_room_for,
    find,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    Count,
    DiceNotation,
    RealDice,
    ZoneId,
    add_document,
    dice,
    from_book,
    merge_game_results,
    require_document,
    unnamed,
)
from webapp.games.mettle.commands.initiative import burn
from webapp.games.mettle.people_events import Harmed, HazardChanged, TrapMet
from webapp.games.mettle.rules import hazards as rules
from webapp.games.mettle.rules.attacks import spring_on_zone
from webapp.games.mettle.rules.book import fire as fire_of_the_book
from webapp.games.mettle.rules.book import trap as trap_of_the_book
from webapp.games.mettle.rules.hazards import Harm, Hazard, Soak, Targets, Trap
from webapp.games.mettle.state import characters
from webapp.games.mettle.state.documents import StoredHazard, StoredTrap, value_of
from webapp.state.house_events import ThingAdded
from webapp.table.fields import Line, VisibilityLevel

CharacterIds = Annotated[list[Id], Field(min_length=1, max_length=60)]


@command("mettle.hazard.add")
class AddHazard(GameCommand):
    """Add a Hazard to a Zone, or to the scene if no Zone is given.

    It is one of the book's fires, by its name (Campfire, Bonfire, Forge), or any other, with `hazard`
    as nD+b.
    """

    name: Name
    hazard: DiceNotation | None = optional("the Hazard as nD+b; default: the book's fire of this name")
    zone: ZoneId | None = optional("the Zone; default: the whole scene")
    soak: Soak = Field(
        default="frame", description="what soaks the damage: frame (with armour), poise or none"
    )
    burns: bool = Field(default=True, description="whether the Hazard can set characters on fire")
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        zone = find(state, Zone, self.zone, actor) if self.zone is not None else None
        known = self.hazard
        hazard = Hazard.parse(known) if known else from_book(fire_of_the_book, self.name)
        data = {"hazard": str(hazard), "soak": self.soak, "burns": self.burns}
        own = {"name": self.name, "data": data, "visibility": self.visibility}
        document = add_document(state, "hazard", zone=self.zone, scene=state.table.active_scene, **own)
        at = ref_of(zone) if zone is not None else None
        return told(ThingAdded(ref_of(document), at=at), piece=document.id)


@command("mettle.hazard.strike")
class Strike(GameCommand):
    """Roll a Hazard once against these characters: its damage is Edge plus bonus, less what each soaks.

    With `ignite` they also get the status Burning, and suffer the Hazard again each Round. A Hazard
    that rolls no Edge ignites nobody and ends.
    """

    hazard: Id = Field(description="the Hazard that strikes")
    characters: CharacterIds = Field(description="the characters whom the Hazard hits")
    ignite: bool = Field(default=False, description="true: the Hazard also sets these characters on fire")
    dice: RealDice | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.hazard, actor, "hazard")
        stored = value_of(StoredHazard, document)
        if self.ignite and not stored.burns:
            raise Refused(f"{document.name or 'This hazard'} cannot set anybody on fire.")
        hazard = stored.hazard
        seen = document.name if Visibility(state, PLAYER).knows_name(document) else None
        victims = [find(state, Character, id, actor) for id in dict.fromkeys(self.characters)]
        harm = hazard.roll(dice(state, self.dice))
        through = {who.id: characters.body(state, who).unsoaked(harm.damage, stored.soak) for who in victims}
        victims.sort(key=lambda who: through[who.id])  # those who soak alike are told together
        results = [told(_struck(victim, document, harm, through[victim.id])) for victim in victims]
        for victim in victims:
            results += _loses(state, victim, through[victim.id])
            if self.ignite and not harm.ends:
                results += _on_fire(state, victim, hazard, seen)
        results += [_out(document)] if harm.ends else []
        return merge_game_results(results, {"piece": document.id, "ends": harm.ends})


def _out(document: GameDocument) -> CommandResult:
    """End an ongoing Hazard that rolled no Edge before its bonus. Source: Scenes, "Scenery"."""
    document.removed = True
    burns = value_of(StoredHazard, document).burns
    return told(HazardChanged(ref_of(document), "out" if burns else "over"))


def _struck(victim: Character, document: GameDocument, harm: Harm, through: int) -> Harmed:
    """Return that a Hazard's roll struck a character, and what came `through`."""
    return Harmed(ref_of(victim), "struck", *_facts(harm), through, harm.real, ref_of(document))


def _facts(harm: Harm) -> tuple[str, str, int]:
    """Return the facts of a Hazard's roll: its notation, its dice and its damage."""
    return str(harm.hazard), harm.fell, harm.damage


def _loses(state: TableState, victim: Character, through: int) -> list[CommandResult]:
    """Take the damage that came `through` from a character's Mettle."""
    return injuries.lose(state, victim, through) if through else []


def _on_fire(state: TableState, victim: Character, hazard: Hazard, what: str | None) -> list[CommandResult]:
    """Give a character the status Burning, with the fire as its source."""
    source = f"{what or 'fire'}, {hazard}"
    return injuries.take_on(state, victim, "burning", source=source, hazard=str(hazard))


@command("mettle.hazard.ignite")
class Ignite(CharacterCommand):
    """Set a character on fire: they cannot Rally, and suffer the Hazard now and each Round.

    The fire goes out when the Hazard rolls no Edge.
    """

    hazard: DiceNotation = Field(default="2D+2", description="the Hazard as nD+b")
    dice: RealDice | None = None

    def execute_for(self, state: TableState, victim: Character, actor: Actor) -> CommandResult:
        hazard = Hazard.parse(self.hazard.strip())
        results = _on_fire(state, victim, hazard, None)
        held = characters.carried(state, victim.id, "Burning")
        results += burn(state, victim, held, self.dice) if held is not None else []
        return merge_game_results(results, {"character": victim.id})


@command("mettle.hazard.burn")
class Burn(CharacterCommand):
    """Apply one more Round of fire to a burning character; the fire goes out if it rolls no Edge."""

    dice: RealDice | None = None

    def execute_for(self, state: TableState, victim: Character, actor: Actor) -> CommandResult:
        held = characters.carried(state, victim.id, "Burning")
        if held is None:
            raise Refused(f"{victim.name} is not burning.")
        results = burn(state, victim, held, self.dice)
        return merge_game_results(results, {"character": victim.id, "burning": not held.removed})


@command("mettle.hazard.fall")
class Fall(CharacterCommand):
    """Apply a fall to a character: 1D+1 for each metre, at most 15D+15, soaked with POISE."""

    metres: Annotated[int, Field(ge=1, le=100_000, description="the height of the fall, in metres")]
    dice: RealDice | None = None

    def execute_for(self, state: TableState, victim: Character, actor: Actor) -> CommandResult:
        hazard = rules.fall(self.metres)
        harm = hazard.roll(dice(state, self.dice))
        through = characters.body(state, victim).unsoaked(harm.damage, "poise")
        fell = Harmed(ref_of(victim), "falls", *_facts(harm), through, harm.real, metres=self.metres)
        results = [told(fell), *_loses(state, victim, through)]
        return merge_game_results(results, {"character": victim.id, "plummet": rules.plummet(self.metres)})


# ---- traps --------------------------------------------------------------------------------------


@command("mettle.hazard.trap")
class SetTrap(GameCommand):
    """Set a trap in a Zone, by default secret until it is sprung.

    Your own trap rolls a `hazard` (nD+b) or counts down `rounds`. Without either, `name` is a trap
    of the book, whose `targets` and `soak` are the book's.
    """

    zone: ZoneId
    name: Name
    trigger: Line | None = optional(
        "what triggers the trap; default: as in the book, or that somebody enters the Zone"
    )
    hazard: DiceNotation | None = optional("the Hazard as nD+b; default: a countdown, or the book's trap")
    targets: Targets = Field(
        default="one", description="whom the trap hits: one, all in the Zone (zone, room) or none (alarm)"
    )
    soak: Soak = Field(
        default="frame", description="what soaks the damage: frame (with armour), poise or none"
    )
    rounds: Count = Field(default=0, description="how many Rounds the trap counts down; 0: none")
    visibility: VisibilityLevel = "secret"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        zone = find(state, Zone, self.zone, actor)
        trap = self._trap()
        data = {**unnamed(trap), "sprung": False}
        document = add_document(
            state, "trap", name=trap.name, zone=zone.id, data=data, visibility=self.visibility
        )
        return told(ThingAdded(ref_of(document), at=ref_of(zone)), piece=document.id)

    def _trap(self) -> Trap:
        if not self.hazard and not self.rounds:
            trap = from_book(trap_of_the_book, self.name)
            return replace(trap, trigger=self.trigger) if self.trigger else trap
        hazard = Hazard.parse(self.hazard) if self.hazard else None
        trigger = self.trigger or "Somebody enters the Zone"
        return Trap(self.name, trigger, hazard, self.targets, self.soak, self.rounds)


@command("mettle.hazard.spring")
class Spring(GameCommand):
    """Spring a trap and reveal it: its Score is rolled against POISE, and only a success does damage.

    Without `characters`, the trap hits everyone in its Zone; a trap for one target is then refused if
    several are there. A trap that counts Rounds starts a countdown clock instead of rolling.
    """

    trap: Id = Field(description="the trap")
    characters: Annotated[
        list[Id], Field(max_length=60, description="whom the trap hits; default: all in its Zone")
    ] = []
    dice: RealDice | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.trap, actor, "trap")
        trap = value_of(StoredTrap, document)
        if trap.sprung:
            raise Refused(f"{document.name} has already been sprung.")
        document.data = {**document.data, "sprung": True}
        document.visibility = "shown"
        results = [told(HazardChanged(ref_of(document), "sprung"), piece=document.id)]
        results += (
            self._counts(state, document, trap) if trap.rounds else self._rolls(state, document, trap, actor)
        )
        return merge_game_results(results, {"piece": document.id})

    def _counts(self, state: TableState, document: GameDocument, trap: Trap) -> list[CommandResult]:
        ensure_room_for(state, Clock)
        clock = state.add(
            Clock(name=document.name, value=trap.countdown, kind="countdown", scene=state.table.active_scene)
        )
        document.data = {**document.data, "clock": clock.id}
        return [told(ThingAdded(ref_of(clock), of=clock.segments), clock=clock.id)]

    def _rolls(
        self, state: TableState, document: GameDocument, trap: Trap, actor: Actor
    ) -> list[CommandResult]:
        victims = {character.id: character for character in self._victims(state, document, trap, actor)}
        bodies_there = {id: characters.body(state, character) for id, character in victims.items()}
        met = spring_on_zone(trap, bodies_there, dice(state, self.dice))
        results: list[CommandResult] = []
        for id, sprung in met.items():
            victim, result = victims[id], sprung.result
            score = (result.score, sprung.poise, result.edge)
            caught = TrapMet(
                ref_of(victim),
                ref_of(document),
                sprung.caught,
                trap.harms,
                *score,
                sprung.damage,
                sprung.unsoaked,
            )
            results += [told(caught), *_loses(state, victim, sprung.unsoaked)]
        return results

    def _victims(
        self, state: TableState, document: GameDocument, trap: Trap, actor: Actor
    ) -> list[Character]:
        if self.characters:
            return [find(state, Character, id, actor) for id in dict.fromkeys(self.characters)]
        found = [character for character in state.find_all(Character) if character.zone == document.zone]
        if trap.targets == "one" and len(found) > 1:
            raise Refused("Choose who sprang the trap.")
        if not found:
            raise Refused("Nobody is in the trap's Zone. Choose who sprang the trap.")
        return found
