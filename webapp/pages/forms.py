"""Turn a submitted form into the fields of a command.

An empty box is omitted when something is added, and clears the field when it is edited. The fields of a
proposed command are `command-do`, `command-name` and so on. `uses.tag:7:edge` and `edits.12.by` are values
within a field, `dice.12` the real dice of one of several things. `effects.0.on` and `sources.0.name` are
values in a list's rows; an incomplete row is ignored. A trailing underscore avoids a clash with a form's own
attribute (`remove_` is the field `remove`). `stats.0.name` and `stats.0.value` add a line to a sheet; in a
form with the whole sheet, a line with an empty box is removed. If several boxes have one name, the last
filled one counts ("6", or a number typed beside it). Real dice may share one box ("4 1 6"). A scene "here" is
the active scene. A button that sends a whole command has it in one value: `act` is
"do=clock.tick&clock=7&by=1". A line break counts as the one character that it is in its box.
"""

import re
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin
from urllib.parse import parse_qsl

from pydantic.fields import FieldInfo
from werkzeug.datastructures import MultiDict

from webapp.state.field_words import words_for
from webapp.table.command import Command, parse
from webapp.table.commands import commands
from webapp.table.refusals import Invalid

PROPOSED = "command-"
WITHIN = re.compile(r"^([a-z_]+)\.(?:(\d{1,10})\.)?(.+)$")
NUMBER = re.compile(r"-?\d{1,4}")
"""Matches a number typed in a box of a sheet."""
OWN = {"do", "press"}
LONGEST_ACT = 8000
FILLED = ("name", "character", "on")
"""The fields of a list's row; the row counts as filled in if one of them is."""


def command_from(form: MultiDict[str, str]) -> Command:
    """Return the command of a form; raise Invalid, with a sentence for the user, if it is wrong."""
    form = MultiDict((name, text.replace("\r\n", "\n")) for name, text in form.items(multi=True))
    if "act" in form:
        form = MultiDict(parse_qsl(form["act"][:LONGEST_ACT], keep_blank_values=True))
    kind = commands().get(form.get("do", ""))
    sent: dict[str, Any] = {"do": form.get("do")}
    known = kind.model_fields if kind else {}
    editing = form.get("do", "").endswith(".edit")
    for name in form:
        within = WITHIN.match(name)
        if within is not None and within[1] not in OWN:
            _put_within(sent, within, form.getlist(name))
        elif name not in OWN and not name.startswith(PROPOSED):
            called = name.removesuffix("_")
            _add_field(sent, called, form.getlist(name), known.get(called), editing)
    for name, field in known.items():
        if _holds_list(field.annotation) and isinstance(sent.get(name), dict):
            sent[name] = _in_order(sent[name])
    stats = _stats(sent.pop("stats", None), form)
    if stats:
        sent["stats"] = stats
    if sent["do"] == "proposal.make":
        sent["command"] = _proposed(form)
    if sent.get("effects") == [] and not editing:
        del sent["effects"]
    return _parse(sent)


def _parse(sent: dict[str, Any]) -> Command:
    """Parse the command; a refusal calls the field as pages do."""
    try:
        return parse(sent, strict=False)
    except Invalid as refused:
        field, kind = next(iter(refused.fields), ""), str(sent["do"]).partition(".")[0]
        message = refused.message.replace(f"“{field}”", f"“{words_for(kind, field)}”", 1)
        raise Invalid(message, refused.fields) from refused


def _add_field(
    sent: dict[str, Any], name: str, values: list[str], field: FieldInfo | None, editing: bool
) -> None:
    filled = [value for value in values if value]
    if field is not None and _holds_list(field.annotation):
        sent[name] = _fallen(filled) if name == "dice" else filled
    elif name == "scene" and filled == ["here"]:
        return
    elif filled:
        sent[name] = filled[-1]
    elif editing or (field is not None and name == "scene"):
        sent[name] = None


def _put_within(sent: dict[str, Any], name: re.Match[str], values: list[str]) -> None:
    """Set one value within a field; an empty or blank box sets nothing, but a text may have begun empty."""
    outer, place, key = name.groups()
    filled = [value.strip() for value in values if value.strip() or outer == "base"]
    if filled:
        inner = _dict_at(sent, outer)
        (_dict_at(inner, place) if place else inner)[key] = _of(outer, key, filled)


def _of(outer: str, key: str, filled: list[str]) -> Any:
    """Return the value of a box within a field: a sheet's line, real dice, a number or text."""
    if outer == "dice":
        return _fallen(filled)
    counts = (outer == "stats" or key == "amount") and NUMBER.fullmatch(filled[-1])
    return int(filled[-1]) if counts else filled[-1]


def _fallen(filled: list[str]) -> list[str]:
    return " ".join(filled).replace(",", " ").split()


def _in_order(rows: dict[str, Any]) -> list[Any]:
    """Return rows sorted by their number (`sources.0.name`), without rows that are not filled in."""
    places = sorted((place for place in rows if place.isdecimal()), key=int)
    ordered = (rows[place] for place in places)
    return [row for row in ordered if not isinstance(row, dict) or any(row.get(name) for name in FILLED)]


def _stats(sent: Any, form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the changed lines of a sheet: filled boxes, new rows of name and value, and emptied lines."""
    given = sent if isinstance(sent, dict) else {}
    lines = {name: value for name, value in given.items() if not isinstance(value, dict)}
    rows = [value for value in given.values() if isinstance(value, dict) and value.get("name")]
    return _emptied(form) | lines | {str(row["name"]): row.get("value", 0) for row in rows}


def _emptied(form: MultiDict[str, str]) -> dict[str, None]:
    """Return the sheet's lines whose boxes are empty, each as None, if the form has the whole sheet."""
    if form.get("do") != "character.edit" or "name" not in form:
        return {}
    boxes = [WITHIN.match(name) for name in form if not any(form.getlist(name))]
    return {found[3]: None for found in boxes if found and found[1] == "stats" and not found[2]}


def _dict_at(sent: dict[str, Any], name: str) -> dict[str, Any]:
    inner = sent.get(name)
    if not isinstance(inner, dict):
        inner = sent[name] = {}
    return inner


def _proposed(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the command that a form proposes, as JSON."""
    inner = MultiDict(
        (name.removeprefix(PROPOSED), value)
        for name, value in form.items(multi=True)
        if name.startswith(PROPOSED)
    )
    wanted = command_from(inner)
    return {"do": wanted.do, **wanted.model_dump(mode="json", exclude_unset=True)}


def _holds_list(kind: Any) -> bool:
    """Return whether this type, or a member of its union, is a list."""
    if get_origin(kind) in (Annotated, Union, UnionType):
        return any(_holds_list(part) for part in get_args(kind))
    return get_origin(kind) is list
