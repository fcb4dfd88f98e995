"""The calculator of the three games, by its examples."""

import json
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from webapp.rules.calculator import as_floats, calculate, calculations, examples, games
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

CONTRACT = {
    "razorweave": {"check", "odds", "advance"},
    "resonance": {"roll", "odds", "pool", "budget", "race"},
    "mettle": {"check", "odds", "hazard"},
}


@pytest.mark.parametrize("game", games())
def test_each_game_has_the_calculations_that_programs_rely_on(game: str) -> None:
    assert CONTRACT[game] <= set(calculations(game))


def test_every_calculation_has_an_example_that_is_true() -> None:
    listed = examples()
    assert set(listed) == {(game, name) for game in games() for name in calculations(game)}
    for (game, name), (given, answer) in listed.items():
        assert calculate(game, name, given) == answer, (game, name)
        assert json.loads(json.dumps(answer)) == answer, (game, name)


ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    "wrong", [10**5000, {1, 2}, ENDLESS, b"16"], ids=["huge number", "set", "endless list", "bytes"]
)
@pytest.mark.parametrize("source", [None, Loaded(4, 4, 4, 4)], ids=["no dice", "dice"])
def test_what_json_cannot_hold_is_refused_with_or_without_dice_to_roll(
    wrong: object, source: Loaded | None
) -> None:
    with pytest.raises(RuleError, match="accepts only JSON values"):
        calculate("razorweave", "check", {"dc": wrong}, source)


def test_a_mapping_of_any_kind_is_read() -> None:
    assert calculate("razorweave", "odds", MappingProxyType({"dc": 14}))["dc"] == 14


def test_an_error_does_not_repeat_a_whole_page() -> None:
    with pytest.raises(RuleError) as refused:
        calculate("razorweave", "odds", {"dc": "x" * 100_000, "y" * 100_000: 1})
    assert len(str(refused.value)) < 300


def test_outside_the_library_chances_are_floats_and_keys_are_text() -> None:
    assert as_floats({"edge": {1: Fraction(1, 3), 2: Fraction(2, 3)}, "level": 2, "real": True}) == {
        "edge": {"1": 1 / 3, "2": 2 / 3},
        "level": 2,
        "real": True,
    }


EVERY = [(game, name) for game in games() for name in calculations(game)]
NAMES = {"source", "said", "return", "self", "args"}
NAMES |= {name for given, _ in examples().values() for name in given}
NAMES |= {
    "dice",
    "twist_dice",
    "other",
    "intent",
    "approach",
    "attribute_name",
    "skill_name",
    "split",
    "targets",
}
HOSTILE: list[Any] = [
    *(
        1,
        -1,
        10**30,
        0.5,
        True,
        "",
        "x" * 5000,
        [],
        {},
        [None],
        [1] * 5000,
        ["x" * 5000],
        [[[]]],
        [{}],
        "abc",
    ),
    *(
        {"x" * 5000: "x" * 5000},
        {"on": 5},
        {"on": "x" * 5000},
        {"on": "attempt", "x" * 5000: 1},
        {"Slow": []},
    ),
    *({"on": "sp_paid", "spend": each} for each in (5, "abc", [5], ["x" * 5000], [{}], {})),
    *({"on": "attempt", name: [[]]} for name in ("total", "tn", "success", "by")),
    [{"name": "x" * 5000, "modifier": "dc"}],
    [{"name": "x", "modifier": ["dc"], "amount": {}, "note": []}],
]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_whatever_stands_in_a_field_there_is_an_answer_or_a_refusal(game: str, name: str) -> None:
    given = {key: each for key, each in examples()[game, name][0].items() if key != "dice"}
    for field in sorted(NAMES | given.keys()):
        for value in HOSTILE:
            refused = _refused(game, name, {**given, field: value})
            assert refused is None or len(str(refused)) < 1000, (field, value)
            assert refused is None or len(refused.field) < 120, (field, value)


def _refused(game: str, name: str, given: dict[str, Any]) -> RuleError | None:
    try:
        calculate(game, name, given, lambda count, faces: [1] * count)
    except RuleError as refused:
        return refused
    return None


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_where_its_dice_come_from_is_no_field_of_a_calculation(game: str, name: str) -> None:
    for source in (1, [1, 2, 3]):
        with pytest.raises(RuleError, match=r"There is no field “source”\.") as refused:
            calculate(game, name, {**examples()[game, name][0], "source": source}, Loaded(1, 2, 3))
        assert refused.value.field == "source"


