"""What is small to send is cheap to refuse: packs, commands and calculations that are made to be dear."""

import resource
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from tests.attack.bombs import MARKS, cost, json_bombs, toml_bombs, typed_bombs
from tests.attack.places import at, places, replaced
from webapp.api.calls import command_examples
from webapp.rules.calculator import calculate, examples
from webapp.table.command import parse
from webapp.table.commands import commands
from webapp.table.dice import secure_dice
from webapp.table.packfile import locate_refusal, read_pack
from webapp.table.refusals import Invalid

pytestmark = pytest.mark.attack

FORM = 60_000
"""As many characters as any form or command may bring."""
SOON = 1.0
"""Seconds of work that one such text may take; most take a fortieth of it, some would take hours."""
NUMBERS = [0, -1, 1, 9, 20, 60, 61, 100, 999, 10**6, 2**31, 10**18, 10**300, 0.5, 1e308]


def parse_pack(text: str) -> None:
    """Read and validate a pack as its page does, and locate the line of what is wrong."""
    try:
        parse({"do": "pack.add", "pack": read_pack(text)})
    except Invalid as refused:
        if refused.fields:
            locate_refusal(refused, text)


@pytest.mark.parametrize("bombs", [toml_bombs(FORM), json_bombs(FORM)], ids=["toml", "json"])
def test_no_pack_takes_long_to_refuse(bombs: dict[str, str]) -> None:
    costs = {name: cost(lambda text=text: parse_pack(text)) for name, text in bombs.items()}  # type: ignore[misc]
    assert {name: spent for name, spent in costs.items() if spent > SOON} == {}


def test_a_key_of_many_parts_would_kill_without_the_bound() -> None:
    bomb = toml_bombs(16_000)["a key of many parts"]
    assert cost(lambda: parse_pack(bomb)) < 0.05
    read = f"import tomllib; tomllib.loads({bomb!r})"
    ended = subprocess.run([sys.executable, "-c", read], preexec_fn=_little_memory, capture_output=True)
    assert b"MemoryError" in ended.stderr
    assert tomllib.loads("a.b = 1")  # and not because nothing can be read there


def _little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (200 * 2**20, 200 * 2**20))


def test_no_text_in_a_command_takes_long_to_clean() -> None:
    costs = {}
    for name, text in typed_bombs(FORM).items():
        for do, sent in commands_with(text):
            costs[name, do] = cost(lambda sent=sent: parse(sent))  # type: ignore[misc]
    assert {each: spent for each, spent in costs.items() if spent > SOON} == {}


def commands_with(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command whose example has texts, with this text in each place of one."""
    for do, example in command_examples().items():
        for path in places(example.send):
            if isinstance(at(example.send, path), str):
                yield f"{do} {path}", {"do": do, **replaced(example.send, path, text)}
    for do in commands():
        if "effects" in commands()[do].model_fields:
            yield do, {"do": do, "name": "a", "effects": [{"on": text, "modifier": "note", "note": text}]}


def test_a_row_of_marks_would_be_dear_without_the_bound() -> None:
    assert cost(lambda: unicodedata.normalize("NFC", MARKS * (FORM // 4))) > 0.2


def test_no_calculation_takes_long() -> None:
    wrong = {}
    for (game, name), (asked, _) in examples().items():
        for sent in blown_up(asked):
            spent = cost(lambda sent=sent: calculate(game, name, sent, source=secure_dice))  # type: ignore[misc]  # noqa: B023
            if spent > SOON:
                wrong[game, name, str(sent)[:200]] = spent
    assert wrong == {}


def blown_up(asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A question with each of its values too large, too many or of another kind."""
    for path in places(asked):
        value = at(asked, path)
        more: list[Any] = [*NUMBERS, *typed_bombs(FORM // 4).values(), None, True, [], {}]
        if isinstance(value, list) and value:
            more += [(value * most)[:most] for most in (13, 61, 1000)]
        if isinstance(value, dict) and value:
            more += [
                {**value, **{f"x{n}": next(iter(value.values())) for n in range(most)}} for most in (61, 1000)
            ]
        for each in more:
            sent = replaced(asked, path, each)
            if isinstance(sent, dict):
                yield sent
