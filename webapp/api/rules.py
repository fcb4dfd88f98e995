"""API calls for rules without a table: the list of games and the calculator."""

from typing import Any

from flask import Blueprint, Response

from webapp.api.answers import JSON, json_answer, json_text
from webapp.api.requests import read_json_body
from webapp.pages.page_cache import cached_page
from webapp.rules.calculator import calculate
from webapp.rules.playable_games import rulesets
from webapp.rules.ruleset import Ruleset
from webapp.table.dice import secure_dice
from webapp.views.view_types import to_json

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rulesets")
def list_rulesets() -> Response:
    """List the games for a new table, with their tags, conditions, kinds of clock and kinds of effect."""
    return cached_page(
        lambda: json_text({"rulesets": [game_card(game) for game in rulesets().values()]}), JSON
    )


@blueprint.post("/rules/<ruleset>/<calculation>")
def work_out(ruleset: str, calculation: str) -> Response:
    """Run one calculation of a game's rules; the server rolls dice that the input omits."""
    return json_answer(calculate(ruleset, calculation, read_json_body(), source=secure_dice))


def game_card(game: Ruleset) -> dict[str, Any]:
    """Return what programs are told of a game."""
    return {
        "ruleset": game.key,
        "name": game.name,
        "pitch": game.pitch,
        "attributes": to_json(game.attributes),
        "ladder": to_json(game.ladder),
        "actions": to_json(game.actions),
        "catalogue": to_json(game.catalogue.entries()),
        "clock_kinds": to_json(game.catalogue.clock_kinds),
        "effect_modifiers": sorted(game.effect_modifiers),
    }
