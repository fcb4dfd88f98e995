"""Cover at the table: taken, left, and somebody shielded who agrees to it."""

from typing import Literal

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state, places
from webapp.games.mettle.table.common import OfSomebody, add_piece, person, the_piece, together
from webapp.rules.mettle.cover import NAMES, Cover, take_cover
from webapp.screens.audience import PLAYER, Role
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Condition, Piece
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find, refuse_crowd
from webapp.table.fields import Id, optional
from webapp.table.refusals import Refused

SAYS = {
    Cover.PARTIAL: "+2 POISE against attacks",
    Cover.TOTAL: "no damage gets through, and no attack out",
    Cover.GUARD: "-2 POISE, and +2 for the one behind",
    Cover.GUARDED: "+2 POISE against attacks",
}


@command("mettle.action.cover", roles=PLAYERS_TOO)
class TakeCover(OfSomebody):
    """Take Cover at the start of an Action: Partial, Total, or Guard somebody in the same zone; or leave it.

    Cover is `behind` a thing of one's own zone, else the most solid one there; only the GM says that there is
    some more. What is easily penetrated counts as Partial. Guard needs `ward`, whom it shields, on either
    one's turn: a player asks whoever plays them, or the GM (`mettle.guard.accept`); the GM speaks for both.
    """

    cover: Literal["none", "partial", "total", "guard"] = Field(
        description="the kind of Cover; none leaves it"
    )
    ward: Id | None = optional("whom the Guard shields")
    behind: Id | None = optional(
        "the thing of the own zone that gives Cover; absent: the most solid one there"
    )
    penetrable: bool = Field(default=False, description="easily gone through: never more than Partial Cover")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        ward = find(board, Character, self.ward, actor) if self.ward is not None else None
        if self.cover == "guard" and ward is None:
            raise Refused("Say whom the Guard shields.")
        kind, thing = self._kind(board, row, ward, actor)
        _withdraw(board, row)
        if ward is not None and kind is Cover.GUARD:
            return shield(board, row, ward) if actor.role is Role.GM else _ask(board, row, ward)
        told = leave_cover(board, row)
        if kind is not Cover.NONE:
            told.append(behind(board, row, kind, thing=thing))
        return together(told or [account(f"{row.name} is not in Cover", row)], {"cover": str(kind)})

    def _kind(
        self, board: Board, row: Character, ward: Character | None, actor: Actor
    ) -> tuple[Cover, Piece | None]:
        """What kind it comes to, and behind what; the GM may say so at any time, whatever is drawn."""
        gm, visibility = actor.role is Role.GM, Visibility(board, actor.audience)
        here = [each for each in places.covers(board, row.zone) if visibility.names(each[0])]
        named = find(board, Piece, self.behind, actor) if self.behind is not None else None
        found = [(thing, it) for thing, it in here if named is None or thing is named]
        thing, it = found[0] if found and self.cover != "guard" else (None, None)
        kind = take_cover(
            Cover(self.cover),
            at_start=gm or _at_start(board, row, ward),
            same_zone=_same(row, ward) and (named is None or bool(found)),
            there=gm or it is not None or row.zone is None,
            penetrable=self.penetrable or (it is not None and it.penetrable),
        )
        return kind, thing


def shield(board: Board, row: Character, ward: Character) -> Report:
    """One stands before the other, and both leave whatever Cover they had."""
    told = [*leave_cover(board, row), *leave_cover(board, ward)]
    told.append(behind(board, row, Cover.GUARD, ward.id))
    told.append(behind(board, ward, Cover.GUARDED, row.id))
    return together(told, {"cover": str(Cover.GUARD)})


def leave_cover(board: Board, row: Character) -> list[Report]:
    """Out in the open again; a Guard ends for both."""
    told = []
    for held in characters.conditions(board, row.id):
        if held.name in characters.COVERS:
            held.removed = True
            told.append(account(f"{row.name} leaves {held.name}", held, row))
            told += _left_alone(board, held, row)
    return told


def _left_alone(board: Board, held: Condition, row: Character) -> list[Report]:
    other = board.find(Character, held.data.get("partner"))
    found = characters.conditions(board, other.id) if other is not None else []
    bound = any(each.data.get("partner") == row.id for each in found)
    return leave_cover(board, other) if other is not None and bound else []


def behind(
    board: Board, row: Character, kind: Cover, partner: int | None = None, thing: Piece | None = None
) -> Report:
    """Somebody is in Cover of this kind behind a thing; of a Guard, with whom."""
    refuse_crowd(board, Condition)
    data = {"partner": partner} if partner is not None else {}
    clears = f"At the start of an Action; {SAYS[kind]}"
    source = thing.name if thing is not None and Visibility(board, PLAYER).names(thing) else None
    new = board.add(Condition(character=row.id, name=NAMES[kind], clears=clears, source=source, data=data))
    return account(f"{row.name}: {NAMES[kind]}{f', {source}' if source else ''}", new, row)


def _at_start(board: Board, row: Character, ward: Character | None) -> bool:
    """Whether it is the start of an Action of theirs; to shield somebody, of either."""
    found = game_state.fight(board)
    if found is None or str(row.id) not in found[1].combatants:
        return True
    return found[1].at_start(*(str(each.id) for each in (row, ward) if each is not None))


def _same(row: Character, ward: Character | None) -> bool:
    return ward is None or (row.zone is not None and ward.zone == row.zone)


# ---- both must agree -------------------------------------------------------------------------


def _ask(board: Board, row: Character, ward: Character) -> Report:
    """Whoever is to be shielded has a say."""
    data = {"by": row.id}
    asked = add_piece(board, "guard", scene=board.table.active_scene, character=ward.id, data=data)
    return account(f"{row.name} offers to shield {ward.name}", row, ward, asked, piece=asked.id)


def _withdraw(board: Board, row: Character) -> None:
    """Who takes other Cover offers no Guard any more."""
    for each in places.pieces(board, "guard"):
        each.removed = each.removed or each.data["by"] == row.id


def gone(board: Board, row: Character) -> list[Report]:
    """Who leaves the table shields nobody, and nobody shields them."""
    for each in places.pieces(board, "guard"):
        each.removed = each.removed or row.id in (each.character, each.data["by"])
    left = (each.character for each in board.here(Condition) if each.data.get("partner") == row.id)
    return [line for id in left for line in leave_cover(board, board.the(Character, id))]


class _Answer(GameCommand):
    roles = PLAYERS_TOO

    guard: Id = Field(description="the offer to shield somebody")

    def play(self, board: Board, actor: Actor) -> Report:
        asked = the_piece(board, self.guard, actor, "guard")
        ward = person(board, asked.character, actor)
        row = find(board, Character, asked.data["by"], actor)
        asked.removed = True
        return self.answer(board, row, ward)

    def answer(self, board: Board, row: Character, ward: Character) -> Report:
        raise NotImplementedError


@command("mettle.guard.accept")
class AcceptGuard(_Answer):
    """Let somebody in the same zone shield you: +2 POISE against attacks for you, 2 less for them."""

    def answer(self, board: Board, row: Character, ward: Character) -> Report:
        take_cover(Cover.GUARD, same_zone=_same(row, ward))
        return shield(board, row, ward)


@command("mettle.guard.refuse")
class RefuseGuard(_Answer):
    """Stand on your own."""

    def answer(self, board: Board, row: Character, ward: Character) -> Report:
        return account(f"{ward.name} stands alone", row, ward)
