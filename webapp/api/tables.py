"""One table, for programs: start it, look at it, change it, follow it, take it along."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request

from webapp.addresses import public_base
from webapp.api.answers import JSON, answer
from webapp.api.requests import granted, sent_body, sent_json, taking, understood
from webapp.errand import AT_ONCE, brought, is_long_story, story_read, taken_along
from webapp.limits import counted_address, limited
from webapp.live.devices import OLD, Screen, screens_of
from webapp.live.updates import Viewer
from webapp.request_limits import accepts_body
from webapp.screens.audience import Audience, Role
from webapp.screens.journal import is_heard, journal, journal_page
from webapp.screens.recap import markdown, story, version
from webapp.screens.record import Record, RecordPart
from webapp.screens.views import to_json
from webapp.services import seen, services
from webapp.table.actor import Actor
from webapp.table.create import Created, checked, create
from webapp.table.exchange import import_table, sent_document
from webapp.table.fields import id_from
from webapp.table.packfile import LARGEST as LARGEST_PACK
from webapp.table.projections import cursor_of
from webapp.table.refusals import Forbidden, Invalid, Missing, loaded
from webapp.table.road import Done
from webapp.table.strictjson import strict_json

blueprint = Blueprint("tables", __name__, url_prefix="/tables")
LARGEST_IMPORT = 8 * 1024 * 1024


@blueprint.post("")
@accepts_body(LARGEST_IMPORT)
@limited("tables")
@limited("uploads")
@limited("written")
def start_table() -> Response:
    """A new table, empty or from an export; its GM's key is shown once. Unused, it goes after 30 days."""
    made = _made(sent_body(LARGEST_IMPORT))
    return answer(_started(made), 201, {"Location": f"/api/v1/tables/{made.table}"})


@blueprint.get("/<table_id>")
def show_table(table_id: str) -> Response:
    """The table as this key's role may see it; what it may not know is absent."""
    audience = granted(table_id).audience
    board = loaded(table_id)
    now = seen(board, audience)
    place = {"revision": int(now.at.rpartition("-")[2]), "cursor": now.at}
    lines = to_json(journal(board, audience))
    return answer({**to_json(now.view), **place, "journal": lines})


@blueprint.get("/<table_id>/journal")
def show_journal(table_id: str) -> Response:
    """Older lines of the journal, 50 at a time: those before the line with the id `before`.

    `earlier` is the `before` to go on with, where there may be more: one read goes through 500 entries.
    """
    audience = granted(table_id).audience
    found = journal_page(loaded(table_id), audience, _before(table_id, audience))
    more = {} if found.earlier is None else {"earlier": found.earlier}
    return answer({"journal": to_json(found.lines), **more})


@blueprint.get("/<table_id>/recap")
def show_recap(table_id: str) -> Response:
    """The evening as a story, told from what stands in the journal; `markdown` is all of it as one text.

    With `part` it is a short read of the newest scenes, and `earlier` names the part before it.
    """
    audience = granted(table_id).audience
    board = loaded(table_id)
    if "part" in request.args:
        return answer(recap_of(RecordPart(board, audience, _part(table_id, audience))))
    if is_long_story(board):
        return Response(story_read("story", table_id, audience) + b"\n", content_type=JSON)
    return answer(recap_of(Record(board, audience)))


@blueprint.post("/<table_id>/commands")
@accepts_body(LARGEST_PACK)
@limited("uploads")
@limited("presses")
@limited("written")
def take_command(table_id: str) -> Response:
    """One command, taken; with an idempotency key the same again gives the same answer and does nothing."""
    with taking(table_id) as actor:
        command = understood(_sent_command(actor), actor)
        done = services().road.take(command, table_id, actor, request.headers.get("Idempotency-Key"))
    return answer(_told(done), headers={"Idempotent-Replayed": "true"} if done.replayed else {})


