"""A table that is ready to play: an investigation that runs against its cover-up, and a warehouse fight.

It is played into place, one command after the other, so it has a journal and everything in it can be
undone. The situations are those of Razorweave's chapter on tags and clocks, told in our own words.
"""

from webapp.table.actor import TABLE_ITSELF
from webapp.table.command import parse
from webapp.table.create import Created, checked, create
from webapp.table.refusals import loaded
from webapp.table.road import Road

NAME = "The Warehouse on Tar Street"
Sent = dict[str, object]


def make_demo(road: Road) -> Created:
    """Make the demo table; the answer holds its links."""
    made = create(checked({"name": NAME, "ruleset": "freeform"}))
    play = _Player(road, made.table)
    _investigate(play)
    _fight(play)
    return made


class _Player:
    """Sends commands to one table in the table's own name and gives back the id of what they made."""

    def __init__(self, road: Road, table: str) -> None:
        self.road, self.table = road, table
        self.first_scene = loaded(table).table.active_scene or 0

    def __call__(self, do: str, **fields: object) -> int:
        done = self.road.take(parse({"do": do, **fields}), self.table, TABLE_ITSELF)
        return int(done.result.get(do.partition(".")[0], 0))


def _note(on: str, note: str) -> Sent:
    return {"on": on, "modifier": "note", "note": note}


def _investigate(play: _Player) -> None:
    """The first scene, already played: two clocks race, and three rounds have moved them."""
    play(
        "scene.edit",
        scene=play.first_scene,
        name="Investigation vs. Cover-Up",
        description="A customs official sells what the port impounds. You gather proof; he burns it.",
        notes="Each loud move lets the cover-up gain. Full first: his books are ash by morning.",
    )
    proof = play(
        "clock.add",
        name="Expose the Official",
        segments=6,
        kind="progress",
        scene=None,
        on_full="There is enough to read out in the council, and the official's friends step away from him.",
    )
    ashes = play(
        "clock.add",
        name="Cover-Up Complete",
        segments=4,
        kind="threat",
        scene=None,
        opposes=proof,
        on_full="The last ledger burns. From now on it is your word against his.",
    )
    play("clock.tick", clock=proof, by=2, because="Mara finds a ledger with a second set of figures")
    play("clock.tick", clock=proof, by=1, because="a nervous clerk lets a name slip")
    play("clock.tick", clock=ashes, by=1, because="the clerk runs to warn his master")


def _fight(play: _Player) -> None:
    """The second scene, being played: crates, narrow aisles, oil on the floor."""
    warehouse = play(
        "scene.add",
        name="The warehouse fight",
        description="Stacked crates, aisles one cart wide, lamp oil on the boards. Somebody bars the door.",
        notes="The fixer watches from the crane loft and leaves as soon as the first lamp breaks.",
    )
    floor = play("zone.add", name="Loading floor", scene=warehouse)
    loft = play("zone.add", name="Crane loft", scene=warehouse, joins=[floor])
    _tag_the_place(play, warehouse, floor)
    _cast(play, floor, loft)
    play(
        "clock.add",
        name="The watch arrives",
        segments=6,
        filled=2,
        kind="danger",
        scene=warehouse,
        visibility="masked",
        on_full="Six of the watch, and their sergeant is in the official's pay.",
    )
    play("scene.activate", scene=warehouse)


def _tag_the_place(play: _Player, warehouse: int, floor: int) -> None:
    play(
        "tag.add",
        name="Cramped",
        scene=warehouse,
        effects=[
            _note("wide swings and big movements", "no room: a burden"),
            _note("grappling", "nowhere to slip away to: an edge"),
        ],
        trigger="Somebody swings something long or needs a run-up",
        clears="Fight in the open, or topple a row of shelves",
    )
    play(
        "tag.add",
        name="Fragile Cover",
        scene=warehouse,
        object="the wooden crates",
        effects=[_note("being shot at", "shelters whoever crouches behind it, for now")],
        trigger="A shot or a heavy blow lands on the crates",
        clears="The crates are splinters: remove the tag",
    )
    play(
        "tag.add",
        name="Slick",
        zone=floor,
        effects=[_note("movement and balance", "quick steps on oil: a burden")],
        trigger="Somebody runs, leaps or is shoved",
        clears="Throw down sand, or set the oil alight",
    )
    play(
        "tag.add",
        name="Rotten Beam",
        scene=warehouse,
        effects=[_note("anybody below the crane", "it comes down when it is struck or loaded")],
        clears="It falls",
        visibility="secret",
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
        effects=[_note("anything strenuous", "a burden until it is bandaged")],
        source="a hook that glanced off her arm",
        trigger="She strains the arm",
        clears="Somebody takes a quiet minute to bandage it",
    )
