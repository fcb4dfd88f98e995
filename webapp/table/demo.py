"""Make a table that is ready to play: an investigation racing its cover-up, and a warehouse fight.

The table is built by ordinary commands, so it has a journal and everything can be undone. The situations come
from two included packs, with the tags' effects spelled out.
"""

from webapp.table.actor import TABLE_ITSELF
from webapp.table.command import parse
from webapp.table.commands.library import load_example
from webapp.table.create import CreatedTable, create_table, validate_new_table
from webapp.table.dispatcher import Dispatcher
from webapp.table.pack import Pack
from webapp.table.refusals import load_table

NAME = "The Warehouse on Tar Street"
Sent = dict[str, object]


def make_demo(dispatcher: Dispatcher) -> CreatedTable:
    """Make the demo table; return its id, join code and the tokens of its links."""
    made = create_table(validate_new_table({"name": NAME, "ruleset": "freeform"}))
    play = _Player(dispatcher, made.table)
    _investigate(play)
    _prepare_fight(play)
    return made


class _Player:
    """Sends commands to one table as the table itself; a call returns the new thing's id, or 0."""

    def __init__(self, dispatcher: Dispatcher, table: str) -> None:
        self.dispatcher, self.table = dispatcher, table
        self.first_scene = load_table(table).table.active_scene or 0

    def __call__(self, do: str, **fields: object) -> int:
        done = self.dispatcher.dispatch(parse({"do": do, **fields}), self.table, TABLE_ITSELF)
        return int(done.result.get(do.partition(".")[0], 0))


def _prepared(pack: str) -> tuple[Sent, dict[str, Sent]]:
    """Return the description and notes of an included pack's scene, and its tags and clocks by name."""
    scene = Pack.model_validate(load_example(pack)).scene[0]
    tied = {"zone", "opposes", "follows"}
    rows = (*scene.tags, *scene.clocks)
    said = {row.name: row.model_dump(mode="json", exclude_unset=True, exclude=tied) for row in rows}
    return {"description": scene.description, "notes": scene.notes}, said


def _note(on: str, note: str) -> Sent:
    return {"on": on, "modifier": "note", "note": note}


def _investigate(play: _Player) -> None:
    """Play the first scene: two clocks race, and three commands have ticked them."""
    about, things = _prepared("investigation")
    play("scene.edit", scene=play.first_scene, name="Investigation vs. Cover-Up", **about)
    proof = play("clock.add", **things["Expose the Official"], scene=None)
    ashes = play("clock.add", **things["Cover-Up Complete"], scene=None, opposes=proof)
    play("clock.tick", clock=proof, by=2, because="Mara finds a ledger with a second set of figures")
    play("clock.tick", clock=proof, by=1, because="a nervous clerk lets a name slip")
    play("clock.tick", clock=ashes, by=1, because="the clerk runs to warn his master")


def _prepare_fight(play: _Player) -> None:
    """Set up the second scene and activate it: crates, narrow aisles, oil on the floor."""
    about, things = _prepared("warehouse")
    warehouse = play("scene.add", name="The warehouse fight", **about)
    floor = play("zone.add", name="Loading floor", scene=warehouse)
    loft = play("zone.add", name="Crane loft", scene=warehouse, joins=[floor])
    _tag_the_place(play, warehouse, floor)
    play("tag.add", **things["Rotten Beam"], scene=warehouse)
    _cast(play, floor, loft)
    play("clock.add", **things["The watch arrives"], filled=2, scene=warehouse)
    play("scene.activate", scene=warehouse)


def _tag_the_place(play: _Player, warehouse: int, floor: int) -> None:
    play(
        "tag.add",
        name="Cramped",
        scene=warehouse,
        effects=[
            _note("wide swings and big movements", "no room for them: a burden"),
            _note("grappling", "no room to escape: an edge"),
        ],
        trigger="Somebody swings a long weapon or needs a run-up",
        clears="The fight moves into the open, or a row of shelves is toppled",
    )
    play(
        "tag.add",
        name="Fragile Cover",
        scene=warehouse,
        object="the wooden crates",
        effects=[_note("being shot at", "shelters people behind the crates until they break")],
        trigger="A shot or a heavy blow lands on the crates",
        clears="The crates are destroyed",
    )
    play(
        "tag.add",
        name="Slick",
        zone=floor,
        effects=[_note("movement and balance", "quick steps on oil: a burden")],
        trigger="Somebody runs, leaps or is shoved",
        clears="Somebody strews sand, or sets the oil alight",
    )


def _cast(play: _Player, floor: int, loft: int) -> None:
    mara = play("character.add", name="Mara Venn", stats={"Calling": "investigator"}, zone=floor)
    play("character.add", name="Tobin Ash", stats={"Calling": "docker"}, zone=floor)
    play("character.add", name="Bruno, the foreman", kind="npc", zone=floor, visibility="shown")
    play("character.add", name="The official's fixer", kind="npc", zone=loft)
    play(
        "condition.add",
        character=mara,
        name="Bleeding",
        effects=[_note("anything strenuous", "a burden until the arm is bandaged")],
        source="a hook that glanced off her arm",
        trigger="Mara strains the arm",
        clears="Somebody bandages the arm in a quiet minute",
    )
