"""Checks: from "I want to…" to dice to what they do. What a check asks for is its game's own."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules.check import Resolved
from webapp.rules.ruleset import played
from webapp.screens.audience import Role
from webapp.screens.checks import Checks
from webapp.screens.journal import joined
from webapp.screens.modifiers import Weighing
from webapp.screens.thing_views import Showing
from webapp.screens.views import to_json
from webapp.screens.visibility import Visibility, references
from webapp.store.board import Board
from webapp.store.models import Check, Proposal
from webapp.table.actor import Actor
from webapp.table.check_setup import (
    ensure_called,
    ensure_own,
    fields_asked,
    game_keys,
    gather,
    new_check,
    players_keys,
    refuse_without_checks,
    set_up,
    who_rolls,
    with_game_fields,
)
from webapp.table.command import PLAYERS_TOO, Command, Report, command, ensure_reference, find
from webapp.table.consequences import said_once
from webapp.table.fields import CharacterId, CheckId, Gate, Ids, Saying, Sources, Switches, Uses, optional
from webapp.table.outcomes import cause, family, follow, group_of, roll, settle_if_done, titled, waiting
from webapp.table.proposals import accept
from webapp.table.refusals import Forbidden, Invalid, Refused

PLAYERS_FIELDS = frozenset({"check", "character", "intent", "approach", "changed"})
TOLD = {"uses": "what counts", "sources": "what counts", "changed": "what changed", "group": "who is in it"}
TOLD |= {"helpers": "who is in it", "intent": "intent", "approach": "approach"}
"""What the journal says was set; the rest is the GM's own business."""
Die = Annotated[int, Field(ge=0, le=100)]
Edits = Annotated[
    dict[str, dict[str, Any]],
    Field(
        max_length=100, description="fields of the proposed commands to change first, by the id of each line"
    ),
]
Dice = Annotated[list[Die | Annotated[list[Die], Field(max_length=2)]], Field(max_length=100)]


class CheckSettings(Command):
    """What may be set about any check, in any game; the fields of the games come on top."""

    intent: Saying | None = optional("what somebody wants to reach")
    approach: Saying | None = optional("how: the means, in words")
    changed: Saying | None = optional("what is different from the last try, in words")
    sources: Sources | None = None
    uses: Uses | None = None
    switches: Switches | None = None
    gate: Gate | None = None
    targets: Ids | None = optional("the clocks that the action aims at; several split it")
    affected: Ids | None = optional("the clocks most affected, where the action aims at none")
    group: Annotated[str, Field(max_length=20, description="how the group tries it")] | None = None
    helpers: Ids | None = optional("the characters who try it together")
    visibility: Literal["secret", "shown"] | None = optional("what players may know of it")

    def settings(self) -> dict[str, object]:
        """What was given that every game has; null empties it."""
        own = set(self.model_fields_set) - game_keys() - {"check", "character", "secret"}
        empty: dict[str, object] = {"intent": "", "approach": "", "visibility": "shown"}
        empty |= {name: [] for name in ("sources", "targets", "affected", "helpers")}
        given = {name: getattr(self, name) for name in own}
        return {name: empty.get(name) if each is None else each for name, each in given.items()}

    def of_the_game(self, board: Board, actor: Actor) -> dict[str, object]:
        """What was given that only this game's checks have; what it names must be there for the actor."""
        game, own = played(board.table.ruleset), self.model_fields_set & game_keys()
        given = fields_asked(game, {name: getattr(self, name) for name in own})
        for _, kind, ids in references(game.check_form, given):
            for id in ids:
                ensure_reference(board, kind, id, actor)
        return given


