"""The GM's desk turned into a scene that is being prepared, as if it were being played, for nobody else."""

from dataclasses import replace
from typing import TypeVar

from webapp.screens.views import InPlay, TableView

V = TypeVar("V", bound=InPlay)


def prepared(view: TableView, scene: int) -> TableView:
    """The GM's view with what belongs to this scene in the place of what is being played."""
    return replace(
        view,
        scene=scene,
        preparing=scene,
        zones=_here(view.zones, scene),
        tags=_here(view.tags, scene),
        clocks=_here(view.clocks, scene),
        pieces=_here(view.pieces, scene),
    )


def is_prepared(view: TableView, scene: int) -> bool:
    """Whether this scene still waits to be played for the first time."""
    return any(each.id == scene and each.state == "prepared" for each in view.scenes)


def _here(things: tuple[V, ...], scene: int) -> tuple[V, ...]:
    return tuple(replace(each, here=getattr(each, "scene", None) in (None, scene)) for each in things)
