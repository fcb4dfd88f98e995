"""Read what is typed or pasted into the Add field: one line, or several that are added together."""

from collections.abc import Sequence
from dataclasses import replace

from webapp.rules.name_keys import name_key
from webapp.views.quick_add_lines import clean_line, split_lines, too_long
from webapp.views.quick_add_lists import read_list, together
from webapp.views.quick_add_parser import read_addition
from webapp.views.quick_add_values import Addition, AdditionChoices, AdditionContext


def read_additions(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of a typed or pasted text: of its one line, or of all its lines together.

    Several lines are one addition, whose `parts` are theirs; a line that lacks something keeps all back. A
    line that may be a list is asked about, for all lines at once.
    """
    lines = split_lines(text)
    if too_long(text) or len(lines) < 2:
        made = read_addition(text if too_long(text) else "".join(lines), known, wanted)
        return read_list(lines[0], made, known, wanted) if lines and not too_long(text) else made
    whole: list[Addition] = []
    listed: list[Addition] = []
    for line in lines:
        whole.append(_one_line(line, known, wanted))
        made = read_list(line, whole[-1], known, wanted)
        listed += made.parts or [whole[-1]]
        known = _with(whole[-1], known)
    return _several(whole, listed)


def _several(whole: Sequence[Addition], listed: Sequence[Addition]) -> Addition:
    """Return the addition of several lines: each as one thing, or with the lists among them as lists."""
    lacking = [f"Line {place}: {part.lacks}" for place, part in enumerate(whole, start=1) if part.lacks]
    if lacking:
        return Addition("lines", lacks=lacking[0], parts=tuple(whole))
    made = together(whole)
    if len(listed) == len(whole):
        return made
    readings = [replace(each, sure=True) for each in (together(listed), made)]
    return replace(readings[0], sure=False, readings=tuple(readings))


def _one_line(line: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of one of several lines, which must be a thing to add."""
    made = read_addition(line, known, wanted)
    if made.command.get("do") == "check.call":
        lacks = f"“{clean_line(line)}” is a check. Add it by itself."
        return replace(made, command={}, readings=(), lacks=lacks)
    return made


def _with(made: Addition, known: AdditionContext) -> AdditionContext:
    """Return what is known after this line, so that a condition given twice is seen in one text too."""
    given = made.command if made.kind == "condition" else {}
    people = given.get("characters") or [given["character"]] if given else []
    key = name_key(str(given.get("name", "")))
    carried = dict(known.carried)
    for who in people if isinstance(people, list) else []:
        carried[who] = carried.get(who, frozenset()) | {key}
    return replace(known, carried=carried)
