"""What a game declares a player's has its control on the phone, and nothing else has."""

import pytest

from webapp.rules.playable_games import rulesets
from webapp.testing import TrialTable

GAMES = [key for key, game in rulesets().items() if game.check_form]


@pytest.mark.parametrize("key", GAMES)
def test_the_phone_asks_for_just_what_a_player_may_say(key: str) -> None:
    table, game = TrialTable(key), rulesets()[key]
    mara = table.character("Mara", **game.typical)
    table.character("Guard", kind="npc")
    table.sit("Ana", mara)
    page = table.page(seat="Ana")
    form = page[page.index('id="declare"') :]
    asked = {field.key for field in game.check_form if f'name="{field.key}"' in form}
    assert asked == {field.key for field in game.check_form if field.player}
