"""After the evening: what happened, told and drawn, and the table on paper."""

from datetime import UTC, datetime
from typing import Any

from flask import Response, abort, render_template, request

from webapp.errand import is_long_story, story_read
from webapp.pages.replies import as_file
from webapp.pages.sheets import words
from webapp.pages.table import granted, reader, table
from webapp.screens.audience import Audience, Role
from webapp.screens.charts import figures
from webapp.screens.journal import is_heard
from webapp.screens.recap import markdown, story, version
from webapp.screens.record import Record, RecordPart
from webapp.screens.views import TableView
from webapp.services import seen
from webapp.store.board import Board
from webapp.table.fields import id_from


@table.get("/after")
def after(table_id: str) -> str:
    """The evening told and drawn, for the GM or as players know it: its newest scenes, or those before."""
    board, audience, view = _asked(table_id)
    record = RecordPart(board, audience, _before(table_id, audience))
    told = story(record)
    text = markdown(told, version(audience))
    return _page("after", view, audience, record=record, told=told, drawn=figures(record), text=text)


@table.get("/recap")
def recap(table_id: str) -> Response:
    """The same as a file of Markdown."""
    board, audience, _ = _asked(table_id)
    long = is_long_story(board)
    told = story_read("recap", table_id, audience) if long else recap_text(board, audience)
    return as_file(told, f"recap-{table_id}.md", "text/markdown; charset=utf-8")


@table.get("/evening")
def evening(table_id: str) -> Response:
    """All of it as one file that needs no server: the story, the figures, and how everything stands."""
    board, audience, _ = _asked(table_id)
    long = is_long_story(board)
    page = story_read("evening", table_id, audience) if long else evening_page(board, audience)
    return as_file(page, f"evening-{table_id}.html", "text/html; charset=utf-8")


@table.get("/paper")
def paper(table_id: str) -> str:
    """The table as it stands, on two pages of A4."""
    _, audience, view = _asked(table_id)
    return _page("paper", view, audience)


def recap_text(board: Board, audience: Audience) -> str:
    """The whole story in Markdown."""
    return markdown(story(Record(board, audience)), version(audience))


def evening_page(board: Board, audience: Audience) -> str:
    """The whole evening, told and drawn, without anything that needs a server."""
    record, view = Record(board, audience), seen(board, audience).view
    return render_template(
        "pages/evening.html",
        view=view,
        version=version(audience),
        told=story(record),
        drawn=figures(record),
        kept=datetime.now(UTC),
        **words(view),
    )


def _before(table_id: str, audience: Audience) -> int | None:
    """The entry that the part asked for ends before; 404 for one that this audience never heard of."""
    asked = request.args.get("before")
    if asked is None:
        return None
    id = id_from(asked)
    if id is None or not is_heard(table_id, audience, id):
        abort(404)
    return id


def _asked(table_id: str) -> tuple[Board, Audience, TableView]:
    """Who asks, perhaps a GM looking as a player, and what they may see; the TV has its own screen."""
    board, audience = reader(
        table_id, "The TV shows the table as it is; open this on a phone or the GM's tablet."
    )
    return board, audience, seen(board, audience).view


def _page(name: str, view: TableView, audience: Audience, **more: Any) -> str:
    own = granted(view.table)
    as_other = f"?as={audience.role}" if own.role is not audience.role else ""
    return render_template(
        f"pages/{name}.html",
        view=view,
        gm=own.role is Role.GM,
        asked=as_other,
        version=version(audience),
        **more,
        **words(view),
    )
