"""Panels drawn to HTML, and messages of panels for pages that are already open."""

from collections.abc import Mapping
from typing import Protocol

from flask import render_template
from markupsafe import Markup

from webapp.rules.ruleset import ruleset
from webapp.screens.audience import PLAYER, Audience, Role
from webapp.screens.journal import journal, line
from webapp.screens.panels import Panel
from webapp.screens.views import TableView
from webapp.store.board import Board
from webapp.store.models import Entry

NO_JOURNAL = (Role.TV,)
REWRITING = {"visibility", "removed", "played", "state", "scene", "zone", "character"}
STEPS = {"state"}
"""What comes and goes with checks and proposals without changing what older lines say."""


class Seen(Protocol):
    """What one audience sees: the view, its panels, where they stand, and those drawn already."""

    view: TableView
    panels: dict[str, Panel]
    at: str
    drawn: dict[str, str]


class Everything(Protocol):
    """What all audiences see, by the audience's key."""

    @property
    def seen(self) -> Mapping[str, Seen]: ...


def draw(panel: Panel, seen: Seen) -> Markup:
    """One panel: one element with a stable id and the cursor it stands at. Drawn once for all who see it."""
    if panel.id not in seen.drawn:
        within = [draw(each, seen) for each in seen.panels.values() if each.within == panel.id]
        seen.drawn[panel.id] = render_template(
            panel.template,
            panel=panel,
            it=panel.it,
            view=seen.view,
            now=seen.at,
            within=within,
            game=ruleset(seen.view.ruleset),
        )
    return Markup(seen.drawn[panel.id])  # noqa: S704


def draw_message(
    board: Board, audience: Audience, all_seen: Everything, missed: list[Entry] | None, now: str
) -> str:
    """The panels this audience missed, each as a partial addressed by its id.

    `missed` is None when too much is missing: then every panel is sent, whole.
    """
    parts = [
        render_template("panels/_partial.html", panel=panel, html=draw(panel, all_seen.seen[each.key]))
        for each in _sources(audience)
        for panel in _wanted(all_seen.seen[each.key].panels, missed, each)
    ]
    parts.append(_journal_partials(board, audience, all_seen.seen[audience.key], missed))
    parts.append(render_template("panels/_revision.html", now=now, partial=True))
    return "\n".join(part for part in parts if part)


def _sources(audience: Audience) -> list[Audience]:
    """A player at a seat hears the players' panels and the seat's own."""
    return [PLAYER, audience] if audience.seat is not None else [audience]


def _wanted(panels: dict[str, Panel], missed: list[Entry] | None, audience: Audience) -> list[Panel]:
    if missed is None:
        return [panel for panel in panels.values() if panel.within is None]
    names = {name for entry in missed for name in entry.touched.get(audience.key, ())}
    return [panel for id, panel in panels.items() if id in names and panel.within not in names]


# ---- the journal ---------------------------------------------------------------------------------


def draw_journal(board: Board, audience: Audience, seen: Seen) -> Markup:
    """The whole journal panel."""
    lines = journal(board, audience)
    return Markup(render_template("panels/journal.html", lines=lines, view=seen.view, now=seen.at))  # noqa: S704


def _journal_partials(board: Board, audience: Audience, seen: Seen, missed: list[Entry] | None) -> str:
    """The newest lines alone; the whole panel when older lines may read differently now."""
    if audience.role in NO_JOURNAL:
        return ""
    whole = missed is None or any(_rewrites(entry) for entry in missed)
    if whole:
        lines = journal(board, audience)
    else:
        lines = [told for entry in missed or () if (told := line(entry, board, audience)) is not None]
    return render_template(
        "panels/_journal_partial.html", now=seen.at, view=seen.view, lines=lines, whole=whole
    )


def _rewrites(entry: Entry) -> bool:
    """Whether older lines change with this entry: something was hidden, shown, removed or undone."""
    if entry.undoes is not None:
        return True
    changed = [(change["kind"], set(change["after"])) for change in entry.changes if not change.get("new")]
    return any(
        REWRITING & fields - (STEPS if kind in ("check", "proposal") else set()) for kind, fields in changed
    )
