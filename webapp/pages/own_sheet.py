"""The page on which players edit the sheet of the character on their seat."""

import re
from collections.abc import Sequence
from dataclasses import replace

from flask import Response, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.pages.forms import command_from
from webapp.pages.page_rendering import form_words
from webapp.pages.replies import go
from webapp.pages.table import require_grant, table
from webapp.rate_limits import limited
from webapp.rules import sheets
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.rules.ruleset import Attribute
from webapp.services import project_for
from webapp.state.audience import Role
from webapp.store.models import Character
from webapp.store.table_state import TableState
from webapp.table.grants import Grant
from webapp.table.player_settings import sheets_of
from webapp.table.refusals import Missing, load_table
from webapp.views.game_screens import game_screens
from webapp.views.view_types import CharacterView, TableView


@table.route("/sheet", methods=["GET", "POST"])
@limited("presses")
def own_sheet(table_id: str) -> Response | Answer | str:
    """Show the sheet of the seat's character; a typed line of numbers fills it in without saving."""
    grant = require_grant(table_id)
    if grant.role is not Role.PLAYER:
        return go(f"/t/{table_id}")
    state = load_table(table_id)
    projection = project_for(state, grant.audience)
    view, line = projection.view, request.form.get("line", "")[:400]
    character = _own(view, grant)
    game, message = load_ruleset_or_stand_in(view.ruleset), ""
    numbers = [attribute for attribute in sheets.lines_of(game) if attribute.kind == "number"]
    try:
        character = (
            replace(character, stats={**character.stats, **_numbers_in(line, numbers)}) if line else character
        )
    except RuleError as error:
        message = error.message
    return render_template(
        "inspector/own-sheet.html",
        layout="layouts/opened.html",
        view=view,
        now=projection.at,
        it=character,
        line=line,
        numbers=", ".join(attribute.name for attribute in numbers),
        example=" ".join(
            str(game.typical[attribute.key]) for attribute in numbers if attribute.key in game.typical
        ),
        told=message,
        rule=_rule(state, character),
        game_adds=game_screens(view.ruleset).on_own_sheet(view, character),
        **form_words(view),
    )


@table.post("/sheet/sums")
@limited("presses")
def sheet_sums(table_id: str) -> str:
    """Render the values that the rules derive from a sheet that is being filled in; nothing is saved."""
    grant = require_grant(table_id)
    view = project_for(load_table(table_id), grant.audience).view
    character, command = _own(view, grant), command_from(request.form)
    given = getattr(command, "stats", None)  # other commands change no sheet
    stats = {name: value for name, value in {**character.stats, **(given or {})}.items() if value is not None}
    return render_template("parts/sheet-sums.html", game=load_ruleset_or_stand_in(view.ruleset), stats=stats)


def _own(view: TableView, grant: Grant) -> CharacterView:
    """Return the character on this device's seat, as its player may see it."""
    seat = next((value for value in view.seats if value.id == grant.seat), None)
    held = next((who for who in view.people if seat is not None and who.id == seat.character), None)
    if held is None:
        raise Missing(
            "You have no character at this table, so there is no sheet. First choose one on the table's page."
        )
    return held


def _rule(state: TableState, character: CharacterView) -> str:
    """Return how the player may change the sheet.

    The value is "locked", "ask", "rolled" (only ratings need approval) or "free".
    """
    setting = "locked" if character.locked else sheets_of(state.table)
    return "rolled" if setting == "free" and state.require(Character, character.id).rolled else setting


def _numbers_in(line: str, places: Sequence[Attribute]) -> dict[str, int]:
    """Parse a typed row of numbers, in the sheet's order: "6 4 3" are the first three.

    Raises RuleError for anything but whole numbers, and for more numbers than the sheet has.
    """
    typed = line.replace(",", " ").split()
    if not typed or not all(re.fullmatch(r"-?[0-9]{1,4}", name) for name in typed):
        why = "Write whole numbers of up to 4 digits, with spaces between them."
        raise RuleError(why, field="line", value=line[:80])
    if len(typed) > len(places):
        why = f"A sheet has {len(places)} numbers, not {len(typed)}."
        raise RuleError(why, field="line", value=line[:80])
    return {place.key: int(value) for place, value in zip(places, typed, strict=False)}
