"""Travel at the table: a map of stops and paths, pins, the lead traveller's Check, encounters, rivals."""

from typing import Annotated

from pydantic import Field

from webapp.games.mettle.screens import game_state, places
from webapp.games.mettle.table import days
from webapp.games.mettle.table.common import Count, Faces, add_piece, dice, ongoing, save, the_piece, together
from webapp.rules.codec import kept
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.journeys import MOST_DAYS, Map, Path, Travellers, arrival
from webapp.rules.mettle.needs import one_of
from webapp.screens.journal import joined
from webapp.store.board import Board
from webapp.store.models import Json, Piece
from webapp.table.actor import Actor
from webapp.table.check_setup import new_check, set_up, who_rolls
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command
from webapp.table.fields import CharacterId, Id, Line, Name, VisibilityLevel, optional
from webapp.table.refusals import Refused

Days = Annotated[int, Field(ge=0, le=MOST_DAYS)]
Stops = Annotated[list[Name], Field(min_length=1, max_length=30)]


@command("mettle.travel.map")
class DrawMap(GameCommand):
    """Draw a travel map: its stops, with the group at the first of them. Paths are drawn after."""

    name: Name
    stops: Stops = Field(description="the stops; the group is at the first")

    def play(self, board: Board, actor: Actor) -> Report:
        if game_state.piece(board, "map") is not None:
            raise Refused("There is a travel map already; take it away first.")
        drawn = Map(tuple(self.stops))
        row = add_piece(board, "map", name=self.name, data={**kept(drawn), "at": self.stops[0], "met": []})
        return account(f"The map “{self.name}”: {', '.join(self.stops)}", row, map=row.id)


@command("mettle.travel.path")
class DrawPath(GameCommand):
    """Join two stops by a path with the Difficulty of the journey and its days; a new stop is drawn."""

    one: Name = Field(description="one stop")
    other: Name = Field(description="the other stop")
    difficulty: Count = Field(description="the Difficulty")
    days: Days = Field(default=0, description="how many days the journey takes")

    def play(self, board: Board, actor: Actor) -> Report:
        row, known = ongoing(board, Map)
        stops = tuple(dict.fromkeys((*known.stops, self.one, self.other)))
        others = tuple(path for path in known.paths if not path.joins(self.one, self.other))
        path = Path(self.one, self.other, self.difficulty, self.days)
        save(row, Map(stops, (*others, path), known.pins))
        words = joined((f"{self.one} to {self.other}: Difficulty {self.difficulty}", *_long(self.days)))
        return account(words, row, map=row.id)


@command("mettle.travel.pin")
class DropPin(GameCommand):
    """Drop a pin: a destination of one's own, near a stop that is there."""

    name: Name
    near: Name = Field(description="the stop it is near to")
    difficulty: Count = Field(description="the Difficulty")
    days: Days = Field(default=0, description="how many days the journey takes")

    def play(self, board: Board, actor: Actor) -> Report:
        row, known = ongoing(board, Map)
        save(row, known.pin(self.name, self.near, self.difficulty, self.days))
        words = f"A pin: {self.name}, near {self.near}, Difficulty {self.difficulty}"
        return account(joined((words, *_long(self.days))), row, map=row.id)


def _long(days: int) -> tuple[str, ...]:
    """How long a journey takes, where somebody counts it."""
    return (_counted(days),) if days else ()


def _counted(days: int) -> str:
    return f"{days} day{'' if days == 1 else 's'}"


@command("mettle.travel.provisions")
class Provision(GameCommand):
    """What the group takes along, in days: every day of a journey takes one of each; null counts no more.

    Whoever is on the road without is Hungry or Thirsty.
    """

    food: Days | None = optional("for how many days there is food")
    water: Days | None = optional("for how many days there is water")

    def play(self, board: Board, actor: Actor) -> Report:
        row, _ = ongoing(board, Map)
        row.data = {**row.data, **self.given()}
        return account(_left(row) or "Nobody counts provisions", row, map=row.id)


def _left(row: Piece) -> str:
    """What is left of the provisions: "Food for 3 days, no water"."""
    counted = {what: row.data.get(what) for what in ("food", "water")}
    said = ", ".join(
        f"{what} for {_counted(days)}" if days else f"no {what}"
        for what, days in counted.items()
        if days is not None
    )
    return said[:1].upper() + said[1:]


@command("mettle.travel.go", roles=PLAYERS_TOO)
class SetOut(GameCommand):
    """The group sets out to a stop next to theirs; the lead traveller has a Check against the path."""

    stop: Name = Field(description="the stop")
    character: CharacterId | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row, known = ongoing(board, Map)
        known.difficulty(row.data["at"], self.stop)
        lead = who_rolls(board, actor, self.character)
        check = new_check(board, actor, lead)
        given = {"intent": f"Travel to {self.stop}"}
        set_up(board, check, given, {"action": "travel", "trip": self.stop}, actor)
        told = account(f"{lead.name} leads the way to {self.stop}", row, lead, check, check=check.id)
        told.group = check.id
        return told


