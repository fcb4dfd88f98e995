"""Initiative at the table: who holds it, who may be passed to, and what a Round brings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state, places
from webapp.games.mettle.screens.circumstances import foes
from webapp.games.mettle.screens.game_state import known_as
from webapp.games.mettle.table import days, injuries
from webapp.games.mettle.table.common import (
    ByName,
    GivenDice,
    add_piece,
    dice,
    ongoing,
    person,
    save,
    together,
)
from webapp.rules.codec import restored
from webapp.rules.mettle import durations
from webapp.rules.mettle import initiative as rules
from webapp.rules.mettle.facts import Asked
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.initiative import Initiative, Phase
from webapp.rules.mettle.statuses import may_act
from webapp.rules.mettle.zones import Legs
from webapp.screens.audience import PLAYER, Role
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Clock, Condition, Piece, Thing
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import CharacterId, Id
from webapp.table.refusals import Forbidden, Refused

Given = Mapping[str, Sequence[int]]


def next_round(board: Board, over: Initiative, given: Given) -> list[Report]:
    """All that happens between the Round that is over and the next, in order."""
    told: list[Report] = []
    for row in board.here(Character):
        told += surprise_over(board, row)
        told += _burns(board, row, given)
        told += _suffocates(board, row, over)
    return [*told, *days.turn_over(board, "round", given), *_countdowns(board)]


def surprise_over(board: Board, row: Character) -> list[Report]:
    """With the first Round, or with the fight, nobody is surprised any more."""
    return injuries.become(board, row, durations.after_round(characters.statuses(board, row.id)))


def _burns(board: Board, row: Character, given: Given) -> list[Report]:
    held = characters.carried(board, row.id, "Burning")
    return burn(board, row, held, given.get(str(held.id))) if held is not None else []


def burn(board: Board, row: Character, held: Condition, faces: Sequence[int] | None) -> list[Report]:
    """A Round on fire: it hurts, and without Edge it goes out."""
    hazard = Hazard.parse(str(held.data.get("hazard", "2D+2")))
    harm = hazard.roll(dice(board, faces))
    through = characters.body(board, row).unsoaked(harm.damage)
    words = f"{row.name} burns ({hazard}: {harm.fell}): {harm.edge} Edge, {through} unsoaked"
    told = [account(words, held, row), *(injuries.lose(board, row, through) if through else [])]
    if harm.ends:
        held.removed = True
        told.append(account(f"No Edge: the fire on {row.name} is out", held, row))
    return told


def _suffocates(board: Board, row: Character, over: Initiative) -> list[Report]:
    """1 Mettle a Round, every second one for who kept still and took no Action."""
    held = characters.statuses(board, row.id)
    lost = durations.suffocated(held, over.round, idle=str(row.id) not in over.acted)
    return injuries.lose(board, row, lost) if lost else []


def _countdowns(board: Board) -> Iterator[Report]:
    """A room that floods, a fuse: one segment a Round."""
    scenes = (None, board.table.active_scene)
    for clock in board.here(Clock):
        if clock.kind == "countdown" and clock.scene in scenes and not clock.value.complete:
            word, clock.value = clock.value.word, clock.value.tick(1).clock
            now = clock.value.word
            yield Report(
                f"{clock.name}: {clock.filled} of {clock.segments}",
                [("clock", clock.id)],
                masked=f"{clock.name}: {now}" if now != word else None,
            )


People = Annotated[list[Id], Field(max_length=100)]


def said(board: Board, fight: Initiative) -> str:
    """Where the fight stands now, in a few words."""
    held = known_as(board, fight.holder)
    if fight.phase is Phase.ACTING:
        return f"{held} holds Initiative"
    if fight.phase is Phase.PASSING:
        return f"{held} passes Initiative"
    return f"Round {fight.round} is over"


def tell(board: Board, piece: Piece, fight: Initiative, words: str = "", *rows: Thing | None) -> Report:
    """Write the fight down and say how it stands; `rows` are those whom the words name."""
    save(piece, fight)
    state = {"holder": int(fight.holder), "phase": str(fight.phase), "round": fight.round}
    hidden = {} if known_as(board, fight.holder) != "Somebody" else {"holder": None}
    now = said(board, fight)
    return account(f"{words}; {now}" if words else now, piece, *rows, fight=piece.id, **{**state, **hidden})


@command("mettle.initiative.start")
class Start(GameCommand):
    """A fight starts: whoever called the first attack holds Initiative, everyone has one Action a Round.

    Without `combatants` everybody known in the scene takes part. The `surprised` have no Action in Round 1.
    """

    first: Id = Field(description="who holds Initiative first")
    combatants: People = Field(default=[], description="who takes part; absent: everybody in the cast")
    surprised: People = Field(default=[], description="who has no Action in the first Round")

    def play(self, board: Board, actor: Actor) -> Report:
        if game_state.fight(board) is not None:
            raise Refused("A fight is on already; end that one first.")
        people = self.combatants or [row.id for row in board.here(Character)]
        rows = [find(board, Character, id, actor) for id in dict.fromkeys((*people, self.first))]
        told = begin(board, self.first, rows, self.surprised)
        return together(told, told[0].result)


def begin(board: Board, first: int, rows: Sequence[Character], surprised: Iterable[int] = ()) -> list[Report]:
    """A fight between these starts, and whoever is `first` holds Initiative."""
    late = {row.id for row in rows if characters.carried(board, row.id, "Surprised")} | set(surprised)
    names, out = (
        [str(row.id) for row in rows],
        [str(row.id) for row in rows if injuries.cannot_act(board, row)],
    )
    fight = rules.start(names, str(first), surprised=list(map(str, late)), out=out)
    piece = add_piece(board, "fight", scene=board.table.active_scene, data={"legs": {}})
    told = [tell(board, piece, fight, "Initiative starts")]
    for row in rows:
        if row.id in late and characters.carried(board, row.id, "Surprised") is None:
            told += injuries.take_on(board, row, "surprised")
    return told


def first_attack(board: Board, check: Check) -> list[Report]:
    """Whoever calls the first Attack seizes Initiative; all take part whom players know of in this scene.

    An Attack that nobody may know of yet begins it with its roll. Source: Scenes, "Initiative"; reading C4.9.
    """
    row, visibility = board.find(Character, check.character), Visibility(board, PLAYER)
    if row is None or Asked.of(check.asked).action != "attack" or game_state.fight(board) is not None:
        return []
    unseen = check.state == "called" and visibility.level(check) != "shown"
    idle = not may_act(characters.statuses(board, row.id))
    if unseen or idle or game_state.ride(board, row.id) is not None:
        return []
    zones = {zone.id for zone in places.here(board)}
    there = [each for each in board.here(Character) if each.zone is None or each.zone in zones]
    aimed = foes(board, check)
    known = [each for each in there if visibility.level(each) == "shown" or each in aimed or each is row]
    return begin(board, row.id, [*known, *(each for each in (*aimed, row) if each not in known)])


@command("mettle.initiative.pass", roles=PLAYERS_TOO)
class Pass(ByName):
    """The holder passes Initiative to somebody who has an Action; to a target of the last Action first."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Character, self.character, actor)
        piece, fight = ongoing(board, Initiative)
        if actor.role is not Role.GM:
            holder = board.row(Character, int(fight.holder))
            try:
                person(board, holder.id if holder is not None else 0, actor)
            except Refused as refused:
                raise Forbidden("Only whoever holds Initiative passes it on.") from refused
        if str(row.id) not in fight.combatants:
            raise Refused(f"{row.name} is not in this fight.")
        return tell(board, piece, fight.pass_to(str(row.id)))


