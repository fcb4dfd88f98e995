"""Panels drawn to HTML, and messages of panels for pages that are already open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from flask import render_template
from markupsafe import Markup

from webapp.rules.ruleset import played
from webapp.screens.audience import Audience, Role
from webapp.screens.failures import surely
from webapp.screens.journal import AT_FIRST, journal, line
from webapp.screens.panel import Panel
from webapp.screens.stamps import stamped
from webapp.screens.views import LineView, TableView
from webapp.store.board import Board
from webapp.store.models import Entry

NO_JOURNAL = (Role.TV,)
REWRITING = {"visibility", "removed", "played", "state", "scene", "zone", "character", "owner"}
STEPS = {"state"}
"""What comes and goes with checks and proposals without changing what older lines say."""


class Seen(Protocol):
    """What one audience sees: the view, its panels, where they stand, those drawn already, and what could
    not be."""

    view: TableView
    at: str
    drawn: dict[str, str]
    stamps: dict[str, int]
    unshown: set[str]

    @property
    def panels(self) -> dict[str, Panel]: ...


class Everything(Protocol):
    """What all audiences see, by the audience's key."""

    @property
    def seen(self) -> Mapping[str, Seen]: ...


@dataclass(frozen=True)
class Missed:
    """What one viewer missed: journal lines, and the panels to draw again by the audience they belong to.

    `panels` is None when too much is missing; `rewritten` when older lines may read differently now.
    """

    lines: Sequence[LineView]
    rewritten: bool = False
    panels: Mapping[str, Sequence[str]] | None = None


def missed(board: Board, audience: Audience, entries: Sequence[Entry] | None) -> Missed:
    """What these entries, newest first, mean for this audience; None is all there ever was."""
    if entries is None or any(rewrites(entry) for entry in entries):
        return Missed([] if audience.role in NO_JOURNAL else newest_lines(board, audience), True)
    return Missed(told(board, audience, entries))


def told(board: Board, audience: Audience, entries: Sequence[Entry]) -> list[LineView]:
    """What these entries say to this audience's journal."""
    lines = (line(entry, board, audience) for entry in entries if audience.role not in NO_JOURNAL)
    return [each for each in lines if each is not None]


def draw(panel: Panel, seen: Seen) -> Markup:
    """One panel: one element with a stable id and the cursor it stands at. Drawn once for all who see it."""
    if panel.id not in seen.drawn:
        within = [draw(each, seen) for each in seen.panels.values() if each.within == panel.id]
        html = surely(
            f"The panel {panel.id}", lambda: _draw(panel, seen, within), lambda: _unshown(panel.id, seen)
        )
        seen.drawn[panel.id], seen.stamps[panel.id] = stamped(html, within, seen.at)
    return Markup(seen.drawn[panel.id])  # noqa: S704


def draw_apart(panel: Panel, seen: Seen) -> Markup:
    """One panel for whoever asked for it alone: no stream brings it again, so it bears no stamp."""
    return Markup(  # noqa: S704
        surely(f"The panel {panel.id}", lambda: _draw(panel, seen, ()), lambda: _unshown(panel.id, seen))
    )


def _draw(panel: Panel, seen: Seen, within: Sequence[Markup]) -> str:
    return render_template(
        panel.template,
        panel=panel,
        it=panel.it,
        view=seen.view,
        now=seen.at,
        within=within,
        game=played(seen.view.ruleset),
    )


def _unshown(id: str, seen: Seen) -> str:
    """A sentence in the place of a panel that cannot be drawn, under its id, so that a later one heals it."""
    seen.unshown.add(id)
    return render_template("panels/_unshown.html", id=id, now=seen.at)


def draw_message(audience: Audience, all_seen: Everything, missed: Missed) -> str:
    """The panels this audience missed, each as a partial addressed by its id.

    A seat's own panel stands in for the players' one of the same id.
    """
    if audience.key not in all_seen.seen:
        return ""  # the seat was taken away in this moment; its stream says so
    own = all_seen.seen[audience.key].panels
    parts = [
        render_template("panels/_partial.html", panel=panel, html=draw(panel, all_seen.seen[each.key]))
        for each in audience.sources
        for panel in _wanted(all_seen.seen[each.key].panels, missed, each)
        if each == audience or panel.id not in own
    ]
    parts.append(_journal_partials(audience, all_seen.seen[audience.key], missed))
    return "\n".join(part for part in parts if part)


def _wanted(panels: dict[str, Panel], missed: Missed, audience: Audience) -> list[Panel]:
    if missed.panels is None:
        return [panel for panel in panels.values() if panel.within is None]
    names = set(missed.panels.get(audience.key, ()))
    return [panel for id, panel in panels.items() if id in names and panel.within not in names]


# ---- the journal ---------------------------------------------------------------------------------


def draw_journal(lines: Sequence[LineView], audience: Audience, seen: Seen) -> Markup:
    """The whole journal panel."""
    words = {"view": seen.view, "now": seen.at, "full": _fills(lines, audience)}
    drawn = surely(
        "The panel journal",
        lambda: render_template("panels/journal.html", lines=lines, **words),
        lambda: _unshown("journal", seen),
    )
    return Markup(drawn)  # noqa: S704


def newest_lines(board: Board, audience: Audience) -> list[LineView]:
    """Those that a page tells by itself."""
    return journal(board, audience, limit=AT_FIRST[audience.role])


def _fills(lines: Sequence[LineView], audience: Audience) -> bool:
    """Whether there may be older lines than these."""
    return len(lines) >= AT_FIRST[audience.role]


def _journal_partials(audience: Audience, seen: Seen, missed: Missed) -> str:
    """The newest lines alone; the whole panel when older lines may read differently now."""
    if audience.role in NO_JOURNAL:
        return ""
    words = {"now": seen.at, "view": seen.view, "full": _fills(missed.lines, audience)}
    return surely(
        "News of the journal",
        lambda: render_template(
            "panels/_journal_partial.html", lines=missed.lines, whole=missed.rewritten, **words
        ),
        lambda: "",
    )


def rewrites(entry: Entry) -> bool:
    """Whether older lines change with this entry: something was hidden, shown, removed or undone."""
    if entry.undoes is not None:
        return True
    changed = [(change["kind"], set(change["after"])) for change in entry.changes if not change.get("new")]
    return any(
        REWRITING & fields - (STEPS if kind in ("check", "proposal") else set()) for kind, fields in changed
    )
