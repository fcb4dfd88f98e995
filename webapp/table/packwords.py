"""What is wrong with a pack, for whoever wrote it: the line, the entry by its name, and the field meant."""

from difflib import get_close_matches
from typing import Any, cast, get_args

from pydantic import BaseModel

from webapp.rules.ruleset import played
from webapp.table.command import parse
from webapp.table.commands.library import AddPack
from webapp.table.pack import KINDS, Pack, ensure_fits
from webapp.table.packfile import Path, line_of, read_pack
from webapp.table.refusals import NO_FIELD, Invalid

BEGINS = 'a pack begins with format = "tableside.pack" and version = 1'


def read_for(ruleset: str, text: str) -> dict[str, object]:
    """The content of a pack for a table of this game; Invalid says where the first mistake stands."""
    content = read_pack(text)
    try:
        wanted = cast(AddPack, parse({"do": "pack.add", "pack": content}))
        if wanted.pack and not played(ruleset).rests:  # else the table says that it rests
            ensure_fits(wanted.pack, ruleset)
    except Invalid as refused:
        raise with_line(refused, text) from refused
    return content


def with_line(refused: Invalid, text: str) -> Invalid:
    """The refusal of a pack with the line and the entry of its first mistake."""
    for place, why in refused.fields.items():
        path = tuple(int(part) if part.isdecimal() else part for part in place.split(".")[1:])
        line = line_of(text, path) or line_of(text, (*path, 0))
        where = f"Line {line}, " if line else ""
        said = _said(path, why.rstrip("."))
        return Invalid(f"{where}{_entry(path, read_pack(text))}: {said}. Nothing was taken.", refused.fields)
    return refused


def _entry(path: Path, content: object) -> str:
    """The place as people say it: clock 1 “Alarm” segments."""
    words = []
    for part in path:
        content = _within(content, part)
        name = content.get("name") if isinstance(content, dict) else None
        words.append(str(part + 1) if isinstance(part, int) else part)
        words += [f"“{name[:80]}”"] if isinstance(name, str) and name.strip() else []
    return " ".join(words) or "the pack"


def _within(content: object, part: str | int) -> object:
    if isinstance(content, list) and isinstance(part, int):
        return content[part] if part < len(content) else None
    return content.get(part) if isinstance(content, dict) else None


def _said(path: Path, why: str) -> str:
    if why == NO_FIELD:
        return _no_field(path)
    if path in (("format",), ("version",)):
        return BEGINS
    if len(path) == 1 and path[0] in KINDS and "list" in why:
        return f"begin each one with [[{path[0]}]], in two pairs of brackets"
    return why[:1].lower() + why[1:]


def _no_field(path: Path) -> str:
    """Which fields there are, the likely one first of all."""
    known = _fields(path[:-1])
    meant = get_close_matches(str(path[-1]), known, n=1)
    hint = (
        f"; perhaps you meant “{meant[0]}”" if meant else f"; there are {', '.join(known)}" if known else ""
    )
    return f"{NO_FIELD}{hint}"


def _fields(path: Path) -> list[str]:
    """The fields that an entry at this place may have."""
    shape: Any = Pack
    for part in path:
        if not isinstance(part, int):
            field = shape.model_fields.get(part)
            shape = next(iter(get_args(field.annotation)), None) if field else None
        if not (isinstance(shape, type) and issubclass(shape, BaseModel)):
            return []
    return list(shape.model_fields)
