"""A pack's text is bounded before a parser reads it, and no string or comment hides what it is made of."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from webapp.table.packfile import ensure_shallow_json, ensure_shallow_toml, read_pack
from webapp.table.refusals import Invalid

DEEP = ".".join("abcdefghijklm")
PIECES = [
    "a",
    ".",
    "a.",
    " ",
    "\t",
    "\n",
    "=",
    "1",
    "[",
    "]",
    "{",
    "}",
    ",",
    "#",
    "\\",
    '"',
    "'",
    '"""',
    "'''",
]
PIECES += ['""', "''", "a=", "[[a]]\n", "[a]\n", '"a".', "'a'.", 'a="', "a='", 'a="""', "a='''", "é", "\r\n"]


@contextmanager
def watched() -> Iterator[dict[str, int]]:
    """How many parts the longest key has that the parser reads meanwhile, and how deep its values stand."""
    most, parser = {"parts": 0, "depth": 0}, tomllib._parser  # type: ignore[attr-defined]
    key, value, depth = parser.parse_key, parser.parse_value, 0

    def read_key(*at: Any) -> Any:
        found = key(*at)
        most["parts"] = max(most["parts"], len(found[1]))
        return found

    def read_value(*at: Any) -> Any:
        nonlocal depth
        depth += at[0][at[1] : at[1] + 1] in ("[", "{")
        most["depth"] = max(most["depth"], depth)
        found = value(*at)
        depth -= at[0][at[1] : at[1] + 1] in ("[", "{")
        return found

    parser.parse_key, parser.parse_value = read_key, read_value
    try:
        yield most
    finally:
        parser.parse_key, parser.parse_value = key, value


def parses(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@example('x = """a"""" # "\na.b.c.d = 1')
@example("x = '\\'\na.b.c.d = 1")
@example('x = "\\"" # \'\na.b.c.d = 1')
@example('x = """\\""" """\na.b.c.d = 1')
@example('x = {q = """a"""", a.b.c.d = 1}')
@example("x = {q = '''a'''', a.b.c.d = 1}")
@example('# """\na."b".c . d = 1 # """')
@example("a.\"\".''.c = 1")
@example("x = [[[[1]]]]")
@example("x = {a = {b = {c = {}}}}")
def test_no_string_and_no_comment_hides_what_a_parser_would_read(text: str) -> None:
    with watched() as most:
        whole = parses(text)
    if most["parts"] > 3 or most["depth"] > 3:
        with pytest.raises(Invalid):
            ensure_shallow_toml(text, parts=3, depth=3)
    elif whole:
        ensure_shallow_toml(text, parts=3, depth=5)  # the brackets of a header count too


@pytest.mark.parametrize(
    "text",
    [f"{DEEP} = 1", f"[{DEEP}]", f"[[{DEEP}]]", f"x = {{ {DEEP} = 1 }}", DEEP.replace(".", " .\t") + "=1"],
)
def test_a_key_has_at_most_twelve_parts(text: str) -> None:
    with pytest.raises(Invalid, match="more than 12 parts"):
        read_pack(text)


@pytest.mark.parametrize("text", ["x = " + "[" * 21 + "]" * 21, '{"x": ' + '{"x":' * 20 + "1" + "}" * 21])
def test_a_pack_is_nested_at_most_twenty_deep(text: str) -> None:
    with pytest.raises(Invalid, match="more than 20 levels deep"):
        read_pack(text)


def test_brackets_and_dots_in_texts_are_no_nesting() -> None:
    said = "[" * 30 + "a." * 30
    assert read_pack(f'name = "{said}"\n# {said}')["name"] == said
    assert read_pack(f'{{"name": "\\"{said}"}}')["name"] == f'"{said}'
    ensure_shallow_json('"' + "[" * 1000)