class CallCheck(CheckSettings):
    """Say what somebody tries: a player for the own character, the GM for anybody's.

    Intent and approach may stay empty. What else may be set is the game's own; the GM may set all of it at
    once. Trying the same again after a failure needs another approach, or a word on what has changed.
    """

    roles = PLAYERS_TOO

    character: CharacterId | None = None
    secret: bool | None = optional(
        "true: for the GM alone, who rolls it; nothing of it exists for others until check.edit shows it; "
        "absent: as the table's setting secret_checks says (GM only)"
    )

    def take(self, board: Board, actor: Actor) -> Report:
        game = played(board.table.ruleset)
        refuse_without_checks(game)
        self._refuse_the_gms(actor, players_keys(game))
        character = who_rolls(board, actor, self.character)
        row = new_check(board, actor, character)
        given, own = self.settings(), self.of_the_game(board, actor)
        if self.secret is not None:
            given["visibility"] = "secret" if self.secret else "shown"
        _, weighed = set_up(board, row, given, own, actor)
        gather(board, row, given, own, actor)
        if weighed.retry:
            raise Refused(weighed.retry, {"changed": "say what has changed"})
        what = f"tries: {row.intent}" if row.intent else "is called to a check"
        return Report(f"{character.name} {what}", [("check", row.id)], {"check": row.id}, group=row.id)

    def _refuse_the_gms(self, actor: Actor, theirs: frozenset[str]) -> None:
        """A player says what and how; the numbers are the GM's."""
        more = sorted(self.model_fields_set - PLAYERS_FIELDS - theirs)
        if actor.role is not Role.GM and more:
            raise Forbidden(f"The GM sets this: {', '.join(more)}.")


class EditCheck(CheckSettings):
    """Settle a check before it is rolled; an absent field stays, null empties it.

    `visibility` alone may be set at any time: it shows a secret check to players, or hides one from then on.
    `uses` says how each source counts: "off", or one of its ways (Edge or Burden, or a DC shift instead).
    """

    check: CheckId

    def take(self, board: Board, actor: Actor) -> Report:
        row = _find(board, self.check, actor)
        if self.model_fields_set == {"check", "visibility"}:
            return self._show(board, row)
        ensure_called(row)
        given, own = self.settings(), self.of_the_game(board, actor)
        changed, _ = set_up(board, row, given, own, actor)
        gather(board, row, given, own, actor)
        words = {**TOLD, "asked": ", ".join(map(_spoken, own))}
        listed = ", ".join(dict.fromkeys(words[name] for name in changed if name in words))
        return _told(board, row, f"{listed} set" if listed else "settled further")

    def _show(self, board: Board, row: Check) -> Report:
        """Show all checks of this moment to players, or hide them."""
        for each in family(board, row):
            each.visibility = self.visibility or "shown"
        return _told(board, row, "secret from now on" if row.visibility == "secret" else "shown to players")


def _spoken(field: str) -> str:
    """A game's own field as one says it: "dc" is "DC", "called_shot" is "called shot"."""
    return field.upper() if len(field) == 2 else field.replace("_", " ")


command("check.call")(with_game_fields(CallCheck))
command("check.edit")(with_game_fields(EditCheck))


@command("check.roll", roles=PLAYERS_TOO)
class RollCheck(Command):
    """Roll, once: with the server's dice, or with `dice` as they fell on the real table.

    Only the seat that holds the character, or the GM. Everybody sees the result; what follows goes to the GM.
    """

    check: CheckId
    dice: Dice | None = optional("the dice as they fell on the real table; absent: the server rolls")

    def take(self, board: Board, actor: Actor) -> Report:
        row = _find(board, self.check, actor)
        ensure_own(board, row, actor, "roll")
        ensure_called(row)
        weighed = Weighing(board, row)
        _ensure_ready(board, weighed, actor)
        resolved = roll(board, weighed, self.dice)
        holder = follow(board, row)
        real = " (real dice)" if resolved.real else ""
        combined = f" {holder.result.combined}" if holder.result.combined else ""
        words = f"{resolved.label}{real}. {' '.join(resolved.sentences[:1])}{combined}"
        return _told(board, row, words, **_result(board, row, actor), **_for_gm(board, holder, actor))


