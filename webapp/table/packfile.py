"""Read and write packs as TOML or JSON files.

Errors name the line, the entry and, for an unknown field, the likely one.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, cast, get_args

import tomli_w
from pydantic import BaseModel

from webapp.rules.playable_games import load_ruleset_or_stand_in, why_read_only
from webapp.store.models import LibraryItem
from webapp.store.table_state import TableState
from webapp.table.command import parse
from webapp.table.commands.library import AddPack
from webapp.table.json_reader import DuplicateField, parse_json
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
    r'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*(?:"{3,5}|\Z)'
    r"|'''[^']*+(?:'(?!'')[^']*+)*(?:'{3,5}|\Z)"
    r'|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings of all four kinds and comments; an unclosed one continues to where a parser fails. Only single
characters are repeated possessively: Python 3.11.2 matches a possessive group wrongly."""
JSON_WORDS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"?', re.DOTALL)
BETWEEN_KEYS = re.compile(r"[=\[\]{},\n]")
BRACKETS = re.compile(r"[\[\]{}]")


def read_pack(text: str) -> dict[str, object]:
    """Parse a pack without validating it; raise Invalid with the reason if it is not TOML or JSON."""
    is_json = _is_json(text)
    (ensure_shallow_json if is_json else ensure_shallow_toml)(text)
    try:
        found = parse_json(text) if is_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise Invalid(f"Line {error.lineno} is not JSON: {error.msg}. Nothing was imported.") from error
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"This is not TOML: {error}. Nothing was imported.") from error
    except DuplicateField as error:
        line, field = next(_duplicates(text))
        raise Invalid(f"Line {line}: “{field}” appears twice in one object. Nothing was imported.") from error
    except (RecursionError, ValueError) as error:
        raise Invalid(
            "This file is nested too deeply, or contains a number that is too long. Nothing was imported."
        ) from error
    if not isinstance(found, dict) or not _is_plain(found):
        raise Invalid(
            "A pack cannot have dates, infinite or very large numbers, or more than "
            f"{DEEPEST} levels of nesting. Nothing was imported."
        )
    return found


def line_of(text: str, path: Path) -> int | None:
    """Return the line of a place in a pack file, or of the nearest known place around it; or None."""
    lines = dict(reversed(list((_json_places if _is_json(text) else _toml_places)(text))))
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), None)


