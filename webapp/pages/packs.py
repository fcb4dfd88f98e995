"""Packs as files: the library taken along, and brought in."""

from flask import Response, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Answer

from webapp.errand import PACK_AT_ONCE, pack_read
from webapp.limits import limited
from webapp.pages.replies import as_file, to
from webapp.pages.table import granted_gm, table
from webapp.pages.viewpoint import refuse_preview
from webapp.request_limits import accepts_body
from webapp.services import services
from webapp.table.command import parse
from webapp.table.packfile import LARGEST, as_json, as_toml, pack_of, read_for
from webapp.table.refusals import Invalid, Refused, loaded

MOST = LARGEST + 8192  # the file and what a form wraps around it
THE_GMS = "The library is the GM's."
TOO_LARGE = "A pack is at most 1 MB. Nothing was taken."


@table.get("/pack")
def take_along(table_id: str) -> Response:
    """The library as a pack, for its GM: TOML, or JSON with `?kind=json`."""
    granted_gm(table_id, THE_GMS)
    board = loaded(table_id)
    kind = "json" if request.args.get("kind") == "json" else "toml"
    text = (as_json if kind == "json" else as_toml)(pack_of(board))
    return as_file(text, f"pack-{table_id}.{kind}", f"application/{kind}; charset=utf-8")


@table.post("/pack")
@accepts_body(MOST, TOO_LARGE)
@limited("uploads")
@limited("presses")
@limited("written")
def bring_in(table_id: str) -> Answer | str | tuple[str, int]:
    """A pack from a file; a clash is said on a page of its own, with what can be done about it."""
    request.max_content_length = request.max_form_memory_size = MOST
    own = granted_gm(table_id, THE_GMS)
    refuse_preview(own)
    text, on_clash = _text(), request.form.get("on_clash")
    read = pack_read if len(text) > PACK_AT_ONCE else read_for
    content = read(loaded(table_id).table.ruleset, text)
    sent = {"do": "pack.add", "pack": content} | ({"on_clash": on_clash} if on_clash else {})
    try:
        services().road.take(parse(sent), table_id, own.actor())
    except Refused as refused:
        if "on_clash" not in refused.fields:
            raise
        return render_template("pages/pack.html", table=table_id, text=text, message=refused.message), 409
    return to(f"/t/{table_id}#on-library")


def _text() -> str:
    """The file, or the text of a pack that was asked about."""
    try:
        file = request.files.get("file")
    except RequestEntityTooLarge as error:
        raise Invalid(TOO_LARGE) from error
    raw = file.read(LARGEST + 1) if file else request.form.get("text", "").encode()
    if len(raw) > LARGEST:
        raise Invalid(TOO_LARGE)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Invalid("This file is no text in UTF-8. Nothing was taken.") from error
