"""The evening as a story, scene by scene.

Made of the record alone, so that each audience is told what it may know now and no more.
"""

from collections.abc import Iterator

from webapp.rules.ruleset import played
from webapp.screens.failures import surely
from webapp.screens.recap_scene import scene_story
from webapp.screens.recap_views import SceneStory, Story
from webapp.screens.record import Past, Record


def story(record: Record) -> Story:
    """Tell what happened at a table: who was there, what was tried, how clocks moved, how it ended."""
    table = record.board.table
    told = (_surely(record, scene, run) for scene, run in _by_scene(record))
    return Story(table.name, played(table.ruleset).name, tuple(each for each in told if each is not None))


def _surely(record: Record, scene: int | None, run: list[Past]) -> SceneStory | None:
    """A scene that cannot be told is left out, and the others are told."""
    return surely("The story of a scene", lambda: scene_story(record, scene, run), lambda: None)


def _by_scene(record: Record) -> Iterator[tuple[int | None, list[Past]]]:
    """The changes of each scene in a row; what ends a scene belongs to it."""
    scene: int | None = None
    run: list[Past] = []
    for past in record.pasts:
        ends = past.entry.command == "scene.end" and past.entry.about
        now = past.entry.about[0][1] if ends else past.entry.scene
        if now != scene and run:
            yield scene, run
            run = []
        scene = now
        run.append(past)
    if run:
        yield scene, run