def _duplicates(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each field that occurs a second time in one JSON object."""
    found: set[Path] = set()
    for path, line in _json_places(text):
        if path in found:
            yield line, str(path[-1])[:80]
        found.add(path)


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _is_plain(value: object, depth: int = 0) -> bool:
    """Return whether a value has only what packs allow.

    Dates, infinities, numbers of 2^53 or more and nesting deeper than 12 are not allowed.
    """
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return depth < DEEPEST and all(_is_plain(part, depth + 1) for part in parts)
    if isinstance(value, int | float):
        return abs(value) < 2**53  # false for infinities and NaN, too
    return value is None or isinstance(value, str)


# ---- line numbers --------------------------------------------------------------------------------


def _toml_places(text: str) -> Iterable[tuple[Path, int]]:
    """Yield the place and line of every header, key and list row, except inside multi-line texts."""
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
    """Return a header's place: `[[a.b]]` adds a b to the newest a (`another`), `[a.b]` finds the newest b."""
    at = within
    for name in names:
        at = (*at, counts[at], name) if at in counts else (*at, name)
    if another:
        counts[at] = counts.get(at, -1) + 1
    return (*at, counts[at]) if at in counts else at


def _json_places(text: str) -> Iterable[tuple[Path, int]]:
    """Yield the place and line of every key, and of every object or list in a list, in valid JSON."""
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


# ---- writing -------------------------------------------------------------------------------------


def pack_of(state: TableState) -> dict[str, object]:
    """Return the table's whole library as a pack."""
    rows = {kind: [row.data for row in state.find_all(LibraryItem) if row.kind == kind] for kind in KINDS}
    head = {"format": FORMAT, "version": VERSION, "name": state.table.name}
    return head | {kind: found for kind, found in rows.items() if found}


def as_json(pack: dict[str, object]) -> str:
    """Return a pack as the text of a JSON file."""
    return json.dumps(pack, ensure_ascii=False, indent=2) + "\n"


def as_toml(pack: dict[str, object]) -> str:
    """Return a pack as the text of a TOML file, which `read_pack` reads."""
    return tomli_w.dumps(_said(pack))


def _said(value: Any) -> Any:
    """Return a value without its null fields, which TOML cannot express."""
    if isinstance(value, dict):
        return {name: _said(element) for name, element in value.items() if element is not None}
    return [_said(element) for element in value] if isinstance(value, list) else value


# ---- nesting --------------------------------------------------------------------------------------


def ensure_shallow_toml(text: str, parts: int = MOST_PARTS, depth: int = MOST_NESTED) -> None:
    """Refuse TOML whose keys have too many parts or whose lists and tables are nested too deeply."""
    bare = TOML_WORDS.sub("", text)
    if any(piece.count(".") >= parts for piece in BETWEEN_KEYS.split(bare)):
        raise Invalid(
            f"A key in this file has more than {parts} parts separated by dots. Nothing was imported."
        )
    _ensure_shallow(bare, depth)


def ensure_shallow_json(text: str, depth: int = MOST_NESTED) -> None:
    """Refuse JSON with lists and objects nested too deeply."""
    _ensure_shallow(JSON_WORDS.sub("", text), depth)


def _ensure_shallow(bare: str, most: int) -> None:
    depth = 0
    for bracket in BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > most:
            raise Invalid(f"This file is nested more than {most} levels deep. Nothing was imported.")


# ---- errors ---------------------------------------------------------------------------------------


BEGINS = 'a pack must begin with format = "tableside.pack" and version = 1'
BEGINS_JSON = 'a pack must have "format": "tableside.pack" and "version": 1'


def read_pack_for(ruleset: str, text: str) -> dict[str, object]:
    """Return a pack's content for a table of this game; raise Invalid with the place of a mistake."""
    content = read_pack(text)
    try:
        wanted = cast(AddPack, parse({"do": "pack.add", "pack": content}))
        if wanted.pack and not why_read_only(
            load_ruleset_or_stand_in(ruleset)
        ):  # a read-only table refuses by itself
            ensure_fits(wanted.pack, ruleset)
    except Invalid as refused:
        raise locate_refusal(refused, text) from refused
    return content


def locate_refusal(refused: Invalid, text: str) -> Invalid:
    """Return a pack's refusal with the line and the entry of the first mistake added."""
    for place, why in refused.fields.items():
        path = tuple(int(part) if part.isdecimal() else part for part in place.split(".")[1:])
        line = line_of(text, path) or line_of(text, (*path, 0))
        where = f"Line {line}, " if line else ""
        said = _why(path, why.rstrip("."), is_json=_is_json(text))
        return Invalid(
            f"{where}{_entry(path, read_pack(text))}: {said}. Nothing was imported.", refused.fields
        )
    return refused


def _entry(path: Path, content: object) -> str:
    """Describe a place in a pack, such as: clock 1 “Alarm” segments."""
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


def _why(path: Path, why: str, *, is_json: bool) -> str:
    if why == NO_FIELD:
        return _no_field(path)
    if path in (("format",), ("version",)):
        return BEGINS_JSON if is_json else BEGINS
    if not is_json and len(path) == 1 and path[0] in KINDS and "list" in why:
        return f"begin each entry with [[{path[0]}]], in double brackets"
    return why[:1].lower() + why[1:]


def _no_field(path: Path) -> str:
    """Describe an unknown field, with the likely field or a list of all."""
    known = _list_fields(path[:-1])
    nearest = get_close_matches(str(path[-1]), known, n=1)
    hint = (
        f"; perhaps you meant “{nearest[0]}”"
        if nearest
        else f"; the fields are {', '.join(known)}"
        if known
        else ""
    )
    return f"{NO_FIELD}{hint}"


def _list_fields(path: Path) -> list[str]:
    """Return the names of the fields that an entry at this place may have."""
    shape: Any = Pack
    for part in path:
        if not isinstance(part, int):
            field = shape.model_fields.get(part)
            shape = next(iter(get_args(field.annotation)), None) if field else None
        if not (isinstance(shape, type) and issubclass(shape, BaseModel)):
            return []
    return list(shape.model_fields)
