"""Commands for checks: call, edit, roll, resolve and cancel. Each game adds its own fields."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from webapp.rules.events import Event
from webapp.state.audience import Role
from webapp.state.check_evaluation import ASKED, OFF, CandidateModifier, CheckEvaluation
from webapp.state.check_events import (
    CheckAnswered,
    CheckCalled,
    CheckCancelled,
    CheckEdited,
    CheckSource,
)
from webapp.state.field_words import check_field_words
from webapp.state.house_events import ThingSeen
from webapp.state.makers import seat_of
from webapp.state.seat_events import GuestsCleared
from webapp.state.visibility import Visibility, check_references
from webapp.store.models import Check, Proposal, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor, ensure_no_gm_fields
from webapp.table.check_rolls import (
    checks_of_moment,
    joint_result,
    journal_group,
    propose_consequences,
    record_applied,
    resolve_if_answered,
    resolve_without_dice,
    roll_check,
    roll_event,
    waiting_lines,
)
from webapp.table.check_setup import (
    add_game_fields,
    apply_settings,
    arrange_group_checks,
    clocks_named_in,
    collect_game_fields,
    ensure_called,
    ensure_own,
    find_roller,
    game_field_names,
    new_check,
    player_field_names,
    refuse_without_checks,
)
from webapp.table.command import (
    Command,
    CommandResult,
    command,
    drop_earlier_verdicts,
    ensure_reference,
    find,
    told,
)
from webapp.table.execution import execute_with_hooks
from webapp.table.fields import (
    CharacterId,
    CheckId,
    Gate,
    Id,
    Ids,
    Label,
    Saying,
    Sources,
    Switches,
    Uses,
    optional,
)
from webapp.table.proposals import accept
from webapp.table.refusals import Invalid, Refused
from webapp.table.replies import result_for, why_it_waits
from webapp.table.shares import let_stay

PLAYERS_FIELDS = frozenset({"check", "character", "intent", "approach", "changed"})
Die = Annotated[int, Field(ge=0, le=100)]
Edits = Annotated[
    dict[str, dict[str, Any]],
    Field(
        max_length=100,
        description=(
            "fields of the proposed commands to change before they are applied, by the id of each proposal"
        ),
    ),
]
APPLIED = "This outcome was applied by itself. Undo takes it back; then change it."
Dice = Annotated[list[Die | Annotated[list[Die], Field(max_length=2)]], Field(max_length=100)]


class CheckSettings(Command):
    """The settings of a check that all games share; each game adds its own fields."""

    intent: Saying | None = optional("the goal of the action, in words")
    approach: Saying | None = optional("the character's approach, in words")
    changed: Saying | None = optional("what is different from the last failed try, in words")
    sources: Sources | None = None
    uses: Uses | None = None
    switches: Switches | None = None
    gate: Gate | None = None
    targets: Ids | None = optional(
        "the clocks that the action aims at; "
        "default for a new check: none, or in some games the clock that the intent names"
    )
    affected: Ids | None = optional("the clocks most affected if the action aims at no clock")
    group: (
        Annotated[
            str, Field(max_length=20, description="the key of one of the game's group checks; default: none")
        ]
        | None
    ) = None
    helpers: Ids | None = optional("the other characters who take part in the group check")
    visibility: Literal["secret", "shown"] | None = optional(
        "whether players see the check; default for a new check: as “secret” says"
    )

    def settings(self) -> dict[str, object]:
        """Return the given fields that all games share, with a field's empty value in place of null."""
        own = set(self.model_fields_set) - game_field_names() - {"check", "character", "secret"}
        empty: dict[str, object] = {"intent": "", "approach": "", "visibility": "shown"}
        empty |= {name: [] for name in ("sources", "targets", "affected", "helpers")}
        given = {name: getattr(self, name) for name in type(self).model_fields if name in own}
        return {name: empty.get(name) if value is None else value for name, value in given.items()}

    def of_the_game(self, state: TableState, actor: Actor) -> dict[str, object]:
        """Return the given fields of this game's checks; refuse references the actor may not know."""
        game, own = state.rules, self.model_fields_set & game_field_names()
        given = collect_game_fields(game, {name: getattr(self, name) for name in own})
        for _, kind, ids in check_references(game.check_form, given):
            for id in ids:
                ensure_reference(state, kind, id, actor)
        return given


