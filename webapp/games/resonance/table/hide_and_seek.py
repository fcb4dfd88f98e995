"""Hide and seek: somebody hides at a number that only the GM sees, and is found by more."""

from typing import Annotated

from pydantic import Field

from webapp.games.resonance.table.character_state import Reasoned, carries, come_out, hide_at
from webapp.rules.resonance.achieved import hide
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import Report, account, command, find
from webapp.table.execution import with_more
from webapp.table.fields import CharacterId
from webapp.table.refusals import Refused


@command("resonance.hide")
class Hide(Reasoned):
    """Somebody is hidden, in Cover if there is any; who seeks must beat `tn`, which the GM alone sees."""

    character: CharacterId
    tn: Annotated[int, Field(ge=0, le=1000, description="the number to beat")]
    in_cover: bool = Field(default=False, description="whether there is Cover to hide behind")

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        told = hide_at(board, character, hide(self.tn, in_cover=self.in_cover), actor)
        says = account(f"{character.name} hides", character, character=character.id)
        return with_more(says, told, board, actor)


@command("resonance.found")
class Found(Reasoned):
    """Somebody hidden is found: no longer Hidden."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        if carries(board, character.id, "Hidden") is None:
            if board.acting is not None:  # another search was quicker
                return account(f"{character.name} was found already", character)
            raise Refused(f"{character.name} is not hidden.")
        says = account(f"{character.name} is found", character, character=character.id)
        return with_more(says, come_out(board, character), board, actor)
