"""The line that adds anything: it says what will happen, and Enter does just that, or asks."""

from collections.abc import Iterable
from dataclasses import replace

from flask import make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from webapp.pages.replies import by_script
from webapp.pages.table import granted_gm, reply, table
from webapp.pages.viewpoint import acting, prepared_there, refuse_preview
from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.ruleset import ruleset
from webapp.screens.addition import KINDS, PLAYED, Addition, Known, Wanted, read
from webapp.screens.addition_hints import HERE, hints, known_at, most_used, place_of
from webapp.screens.visibility import LEVELS
from webapp.services import seen, services
from webapp.store.board import Board
from webapp.store.models import Condition, Tag
from webapp.table.command import parse
from webapp.table.refusals import Refused, loaded

ONLY_GM = "Only the GM adds to the table. You can propose it."
SHOWN = ("of", "said", "asked")
"""What the page gives back: which text the line spoke of, what it said, what it asked."""
LONGEST = 300  # characters of a line that are looked at


@table.get("/add")
def said(table_id: str) -> str:
    """What the text would add, and what it may become."""
    grant = granted_gm(table_id, ONLY_GM)
    board = loaded(table_id)
    known, wanted = _asked(board, request.args, prepared_there(grant))
    text = request.args.get("text", "")[:LONGEST]
    offered = hints(text, known, wanted.kind)
    addition = read(text, known, wanted) if text.strip() else None
    return render_template("parts/add-says.html", addition=addition, text=text, hints=offered)


@table.post("/add")
def add(table_id: str) -> Answer | str:
    """Take what the text adds; what is unclear, or other than what the line said last, is asked first."""
    grant = granted_gm(table_id, ONLY_GM)
    refuse_preview(grant)
    known, wanted = _asked(loaded(table_id), request.form, prepared_there(grant))
    text = request.form.get("text", "")[:LONGEST]
    addition = read(text, known, wanted)
    if addition.lacks:
        raise Refused(addition.lacks)
    said, asked = _shown(request.form)
    if said == read(text, known, replace(wanted, kind=_kept_kind())).stamp:
        said = addition.stamp  # it is another thing by the chip that was pressed, and by nothing else
    if not addition.is_settled(said, asked):
        return _ask(addition, table_id)
    command = parse(dict(addition.command))
    press = request.headers.get("Idempotency-Key") or request.form.get("press")
    return reply(command, services().road.take(command, table_id, acting(grant), press), grant)


def _kept_kind() -> str:
    """The kind that stays chosen, of which the line spoke; a chip pressed beside the text comes after it."""
    kept = request.form.get("kind", "")
    return kept if kept in KINDS else ""


def _shown(sent: MultiDict[str, str]) -> tuple[str, str]:
    """What the line said of just this text, and what it asked."""
    current = sent.get("of") == sent.get("text")
    return (sent.get("said", ""), sent.get("asked", "")) if current else ("", "")


def _asked(board: Board, sent: MultiDict[str, str], scene: int | None) -> tuple[Known, Wanted]:
    """What the table knows, and what was chosen beside the text: the last chip pressed counts.

    "Here" is the scene being played, or the one that the page prepares.
    """
    view = seen(board).view
    chosen = sent.get("scene", HERE)
    place = place_of(view, str(scene) if chosen == HERE and scene else chosen)
    kind = next((each for each in reversed(sent.getlist("kind")) if each in KINDS), "")
    sees = {kind: level for kind in KINDS if (level := sent.get(f"sees-{kind}", "")) in LEVELS}
    played = sent.get("played", "npc")
    wanted = Wanted(kind, place, sees, played if played in PLAYED else "npc")
    return known_at(view, most_used(board, Tag), _conditions(board), place), wanted


def _conditions(board: Board) -> Iterable[CatalogueEntry]:
    """What somebody may carry: first what this table uses most, then whatever else the book has."""
    carried = ruleset(board.table.ruleset).entries_carried()
    return {each.name: each for each in (*most_used(board, Condition), *carried)}.values()


def _ask(addition: Addition, table_id: str) -> Answer:
    """Once more, and then it is done; 409 leaves the text where it is."""
    page = "parts/add-asks.html" if by_script() else "pages/add-again.html"
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in SHOWN]
    return make_response(
        render_template(page, addition=addition, table=table_id, sent=sent, text=request.form["text"]), 409
    )