@command("mettle.initiative.round")
class NextRound(ByName):
    """Nobody has an Action left: a new Round. Fires burn, breath runs out, and game time moves six seconds.

    Afflictions by the Round bite, those of a minute or more as they fall due. `dice` are real dice for those
    who burn or suffer, by the id of the condition or affliction.
    """

    dice: GivenDice = {}

    def play(self, board: Board, actor: Actor) -> Report:
        piece, fight = ongoing(board, Initiative)
        if fight.phase is not Phase.ROUND_OVER:
            raise Refused(f"{said(board, fight)}; the Round is not over.")
        after = fight.next_round()
        piece.data = {**piece.data, "legs": _fresh(piece.data.get("legs", {}))}
        told = [tell(board, piece, after, f"Round {after.round}"), *next_round(board, fight, self.dice)]
        state = game_state.state_in(piece, Initiative)
        return together(told, {**told[0].result, "holder": told[0].result["holder"], "round": state.round})


def _fresh(legs: dict[str, Any]) -> dict[str, object]:
    """All Speed is there again; a zone that is half crossed stays so."""
    fresh = {name: restored(Legs, {"speed": "1", **each}).next_round() for name, each in legs.items()}
    return {name: {**legs[name], **game_state.legs_data(each)} for name, each in fresh.items()}


@command("mettle.initiative.end")
class End(ByName):
    """The conflict is over."""

    def play(self, board: Board, actor: Actor) -> Report:
        piece, fight = ongoing(board, Initiative)
        save(piece, fight.end())
        piece.removed = True
        rounds = f"{fight.round} Round{'' if fight.round == 1 else 's'}"
        told = [account(f"The fight is over, after {rounds}", piece)]
        for row in board.here(Character):
            told += surprise_over(board, row)
        return together(told)