class CallCheck(CheckSettings):
    """Call a check: say what a character tries. Players may do so for their own character, the GM for any.

    Intent and approach may stay empty. The other fields depend on the game; the GM may set all of them at
    once. In games where only the GM aims at clocks, an intent that contains the whole name of exactly one
    unfinished clock in play aims at that clock. In some games, trying the same again after a failure gives a
    warning (`retry`), unless the approach or a nearby tag or condition is different, or `changed` says what
    is different.
    """

    roles = PLAYERS_TOO

    character: CharacterId | None = optional(
        "the character who rolls; default for a player: their own character (a GM must send one)"
    )
    secret: bool | None = optional(
        "true: only the GM sees and rolls the check until check.edit shows it; "
        "default: the table's setting secret_checks (GM only)"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        game = state.rules
        refuse_without_checks(game)
        self._refuse_the_gms(actor, player_field_names(game))
        character = find_roller(state, actor, self.character)
        row = new_check(state, actor, character)
        given, own = self.settings(), self.of_the_game(state, actor)
        if self.intent and "targets" not in given and not game.players_aim:
            given["targets"] = clocks_named_in(state, self.intent, actor)
        if self.secret is not None:
            given["visibility"] = "secret" if self.secret else "shown"
        apply_settings(state, row, given, own, actor)
        arrange_group_checks(state, row, given, own, actor)
        asked = actor.role is Role.GM
        called = CheckCalled(ref_of(row), ref_of(character), self.intent or None, bool(row.intent), asked)
        return _check_result(row, called)

    def _refuse_the_gms(self, actor: Actor, theirs: frozenset[str]) -> None:
        """Refuse fields that this game lets only the GM set."""
        if actor.role is not Role.GM:
            ensure_no_gm_fields(self.model_fields_set - PLAYERS_FIELDS - theirs)


class EditCheck(CheckSettings):
    """Change a check before it is rolled; an absent field stays unchanged, null clears a field.

    `visibility` alone may be set at any time: it shows a secret check to players, or hides one from then on.
    `uses` says how each source counts: "off", or one of the ways the source allows (such as Edge, Burden or a
    DC shift). The guest's seat that called the check may stay, as if the GM had let it in; sent without any
    field, the command does this alone.
    """

    check: CheckId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = _find(state, self.check, actor)
        seat = seat_of(row)
        stay = 0 if seat is None else let_stay(state, [seat])
        if self.model_fields_set == {"check"} and stay and seat is not None:
            return told(GuestsCleared(("seat", seat), stay=stay))
        if self.model_fields_set == {"check", "visibility"}:
            return self._show(state, row)
        ensure_called(row)
        given, own, uses = self.settings(), self.of_the_game(state, actor), row.uses
        changed, _ = apply_settings(state, row, given, own, actor)
        arrange_group_checks(state, row, given, own, actor)
        form = state.rules.check_form
        asked = [field.key for field in form if field.key in own]
        fields = [key for name in changed for key in (asked if name == "asked" else [name])]
        named = tuple(key for key in fields if check_field_words(form, key))
        others = not named and (bool(changed) or row.uses != uses)
        return _check_result(row, CheckEdited(ref_of(row), named, others))

    def _show(self, state: TableState, row: Check) -> CommandResult:
        """Show this check and those rolled together with it to players, or hide them."""
        for check in checks_of_moment(state, row):
            check.visibility = self.visibility or "shown"
        return _check_result(row, ThingSeen(ref_of(row), row.visibility))


command("check.call")(add_game_fields(CallCheck))
command("check.edit")(add_game_fields(EditCheck))


@command("check.ask", roles=PLAYERS_TOO)
class AskForSource(Command):
    """Request that a `suggested` source counts; the GM decides.

    The check's words suggest sources. A requested source counts once the GM accepts it, or once the GM calls
    for the roll by setting a field that the check still needs. If a GM sends the command, the source counts,
    or no longer counts, at once.
    """

    check: CheckId
    source: Annotated[Label, Field(description="the key of the suggested source")]
    on: bool = Field(default=True, description="true requests the source; false cancels the request")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = _find(state, self.check, actor)
        ensure_own(state, row, actor, "request sources for")
        ensure_called(row)
        found = next(
            (modifier for modifier in CheckEvaluation(state, row).bearings if modifier.key == self.source),
            None,
        )
        gm = actor.role is Role.GM
        if found is None or not (found.suggested or found.asked) or not (found.public or gm):
            raise Invalid("No source with that key is suggested for this check.", {"source": "not suggested"})
        if gm:
            use = str(found.source.modifier) if self.on else OFF
            apply_settings(state, row, {"uses": {self.source: use}}, {}, actor)
            return self._result(state, row, found, "on" if self.on else "off")
        if found.counts:
            raise Refused(f"{found.source.name} already counts.")
        row.uses = {**row.uses, self.source: ASKED if self.on else OFF}
        return self._result(state, row, found, "asked" if self.on else "withdrawn")

    def _result(self, state: TableState, row: Check, found: CandidateModifier, now: str) -> CommandResult:
        thing = state.thing(*found.thing) if found.thing is not None else None
        part = None if getattr(thing, "name", None) == found.source.name else found.source.name
        return _check_result(row, CheckSource(ref_of(row), found.thing or ref_of(row), now, part))


@command("check.roll", roles=PLAYERS_TOO)
class RollCheck(Command):
    """Roll once: with the server's dice, or with `dice` as they fell on the real table.

    Only the GM and the seat that holds the character, or decides for it, may roll. Everybody who sees the
    check sees its result; its proposals go to the GM.
    """

    check: CheckId
    dice: Dice | None = optional("the faces of real dice, in order; default: the server rolls")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = _find(state, self.check, actor)
        ensure_own(state, row, actor, "roll")
        ensure_called(row)
        weighed = CheckEvaluation(state, row)
        _ensure_ready(state, weighed, actor)
        roll_check(state, weighed, self.dice)
        holder = propose_consequences(state, row)
        result = {**_result(state, row, actor), **_for_gm(state, holder, actor)}
        return _check_result(row, roll_event(state, row), *joint_result(state, row), **result)


@command("check.resolve")
class ResolveCheck(Command):
    """Answer a check with yes or no, without dice, or apply the proposals of a rolled check.

    All open proposals of a rolled check are applied, except those listed in `drops`. A proposal that is only
    offered is applied if `edits` fills it in; `edits` is keyed by the proposal's id. All of it is one journal
    entry and is undone together. An outcome that was applied by itself (the setting `outcomes`) stays as it
    is: the command changes nothing.
    """

    by_itself: ClassVar[bool] = False
    """Whether the outcome is applied because the book leaves no choice about it."""

    check: CheckId
    answer: Literal["yes", "no"] | None = optional("the GM's yes or no, instead of a roll")
    edits: Edits = {}
    drops: Ids = Field(default=[], description="the ids of proposals to leave out")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = _find(state, self.check, actor)
        if self.answer is not None:
            ensure_called(row)
            return self._answered(state, row)
        if row.state == "called":
            raise Refused("Nobody has rolled for this check yet. Roll, or answer yes or no.")
        if row.rolled.by_itself:
            return CommandResult(about=[ref_of(row)], payload={"check": row.id, "done": []}, answer=APPLIED)
        if row.state != "rolled":
            ensure_called(row)
        if any(check.state == "called" for check in checks_of_moment(state, row)):
            raise Refused("Not everyone involved has rolled yet. Roll or cancel the other checks first.")
        return self._applied(state, row, actor)

    def _answered(self, state: TableState, row: Check) -> CommandResult:
        label = f"{'Yes' if self.answer == 'yes' else 'No'}, without a roll"
        resolve_without_dice(row, str(self.answer), label, success=self.answer == "yes")
        propose_consequences(state, row)
        return _check_result(row, CheckAnswered(ref_of(row), self.answer == "yes"))

    def _applied(self, state: TableState, row: Check, actor: Actor) -> CommandResult:
        lines = waiting_lines(state, row.id)
        self._ensure_lines({line.id for line in lines})
        done = [result for line in lines if (result := self._let(state, line, actor)) is not None]
        resolve_if_answered(state, row.id)
        applied = drop_earlier_verdicts([event for result in done for event in result.events])
        events = record_applied(state, row, applied, by_itself=self.by_itself)
        return _check_result(row, *events, done=[result.payload for result in done])

    def _let(self, state: TableState, line: Proposal, actor: Actor) -> CommandResult | None:
        edits = self.edits.get(str(line.id), {})
        if line.id in self.drops or (line.offered and not edits):
            line.state = "declined"
            return None
        return accept(state, line, actor, edits)

    def _ensure_lines(self, known: set[int]) -> None:
        named = {str(id) for id in known}
        for id in (*self.edits, *map(str, self.drops)):
            if id not in named:
                raise Invalid(f"This check has no open proposal {id[:20]}.", {"edits": "unknown proposal"})


@command("check.cancel", roles=PLAYERS_TOO)
class CancelCheck(Command):
    """Cancel a check that has not been rolled yet; the first of a group takes the group's others along.

    `also` cancels more checks in the same entry, all of them or none.
    """

    check: CheckId
    also: Annotated[list[Id], Field(max_length=100, description="the ids of more checks to cancel")] = []

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = _find(state, self.check, actor)
        ensure_own(state, row, actor, "cancel")
        ensure_called(row)
        result = self._cancel(state, row)
        for id in self.also:
            if _find(state, id, actor).state != "cancelled":
                execute_with_hooks(CancelCheck(check=id), state, actor)
        if not self.also:
            return result
        about = [("check", id) for id in dict.fromkeys((self.check, *self.also))]
        return told(*map(CheckCancelled, about), check=self.check)

    def _cancel(self, state: TableState, row: Check) -> CommandResult:
        together = checks_of_moment(state, row)
        for check in together if row.lead is None else [row]:
            check.state = "cancelled" if check.state == "called" else check.state
        rolled = next((check for check in together if check.state == "rolled"), None)
        if rolled is not None:
            propose_consequences(state, rolled)
        return _check_result(row, CheckCancelled(ref_of(row)))


def _check_result(row: Check, *events: Event, **result: object) -> CommandResult:
    """Return the result of a command on a check, in the check's journal group."""
    payload = {"check": row.id, **result}
    group = journal_group(row)
    return CommandResult(about=[ref_of(row)], payload=payload, group=group, events=list(events))


def _find(state: TableState, id: int, actor: Actor) -> Check:
    refuse_without_checks(state.rules)
    return find(state, Check, id, actor)


def _ensure_ready(state: TableState, weighed: CheckEvaluation, actor: Actor) -> None:
    """Refuse an incomplete check before the roll, in the words of the actor's own screen."""
    if not weighed.ready:
        raise Refused(why_it_waits(state, weighed.row, actor.audience))


def _result(state: TableState, row: Check, actor: Actor) -> dict[str, object]:
    """Return the outcome, as far as the actor may know it."""
    if actor.role is Role.GM or not Visibility(state, actor.audience).withholds:
        return row.result.as_dict()
    return result_for(state, row, actor.audience)


def _for_gm(state: TableState, row: Check, actor: Actor) -> dict[str, object]:
    if actor.role is not Role.GM:
        return {}
    return {"proposals": [line.id for line in waiting_lines(state, row.id)]}