@pytest.mark.parametrize(
    ("game", "name", "given", "says"),
    [
        ("razorweave", "check", {"dc": 16, "dise": []}, "There is no field “dise”. Did you mean dice?"),
        ("razorweave", "odds", {"dc": 16, "skil": 1}, "There is no field “skil”. Did you mean skill?"),
        ("mettle", "odds", {"pol": 3}, "odds takes pool, difficulty, discard. “pool” is missing."),
        (
            "mettle",
            "hazard",
            {"pool": 3, "bonus": 0},
            "hazard takes pool, bonus, soak, dice. “soak” is missing.",
        ),
        (
            "mettle",
            "odds",
            {"pool": 3, "difficulty": 2, "discrad": 1},
            "There is no field “discrad”. Did you mean discard?",
        ),
        ("resonance", "race", {}, "race takes scene, situation, threat, event. “scene” is missing."),
        ("razorweave", "odds", {}, "“dc” is missing."),
        (
            "resonance",
            "pool",
            {"pool": {}, "event": {"on": "sp_paid", "spent": []}},
            "There is no field “event.spent” for the event “sp_paid”. Did you mean spend?",
        ),
        (
            "razorweave",
            "odds",
            {"dc": 16, "sources": [1]},
            "“sources[0]” must be an object with name, modifier, amount, note, not 1.",
        ),
        (
            "razorweave",
            "odds",
            {"dc": 16, "sources": [{"name": "Rope", "modifier": "blocks"}]},
            "“sources[0].modifier” must be one of edge, burden, dc, not 'blocks'.",
        ),
    ],
)
def test_what_is_missing_or_unknown_is_said_by_its_name(
    game: str, name: str, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(RuleError) as refused:
        calculate(game, name, given)
    assert str(refused.value) == says


def _source(**more: object) -> dict[str, object]:
    return {"name": "Rope", "modifier": "edge", **more}


@pytest.mark.parametrize(
    ("game", "name", "given", "field", "most"),
    [
        ("razorweave", "odds", lambda n: {"dc": 16, "sources": [_source()] * n}, "sources", 100),
        (
            "razorweave",
            "odds",
            lambda n: {"dc": 16, "sources": [_source(name="x" * n)]},
            "sources[0].name",
            120,
        ),
        (
            "razorweave",
            "odds",
            lambda n: {"dc": 16, "sources": [_source(note="x" * n)]},
            "sources[0].note",
            300,
        ),
        ("razorweave", "odds", lambda n: {"dc": 16, "intent": "x" * n}, "intent", 500),
        ("razorweave", "odds", lambda n: {"dc": 16, "approach": "x" * n}, "approach", 500),
        ("razorweave", "odds", lambda n: {"dc": 16, "skill_name": "x" * n}, "skill_name", 500),
        ("razorweave", "odds", lambda n: {"dc": 16, "attribute_name": "x" * n}, "attribute_name", 500),
        ("razorweave", "advance", lambda n: {"tier": "full_success", "targets": ["x"] * n}, "targets", 100),
        ("razorweave", "advance", lambda n: {"tier": "full_success", "targets": n}, "targets", 100),
        (
            "resonance",
            "pool",
            lambda n: {"pool": {}, "event": {"on": "sp_paid" + " " * (n - 7)}},
            "event.on",
            60,
        ),
        ("resonance", "race", lambda n: _race({"on": "attempt" + " " * (n - 7)}), "event.on", 60),
    ],
)
def test_nothing_that_is_sent_is_without_end(game: str, name: str, given: Any, field: str, most: int) -> None:
    allowed = _refused(game, name, given(most))
    assert allowed is None or allowed.field != field
    with pytest.raises(RuleError, match=str(most)) as refused:
        calculate(game, name, given(most + 1))
    assert refused.value.field == field


def _race(event: object) -> dict[str, object]:
    return {"scene": 4, "situation": 4, "threat": 4, "event": event}


@pytest.mark.parametrize(("most", "sent"), [(20, ["Guard"]), (20, ["Guard", "x"])])
def test_no_more_than_twenty_boosts_are_read_of_one_event(most: int, sent: list[str]) -> None:
    for count, says in ((most, "Only one|no tag"), (most + 1, f"at most {most} items")):
        spend = (sent * count)[:count]
        with pytest.raises(RuleError, match=says):
            calculate("resonance", "pool", {"pool": {}, "event": {"on": "sp_paid", "spend": spend}})


@pytest.mark.parametrize(
    ("game", "name"), [("razorweave", "check"), ("mettle", "check"), ("resonance", "roll")]
)
def test_dice_that_fell_are_a_hundred_at_most(game: str, name: str) -> None:
    with pytest.raises(RuleError, match="“dice” must be a list of at most 100 items") as refused:
        calculate(game, name, {**examples()[game, name][0], "dice": [1] * 101})
    assert refused.value.field == "dice"
