"""A sentence that a game from outside returns is kept, and read by whoever knows what it names."""

import pytest

from tests.table.oak import Oak
from tests.table.test_event_reader import newest
from webapp.store.models import Character
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import CommandResult, GameCommand, find, make_result, registered
from webapp.table.fields import Id


class Bark(GameCommand):
    """Bark; a command of a game that knows no events."""

    do = "freeform.bark"
    character: Id

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        who = find(state, Character, self.character, actor)
        who.look = "Teeth"
        return make_result(f"{who.name} barks", who)


@pytest.mark.parametrize(("visibility", "read"), [("shown", True), ("secret", False)])
def test_a_sentence_is_kept_and_read(
    oak: Oak, monkeypatch: pytest.MonkeyPatch, visibility: str, read: bool
) -> None:
    monkeypatch.setitem(registered, Bark.do, Bark)
    dog = oak.gm(do="character.add", name="Rex", kind="npc", visibility=visibility).result["character"]
    assert oak.gm(do=Bark.do, character=dog).summary == "Rex barks"
    assert newest(oak).events == [["prose", "Rex barks", None, [["character", dog]]]]
    assert ("Rex barks" in oak.lines("player")) is read
