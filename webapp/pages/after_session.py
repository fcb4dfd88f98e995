"""Pages for after the session: the recap, its figures, and the table on paper."""

from datetime import UTC, datetime
from typing import Any

from flask import Response, abort, render_template, request

from webapp.child_process import is_long_story, render_story
from webapp.pages.page_rendering import form_words
from webapp.pages.replies import as_file
from webapp.pages.table import require_grant, require_reader, table
from webapp.services import project_for
from webapp.state.audience import Audience, Role
from webapp.store.table_state import TableState
from webapp.table.fields import id_from
from webapp.views.charts import make_figures
from webapp.views.journal import is_entry_for
from webapp.views.recap import tell_story, to_markdown, version_title
from webapp.views.session_record import Record, RecordPart
from webapp.views.view_types import TableView


@table.get("/after")
def after(table_id: str) -> str:
    """Show the recap and figures of the newest scenes, or of those before an entry, to GM and players."""
    state, audience, view = _asked(table_id)
    record = RecordPart(state, audience, _before(table_id, audience))
    recap = tell_story(record)
    text = to_markdown(recap, version_title(audience))
    return _page("after", view, audience, record=record, told=recap, drawn=make_figures(record), text=text)


@table.get("/recap")
def recap(table_id: str) -> Response:
    """Download the recap as Markdown."""
    state, audience, _ = _asked(table_id)
    long = is_long_story(state)
    text = render_story("recap", table_id, audience) if long else recap_text(state, audience)
    return as_file(text, f"recap-{table_id}.md", "text/markdown; charset=utf-8")


@table.get("/evening")
def evening(table_id: str) -> Response:
    """Download the recap, the figures and the table's state as one file that needs no server."""
    state, audience, _ = _asked(table_id)
    long = is_long_story(state)
    page = render_story("evening", table_id, audience) if long else evening_page(state, audience)
    return as_file(page, f"evening-{table_id}.html", "text/html; charset=utf-8")


@table.get("/paper")
def paper(table_id: str) -> str:
    """Show the table's state on a page to print."""
    _, audience, view = _asked(table_id)
    return _page("paper", view, audience)


def recap_text(state: TableState, audience: Audience) -> str:
    """Return the whole recap in Markdown."""
    return to_markdown(tell_story(Record(state, audience)), version_title(audience))


def evening_page(state: TableState, audience: Audience) -> str:
    """Return the recap, the figures and the table's state as an HTML page that needs no server."""
    record, view = Record(state, audience), project_for(state, audience).view
    return render_template(
        "pages/evening.html",
        view=view,
        version=version_title(audience),
        told=tell_story(record),
        drawn=make_figures(record),
        kept=datetime.now(UTC),
        **form_words(view),
    )


def _before(table_id: str, audience: Audience) -> int | None:
    """Return the id of the entry before which the requested part ends; None for the newest part.

    Responds 404 if this audience cannot see the entry.
    """
    asked = request.args.get("before")
    if asked is None:
        return None
    id = id_from(asked)
    if id is None or not is_entry_for(table_id, audience, id):
        abort(404)
    return id


def _asked(table_id: str) -> tuple[TableState, Audience, TableView]:
    """Return the table, the audience and its view; the GM may preview a player, the TV is refused."""
    state, audience = require_reader(
        table_id, "The TV has no recap. Open the recap on a phone or the GM's tablet."
    )
    return state, audience, project_for(state, audience).view


def _page(name: str, view: TableView, audience: Audience, **more: Any) -> str:
    own = require_grant(view.table)
    as_other = f"?as={audience.role}" if own.role is not audience.role else ""
    return render_template(
        f"pages/{name}.html",
        view=view,
        gm=own.role is Role.GM,
        asked=as_other,
        version=version_title(audience),
        **more,
        **form_words(view),
    )
