"""Export the library as a pack file, and import pack files."""

from flask import Response, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Answer

from webapp.child_process import PACK_IN_PROCESS_BYTES, read_pack
from webapp.pages.preview import refuse_preview
from webapp.pages.replies import as_file, to
from webapp.pages.table import require_gm, table
from webapp.rate_limits import limited
from webapp.request_limits import accepts_body
from webapp.services import services
from webapp.table.command import parse
from webapp.table.packfile import LARGEST, as_json, as_toml, pack_of, read_pack_for
from webapp.table.refusals import Invalid, Refused, load_table

MOST = LARGEST + 8192  # bytes of the file and of the form around it
THE_GMS = "Only the GM sees the library."
TOO_LARGE = "A pack can be at most 1 MB. Nothing was imported."


@table.get("/pack")
def take_along(table_id: str) -> Response:
    """Download the library as a pack, for the GM: TOML, or JSON with `?kind=json`."""
    require_gm(table_id, THE_GMS)
    state = load_table(table_id)
    kind = "json" if request.args.get("kind") == "json" else "toml"
    text = (as_json if kind == "json" else as_toml)(pack_of(state))
    return as_file(text, f"pack-{table_id}.{kind}", f"application/{kind}; charset=utf-8")


@table.post("/pack")
@accepts_body(MOST, TOO_LARGE)
@limited("uploads")
@limited("presses")
@limited("written")
def bring_in(table_id: str) -> Answer | str | tuple[str, int]:
    """Import a pack from a file; a clash of names gets its own page, with the possible choices."""
    request.max_content_length = request.max_form_memory_size = MOST
    own = require_gm(table_id, THE_GMS)
    refuse_preview(own)
    text, on_clash = _text(), request.form.get("on_clash")
    read = read_pack if len(text) > PACK_IN_PROCESS_BYTES else read_pack_for
    content = read(load_table(table_id).table.ruleset, text)
    sent = {"do": "pack.add", "pack": content} | ({"on_clash": on_clash} if on_clash else {})
    try:
        services().dispatcher.dispatch(parse(sent), table_id, own.actor())
    except Refused as refused:
        if "on_clash" not in refused.fields:
            raise
        return render_template("pages/pack.html", table=table_id, text=text, message=refused.message), 409
    return to(f"/t/{table_id}#on-library")


def _text() -> str:
    """Return the text of the uploaded file, or of the pack that the page about a clash sends again."""
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
        raise Invalid("This file is not UTF-8 text. Nothing was imported.") from error
