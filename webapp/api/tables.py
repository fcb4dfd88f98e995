"""API calls for one table: start, read, change, follow and export it."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request

from webapp.addresses import public_base
from webapp.api.answers import JSON, json_answer
from webapp.api.requests import parse_command, read_body, read_json_body, require_grant, sender_of_command
from webapp.child_process import (
    IN_PROCESS_BYTES,
    export_document,
    import_document,
    is_long_story,
    render_story,
)
from webapp.live.open_screens import OLD, Screen, screens_of
from webapp.live.stream import Viewer
from webapp.rate_limits import counted_address, limited
from webapp.request_limits import accepts_body
from webapp.services import project_for, services
from webapp.state.audience import Audience, Role
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.audience_views import cursor_of
from webapp.table.create import CreatedTable, create_table, validate_new_table
from webapp.table.dispatcher import CommandResponse
from webapp.table.fields import id_from
from webapp.table.json_reader import read_json
from webapp.table.packfile import LARGEST as LARGEST_PACK
from webapp.table.refusals import Forbidden, Invalid, Missing, load_table
from webapp.table.table_import import import_table, sent_document
from webapp.views.journal import is_entry_for, journal_page
from webapp.views.recap import tell_story, to_markdown, version_title
from webapp.views.session_record import Record, RecordPart
from webapp.views.view_types import to_json

blueprint = Blueprint("tables", __name__, url_prefix="/tables")
LARGEST_IMPORT = 8 * 1024 * 1024
TOO_LARGE = (
    "An import over the API can be at most 8 MB. Nothing was imported. Whoever runs the server can import "
    "larger documents with “tableside import FILE”, up to the export of a full table."
)


@blueprint.post("")
@accepts_body(LARGEST_IMPORT, TOO_LARGE)
@limited("tables")
@limited("uploads")
@limited("written")
def start_table() -> Response:
    """Start a new table, empty or from an export; its GM key is shown once."""
    made = _made(read_body(LARGEST_IMPORT))
    return json_answer(_started(made), 201, {"Location": f"/api/v1/tables/{made.table}"})


@blueprint.get("/<table_id>")
def show_table(table_id: str) -> Response:
    """Show the table as this key's role may see it; fields that the role may not know are absent."""
    audience = require_grant(table_id).audience
    state = load_table(table_id)
    now = project_for(state, audience)
    place = {"revision": int(now.at.rpartition("-")[2]), "cursor": now.at}
    lines, _ = _journal(state, audience)
    return json_answer({**to_json(now.view), **place, "journal": lines})


@blueprint.get("/<table_id>/journal")
def show_journal(table_id: str) -> Response:
    """Show up to 50 lines of the journal: the newest, or those before the line with the id `before`.

    If there may be more, `earlier` is the `before` for the next request. One request reads at most 500
    entries, so it may find fewer than 50 lines.
    """
    audience = require_grant(table_id).audience
    lines, earlier = _journal(load_table(table_id), audience, _before(table_id, audience))
    more = {} if earlier is None else {"earlier": earlier}
    return json_answer({"journal": lines, **more})


def _journal(
    state: TableState, audience: Audience, before: int | None = None
) -> tuple[list[dict[str, Any]], int | None]:
    """Return lines of the journal as JSON, each with its events, and the id before which older ones are."""
    found = journal_page(state, audience, before, with_events=True)
    lines = zip(to_json(found.lines), found.events, strict=True)
    return [{**line, "events": events} for line, events in lines], found.earlier


@blueprint.get("/<table_id>/recap")
def show_recap(table_id: str) -> Response:
    """Return the recap, made from the journal: scene by scene, and in `markdown` as one text.

    With `part` only a part is returned: the newest scenes (`newest`), or those before a response's `earlier`.
    """
    audience = require_grant(table_id).audience
    state = load_table(table_id)
    if "part" in request.args:
        return json_answer(recap_of(RecordPart(state, audience, _part(table_id, audience))))
    if is_long_story(state):
        return Response(render_story("story", table_id, audience) + b"\n", content_type=JSON)
    return json_answer(recap_of(Record(state, audience)))


@blueprint.post("/<table_id>/commands")
@accepts_body(LARGEST_PACK)
@limited("uploads")
@limited("presses")
@limited("written")
def take_command(table_id: str) -> Response:
    """Execute one command; with an idempotency key a repeat gives the same response and changes nothing."""
    with sender_of_command(table_id) as actor:
        command = parse_command(_sent_command(actor), actor)
        done = services().dispatcher.dispatch(
            command, table_id, actor, request.headers.get("Idempotency-Key")
        )
    return json_answer(_response_json(done), headers={"Idempotent-Replayed": "true"} if done.replayed else {})


