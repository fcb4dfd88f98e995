"""At a prompt all games are used alike: the same verbs, the same order of arguments, types at hand."""

import doctest
import inspect
import re
import typing
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import webapp
from webapp.rules.errors import RuleError

GAMES = ("razorweave", "resonance", "mettle")
README = Path(webapp.__file__).parent / "rules" / "README.md"
VERBS = {
    "assess": ["check", "around"],
    "odds": ["check"],
    "roll": ["check", "source"],
    "resolve": ["check", "dice"],
    "tick": ["clocks"],
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"webapp.rules.{request.param}")


def taken(function: Any) -> list[str]:
    """The names of what a function takes by place."""
    by_name = inspect.Parameter.KEYWORD_ONLY
    return [name for name, each in inspect.signature(function).parameters.items() if each.kind is not by_name]


@pytest.mark.parametrize("verb", VERBS)
def test_every_game_has_the_same_verbs_with_the_same_order_of_arguments(game: ModuleType, verb: str) -> None:
    assert verb in game.__all__
    known = taken(getattr(game, verb))
    assert known[: len(VERBS[verb])] == VERBS[verb]
    assert len(known) == len(VERBS[verb]) + (verb == "tick"), "tick takes how it came out as well"


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("wrong", ["nonsense", 7, None])
def test_what_does_not_fit_is_a_sentence_and_names_its_field(
    game: ModuleType, verb: str, wrong: object
) -> None:
    function = getattr(game, verb)
    with pytest.raises(RuleError) as refused:
        function(*[wrong] * sum(each.default is each.empty for each in _wanted(function)))
    assert refused.value.field.startswith(VERBS[verb][0])
    assert str(refused.value).endswith(".")


def _wanted(function: Any) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def test_what_a_game_exports_is_there_and_is_no_module(game: ModuleType) -> None:
    assert len(set(game.__all__)) == len(game.__all__)
    assert {"RULESET", "Check", "Assessment", "Effect", "Held", "Modifier", "Proposed", "Source"} <= {
        *game.__all__
    }
    assert not [name for name in game.__all__ if inspect.ismodule(getattr(game, name))]


def test_every_type_of_the_game_that_a_caller_meets_is_exported(game: ModuleType) -> None:
    exported = {getattr(game, name) for name in game.__all__ if inspect.isclass(getattr(game, name))}
    own = {each for each in _met(game) if each.__module__.startswith(f"{game.__name__}.")}
    assert not {each.__qualname__ for each in own - exported}


def _met(game: ModuleType) -> Iterator[type]:
    """The types of everything that a public function or class takes, gives or keeps."""
    for name in game.__all__:
        thing = getattr(game, name)
        for each in (thing, *(_members(thing) if inspect.isclass(thing) else ())):
            if inspect.isclass(each) or inspect.isfunction(each):
                for hint in typing.get_type_hints(each).values():
                    yield from _classes(hint)


def _members(thing: type) -> Iterator[Any]:
    for name, each in vars(thing).items():
        if not name.startswith("_"):
            yield each.fget if isinstance(each, property) else getattr(each, "__func__", each)


def _classes(hint: Any) -> Iterator[type]:
    if inspect.isclass(hint):
        yield hint
    for inner in typing.get_args(hint):
        yield from _classes(inner)


ODD = [
    None,
    "nonsense",
    "",
    7,
    -1,
    2.5,
    True,
    [],
    [3],
    ["Ann"],
    {},
    {"Ann": "two"},
    object(),
    10**30,
    b"x",
    (1, 2),
]


def test_no_wrong_argument_of_anything_exported_is_a_bare_error(game: ModuleType) -> None:
    exported = [getattr(game, name) for name in game.__all__ if name != "RULESET"]
    bare = {f"{thing.__name__}: {wrong}" for thing in exported if callable(thing) for wrong in _bare(thing)}
    assert not bare


def _bare(thing: Any) -> Iterator[str]:
    """What comes out of wrong arguments that is no RuleError."""
    if isinstance(thing, type) and issubclass(thing, Enum):
        return
    names = [each.name for each in _wanted(thing) if each.kind is not each.VAR_POSITIONAL]
    for odd in ODD:
        for given in (dict.fromkeys(names, odd), *({name: odd} for name in names), {}):
            try:
                thing(**given)
            except RuleError:
                continue
            except Exception as wrong:
                yield f"{type(wrong).__name__} of {given}: {wrong}"


def test_the_readme_has_some_lines_of_each_game_and_they_are_true() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert (failed, tried > 20) == (0, True)
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    for game in GAMES:
        (own,) = [each for each in blocks if f"import {game}\n" in each]
        assert own.count(">>> ") >= 10, game


def test_a_type_checker_reads_the_library() -> None:
    assert (Path(webapp.__file__).parent / "py.typed").is_file()
