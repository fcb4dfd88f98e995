"""Create a table with one active scene, a link for each role, and a join code."""

from dataclasses import dataclass
from datetime import UTC, datetime

from pydantic import BaseModel, ConfigDict, ValidationError

from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import FIRST, is_set_aside, why_absent
from webapp.state.audience import Role
from webapp.state.foe_numbers import SETTING
from webapp.store.db import db
from webapp.store.models import Scene, Table
from webapp.store.table_state import TableState
from webapp.table.commands.links import make_link
from webapp.table.fields import Foes, Name
from webapp.table.player_settings import AT_ONCE
from webapp.table.refusals import Invalid, invalid_from, write_or_refuse
from webapp.table.tokens import new_epoch, new_table_id
from webapp.table.typed_codes import new_join_code


class NewTable(BaseModel):
    """The request for a new table."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    ruleset: str = FIRST
    foes: Foes | None = None


@dataclass(frozen=True)
class CreatedTable:
    """A table that has just been made, with the tokens of its three links by role."""

    table: str
    name: str
    ruleset: str
    join_code: str
    tokens: dict[str, str]


def validate_new_table(sent: dict[str, object]) -> NewTable:
    """Return the validated request for a new table; raise Invalid with a sentence if it is wrong."""
    try:
        asked = NewTable.model_validate(sent, strict=True)
    except ValidationError as error:
        raise invalid_from(error, sent) from error
    refuse_not_offered(asked.ruleset)
    return asked


def refuse_not_offered(game: str) -> None:
    """Refuse a game that is set aside, with why, or that is not installed."""
    if is_set_aside(game):
        raise Invalid(
            f"“{game}” cannot be played: it is a game {why_absent(game)}. “doctor” tells the operator more. "
            f"These rulesets can be played: {', '.join(rulesets())}.",
            {"ruleset": "set aside"},
        )
    if game not in rulesets():
        raise Invalid(
            f"“{game[:60]}” is not installed. These rulesets are installed: {', '.join(rulesets())}.",
            {"ruleset": "not installed"},
        )


def create_table(asked: NewTable) -> CreatedTable:
    """Make the table with its first scene and its links, in one transaction."""
    with write_or_refuse():
        table = Table(
            id=new_table_id(),
            name=asked.name,
            ruleset=asked.ruleset,
            settings={"outcomes": AT_ONCE} | ({SETTING: asked.foes} if asked.foes else {}),
            join_code=new_join_code(),
            epoch=new_epoch(),
            created=datetime.now(UTC),
        )
        db.session.add(table)
        db.session.flush()
        state = TableState(table)
        scene = state.add(Scene(name="First scene", state="active", played=True))
        table.active_scene = scene.id
        return add_first_links(state)


def add_first_links(state: TableState) -> CreatedTable:
    """Give a new table its first links; the GM's token is returned only here."""
    tokens = {str(role): make_link(state, role, "First link")[1] for role in (Role.GM, Role.PLAYER, Role.TV)}
    table = state.table
    return CreatedTable(table.id, table.name, table.ruleset, table.join_code or "", tokens)
