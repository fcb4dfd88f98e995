"""What only one game keeps: seen as far as each may see it, undone key by key, carried out and in."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from tests.table.oak import Oak
from webapp.rules.errors import RuleError
from webapp.state.audience import GM
from webapp.store.models import GameDocument, Json
from webapp.store.table_state import TableState
from webapp.table import command as commands
from webapp.table import execution, row_validation, undo
from webapp.table.actor import Actor
from webapp.table.command import CommandResult, GameCommand
from webapp.table.game_table import GameTable
from webapp.table.refusals import Invalid, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views import game_screens as screens
from webapp.views import thing_view_factory
from webapp.views.journal import journal_lines


def coins(data: Json) -> Json:
    if set(data) - {"gold", "silver"} or min(data.values(), default=0) < 0:
        raise RuleError("a purse holds gold and silver, and no debts.")
    return data


class Coins(GameTable):
    """A game of purses, in which every clock that moves costs a coin."""

    schemas: ClassVar[dict[str, Any]] = {"purse": coins}

    def after(
        self, command: BaseModel, told: CommandResult, state: TableState, actor: Actor
    ) -> list[CommandResult]:
        if getattr(command, "do", "") != "clock.tick":
            return []
        for purse in state.find_all(GameDocument):
            purse.data = {**purse.data, "gold": purse.data["gold"] - 1}
        return [
            CommandResult("A coin is spent", [("piece", purse.id)], {"gold": purse.data["gold"]})
            for purse in state.find_all(GameDocument)
        ]


class Purses(screens.GameScreens):
    def serialize_for(self, piece: Any, state: TableState, visibility: Any) -> Mapping[str, Any]:
        return dict(piece.data)

    def serialize_masked_for(self, piece: Any, state: TableState, visibility: Any) -> Mapping[str, Any]:
        return {"word": "heavy" if piece.data["gold"] > 2 else "light"}


class Fill(GameCommand):
    """Fill a purse."""

    do = "freeform.purse.fill"
    gold: int
    silver: int | None = None
    visibility: str = "shown"
    character: int | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = next(iter(state.find_all(GameDocument)), None) or state.add(
            GameDocument(kind="purse", data={}, visibility=self.visibility, character=self.character)
        )
        more = {"gold": self.gold} | ({} if self.silver is None else {"silver": self.silver})
        row.data = {**row.data, **more}
        return CommandResult("The purse is filled", [("piece", row.id)], {"piece": row.id})


@pytest.fixture
def purses(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> Oak:
    """A freeform table at which purses count."""
    monkeypatch.setitem(commands.registered, Fill.do, Fill)
    for place in (execution, undo, row_validation):
        monkeypatch.setattr(place, "game_table", lambda _: Coins())
    monkeypatch.setattr(thing_view_factory, "game_screens", lambda _: Purses())
    return oak


def fill(oak: Oak, gold: int = 3, **fields: Any) -> int:
    id: int = oak.gm(do="freeform.purse.fill", gold=gold, **fields).result["piece"]
    return id


def newest(oak: Oak) -> int:
    return journal_lines(oak.state(), GM)[0].id


def test_a_piece_is_shown_as_its_game_says(purses: Oak) -> None:
    purse = fill(purses)
    [seen] = purses.sees("player")["pieces"]
    assert seen == {
        **{"id": purse, "visibility": "shown", "kind": "purse", "name": None, "scene": None},
        **{"zone": None, "character": None, "gold": 3},
    }


@pytest.mark.parametrize(
    ("visibility", "words"), [("secret", []), ("rumoured", [None]), ("masked", ["heavy"])]
)
def test_who_may_not_know_it_is_told_no_number(purses: Oak, visibility: str, words: list[Any]) -> None:
    fill(purses, visibility=visibility)
    seen = purses.sees("tv")["pieces"]
    assert [each.get("word") for each in seen] == words
    assert all("gold" not in each for each in seen)
    assert purses.sees("gm")["pieces"][0]["gold"] == 3


def test_a_piece_of_a_secret_character_is_secret_and_leaves_with_it(purses: Oak) -> None:
    thief = purses.character("Thief", kind="npc")
    fill(purses, character=thief)
    assert purses.sees("player")["pieces"] == []
    purses.gm(do="character.edit", character=thief, visibility="shown")
    assert len(purses.sees("player")["pieces"]) == 1
    purses.gm(do="character.remove", character=thief)
    assert purses.sees("gm")["pieces"] == []


def test_a_change_of_a_piece_reaches_only_those_who_see_it(purses: Oak) -> None:
    fill(purses, visibility="masked")
    before = purses.revisions()
    fill(purses, 5)
    gm, player, tv = purses.revisions()
    assert (gm - before[0], player - before[1], tv - before[2]) == (1, 0, 0)


def test_what_follows_at_once_is_listed_told_and_undone_with_its_command(purses: Oak) -> None:
    fill(purses)
    alarm = purses.clock("Alarm")
    result = purses.gm(do="clock.tick", clock=alarm).result
    assert result["happened"] == [{"says": "A coin is spent", "gold": 2}]
    assert purses.lines("player")[0] == "Alarm: +1, now 1 of 6; A coin is spent"
    purses.gm(do="undo")
    assert purses.sees()["pieces"][0]["gold"] == 3
    assert purses.sees()["clocks"][0]["filled"] == 0


def test_what_follows_behind_the_scenes_is_not_told_to_players(purses: Oak) -> None:
    fill(purses, visibility="secret")
    ana = purses.sit("Ana")
    plan = purses.clock("Plan", owner=purses.sees()["seats"][0]["id"])
    done = purses.dispatch(ana, do="clock.tick", clock=plan)
    assert done.summary == "Plan: +1, now 1 of 6"
    assert "happened" not in done.result
    assert purses.lines("player")[0] != purses.lines("gm")[0]
    assert "coin" not in purses.lines("player")[0]


def test_undo_puts_back_one_key_and_leaves_what_came_after_it(purses: Oak) -> None:
    fill(purses, 3, silver=1)
    fill(purses, 5)
    entry = newest(purses)
    fill(purses, 5, silver=4)
    purses.gm(do="undo", entry=entry)
    seen = purses.sees()["pieces"][0]
    assert (seen["gold"], seen["silver"]) == (3, 4)


def test_undo_takes_away_a_key_that_was_new(purses: Oak) -> None:
    fill(purses, 3)
    fill(purses, 3, silver=1)
    purses.gm(do="undo")
    assert "silver" not in purses.sees()["pieces"][0]


def test_undo_refuses_and_names_what_changed_since(purses: Oak) -> None:
    fill(purses, 3)
    fill(purses, 5)
    entry = newest(purses)
    fill(purses, 7)
    with pytest.raises(Refused, match="The purse changed afterwards"):
        purses.gm(do="undo", entry=entry)


def test_a_command_of_another_game_is_refused_in_a_sentence(
    purses: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Rest(Fill):
        """Rest."""

        do = "mettle.rest"

    monkeypatch.setitem(commands.registered, Rest.do, Rest)
    with pytest.raises(Refused, match=r"plays Freeform; “mettle.rest” is a command of METTLE"):
        purses.gm(do="mettle.rest", gold=1)


def test_a_table_with_pieces_goes_out_and_in_again(purses: Oak) -> None:
    fill(purses, 3, silver=1)
    fill(purses, 5)
    again = Oak(purses.app, import_table(export_table(purses.id)))
    assert again.sees("gm")["pieces"] == purses.sees("gm")["pieces"]


def test_a_piece_that_its_game_cannot_read_is_not_taken_in(purses: Oak) -> None:
    fill(purses, 3)
    written = export_table(purses.id)
    written["things"]["piece"][0]["data"] = {"copper": 1}
    with pytest.raises(Invalid, match="gold and silver"):
        import_table(written)