@blueprint.get("/<table_id>/live")
def follow(table_id: str) -> Response:
    """The changes as they happen, as this role may see them; `Last-Event-ID` or `cursor` catches up."""
    viewer = Viewer(granted(table_id), as_page=False)
    came_with = request.headers.get("Last-Event-ID") or request.args.get("cursor")
    if came_with is None:
        came_with = cursor_of(loaded(table_id), viewer.audience)
    return services().streams.open(viewer, came_with, counted_address())


@blueprint.get("/<table_id>/export")
def export(table_id: str) -> Response:
    """The whole table as one document that a new table can be made from, without its keys."""
    if granted(table_id).role is not Role.GM:
        raise Forbidden("Only the GM can export the table.")
    headers = {"Content-Disposition": f'attachment; filename="table-{table_id}.json"'}
    return Response(taken_along(table_id) + b"\n", content_type=JSON, headers=headers)


@blueprint.get("/<table_id>/screens")
def list_screens(table_id: str) -> Response:
    """Which pages are open, behind by how many changes, asleep or gone, as they said themselves."""
    if granted(table_id).role is not Role.GM:
        raise Forbidden("Only the GM sees which screens are here.")
    screens = screens_of(services().presence, table_id)
    return answer({"screens": [_screen(each) for each in screens]})


def recap_of(record: Record) -> dict[str, Any]:
    """A story, as its own fields and as Markdown."""
    told = story(record)
    more = {} if record.earlier is None else {"earlier": record.earlier}
    return {**to_json(told), "markdown": markdown(told, version(record.audience)), **more}


# ---- what they share -----------------------------------------------------------------------------


def _sent_command(actor: Actor) -> Any:
    """The body of a command; a GM's pack alone may be a large one."""
    if actor.role is not Role.GM:
        return sent_json()
    return sent_json(LARGEST_PACK, lambda sent: isinstance(sent, dict) and sent.get("do") == "pack.add")


def _screen(screen: Screen) -> dict[str, Any]:
    """One line; `behind` is null where a page shows a state from before a restore."""
    since = None if screen.since is None else datetime.fromtimestamp(screen.since, UTC)
    behind = None if screen.behind == OLD else screen.behind
    return {**asdict(screen), "since": to_json(since), "behind": behind}


def _made(body: bytes) -> Created:
    """The table that was asked for; what is too large to be read at once can only be an import."""
    if len(body) > AT_ONCE:
        return brought(body)
    sent = strict_json(body)
    if not isinstance(sent, dict):
        raise Invalid('Send one JSON object: {"name", "ruleset"} or {"import"}.')
    return import_table(sent_document(sent)) if "import" in sent else create(checked(sent))


def _started(made: Created) -> dict[str, Any]:
    board, base = loaded(made.table), public_base(request)
    return {
        "table": made.table,
        "name": made.name,
        "ruleset": made.ruleset,
        "revision": board.table.rev_gm,
        "cursor": cursor_of(board, Audience(Role.GM)),
        "keys": made.tokens,
        "links": {role: f"{base}/k/{token}" for role, token in made.tokens.items()},
        "join_code": made.join_code,
    }


def _told(done: Done) -> dict[str, Any]:
    """The answer to a command; a new link is told whole."""
    told = done.as_answer()
    if "link" in done.result:
        told["result"] = {**done.result, "link": public_base(request) + done.result["link"]}
    return told


def _before(table_id: str, audience: Audience) -> int | None:
    """The line to read on from; one that this audience never heard of is as good as none."""
    asked = request.args.get("before")
    if asked is None:
        return None
    id = id_from(asked)
    if id is None:
        raise Invalid("“before” is the id of a line of the journal.", {"before": "not an id"})
    return _heard(table_id, audience, id)


def _part(table_id: str, audience: Audience) -> int | None:
    """Where the part of the story that is asked for ends; None for its newest scenes."""
    asked = request.args["part"]
    if asked == "newest":
        return None
    id = id_from(asked)
    if id is None:
        raise Invalid("“part” is newest, or what “earlier” said.", {"part": "not an id"})
    return _heard(table_id, audience, id)


def _heard(table_id: str, audience: Audience, id: int) -> int:
    if not is_heard(table_id, audience, id):
        raise Missing("There is no such line in the journal.")
    return id