@blueprint.get("/<table_id>/live")
def follow(table_id: str) -> Response:
    """Stream the changes that this role may see; `Last-Event-ID` or `cursor` resumes the stream."""
    viewer = Viewer(require_grant(table_id), as_page=False)
    came_with = request.headers.get("Last-Event-ID") or request.args.get("cursor")
    if came_with is None:
        came_with = cursor_of(load_table(table_id), viewer.audience)
    return services().streams.open(viewer, came_with, counted_address())


@blueprint.get("/<table_id>/export")
def export(table_id: str) -> Response:
    """Export the table, without keys and players' private notes, as a document for a new table."""
    if require_grant(table_id).role is not Role.GM:
        raise Forbidden("Only the GM can export the table.")
    headers = {"Content-Disposition": f'attachment; filename="table-{table_id}.json"'}
    return Response(export_document(table_id) + b"\n", content_type=JSON, headers=headers)


@blueprint.get("/<table_id>/screens")
def list_screens(table_id: str) -> Response:
    """List the screens of all seats and of links that have reported, with their state and missed changes."""
    if require_grant(table_id).role is not Role.GM:
        raise Forbidden("Only the GM can list the open screens.")
    screens = screens_of(services().presence, table_id)
    return json_answer({"screens": [_screen(screen) for screen in screens]})


def recap_of(record: Record) -> dict[str, Any]:
    """Return a recap as JSON fields and as Markdown."""
    recap = tell_story(record)
    more = {} if record.earlier is None else {"earlier": record.earlier}
    return {**to_json(recap), "markdown": to_markdown(recap, version_title(record.audience)), **more}


# ---- shared by the calls -------------------------------------------------------------------------


def _sent_command(actor: Actor) -> Any:
    """Return the parsed body of a command; only a GM's pack may exceed the usual limit."""
    if actor.role is not Role.GM:
        return read_json_body()
    return read_json_body(LARGEST_PACK, lambda sent: isinstance(sent, dict) and sent.get("do") == "pack.add")


def _screen(screen: Screen) -> dict[str, Any]:
    """Return one holder's line as JSON; `behind` is null for a page from before a restore."""
    since = None if screen.since is None else datetime.fromtimestamp(screen.since, UTC)
    behind = None if screen.behind == OLD else screen.behind
    return {**asdict(screen), "since": to_json(since), "behind": behind}


def _made(body: bytes) -> CreatedTable:
    """Make the requested table; a body too large to parse in this process must be an import."""
    if len(body) > IN_PROCESS_BYTES:
        return import_document(body)
    sent = read_json(body)
    if not isinstance(sent, dict):
        raise Invalid('Send one JSON object: {"name": "…", "ruleset": "…"} or {"import": {…}}.')
    return import_table(sent_document(sent)) if "import" in sent else create_table(validate_new_table(sent))


def _started(made: CreatedTable) -> dict[str, Any]:
    state, base = load_table(made.table), public_base(request)
    return {
        "table": made.table,
        "name": made.name,
        "ruleset": made.ruleset,
        "revision": state.table.rev_gm,
        "cursor": cursor_of(state, Audience(Role.GM)),
        "keys": made.tokens,
        "links": {role: f"{base}/k/{token}" for role, token in made.tokens.items()},
        "join_code": made.join_code,
    }


def _response_json(done: CommandResponse) -> dict[str, Any]:
    """Return the response to a command as JSON, with the full address of a new link."""
    answer = done.as_answer()
    if "link" in done.result:
        answer["result"] = {**done.result, "link": public_base(request) + done.result["link"]}
    return answer


def _before(table_id: str, audience: Audience) -> int | None:
    """Return the id of the line before which the requested lines end; None for the newest lines.

    Raises Invalid if it is not an id, Missing if this audience may not see the line.
    """
    asked = request.args.get("before")
    if asked is None:
        return None
    id = id_from(asked)
    if id is None:
        raise Invalid("“before” must be the id of a journal entry.", {"before": "not an id"})
    return _heard(table_id, audience, id)


def _part(table_id: str, audience: Audience) -> int | None:
    """Return the id at which the requested part of the recap ends; None for the newest scenes."""
    asked = request.args["part"]
    if asked == "newest":
        return None
    id = id_from(asked)
    if id is None:
        raise Invalid(
            "“part” must be “newest” or the value of “earlier” from a response.", {"part": "not an id"}
        )
    return _heard(table_id, audience, id)


def _heard(table_id: str, audience: Audience, id: int) -> int:
    if not is_entry_for(table_id, audience, id):
        raise Missing("The journal has no entry with this id.")
    return id
