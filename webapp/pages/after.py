"""After the evening: what happened, told and drawn, and the table on paper."""

from datetime import UTC, datetime
from typing import Any

from flask import Response, render_template

from webapp.pages.replies import as_file
from webapp.pages.sheets import words
from webapp.pages.table import granted, reader, table
from webapp.screens.audience import Audience, Role
from webapp.screens.charts import figures
from webapp.screens.recap import markdown, story, version
from webapp.screens.record import Record
from webapp.screens.views import TableView
from webapp.services import seen
from webapp.store.board import Board


@table.get("/after")
def after(table_id: str) -> str:
    """The evening told and drawn, for the GM or as players know it."""
    board, audience, view = _asked(table_id)
    record = Record(board, audience)
    told = story(record)
    return _page(
        "after", view, audience, told=told, drawn=figures(record), text=markdown(told, version(audience))
    )


@table.get("/recap")
def recap(table_id: str) -> Response:
    """The same as a file of Markdown."""
    board, audience, _ = _asked(table_id)
    told = markdown(story(Record(board, audience)), version(audience))
    return as_file(told, f"recap-{table_id}.md", "text/markdown; charset=utf-8")


@table.get("/evening")
def evening(table_id: str) -> Response:
    """All of it as one file that needs no server: the story, the figures, and how everything stands."""
    board, audience, view = _asked(table_id)
    record = Record(board, audience)
    told, drawn = story(record), figures(record)
    page = _page("evening", view, audience, told=told, drawn=drawn, kept=datetime.now(UTC))
    return as_file(page, f"evening-{table_id}.html", "text/html; charset=utf-8")


@table.get("/paper")
def paper(table_id: str) -> str:
    """The table as it stands, on two pages of A4."""
    _, audience, view = _asked(table_id)
    return _page("paper", view, audience)


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
