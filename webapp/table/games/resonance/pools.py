"""Tag pools: tags come and go, within the limits of the book."""

from typing import Annotated, Any

from pydantic import Field

from webapp.rules.resonance.pool import name_of
from webapp.screens.games.resonance.reading import LAST, last_of, piece_of, pool_of
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Told, command, find
from webapp.table.fields import Because, Id, Visibility
from webapp.table.games.resonance.firing import fired_at, tag_words
from webapp.table.games.resonance.keeping import keep_last, owe, own_piece
from webapp.table.games.resonance.naming import TagName, Tags, event_from, holder, known
from webapp.table.refusals import Forbidden, Refused


@command("resonance.pool.add")
class AddTags(GameCommand):
    """Put tags into somebody's pool: at most 5 of one, 10 status and 10 boosts; what does not fit is lost.

    A Nullify takes a boost along: `remove` picks which, if there are several. A Liberate keeps a Bind out
    (`spend`).
    """

    character: Id
    tag: TagName
    count: Annotated[int, Field(ge=1, le=10)] = 1
    remove: Tags = []
    spend: Tags = []
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = find(board, "character", self.character, actor)
        key = known(self.tag)
        pool = pool_of(board, character.id)
        if not pool.room(key) and "liberate" not in [each.casefold() for each in self.spend]:
            raise Refused(f"{character.name} cannot take {name_of(key)}: {pool.add(key).why}.")
        raw = {"on": "tag_gained", "tag": key, "count": self.count}
        event = event_from({**raw, "remove": self.remove, "spend": self.spend})
        fired, told = fired_at(board, character, event, actor, raw)
        gained = fired.amount("gained")
        return _account(board, character, told, {"tag": name_of(key), "added": gained}, self.because)


@command("resonance.pool.remove")
class RemoveTags(GameCommand):
    """Take tags out of a pool, as an action or a keyword does; the holder picks which."""

    roles = PLAYERS_TOO

    character: Id
    tags: Annotated[list[TagName], Field(min_length=1, max_length=20)]
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = holder(board, self.character, actor)
        owed = last_of(board, character.id).get("must")
        if actor.role != "gm" and not owed:
            raise Forbidden("Tags leave a pool by what happens, or by an action; ask the GM.")
        if actor.role != "gm":
            _check_owed(self.tags, owed or {"count": 0, "options": []})
        event = event_from({"on": "tag_removed", "remove": self.tags})
        before = last_of(board, character.id)
        _, told = fired_at(board, character, event, actor)
        if owed:
            left = owed["count"] - len(self.tags)
            keep_last(board, character.id, before["name"], before["event"], before["says"])
            owe(board, character.id, max(left, 0), list(owed["options"]))
        return _account(board, character, told, {"removed": tag_words(self.tags)}, self.because)


@command("resonance.pool.edit")
class EditPool(GameCommand):
    """Say who may see somebody's tag pool."""

    character: Id
    visibility: Visibility

    def play(self, board: Board, actor: Actor) -> Told:
        character = find(board, "character", self.character, actor)
        row = own_piece(board, "pool", character.id)
        row.visibility = self.visibility
        says = f"{character.name}: tag pool {self.visibility}"
        return Told(says, [("piece", row.id), ("character", character.id)], {"piece": row.id})


def _check_owed(tags: list[str], owed: dict[str, Any]) -> None:
    """A player picks only what a Nullify takes, and no more of it."""
    options = [name.casefold() for name in owed["options"]]
    if len(tags) > owed["count"] or any(each.casefold() not in options for each in tags):
        raise Refused(f"Pick {owed['count']} of {', '.join(owed['options'])}.")


def _account(
    board: Board, character: Any, told: list[Told], result: dict[str, Any], because: str | None
) -> Told:
    first, *rest = told or [Told(f"{character.name}: nothing changes", [("character", character.id)])]
    account = Told(first.summary, first.about, {"character": character.id, **result}, because=because)
    account.parts = [first, *rest] if rest else []
    account.summary = " ".join(each.summary for each in [first, *rest])
    row = piece_of(board, "pool", character.id)
    account.result["pool"] = {} if row is None else {k: n for k, n in row.data.items() if k != LAST}
    return account