@command("check.resolve")
class ResolveCheck(Command):
    """Answer a check with yes or no, without dice; or let a rolled one take effect.

    A rolled check applies every line that still waits, those on offer only if `edits` fill them in; `edits`
    go by the line's id, `drops` lists the lines to leave. All of it is one entry and is undone as one.
    """

    check: CheckId
    answer: Literal["yes", "no"] | None = optional("yes or no, without a roll")
    edits: Edits = {}
    drops: Ids = Field(default=[], description="the lines to leave")

    def take(self, board: Board, actor: Actor) -> Report:
        row = _find(board, self.check, actor)
        if self.answer is not None:
            ensure_called(row)
            return self._answered(board, row)
        if row.state == "called":
            raise Refused("Nobody has rolled yet: roll, or answer yes or no.")
        if row.state != "rolled":
            ensure_called(row)
        if any(each.state == "called" for each in family(board, row)):
            raise Refused("Not everyone of this moment has rolled yet.")
        return self._applied(board, row, actor)

    def _answered(self, board: Board, row: Check) -> Report:
        label = f"{'Yes' if self.answer == 'yes' else 'No'}, without a roll"
        row.state = "resolved"
        row.result = Resolved(str(self.answer), label, self.answer == "yes")
        follow(board, row)
        return _told(board, row, label)

    def _applied(self, board: Board, row: Check, actor: Actor) -> Report:
        lines = waiting(board, row.id)
        self._ensure_lines({line.id for line in lines})
        done = [told for line in lines if (told := self._let(board, line, actor)) is not None]
        settle_if_done(board, row.id)
        parts = said_once([part for told in done for part in (told.parts or [told])])
        return Report(
            joined(part.summary for part in parts) or f"{titled(board, row)}: nothing more comes of it",
            [("check", row.id)],
            {"check": row.id, "done": [told.result for told in done]},
            because=cause(played(board.table.ruleset), row),
            parts=parts,
            group=group_of(row),
        )

    def _let(self, board: Board, line: Proposal, actor: Actor) -> Report | None:
        edits = self.edits.get(str(line.id), {})
        if line.id in self.drops or (line.offered and not edits):
            line.state = "declined"
            return None
        return accept(board, line, actor, edits)

    def _ensure_lines(self, known: set[int]) -> None:
        named = {str(id) for id in known}
        for id in (*self.edits, *map(str, self.drops)):
            if id not in named:
                raise Invalid(f"This check has no line {id[:20]} that waits.", {"edits": "unknown line"})


@command("check.cancel", roles=PLAYERS_TOO)
class CancelCheck(Command):
    """Let it be: a check that nobody has rolled yet goes away."""

    check: CheckId

    def take(self, board: Board, actor: Actor) -> Report:
        row = _find(board, self.check, actor)
        ensure_own(board, row, actor, "cancel")
        ensure_called(row)
        together = family(board, row)
        for each in together if row.lead is None else [row]:
            each.state = "cancelled" if each.state == "called" else each.state
        rolled = next((each for each in together if each.state == "rolled"), None)
        if rolled is not None:
            follow(board, rolled)
        return _told(board, row, "cancelled")


def _told(board: Board, row: Check, words: str, **result: object) -> Report:
    """What became of a check, told as one of those of its moment."""
    sentence = f"{titled(board, row)}: {words}"
    return Report(sentence, [("check", row.id)], {"check": row.id, **result}, group=group_of(row))


def _find(board: Board, id: int, actor: Actor) -> Check:
    refuse_without_checks(played(board.table.ruleset))
    return find(board, Check, id, actor)


def _ensure_ready(board: Board, weighed: Weighing, actor: Actor) -> None:
    """Refuse before the roll, in the words that stand on the actor's own screen."""
    if not weighed.ready:
        view = Checks(Showing(board, actor.audience)).view(weighed.row)
        raise Refused(next(text for text in (*view.blocked, view.retry, view.waits) if text))


def _result(board: Board, row: Check, actor: Actor) -> dict[str, object]:
    """How it came out, as far as whoever rolled may know it."""
    if actor.role is Role.GM or not Visibility(board, actor.audience).withholds:
        return row.result.as_dict()
    result: dict[str, object] = to_json(Checks(Showing(board, actor.audience)).view(row).result)
    return result


def _for_gm(board: Board, row: Check, actor: Actor) -> dict[str, object]:
    if actor.role is not Role.GM:
        return {}
    return {"proposals": [line.id for line in waiting(board, row.id)]}
