"""At a prompt all games are used alike: the same verbs, the same order of arguments, types at hand."""

import doctest
import inspect
import random
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any

import pytest

import webapp
from webapp.games.razorweave import rules as rw
from webapp.rules.codec import Longest, Most, Within
from webapp.rules.errors import RuleError, shown
from webapp.rules.odds import Chances

GAMES = ("razorweave", "resonance", "mettle")
README = Path(webapp.__file__).parent / "rules" / "README.md"
VERBS = {
    "assess": ["check", "around"],
    "modifiers_for": ["check", "around"],
    "with_modifiers": ["check", "around"],
    "odds": ["check"],
    "roll": ["check", "source"],
    "resolve": ["check", "dice"],
    "tick": ["clocks", "outcome"],
}
OF_TARGET = {"modifiers_for": ["target"], "with_modifiers": ["target"]}
"""What Resonance takes as well: a check of its is aimed at somebody who has conditions."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"webapp.games.{request.param}.rules")


def list_positional_names(function: Any) -> list[str]:
    """List the names of a function's positional parameters."""
    by_name = inspect.Parameter.KEYWORD_ONLY
    return [name for name, each in inspect.signature(function).parameters.items() if each.kind is not by_name]


@pytest.mark.parametrize("verb", VERBS)
def test_every_game_has_the_same_verbs_with_the_same_order_of_arguments(game: ModuleType, verb: str) -> None:
    assert verb in game.__all__
    more = OF_TARGET.get(verb, []) if game.RULESET.key == "resonance" else []
    assert list_positional_names(getattr(game, verb)) == VERBS[verb] + more


VALUES = {
    "Assessment",
    "Clock",
    "ClockRef",
    "ContextItem",
    "Effect",
    "Modifier",
    "ModifierKind",
    "ProposalLine",
}
SHARED = {*VALUES, "Loaded", "RuleError"}


def test_what_a_game_exports_is_there_and_is_no_module(game: ModuleType) -> None:
    assert len(set(game.__all__)) == len(game.__all__)
    assert {"RULESET", "Check", *SHARED} <= {*game.__all__}
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


def test_a_number_or_a_list_outside_its_limits_is_a_sentence_and_names_its_field(game: ModuleType) -> None:
    """What a rule calls impossible is said by whatever is exported, before it looks at anything else."""
    asked = [each for name in game.__all__ for each in _limited(getattr(game, name))]
    assert asked
    silent = [
        f"{call.__qualname__}: {name}={value!r}"
        for call, name, value in asked
        if not _refuses(call, name, value)
    ]
    assert not silent


def _limited(thing: Any) -> Iterator[tuple[Any, str, object]]:
    """The arguments and fields that have limits, each with the values next to them."""
    members = list(_members(thing)) if is_dataclass(thing) else []
    for call in (thing, *members):
        if inspect.isfunction(call) or is_dataclass(call):
            for name, hint in typing.get_type_hints(call, include_extras=True).items():
                if is_dataclass(call) or typing.get_origin(hint) is not typing.Literal:
                    yield from ((call, name, value) for value in _outside_of(hint))


def _outside_of(hint: Any) -> Iterator[object]:
    """The values next to a hint's limits, within a list or a mapping where the hint is one."""
    kind, within = typing.get_origin(hint), typing.get_args(hint)
    if kind is Mapping:
        yield from ({1: value} for value in _outside_of(within[1]))
    elif kind in (Sequence, Iterable):
        yield from ([value] for value in _outside_of(within[0]))
    elif kind is typing.Literal:
        yield "nonsense"
    else:
        for limit in getattr(hint, "__metadata__", ()):
            yield from _outside(limit)
        if kind in (typing.Union, UnionType):
            for each in within:
                yield from _outside_of(each)


def _outside(limit: object) -> tuple[object, ...]:
    match limit:
        case Within():
            return (limit.low - 1, limit.high + 1)
        case Longest():
            return ("x" * (limit.most + 1),)
        case Most():
            return (("x",) * (limit.things + 1),)
    return ()


def _refuses(call: Any, name: str, value: object) -> bool:
    asked = list(inspect.signature(call).parameters.values())
    many = any(each.kind is each.VAR_POSITIONAL and each.name == name for each in asked)
    rest = {
        each.name: None
        for each in asked
        if each.default is each.empty and each.kind is not each.VAR_POSITIONAL and each.name != name
    }
    try:
        call(*[value] * many, **(rest if many else {name: value} | rest))
    except RuleError as refused:
        place, wrong = _within(name, value)
        return refused.field == place and str(refused).endswith(f", not {shown(wrong)}.")
    return False


def _within(name: str, value: Any) -> tuple[str, object]:
    """The one wrong value and its place: an argument, or what stands in a list or a mapping."""
    if not isinstance(value, dict | list):
        return name, value
    ((at, wrong),) = value.items() if isinstance(value, dict) else enumerate(value)
    return f"{name}[{at}]", wrong


CHECKS: dict[str, Callable[[Any], Any]] = {
    "razorweave": lambda rw: rw.Check(16, attribute=2, skill_name="Stealth", intent="pass the guards"),
    "resonance": lambda rs: rs.Check(9, level=2, stat=3, kind="attack", targeted=True),
    "mettle": lambda mettle: mettle.Check(5, 3, action="attack"),
}
NAMES = {"razorweave": "Dim Light", "resonance": "Prone", "mettle": "Rattled"}


def check_of(game: ModuleType) -> Any:
    return CHECKS[game.RULESET.key](game)


def name_of(game: ModuleType) -> str:
    return NAMES[game.RULESET.key]


