"""Read what is typed or pasted into the Add field: one line, or several that are added together."""

from dataclasses import replace

from webapp.views.quick_add_lines import split_lines, too_long
from webapp.views.quick_add_parser import read_addition
from webapp.views.quick_add_values import Addition, AdditionChoices, AdditionContext


def read_additions(text: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of a typed or pasted text: of its one line, or of all its lines together.

    Several lines are one addition, whose `parts` are theirs; a line that lacks something keeps all back.
    """
    lines = split_lines(text)
    if too_long(text) or len(lines) < 2:
        return read_addition(text if too_long(text) else "".join(lines), known, wanted)
    parts = tuple(_one_line(line, known, wanted) for line in lines)
    lacking = [f"Line {place}: {part.lacks}" for place, part in enumerate(parts, start=1) if part.lacks]
    if lacking:
        return Addition("lines", lacks=lacking[0], parts=parts)
    command = {"do": "things.add", "adds": [dict(part.command) for part in parts]}
    sure = all(part.sure for part in parts)
    words = ". ".join(part.words for part in parts)
    return Addition("lines", command=command, words=words, sure=sure, parts=parts)


def _one_line(line: str, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of one of several lines, which must be a thing to add."""
    made = read_addition(line, known, wanted)
    if made.command.get("do") == "check.call":
        return replace(made, command={}, readings=(), lacks=f"“{line}” is a check. Add it by itself.")
    return made