@command("mettle.travel.encounter")
class Encounter(GameCommand):
    """Something waits on the way to a stop; whoever survives it arrives all the same."""

    map: Id = Field(description="the travel map")
    stop: Name = Field(description="the stop")
    text: Line | None = optional("what happens, in words")
    edge: Count = Field(default=0, description="how much Edge")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.map, actor, "map")
        game_state.state_in(row, Map).neighbours(self.stop)
        words = self.text or "an encounter"
        row.data = {**row.data, "met": [*row.data.get("met", []), words][-20:]}
        _write(row, game_state.state_in(row, Travellers).meets(self.stop, self.edge))
        return account(f"On the way to {self.stop}: {words}", row, map=row.id)


@command("mettle.travel.arrive")
class Arrive(GameCommand):
    """The group is there: safe, or after what it met. `edge` says who of several rivals was first."""

    map: Id = Field(description="the travel map")
    stop: Name = Field(description="the stop")
    edge: Count = Field(default=0, description="how much Edge")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.map, actor, "map")
        group, known = game_state.state_in(row, Travellers), game_state.state_in(row, Map)
        there, edge, took = group.arrives(known, self.stop, self.edge)
        _write(row, there)
        with_edge = f"with {edge} Edge" if edge else ""
        words = joined(part for part in (f"The group arrives at {self.stop}", with_edge) if part)
        told = [account(words, row), *compared(board, self.stop, edge)]
        told += on_the_road(board, row, took) if took else []
        return together(told, {"map": row.id, "at": self.stop})


def on_the_road(board: Board, row: Piece, took: int) -> list[Report]:
    """Days of a journey: provisions are used up, and whoever has none left goes without."""
    left, had = game_state.state_in(row, Travellers).lives(took)
    told = days.pass_on(board, "day", took, days.party(board), had, {})
    _write(row, left)
    return [*told, *([account(f"{_left(row)} left", row)] if _left(row) else [])]


def _write(row: Piece, group: Travellers) -> None:
    """Write down where the group is; of a way that is over nothing is left."""
    under_way: Json = {"way": group.way, "edge": group.edge} if group.way else {}
    rest = {name: each for name, each in row.data.items() if name not in ("way", "edge")}
    carried: Json = {name: getattr(group, name) for name in ("food", "water") if name in rest}
    row.data = {**rest, **carried, **under_way, "at": group.at}


# ---- rivals ----------------------------------------------------------------------------------


@command("mettle.travel.rival")
class SetRival(GameCommand):
    """Rivals or foes travel to a stop as well: `edge` is what they have, or a `pool` that is rolled for it.

    The same rivals again take other Edge. What they meet on the way is the Guide's to say. `dice` are real
    dice of the pool.
    """

    name: Name
    stop: Name = Field(description="the stop")
    edge: Count | None = optional("how much Edge")
    pool: Count | None = optional("how many dice are rolled for their Edge")
    dice: Faces | None = None
    visibility: VisibilityLevel = "secret"

    def play(self, board: Board, actor: Actor) -> Report:
        known = ongoing(board, Map)[1]
        one_of(self.stop, known.stops, "stop", field="stop")
        edge, rolled = self._edge(board)
        for each in bound_for(board, self.stop):
            each.removed = each.removed or each.name == self.name
        data = {"stop": self.stop, "edge": edge}
        row = add_piece(board, "rival", name=self.name, data=data, visibility=self.visibility)
        return account(
            f"{self.name} on the way to {self.stop}{rolled}: {edge} Edge", row, piece=row.id, edge=edge
        )

    def _edge(self, board: Board) -> tuple[int, str]:
        if self.edge is not None:
            return self.edge, ""
        if self.pool is None:
            raise Refused("Say how much Edge they have, or how many dice they roll for it.")
        harm = Hazard(self.pool).roll(dice(board, self.dice))
        return harm.edge, f" ({harm.fell})"


def bound_for(board: Board, stop: str) -> list[Piece]:
    """The rivals on their way to a stop."""
    return [row for row in places.pieces(board, "rival") if row.data["stop"] == stop]


def compared(board: Board, stop: str, edge: int) -> list[Report]:
    """The group is there: who of its rivals was first, who comes after; that race is run."""
    told = []
    for row in bound_for(board, stop):
        when = arrival(row.data["edge"], group=edge)
        told.append(account(f"{row.name} {when}: {row.data['edge']} Edge to {edge}", row))
        row.removed = True
    return told
