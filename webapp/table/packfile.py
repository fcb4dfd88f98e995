"""Packs as files, TOML or JSON: read, written, and what is wrong with one, for whoever wrote it: the line,
the entry by its name, and the field meant."""

import json
import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, cast, get_args

import tomli_w
from pydantic import BaseModel

from webapp.rules.ruleset import played
from webapp.store.board import Board
from webapp.store.models import Saved
from webapp.table.command import parse
from webapp.table.commands.library import AddPack
from webapp.table.pack import FORMAT, KINDS, VERSION, Pack, ensure_fits
from webapp.table.refusals import NO_FIELD, Invalid

LARGEST = 1024 * 1024
DEEPEST = 12
Path = tuple[str | int, ...]
HEADER = re.compile(r"^\s*+(\[\[?)([a-z_.\s]++)\]")
KEY = re.compile(r"^\s*([A-Za-z_]+)\s*=")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|\n|[^\s{}\[\],:"]+')
MOST_PARTS = 12
MOST_NESTED = 20
TOML_WORDS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings of all four kinds and comments; one that is not closed goes on to where a parser gives up."""
JSON_WORDS = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
BETWEEN_KEYS = re.compile(r"[=\[\]{},\n]")
BRACKETS = re.compile(r"[\[\]{}]")


def read_pack(text: str) -> dict[str, object]:
    """A pack's content, not yet looked at; Invalid names the line where it is no TOML or JSON."""
    is_json = _is_json(text)
    (ensure_shallow_json if is_json else ensure_shallow_toml)(text)
    try:
        found = json.loads(text) if is_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise Invalid(f"Line {error.lineno} is not JSON: {error.msg}. Nothing was taken.") from error
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"This is not TOML: {error}. Nothing was taken.") from error
    except (RecursionError, ValueError) as error:
        raise Invalid(
            "This file is nested too deep, or holds a number too long. Nothing was taken."
        ) from error
    if not isinstance(found, dict) or not _is_plain(found):
        raise Invalid("This file holds no pack. Nothing was taken.")
    return found


def line_of(text: str, path: Path) -> int | None:
    """The line where this place of a file stands, or the nearest thing around it."""
    lines = dict(reversed(list((_json_places if _is_json(text) else _toml_places)(text))))
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), None)


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _is_plain(value: object, depth: int = 0) -> bool:
    """Whether it holds what a pack may: no dates, no numbers without end, not too deep."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return depth < DEEPEST and all(_is_plain(part, depth + 1) for part in parts)
    if isinstance(value, int | float):
        return abs(value) < 2**53  # nor is what is no number at all
    return value is None or isinstance(value, str)


# ---- where things stand --------------------------------------------------------------------------


def _toml_places(text: str) -> Iterable[tuple[Path, int]]:
    """Every header, every key and every row of a list with its line; what stands in texts of several lines
    is left out."""
    at: Path = ()
    rows: Path = ()
    counts: dict[Path, int] = {}
    within = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not within and (header := HEADER.match(line)):
            at = _opened([part.strip() for part in header[2].split(".")], counts, another=header[1] == "[[")
            yield at, number
        elif not within and (key := KEY.match(line)):
            rows = (*at, key[1])
            yield rows, number
        elif not within and line.lstrip().startswith("{"):
            yield _opened([], counts, within=rows, another=True), number
        within ^= (line.count('"""') + line.count("'''")) % 2 == 1


def _opened(names: list[str], counts: dict[Path, int], within: Path = (), *, another: bool) -> Path:
    """The place that a header opens, `[[a.b]]` `another` b of the newest a, `[a.b]` the b that is there."""
    at = within
    for name in names:
        at = (*at, counts[at], name) if at in counts else (*at, name)
    if another:
        counts[at] = counts.get(at, -1) + 1
    return (*at, counts[at]) if at in counts else at


def _json_places(text: str) -> Iterable[tuple[Path, int]]:
    """Every key and every element with its line; the text is JSON already."""
    path: list[str | int] = []
    kinds: list[str] = []
    line, key = 1, ""
    for word in TOKEN.findall(text):
        if word == "\n":
            line += 1
        elif word in "{[":
            if kinds and kinds[-1] == "[":
                yield tuple(path), line
            kinds.append(word)
            path.append(0 if word == "[" else "")
        elif word in "}]":
            kinds.pop()
            path.pop()
        elif word == ":" and kinds[-1] == "{":
            path[-1] = key
            yield tuple(path), line
        elif word == "," and kinds[-1] == "[":
            path[-1] = int(path[-1]) + 1
        elif word.startswith('"'):
            key = json.loads(word)


# ---- out -----------------------------------------------------------------------------------------


def pack_of(board: Board) -> dict[str, object]:
    """The whole library as a pack."""
    rows = {kind: [row.data for row in board.here(Saved) if row.kind == kind] for kind in KINDS}
    head = {"format": FORMAT, "version": VERSION, "name": board.table.name}
    return head | {kind: found for kind, found in rows.items() if found}


def as_json(pack: dict[str, object]) -> str:
    """A pack as a file for programs."""
    return json.dumps(pack, ensure_ascii=False, indent=2) + "\n"


def as_toml(pack: dict[str, object]) -> str:
    """A pack as TOML that `read_pack` takes back."""
    return tomli_w.dumps(_said(pack))


def _said(value: Any) -> Any:
    """What TOML can say: it has no word for nothing."""
    if isinstance(value, dict):
        return {name: _said(each) for name, each in value.items() if each is not None}
    return [_said(each) for each in value] if isinstance(value, list) else value


# ---- how deep it is nested ------------------------------------------------------------------------


def ensure_shallow_toml(text: str, parts: int = MOST_PARTS, depth: int = MOST_NESTED) -> None:
    """Refuse TOML with keys of too many parts, or with lists and tables too deep in one another."""
    bare = TOML_WORDS.sub("", text)
    if any(piece.count(".") >= parts for piece in BETWEEN_KEYS.split(bare)):
        raise Invalid(f"A key of this file has more than {parts} parts with dots between. Nothing was taken.")
    _ensure_shallow(bare, depth)


def ensure_shallow_json(text: str, depth: int = MOST_NESTED) -> None:
    """Refuse JSON whose lists and objects stand too deep in one another."""
    _ensure_shallow(JSON_WORDS.sub("", text), depth)


def _ensure_shallow(bare: str, most: int) -> None:
    depth = 0
    for bracket in BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > most:
            raise Invalid(f"This file is nested more than {most} deep. Nothing was taken.")


# ---- what is wrong with one -----------------------------------------------------------------------


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
        said = _why(path, why.rstrip("."))
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


def _why(path: Path, why: str) -> str:
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
