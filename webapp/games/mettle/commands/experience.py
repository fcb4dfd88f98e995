"""Commands for Experience: highlights earn it, and it raises Attributes.

Source: Characters, "Experience"; Scenes, "Sway" (going along with a Sway may be a highlight).
"""

from typing import Annotated, Literal

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    Check,
    CommandResult,
    ProposalLine,
    TableState,
    command,
    propose,
    ref_of,
    told,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import CharacterCommand, merge_game_results
from webapp.games.mettle.people_events import AttributeRaised, HighlightRecorded
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.sheet import XP, raise_attribute, spend_experience
from webapp.games.mettle.state import characters
from webapp.table.fields import Line

WENT_ALONG = "went along with it"
"""The highlight of a character who goes along with a Sway."""


@command("mettle.highlight")
class Highlight(CharacterCommand):
    """Record a character's highlight of the session, which earns one to three Experience."""

    text: Line = Field(description="what the character did")
    points: Annotated[int, Field(ge=1, le=3, description="how many points of Experience")] = 1

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        has = characters.experience(row) + self.points
        row.stats = {**row.stats, XP: has}
        earned = HighlightRecorded(ref_of(row), self.text, self.points, has)
        return told(earned, character=row.id, xp=has)


@command("mettle.raise", own_sheet=True)
class Raise(CharacterCommand):
    """Raise an Attribute by 1 for Experience equal to CALLING's value, or twice that for CALLING."""

    attribute: Literal["CALLING", "CULTURE", "FRAME", "MOTIVE", "NATURE", "POISE"] = Field(
        description="the Attribute to raise"
    )

    def changes_ratings(self, state: TableState) -> bool:
        """Return True: an Attribute is a rating."""
        return True

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        before = characters.sheet(state, row).attributes
        left = spend_experience(before, self.attribute, characters.experience(row))
        value = raise_attribute(before, self.attribute)[self.attribute]
        row.stats = {**row.stats, self.attribute: value, XP: left}
        raised = AttributeRaised(ref_of(row), self.attribute, value, left)
        result = merge_game_results(
            [told(raised), *injuries.follow_mettle(state, row)], {"character": row.id, "xp": left}
        )
        result.payload["attribute"] = value
        return result


def after_sway(state: TableState, check: Check) -> None:
    """Propose a highlight for each player character that a Sway succeeded against; the GM decides."""
    asked = MettleRequest.of(check.asked)
    if asked.action != "sway" or not check.result.success:
        return
    foes = [state.find(Character, id) for id in asked.foes]
    lines = [
        ProposalLine(
            "mettle.highlight", {"character": row.id, "text": WENT_ALONG}, f"Sway: {row.name} may go along"
        )
        for row in foes
        if row is not None and row.kind == "pc"
    ]
    propose(state, lines, check=check.id, offered=False)
    check.state = "rolled" if lines else check.state
