"""Hide and seek: a character hides at a number that only the GM sees; a higher roll finds them."""

from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    CharacterId,
    CommandResult,
    Refused,
    TableState,
    append_results,
    command,
    find,
    ref_of,
    told,
)
from webapp.games.resonance.commands.character_state import (
    ReasonedCommand,
    end_condition,
    find_condition,
    gain_condition,
    own_piece,
)
from webapp.games.resonance.events import Acted, HiddenAt
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.standard_roll import Hiding, hide
from webapp.games.resonance.state.characters import piece_of
from webapp.games.resonance.state.documents import HIDING, HidingPlace, store


@command("resonance.hide")
class Hide(ReasonedCommand):
    """Hide a character, with `in_cover` also in Cover; searchers must beat `tn`, which only the GM sees."""

    character: CharacterId
    tn: Annotated[int, Field(ge=0, le=1000, description="the number that searchers must beat")]
    in_cover: bool = Field(default=False, description="true: the character is in Cover, too")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        results = hide_at(state, character, hide(self.tn, in_cover=self.in_cover), actor)
        says = told(Acted(ref_of(character), "hides"), character=character.id)
        return append_results(says, results, state, actor)


@command("resonance.found")
class EndHiding(ReasonedCommand):
    """Reveal a hidden character, who is then no longer Hidden."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        if find_condition(state, character.id, "Hidden") is None:
            if state.acting is not None:  # another search was faster
                return told(Acted(ref_of(character), "was_found"))
            raise Refused(f"{character.name} is not hidden.")
        says = told(Acted(ref_of(character), "is_found"), character=character.id)
        return append_results(says, come_out(state, character), state, actor)


def hide_at(state: TableState, character: Character, hiding: Hiding, actor: Actor) -> list[CommandResult]:
    """Hide a character; players see that they are hidden, only the GM sees the number to beat."""
    row = piece_of(state, HIDING, character.id)
    if row is None:
        row = own_piece(state, HIDING, character.id, "secret")
    store(row, HidingPlace(hiding.tn))
    names = (book.catalogue()[key].name for key in hiding.conditions)
    results = [result for name in names for result in gain_condition(state, character, name, actor)]
    return [*results, told(HiddenAt(ref_of(character), ref_of(row), hiding.tn))]


def come_out(state: TableState, character: Character) -> list[CommandResult]:
    """Reveal a hidden character."""
    row = piece_of(state, HIDING, character.id)
    if row is not None:
        row.removed = True
    return end_condition(state, character, "Hidden")
