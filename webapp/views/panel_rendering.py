"""Render panels to HTML, and updates of panels for pages that are already open.

A page proves what it shows by the panels' stamps. A stamp is a checksum that excludes the time of rendering,
so that an unchanged panel keeps it, and excludes the panels inside, which have stamps of their own. The
journal is sent line by line, so each of its newest lines has a stamp, weighted by its place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from zlib import crc32

from flask import render_template
from markupsafe import Markup

from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.state.audience import Audience, Role
from webapp.state.like_names import renumbers
from webapp.state.reader import Reader
from webapp.store.models import Entry
from webapp.store.table_state import TableState
from webapp.views.journal import AT_FIRST, JournalPage, journal_page, line_for
from webapp.views.panel import Panel
from webapp.views.safe_rendering import render_safely
from webapp.views.view_types import LineView, TableView

NO_JOURNAL = (Role.TV,)
STAMP_BITS = 32
REWRITING = {"name", "intent", "visibility", "removed", "played", "state", "owner", "only"}
REWRITING |= {"scene", "zone", "character"}
STEPS = {"state"}
"""The fields in `REWRITING` that change no older lines if they belong to a check or proposal."""
RENAMING = ("key.edit",)
"""Commands that rename what is no thing of the table, so that no change says so."""


class DrawnProjection(Protocol):
    """A projection to render: its view, its panels and their cursor.

    `listed` is the view that its page prints: the whole one except what guests flood it with. It also caches
    the rendered panels, their stamps, and the ids of panels that failed to render.
    """

    view: TableView
    at: str
    drawn: dict[str, str]
    stamps: dict[str, int]
    unshown: set[str]

    @property
    def listed(self) -> TableView: ...

    @property
    def panels(self) -> dict[str, Panel]: ...


class DrawnProjections(Protocol):
    """The projections of all audiences, by the audience's key."""

    @property
    def seen(self) -> Mapping[str, DrawnProjection]: ...


@dataclass(frozen=True)
class MissedChanges:
    """The changes that one viewer missed: journal lines, and ids of panels by audience.

    `panels` is None if all panels must be sent. `rewritten` says that older lines may have changed too; then
    `earlier` is the id before which older lines continue. `until` is the cursor up to which lines are
    included.
    """

    lines: Sequence[LineView]
    rewritten: bool = False
    earlier: int | None = None
    panels: Mapping[str, Sequence[str]] | None = None
    until: str = ""


def collect_missed(state: TableState, audience: Audience, entries: Sequence[Entry] | None) -> MissedChanges:
    """Return the journal lines that this audience missed, newest first, in a `MissedChanges` without panels.

    If the entries are unknown (None) or change older lines, the newest lines replace all that a page shows.
    """
    if entries is None or any(rewrites_older_lines(entry, state) for entry in entries):
        page = JournalPage([], None) if audience.role in NO_JOURNAL else newest_lines(state, audience)
        return MissedChanges(page.lines, True, page.earlier)
    if audience.role in NO_JOURNAL:
        return MissedChanges([])
    reader = Reader(state, audience)
    return MissedChanges([line for entry in entries if (line := line_for(entry, reader)) is not None])


def draw_panel(panel: Panel, seen: DrawnProjection) -> Markup:
    """Render one panel, an element with a stable id and cursor, once for all its viewers."""
    if panel.id not in seen.drawn:
        within = [draw_panel(value, seen) for value in seen.panels.values() if value.within == panel.id]
        html = _draw_safely(panel, seen, seen.listed, within)
        seen.drawn[panel.id], seen.stamps[panel.id] = add_stamp(html, within, seen.at)
    return Markup(seen.drawn[panel.id])  # noqa: S704


def draw_apart(panel: Panel, seen: DrawnProjection) -> Markup:
    """Render one panel on request, without a stamp, because no stream updates it."""
    return Markup(_draw_safely(panel, seen, seen.view, ()))  # noqa: S704


def _draw_safely(panel: Panel, seen: DrawnProjection, view: TableView, within: Sequence[Markup]) -> str:
    return render_safely(
        f"The panel {panel.id}",
        lambda: render_template(
            panel.template,
            panel=panel,
            it=panel.it,
            view=view,
            now=seen.at,
            within=within,
            game=load_ruleset_or_stand_in(view.ruleset),
        ),
        lambda: _unshown(panel.id, seen),
    )


