"""Panels drawn to HTML, and messages of panels for pages that are already open."""

from collections.abc import Mapping
from typing import Any, Protocol

from flask import render_template
from markupsafe import Markup

from webapp.screens.audience import PLAYER, Audience, Role
from webapp.screens.journal import journal, line
from webapp.screens.panels import Panel
from webapp.screens.views import TableView
from webapp.store.board import Board
from webapp.store.models import Entry

NO_JOURNAL = (Role.TV,)


class Seen(Protocol):
    """What one audience sees: the view, and the panels made of it."""

    view: TableView
    panels: dict[str, Panel]


class Everything(Protocol):
    """What all audiences see, by the audience's key."""

    seen: Mapping[str, Seen]


def draw_message(board: Board, audience: Audience, all_seen: Everything, missed: list[Entry] | None, now: str) -> str:
    """The panels this audience missed, each as a partial addressed by its id.

    `missed` is None when too much is missing: then every panel is sent, whole.
    """
    sources = [(each, all_seen.seen[each.key]) for each in _sources(audience)]
    parts = [
        draw_partial(panel, seen.view, now)
        for each, seen in sources
        for panel in _wanted(seen.panels, missed, each)
    ]
    parts.append(_journal_partials(board, audience, missed, now))
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


def draw_partial(panel: Panel, view: TableView, now: str) -> str:
    """One panel in the envelope that swaps it in by its id."""
    return render_template("panels/_partial.html", panel=panel, view=view, html=draw(panel, view, now))


def draw(panel: Panel, view: TableView, now: str) -> Markup:
    """One panel: one element with a stable id and the cursor it was drawn at."""
    return Markup(render_template(panel.template, panel=panel, it=panel.it, view=view, now=now))  # noqa: S704


# ---- the journal ---------------------------------------------------------------------------------


def draw_journal(board: Board, audience: Audience, view: TableView, now: str) -> Markup:
    """The whole journal panel."""
    lines = journal(board, audience)
    return Markup(render_template("panels/journal.html", lines=lines, view=view, now=now))  # noqa: S704


def _journal_partials(board: Board, audience: Audience, missed: list[Entry] | None, now: str) -> str:
    """The newest lines alone; the whole panel when older lines may read differently now."""
    if audience.role in NO_JOURNAL:
        return ""
    if missed is None or any(_rewrites(entry) for entry in missed):
        context: dict[str, Any] = {"lines": journal(board, audience), "whole": True}
    else:
        told = (line(entry, board, audience) for entry in missed)
        context = {"lines": [each for each in told if each is not None], "whole": False}
    return render_template("panels/_journal_partial.html", now=now, role=audience.role, **context)


def _rewrites(entry: Entry) -> bool:
    """Whether older lines change with this entry: something was hidden, shown, removed or undone."""
    rewriting = {"visibility", "removed", "played", "state", "scene", "zone", "character"}
    if entry.undoes is not None:
        return True
    return any(rewriting & set(change["after"]) and not change.get("new") for change in entry.changes)
