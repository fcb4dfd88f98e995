"""The GM's field that adds anything: it shows what Enter will do, and asks first if that is unclear."""

from collections.abc import Iterable
from dataclasses import replace

from flask import make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from webapp.pages.preview import acting_in, prepared_there, refuse_preview
from webapp.pages.replies import by_script
from webapp.pages.table import reply, require_gm, table
from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.playable_games import ruleset
from webapp.rules.sheets import entries_carried
from webapp.services import project_for, services
from webapp.state.visibility import LEVELS
from webapp.store.models import Condition, Tag
from webapp.store.table_state import TableState
from webapp.table.command import parse
from webapp.table.commands.batch import AddThings
from webapp.table.dispatcher import CommandResponse
from webapp.table.idempotency import earlier_answer
from webapp.table.refusals import Refused, load_table
from webapp.views.quick_add_batch import read_additions
from webapp.views.quick_add_hints import HERE, addition_context, most_used, place_of, suggest_lines
from webapp.views.quick_add_lines import split_lines, too_long
from webapp.views.quick_add_parser import CHARACTER_KINDS
from webapp.views.quick_add_values import KINDS, Addition, AdditionChoices, AdditionContext

ONLY_GM = "Only the GM can add things to the table. Players with a seat can propose new things."
SHOWN = ("of", "said", "asked")
"""Fields that the page sends back: the text that it explained, the meaning shown, the question asked."""


@table.get("/add")
def said(table_id: str) -> str:
    """Show what the text would add, and up to five completions."""
    return _says(table_id, request.args)


@table.post("/add/says")
def said_of_much(table_id: str) -> str:
    """Show the same for a text that may be too long for an address."""
    return _says(table_id, request.form)


def _says(table_id: str, sent: MultiDict[str, str]) -> str:
    grant = require_gm(table_id, ONLY_GM)
    state = load_table(table_id)
    known, wanted = _asked(state, sent, prepared_there(grant))
    text = sent.get("text", "")
    addition = read_additions(text, known, wanted) if text.strip() else None
    one = not too_long(text) and len(split_lines(text)) < 2
    offered = suggest_lines(text, known, wanted.kind) if one else ()
    if addition is not None and addition.lacks and addition.readings:
        offered = ()  # the readings have the whole names
    elif addition is not None and offered:
        addition = replace(addition, readings=())  # somebody still types; Enter asks
    return render_template("parts/add-says.html", addition=addition, text=text, hints=offered)


@table.post("/add")
def add(table_id: str) -> Answer | str:
    """Add what the text says; ask first if it is unclear or differs from what the page showed.

    A line that is sent again because its answer was lost is not read anew: it may mean something else by now.
    """
    grant = require_gm(table_id, ONLY_GM)
    refuse_preview(grant)
    press = request.headers.get("Idempotency-Key") or request.form.get("press")
    given = earlier_answer(press, table_id, grant.actor()) if press else None
    if given is not None:
        return reply(AddThings.model_construct(), CommandResponse(**given, replayed=True), grant)
    known, wanted = _asked(load_table(table_id), request.form, prepared_there(grant))
    text = request.form.get("text", "")
    said, asked = _shown(request.form)
    addition = read_additions(text, known, wanted).chosen(asked)
    if addition.lacks and not addition.readings:
        raise Refused(addition.lacks)
    if said == read_additions(text, known, replace(wanted, kind=_remembered_kind())).stamp:
        said = addition.stamp  # only the pressed chip changed the kind, so no question is needed
    if not addition.is_settled(said, asked):
        return _ask(addition, table_id)
    command = parse(dict(addition.command))
    return reply(command, services().dispatcher.dispatch(command, table_id, acting_in(grant), press), grant)


def _remembered_kind() -> str:
    """Return the kind selected on the page, which a chip pressed beside the text overrides."""
    kind = request.form.get("kind", "")
    return kind if kind in KINDS else ""


def _shown(sent: MultiDict[str, str]) -> tuple[str, str]:
    """Return the stamps of the meaning shown and of the question asked, "" for each that the page lacks.

    Both are "" if the page showed them for another text.
    """
    current = sent.get("of") == sent.get("text")
    asked = ["", *sent.getlist("asked")][-1]  # a reading that was pressed comes after the first one
    return (sent.get("said", ""), asked) if current else ("", "")


def _asked(
    state: TableState, sent: MultiDict[str, str], scene: int | None
) -> tuple[AdditionContext, AdditionChoices]:
    """Return the names that the text may use, and the choices beside it; the last pressed chip counts.

    "Here" is the active scene, or the scene that the page prepares.
    """
    view = project_for(state).view
    chosen = sent.get("scene", HERE)
    place = place_of(view, str(scene) if chosen == HERE and scene else chosen)
    kind = next((name for name in reversed(sent.getlist("kind")) if name in KINDS), "")
    sees = {kind: level for kind in KINDS if (level := sent.get(f"sees-{kind}", "")) in LEVELS}
    played = sent.get("played", "npc")
    wanted = AdditionChoices(kind, place, sees, played if played in CHARACTER_KINDS else "npc")
    return addition_context(view, most_used(state, Tag), _conditions(state), place), wanted


def _conditions(state: TableState) -> Iterable[CatalogueEntry]:
    """Return the conditions to offer: the table's most used first, then the rest of the catalogue."""
    carried = entries_carried(ruleset(state.table.ruleset))
    return {entry.name: entry for entry in (*most_used(state, Condition), *carried)}.values()


def _ask(addition: Addition, table_id: str) -> Answer:
    """Ask once before anything is added; status 409 keeps the text in the field."""
    page = "parts/add-asks.html" if by_script() else "pages/add-again.html"
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in SHOWN]
    return make_response(
        render_template(page, addition=addition, table=table_id, sent=sent, text=request.form["text"]), 409
    )
