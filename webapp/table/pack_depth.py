"""How deep a pack is nested, told from its text alone: what would cost a parser dear is never handed to one.

A TOML parser walks each key from the top, part by part and again for every part, so that a key of a hundred
thousand parts takes all the memory of a machine. What is counted here is counted in one go through the text.
"""

import re

from webapp.table.refusals import Invalid

MOST_PARTS = 12
DEEPEST = 20
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


def ensure_shallow_toml(text: str, parts: int = MOST_PARTS, depth: int = DEEPEST) -> None:
    """Refuse TOML with keys of too many parts, or with lists and tables too deep in one another."""
    bare = TOML_WORDS.sub("", text)
    if any(piece.count(".") >= parts for piece in BETWEEN_KEYS.split(bare)):
        raise Invalid(f"A key of this file has more than {parts} parts with dots between. Nothing was taken.")
    _ensure_shallow(bare, depth)


def ensure_shallow_json(text: str, depth: int = DEEPEST) -> None:
    """Refuse JSON whose lists and objects stand too deep in one another."""
    _ensure_shallow(JSON_WORDS.sub("", text), depth)


def _ensure_shallow(bare: str, most: int) -> None:
    depth = 0
    for bracket in BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > most:
            raise Invalid(f"This file is nested more than {most} deep. Nothing was taken.")
