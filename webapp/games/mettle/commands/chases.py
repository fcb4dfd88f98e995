"""Commands for chases: the quarry chooses Zones, pursuers follow, and an obstacle takes a Move."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    CommandResult,
    GameCommand,
    GameDocument,
    Id,
    Name,
    Refused,
    Role,
    TableState,
    command,
    find,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import (
    Count,
    add_document,
    clear_finish,
    person,
    require_ongoing,
    save,
)
from webapp.games.mettle.events import ChaseBegan, ChaseEnded, ChaseLead, ChaseMoved
from webapp.games.mettle.rules.chases import Chase, chase
from webapp.games.mettle.state import characters, game_state
from webapp.games.mettle.state.game_state import known_as
from webapp.rules.events import Ref


def leave(state: TableState, who: int) -> None:
    """Remove a character from the chase; end the chase if the quarry or the last pursuer leaves."""
    found = game_state.find_chase(state)
    if found is not None and who in found[1].at:
        after = found[1].without(who)
        if after is not None:
            save(found[0], after)
        found[0].removed = after is None


@command("mettle.chase.start")
class StartChase(GameCommand):
    """Start a chase: `quarry` is in the last Zone of `path`; all `pursuers` are `lead` Zones behind."""

    quarry: Id = Field(description="the character who is chased")
    pursuers: Annotated[
        list[Id], Field(min_length=1, max_length=20, description="the characters who pursue the quarry")
    ]
    path: list[Name] = Field(
        default=[],
        max_length=20,
        description="the Zones of the chase so far; default: as many as the lead needs",
    )
    lead: Count = Field(default=1, description="how many Zones ahead the quarry is")
    name: Name = "Chase"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if game_state.find_chase(state) is not None:
            raise Refused("A chase is already running. End it first.")
        for id in (self.quarry, *self.pursuers):
            find(state, Character, id, actor)
        clear_finish(state)
        path = self.path or [f"Zone {place}" for place in range(1, self.lead + 2)]
        begun = chase(self.quarry, self.pursuers, path=path, behind=self.lead)
        row = add_document(state, "chase", name=self.name, scene=state.table.active_scene, data={})
        save(row, begun)
        began = ChaseBegan(_people(begun.pursuers), ("character", begun.quarry), ref_of(row))
        return told(began, _stands(row, begun), chase=row.id)


def _stands(document: GameDocument, chase: Chase) -> ChaseLead:
    """Return who has caught the quarry, or else its lead in Zones."""
    return ChaseLead(_people(chase.caught_by), ("character", chase.quarry), ref_of(document), chase.lead)


def _people(ids: Iterable[int]) -> tuple[Ref, ...]:
    return tuple(("character", id) for id in ids)


class _ChaseStep(GameCommand):
    """A command that moves a character in a chase; players move their own, in a fight only on their turn."""

    roles = PLAYERS_TOO

    def find_mover(self, state: TableState, id: int, checked: bool, actor: Actor) -> Character:
        row = person(state, id, actor)
        if actor.role is not Role.GM:
            if checked:
                raise Refused("Only the GM can say that a Move got past an obstacle.")
            found = game_state.find_fight(state)
            refusal = found[1].refusal(row.id, "move") if found is not None else None
            if refusal is not None:
                raise refusal
        return row

    def moved(
        self, state: TableState, document: GameDocument, after: Chase, moved: ChaseMoved
    ) -> CommandResult:
        save(document, after)
        ids = [id for id in after.caught_by if known_as(state, id) != "Somebody"]
        result = told(moved, _stands(document, after), chase=document.id, lead=after.lead, caught_by=ids)
        result.about = told(moved).about  # who has caught up may be "Somebody"
        return result


@command("mettle.chase.flee")
class Flee(_ChaseStep):
    """Choose the quarry's next Zone, or enter it after a successful Move.

    Without a `difficulty` the quarry enters the Zone `through` at once; otherwise a Move must first
    beat it. With `checked` that Move succeeded, and the quarry enters the Zone chosen before.
    """

    through: Name | None = optional("the Zone that the quarry goes to next; not needed with “checked”")
    difficulty: Count = Field(default=0, description="the Difficulty of getting into the Zone; 0: none")
    checked: bool = Field(default=False, description="true: a successful Move got past the obstacle")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, chase = require_ongoing(state, Chase)
        row = self.find_mover(state, chase.quarry, self.checked, actor)
        who, piece = ref_of(row), ref_of(document)
        if self.checked:
            after = chase.go(chase.quarry, checked=True)
            entered = ChaseMoved(who, piece, "enters", after.path[after.at[row.id]])
            return self.moved(state, document, after, entered)
        through = self.through
        if through is None:
            raise Refused("Name the Zone that the quarry flees into.", {"through": "missing"})
        after = chase.flee(through, self.difficulty)
        does = "towards" if self.difficulty else "flees"
        return self.moved(state, document, after, ChaseMoved(who, piece, does, through, self.difficulty))


@command("mettle.chase.pursue")
class Pursue(_ChaseStep):
    """Move a pursuer up to its Speed in Zones; with `checked`, a Move got it past an obstacle."""

    character: CharacterId
    zones: Count | None = optional(
        "how many Zones the pursuer moves, at most its Speed; 0, or no value: its Speed"
    )
    checked: bool = Field(default=False, description="true: a successful Move got past the obstacle")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, chase = require_ongoing(state, Chase)
        row = self.find_mover(state, self.character, self.checked, actor)
        if row.id not in chase.pursuers:
            raise Refused(f"{row.name} is not chasing anybody.")
        if row.id in chase.caught_by:
            raise Refused(f"{row.name} has already caught up with the quarry.")
        fastest = max(1, int(characters.speed(state, row)))
        zones = min(self.zones or fastest, fastest)
        after = chase.go(row.id, zones, checked=self.checked)
        where = after.path[after.at[row.id]]
        return self.moved(state, document, after, ChaseMoved(ref_of(row), ref_of(document), "follows", where))


@command("mettle.chase.end")
class EndChase(GameCommand):
    """End the chase; the quarry is caught if a pursuer is in its Zone, else it got away."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, chase = require_ongoing(state, Chase)
        document.removed = True
        ended = ChaseEnded(_people(chase.caught_by), ("character", chase.quarry), ref_of(document))
        return told(ended, chase=document.id, caught_by=list(chase.caught_by))
