"""Texts that are small to send and dear to read, and what reading one costs."""

import time
from collections.abc import Callable
from contextlib import suppress

from webapp.rules.errors import RuleError
from webapp.table.refusals import Refused

HEAD = 'format = "tableside.pack"\nversion = 1\n'
DOTTED = ".".join("abcdefghijkl")
MARKS = "\u0301\u0316"  # above and below: every pair is to be put into its order


def cost(call: Callable[[], object]) -> float:
    """Seconds of work that a call takes, whether it is refused or not."""
    begun = time.process_time()
    with suppress(Refused, RuleError):
        call()
    return time.process_time() - begun


def filled(piece: str, size: int) -> str:
    return piece * (size // len(piece))


def numbered(begin: str, end: str, size: int) -> str:
    """Lines that are each another: begin 0 end, begin 1 end …"""
    return "".join(f"{begin}{n}{end}" for n in range(size // (len(begin) + len(end) + 5)))


def toml_bombs(size: int) -> dict[str, str]:
    """About `size` characters each: what takes a TOML parser, or whoever looks for the line, longest."""
    return {
        "a key of many parts": "a." * (size // 2) + "a = 1",
        "a table of many parts": "[" + "a." * (size // 2) + "a]",
        "a key of many quoted parts": '"a" . ' * (size // 6) + "a = 1",
        "many lists of tables": filled("[[a]]\n", size),
        "many deep lists of tables": filled(f"[[{DOTTED}]]\n", size),
        "many tables": numbered("[a", "]\n", size),
        "many deep keys": numbered(f"{DOTTED[:-2]}.k", " = 1\n", size),
        "tables in lists of tables": HEAD + "[[scene]]\n" + filled("[[scene.tags]]\n", size),
        "many tags that are none": HEAD + filled("[[tag]]\nx = 1\n", size),
        "many unknown fields": HEAD + numbered("a", " = 1\n", size),
        "a long list": "a = [" + filled("1,", size) + "]",
        "a deep list": "a = " + "[" * (size // 2) + "]" * (size // 2),
        "deep tables": "a = " + "{a = " * (size // 6) + "1" + "}" * (size // 6),
        "many tables in a line": "a = {" + numbered("k", " = 1,", size) + "z = 1}",
        "a long whole number": "a = " + "9" * size,
        "a long number of base 16": "version = 0x" + "f" * size,
        "a long fraction": "version = 1." + "9" * size,
        "many dates": "a = [" + filled("1979-05-27T07:32:00Z,", size) + "]",
        "a text that never ends": 'a = """' + "a" * size,
        "many backslashes": 'a = "' + "\\\\" * (size // 2) + '"',
        "texts of several lines": HEAD + filled('a = """\n"""\n', size),
        "a header of spaces": f"a = [\n[[{' ' * size}1]]\n]",
        "a line of spaces": HEAD + "[[tag]]\n" + " " * size + "x = 1",
        "marks on one letter": f'{HEAD}[[tag]]\nname = "a{MARKS * (size // 4)}"',
        "marks in an effect": f'{HEAD}[[tag]]\nname = "a"\neffects = [{{on = "a{MARKS * (size // 4)}"}}]',
    }


def json_bombs(size: int) -> dict[str, str]:
    return {
        "a deep list": '{"a": ' + "[" * size,
        "deep objects": '{"a": ' * (size // 6) + "1" + "}" * (size // 6),
        "a long whole number": '{"a": ' + "9" * size + "}",
        "many long numbers": '{"a": [' + filled("9" * 4300 + ",", size) + "1]}",
        "a number without end": '{"a": 1e999}',
        "many empty lists": '{"tag": [' + filled("[],", size) + "[]]}",
        "many tags that are none": '{"tag": [' + filled('{"x":1},', size) + "{}]}",
        "many unknown fields": "{" + numbered('"a', '": 1,', size) + '"z": 1}',
        "many backslashes": '{"a": "' + "\\\\" * (size // 2) + '"}',
        "a text that never ends": '{"a": "' + "a" * size,
    }


def typed_bombs(size: int) -> dict[str, str]:
    """Texts that somebody types or pastes into one box."""
    return {
        "marks on one letter": "a" + MARKS * (size // 4),
        "marks between which something turns lines around": "a" + (MARKS + "\u200f") * (size // 6),
        "letters that come apart": "\ufdfa" * (size // 3),
        "spaces": " " * size + "a",
        "lines": "\r\n" * (size // 2) + "a",
        "flags": "\U0001f1e6" * (size // 4),
        "joined": "\U0001f468\u200d" * (size // 7),
        "digits": "9" * size,
        "dots": "a." * (size // 2),
        "halves": "\ud800" * (size // 3),
    }
