"""Commands that change several things at once, with one journal line and one undo, or reorder them."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from webapp.rules.word_lists import or_list
from webapp.state.house_events import ThingsOrdered
from webapp.store.models import THINGS, Character, Clock, Condition, Note, Tag
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, command, merge_results, parse, told
from webapp.table.execution import execute_with_hooks
from webapp.table.fields import Id, SceneId, VisibilityLevel
from webapp.table.refusals import Invalid, missing
from webapp.table.thing_fields import ConditionFields

TOGETHER = (Clock, Tag, Condition, Note, Character)
"""The kinds that may be picked together. Characters come last, as removing one removes its things too."""
ADDS = ("clock.add", "tag.add", "character.add", "condition.add", "conditions.add", "saved.use")
"""The commands that may be added together."""
ADDING = {"properties": {"do": {"type": "string", "enum": [*ADDS]}}, "required": ["do"]}
"""What the API's description says of each of them; the rest is described with the command itself."""
MOST_ADDED = 40
TAKES_OFF = {"condition": "condition.clear"}
IN_SCENES = ("clock", "tag")


@command("things.edit")
class EditThings(Command):
    """Change several tags, clocks, conditions and characters at once, or remove shared notes.

    `visibility` and `scene` work as in each kind's own edit; `remove` removes the things and clears
    conditions. If one of the changes is refused, nothing is changed.
    """

    ids: Annotated[list[Id], Field(min_length=1, max_length=300, description="the ids of the things")]
    visibility: VisibilityLevel | None = None
    scene: SceneId | None = None
    remove: bool = Field(default=False, description="true: removes the things and clears the conditions")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        changes = {name: new for name, new in self.given().items() if name in ("visibility", "scene")}
        if self.remove == bool(changes):
            raise Invalid("Choose a change for the selected things: visibility or scene, or else removal.")
        picked = list(_picked(state, self.ids))
        if "scene" in changes and any(kind not in IN_SCENES for kind, _ in picked):
            raise Invalid("Characters and conditions belong to no scene. Select only clocks and tags.")
        if changes and any(kind == "note" for kind, _ in picked):
            raise Invalid("Notes can only be removed together.")
        done = [execute_with_hooks(_one(kind, id, changes), state, actor) for kind, id in picked]
        result = merge_results(done, ids=[id for _, id in picked])
        return _with_happened(result, done)


@command("things.add")
class AddThings(Command):
    """Add several things at once, in one entry with one undo.

    `adds` are commands, each of which adds one thing: `clock.add`, `tag.add`, `character.add`,
    `condition.add`, `conditions.add` or `saved.use`. If one of them is refused, nothing is added.
    """

    adds: Annotated[
        list[Annotated[dict[str, Any], Field(json_schema_extra=ADDING)]],
        Field(min_length=1, max_length=MOST_ADDED, description="the commands, as they would be sent alone"),
    ]

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        commands = [_adding(sent, place) for place, sent in enumerate(self.adds)]
        done = [execute_with_hooks(each, state, actor) for each in commands]
        result = merge_results(done, added=[result.payload for result in done])
        result.answer = f"{len(done)} things added" if len(done) > 1 else None
        return _with_happened(result, done)


def _adding(sent: dict[str, Any], place: int) -> Command:
    """Parse one of the commands of `things.add`; an error names its place."""
    if sent.get("do") not in ADDS:
        why = f"Thing {place + 1} of “adds” must be one of {or_list(ADDS)}."
        raise Invalid(why, {f"adds.{place}.do": "not one of these commands"})
    try:
        return parse(sent)
    except Invalid as error:
        fields = {f"adds.{place}.{name}": why for name, why in error.fields.items()}
        raise Invalid(f"Thing {place + 1}: {error.message}", fields) from error


@command("conditions.add")
class AddConditions(ConditionFields, Command):
    """Give several characters a condition of the same name, in one entry with one undo."""

    characters: Annotated[
        list[Id], Field(min_length=1, max_length=100, description="the characters who get the condition")
    ]
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        given = self.model_dump(mode="json", exclude_unset=True, exclude={"characters"})
        sent = {"do": "condition.add", **given}
        people = dict.fromkeys(self.characters)
        done = [execute_with_hooks(parse({**sent, "character": id}), state, actor) for id in people]
        return _with_happened(
            merge_results(done, conditions=[result.payload["condition"] for result in done]), done
        )


def _with_happened(result: CommandResult, done: list[CommandResult]) -> CommandResult:
    """Add the effects that the game added to each of several commands to the result's payload."""
    happened = [more for value in done for more in value.payload.get("happened", ())]
    if happened:
        result.payload["happened"] = happened
    return result


def _picked(state: TableState, ids: list[int]) -> Iterator[tuple[str, int]]:
    """Yield the kind and id of each picked thing once; raise Missing if an id is unknown."""
    left = dict.fromkeys(ids)
    for model in TOGETHER:
        for id in [id for id in left if state.find(model, id) is not None]:
            del left[id]
            yield model.kind_name, id
    if left:
        raise missing("thing")


def _one(kind: str, id: int, changes: dict[str, object]) -> Command:
    """Return the command that changes or removes one of the things."""
    name = f"{kind}.edit" if changes else TAKES_OFF.get(kind, f"{kind}.remove")
    return parse({"do": name, kind: id, **changes})


@command("order.set")
class SetOrder(Command):
    """Put these things of one kind in this order; the others of the kind follow in their present order."""

    ids: Annotated[
        list[Id], Field(min_length=1, max_length=300, description="the ids of the things, in the new order")
    ]

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ordered = (kind for kind in THINGS.values() if kind.newest is None)
        kind = next((kind for kind in ordered if state.find(kind, self.ids[0])), None)
        if kind is None:
            raise missing("thing")
        named = dict.fromkeys(self.ids)
        rows = [row for id in named if (row := state.find(kind, id)) is not None]
        if len(rows) < len(named):
            why = "Only things of one kind that are still on the table can be reordered together."
            raise Invalid(why, {"ids": "mixed or unknown"})
        rest = [row for row in state.find_all(kind) if row not in rows]
        for place, row in enumerate([*rows, *rest], start=1):
            row.order = place
        return told(ThingsOrdered(kind.kind_name), ids=[row.id for row in rows])
