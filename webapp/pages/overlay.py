"""The stream overlay: parts of the TV on a transparent background, for broadcasting software."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from webapp.pages.page_rendering import render_page
from webapp.pages.table import require_grant, table
from webapp.state.audience import Role
from webapp.table.fields import id_from
from webapp.table.refusals import Forbidden

PARTS = ("clocks", "tags", "cast", "checks", "turn")
USUAL = ("clocks", "checks", "turn")
SIZES = ("small", "medium", "large")
SIDES = ("bottom", "top", "left", "right")


@dataclass(frozen=True)
class OverlayChoice:
    """The overlay's options from the URL; unknown values are replaced by the defaults."""

    show: tuple[str, ...] = USUAL
    clock: int | None = None
    size: str = "medium"
    side: str = "bottom"

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "OverlayChoice":
        """Read `?show=clocks,tags&clock=7&size=large&side=top`."""
        wanted = asked.get("show", "").replace(" ", "").split(",")
        one = id_from(asked.get("clock", ""))
        return cls(
            show=tuple(part for part in PARTS if part in wanted) or (("clocks",) if one else USUAL),
            clock=one,
            size=asked.get("size", "") if asked.get("size") in SIZES else cls.size,
            side=asked.get("side", "") if asked.get("side") in SIDES else cls.side,
        )


@table.get("/overlay")
def overlay(table_id: str) -> str:
    """Show the TV's content without join code and background, for the TV link and the GM."""
    own = require_grant(table_id)
    if own.role is Role.PLAYER:
        raise Forbidden("Only the GM, or a device with the TV link, can open the stream overlay.")
    shown = own.as_role(Role.TV, None) if own.role is Role.GM else own
    looking = "tv" if shown is not own else ""
    return render_page(shown, looking, template="overlay", choice=OverlayChoice.of(request.args))
