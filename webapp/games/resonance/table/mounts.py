"""Rider and mount: two conditions that belong together."""

from pydantic import Field

from webapp.games.resonance.screens.characters import card
from webapp.games.resonance.table.character_state import Reasoned, carries, end_condition, gain_condition
from webapp.rules.resonance.conditions import dictated_by
from webapp.store.board import Board
from webapp.store.models import Character, Condition
from webapp.table.actor import Actor
from webapp.table.check_setup import own_character
from webapp.table.command import Report, account, command, find
from webapp.table.execution import with_more
from webapp.table.fields import CharacterId, Id
from webapp.table.refusals import Refused

PARTNERS = {"Riding": "Mounted", "Mounted": "Riding"}


def pair_of(board: Board, character: int) -> tuple[list[str], str]:
    """Whether somebody rides or is ridden, as a condition, and the card of the other; "" if not."""
    for name in PARTNERS:
        row = carries(board, character, name)
        if row is not None and "partner_id" in row.data:
            return [name], card(int(row.data["partner_id"]))
    return [], ""


def decider(board: Board, character: int) -> int:
    """Who says what somebody does: they themselves, or whoever rides them."""
    return int(dictated_by(card(character), *pair_of(board, character)))


def dictated(board: Board, character: int, actor: Actor) -> bool:
    """Whether this actor says what somebody does: the GM, the own player, or that of whoever rides them."""
    own = own_character(board, actor)
    return actor.role == "gm" or (own is not None and own.id == decider(board, character))


@command("resonance.mount")
class Mount(Reasoned):
    """Somebody gets onto another: one is Riding, the other Mounted, and either pool may pay."""

    character: CharacterId
    mount: Id = Field(description="the one who is ridden")

    def play(self, board: Board, actor: Actor) -> Report:
        rider = find(board, Character, self.character, actor)
        mount = find(board, Character, self.mount, actor)
        if rider.id == mount.id:
            raise Refused("Nobody rides themselves.")
        for each in (rider, mount):
            if carries(board, each.id, "Riding") or carries(board, each.id, "Mounted"):
                raise Refused(f"{each.name} is riding or ridden already.")
        told = [
            *gain_condition(board, rider, "Riding", actor, {"partner_id": mount.id}),
            *gain_condition(board, mount, "Mounted", actor, {"partner_id": rider.id}),
        ]
        words = f"{rider.name} rides {mount.name}"
        says = account(words, rider, mount, character=rider.id, mount=mount.id)
        return with_more(says, told, board, actor)


@command("resonance.dismount")
class Dismount(Reasoned):
    """Somebody gets off: neither is Riding or Mounted any more."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        rider = find(board, Character, self.character, actor)
        if carries(board, rider.id, "Riding") is None and carries(board, rider.id, "Mounted") is None:
            raise Refused(f"{rider.name} is neither riding nor ridden.")
        told = part(board, rider)
        return with_more(account(f"{rider.name} dismounts", rider, character=rider.id), told, board, actor)


def part(board: Board, character: Character) -> list[Report]:
    """Rider and mount go their own ways."""
    told: list[Report] = []
    for own, other in PARTNERS.items():
        row = carries(board, character.id, own)
        partner = board.find(Character, row.data.get("partner_id")) if row is not None else None
        told += end_condition(board, character, own)
        if partner is not None:
            told += end_condition(board, partner, other)
    return told


def cleared(board: Board, condition: Condition) -> list[Report]:
    """One of the two conditions was taken away by hand: the other goes too."""
    partner = board.find(Character, condition.data.get("partner_id"))
    other = PARTNERS.get(condition.name)
    return end_condition(board, partner, other) if partner is not None and other else []


def left(board: Board, gone: int) -> list[Report]:
    """One of the two left the table: the other is on their own."""
    bound = [row for row in board.here(Condition) if row.data.get("partner_id") == gone]
    ended = (end_condition(board, board.the(Character, row.character), row.name) for row in bound)
    return [told for each in ended for told in each]