def test_a_name_of_the_book_stands_for_its_entry(game: ModuleType) -> None:
    check, name = check_of(game), name_of(game)
    met = game.modifiers_for(check, [name.upper()])
    assert [source.name for source in met.sources] == [name]
    assert game.modifiers_for(check, name) == met
    assert game.modifiers_for(game.with_modifiers(check, [name])).dice == met.dice
    assert game.with_modifiers(check) == check


@pytest.mark.parametrize("verb", ["modifiers_for", "with_modifiers"])
def test_an_unknown_name_is_told_the_nearest_and_what_to_write(game: ModuleType, verb: str) -> None:
    name = name_of(game)
    with pytest.raises(RuleError) as refused:
        getattr(game, verb)(check_of(game), [name, name[:-1]])
    assert refused.value.field == "around[1]"
    assert f"Did you mean {name}?" in str(refused.value)
    assert f'ContextItem("{name[:-1]}", "' in str(refused.value)


def test_odds_have_one_shape(game: ModuleType) -> None:
    odds = game.odds(check_of(game))
    assert isinstance(odds, Chances)
    assert sum(odds.values()) == 1
    assert odds == game.RULESET.odds(check_of(game))
    assert 0 < odds.success < 1
    assert str(odds).startswith(f"{float(odds.success):.1%} success: ")


def test_outcomes_have_one_shape(game: ModuleType) -> None:
    for seed in range(20):
        came = game.roll(check_of(game), random.Random(seed))
        told = game.RULESET.resolve(check_of(game), dice_of(came))
        assert (came.key, came.label, came.success) == (told.outcome, told.label, told.success)
        assert came.sentences == told.sentences
        assert came.sentences[0] in str(came)


def dice_of(came: Any) -> Any:
    """The dice of an outcome as somebody types them."""
    if hasattr(came, "kept"):
        return [*came.kept, *getattr(came, "dropped", getattr(came, "discarded", ()))]
    return came.achieved.roll.pairs


def test_a_seeded_generator_rolls_the_same_again_and_nobody_needs_any(game: ModuleType) -> None:
    rolled = [game.roll(check_of(game), random.Random(7)) for _ in range(2)]
    assert rolled[0] == rolled[1]
    assert game.roll(check_of(game)).key in game.odds(check_of(game))


def test_dice_that_fell_are_not_rolled_again(game: ModuleType) -> None:
    with pytest.raises(RuleError) as refused:
        game.roll(check_of(game), [1, 2])
    assert refused.value.field == "source"
    assert str(refused.value).startswith("Dice that have already been rolled go to resolve(check, [1, 2]).")


def test_a_tick_is_what_an_outcome_proposes_for_clocks(game: ModuleType) -> None:
    won = next(came for seed in range(99) if (came := game.roll(check_of(game), random.Random(seed))).success)
    lines = game.tick([3], won)
    assert lines == game.tick([game.ClockRef(3, targeted=True)], won)
    assert [(line.do, line.fields["clock"]) for line in lines] == [("clock.tick", 3)]
    assert game.Clock.new(4).tick(3).clock.word == "nearly full"


def test_a_value_at_a_prompt_is_one_line(game: ModuleType) -> None:
    check, name = check_of(game), name_of(game)
    fog = game.ContextItem("Fog", "tag", [game.Effect("anything", "note", note="n" * 200)])
    met = game.modifiers_for(check, [name, fog])
    came = game.roll(game.with_modifiers(check, [name]), random.Random(3))
    values = [check, met, met.sources[0], came, game.odds(check), *game.tick([1, 2], came)]
    values += [game.ClockRef(1, "n" * 200), game.Loaded(*range(1, 99)), game.Clock.new(8), game.RULESET]
    assert not [line for line in map(repr, values) if len(line) >= 120 or "\n" in line]


def test_a_value_at_a_prompt_shows_what_it_holds() -> None:
    edge = rw.Modifier("Fine picks", rw.ModifierKind.EDGE)
    assert repr(rw.Check(14, skill=1, sources=(edge,))) == (
        "Check(dc=14, skill=1, sources=[Modifier(name='Fine picks', modifier='edge')])"
    )
    assert repr(rw.Loaded(2, 3)) == "Loaded(2, 3)"


def test_the_readme_has_twelve_lines_of_each_game_and_they_are_true() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert (failed, tried) == (0, 12 * len(GAMES))
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    for game in GAMES:
        (own,) = [each for each in blocks if f"games.{game} import" in each]
        assert own.count(">>> ") == 12, game


def test_the_examples_of_the_package_are_true(game: ModuleType) -> None:
    failed, tried = doctest.testmod(game)
    assert (failed, tried > 3) == (0, True)


def test_freeform_has_what_a_game_without_dice_can_have() -> None:
    """Its tables share tags and clocks with all others, and what to catch when something is wrong."""
    freeform = import_module("webapp.games.freeform.rules")
    for name in ("Check", "Clock", "ContextItem", "Effect", "Loaded", "ModifierKind", "RULESET", "RuleError"):
        assert name in freeform.__all__
        assert name == "Check" or name == "RULESET" or getattr(freeform, name) is getattr(rw, name)


def test_whatever_rolls_is_fair_if_nothing_is_written() -> None:
    mettle: Any = import_module("webapp.games.mettle.rules")
    assert 3 <= mettle.Hazard(3, 3).roll().damage <= 6
    assert 6 <= mettle.crash_damage(5) <= 11
    bitten = mettle.Exposure(mettle.affliction("Cobra venom"), frame=0, maximum_mettle=10).check()
    assert 4 <= bitten.difficulty <= 8
    failed = mettle.resolve(mettle.Check(2, 6), [4, 5])
    assert len(mettle.twist(failed).kept) == 2


def test_a_type_checker_reads_the_library() -> None:
    assert (Path(webapp.__file__).parent / "py.typed").is_file()