def _unshown(id: str, seen: DrawnProjection) -> str:
    """Return a sentence in place of a failed panel, with its id so that a later update replaces it."""
    seen.unshown.add(id)
    return render_template("panels/_unshown.html", id=id, now=seen.at)


def draw_message(audience: Audience, all_seen: DrawnProjections, missed: MissedChanges) -> str:
    """Render the panels and journal lines that this audience missed, as partials addressed by element id.

    A seat's own panel replaces the players' panel of the same id.
    """
    if audience.key not in all_seen.seen:
        return ""  # the seat has just been removed, which its stream reports
    own = all_seen.seen[audience.key].panels
    parts = [
        render_template(
            "panels/_partial.html", panel=panel, html=draw_panel(panel, all_seen.seen[source.key])
        )
        for source in audience.sources
        for panel in _wanted(all_seen.seen[source.key].panels, missed, source)
        if source == audience or panel.id not in own
    ]
    parts.append(_journal_partials(audience, all_seen.seen[audience.key], missed))
    return "\n".join(part for part in parts if part)


def _wanted(panels: dict[str, Panel], missed: MissedChanges, audience: Audience) -> list[Panel]:
    if missed.panels is None:
        return [panel for panel in panels.values() if panel.within is None]
    names = set(missed.panels.get(audience.key, ()))
    return [panel for id, panel in panels.items() if id in names and panel.within not in names]


# ---- the journal ---------------------------------------------------------------------------------


def draw_journal(page: JournalPage, seen: DrawnProjection) -> Markup:
    """Render the whole journal panel."""
    words = {"view": seen.view, "now": seen.at, "earlier": page.earlier}
    drawn = render_safely(
        "The panel journal",
        lambda: render_template("panels/journal.html", lines=page.lines, **words),
        lambda: _unshown("journal", seen),
    )
    return Markup(drawn)  # noqa: S704


def newest_lines(state: TableState, audience: Audience) -> JournalPage:
    """Return the newest journal lines, which a page shows at first."""
    return journal_page(state, audience, limit=AT_FIRST[audience.role])


def _journal_partials(audience: Audience, seen: DrawnProjection, missed: MissedChanges) -> str:
    """Render the missed lines, or the whole journal if older lines may have changed; "" for the TV."""
    if audience.role in NO_JOURNAL:
        return ""
    words = {"now": seen.at, "view": seen.view, "earlier": missed.earlier, "until": missed.until}
    return render_safely(
        "The update of the journal",
        lambda: render_template(
            "panels/_journal_partial.html", lines=missed.lines, whole=missed.rewritten, **words
        ),
        lambda: "",
    )


def rewrites_older_lines(entry: Entry, state: TableState) -> bool:
    """Return whether an entry changes older lines.

    It does by undo, renaming, hiding, showing, removing or moving, and where it gives things other numbers.
    """
    if entry.undoes is not None or entry.command in RENAMING or renumbers(entry, state):
        return True
    changed = [(change["kind"], set(change["after"])) for change in entry.changes if not change.get("new")]
    return any(
        REWRITING & fields - (STEPS if kind in ("check", "proposal") else set()) for kind, fields in changed
    )


# ---- stamps ---------------------------------------------------------------------------------------


def add_stamp(html: str, within: Iterable[str], now: str) -> tuple[str, int]:
    """Return a panel's HTML with the stamp on its root element, and the stamp."""
    own, at = html, f' data-at="{now}"'
    for name in within:
        own = own.replace(name, "")
    stamp = crc32(own.replace(at, "").encode())
    return html.replace(at, f'{at} data-stamp="{stamp:x}"', 1), stamp


def combine_stamps(stamps: Collection[int]) -> tuple[int, int]:
    """Return the number of a page's stamps and their sum (modulo 2**32), which ignores their order."""
    return len(stamps), sum(stamps) % 2**STAMP_BITS


def combine_line_stamps(stamps: Collection[int]) -> tuple[int, int]:
    """Return the number of a journal's newest lines, and a sum of their stamps that depends on the order."""
    return len(stamps), sum(place * stamp for place, stamp in enumerate(stamps, start=1)) % 2**STAMP_BITS


def newest_line_stamps(
    lines: Iterable[LineView], known: dict[int, int], audience: Audience
) -> dict[int, int]:
    """Return the stamps of a journal's newest lines by id, after a page received `lines`.

    A line that the page already has keeps its place.
    """
    new = {line.id: line.stamp for line in lines if line.id not in known}
    return dict(list((new | known).items())[: AT_FIRST.get(audience.role, 0)])
