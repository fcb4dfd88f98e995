"""Packs as files: TOML or JSON, read and written, and the line that something stands in."""

import json
import re
import tomllib
from collections.abc import Iterable
from typing import Any

from webapp.store.board import Board
from webapp.store.models import Saved
from webapp.table.pack import FORMAT, KINDS, VERSION
from webapp.table.pack_depth import ensure_shallow_json, ensure_shallow_toml
from webapp.table.refusals import Invalid

LARGEST = 1024 * 1024
DEEPEST = 12
Path = tuple[str | int, ...]
HEADER = re.compile(r"^\s*+\[\[([a-z_.\s]++)\]\]")
KEY = re.compile(r"^\s*([A-Za-z_]+)\s*=")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|\n|[^\s{}\[\],:"]+')


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
    """Every `[[header]]` and every key with its line; what stands in texts of several lines is left out."""
    at: Path = ()
    counts: dict[Path, int] = {}
    within = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not within and (header := HEADER.match(line)):
            at = _row(tuple(part.strip() for part in header[1].split(".")), counts)
            yield at, number
        elif not within and (key := KEY.match(line)):
            yield (*at, key[1]), number
        within ^= (line.count('"""') + line.count("'''")) % 2 == 1


def _row(names: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """The place that another `[[a.b]]` opens: the next b of the newest a."""
    at: Path = ()
    for name in names[:-1]:
        at = (*at, name, counts.get((*at, name), 0))
    last = (*at, names[-1])
    counts[last] = counts.get(last, -1) + 1
    return (*last, counts[last])


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
    return "\n".join(_lines(pack, "")) + "\n"


def _lines(row: dict[str, Any], place: str) -> Iterable[str]:
    tables = {name: each for name, each in row.items() if _is_tables(name, each)}
    for name, each in row.items():
        if name not in tables and each is not None:
            yield f"{name} = {_value(each)}"
    for name, rows in tables.items():
        for each in rows:
            yield ""
            yield f"[[{place}{name}]]"
            yield from _lines(each, f"{place}{name}.")


def _is_tables(name: str, value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and name != "effects"


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        pairs = (f"{_value(name)} = {_value(each)}" for name, each in value.items() if each is not None)
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    return json.dumps(value, ensure_ascii=False)
