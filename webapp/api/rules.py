"""The rules without a table: which games there are, and the calculator."""

from typing import Any

from flask import Blueprint, Response

from webapp.api.answers import JSON, answer, written
from webapp.api.requests import sent_json
from webapp.pages.etags import kept
from webapp.rules.calculator import calculate
from webapp.rules.ruleset import Ruleset, rulesets
from webapp.screens.views import to_json
from webapp.table.secrets import secure_dice

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rulesets")
def list_rulesets() -> Response:
    """The games a table can be started with: what their tags, conditions, clocks and effects are."""
    return kept(lambda: written({"rulesets": [_card(game) for game in rulesets().values()]}), JSON)


@blueprint.post("/rules/<ruleset>/<calculation>")
def work_out(ruleset: str, calculation: str) -> Response:
    """One calculation of one game; dice that the input does not bring are rolled here."""
    return answer(calculate(ruleset, calculation, sent_json(), source=secure_dice))


def _card(game: Ruleset) -> dict[str, Any]:
    return {
        "ruleset": game.key,
        "name": game.name,
        "pitch": game.pitch,
        "attributes": to_json(game.attributes),
        "ladder": to_json(game.ladder),
        "actions": to_json(game.actions),
        "catalogue": to_json(game.catalogue.entries()),
        "clock_kinds": to_json(game.clock_kinds),
        "effect_modifiers": sorted(game.effect_modifiers),
    }
