"""What a check was asked for, as each game reads it."""

import json
from dataclasses import dataclass, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.mettle.rules.check import KnownOutcome as MettleOutcome
from webapp.games.resonance.rules.outcome import KnownOutcome as ResonanceOutcome
from webapp.games.resonance.rules.standard_roll import Mode
from webapp.rules.check_form import CheckField, CheckRequest
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import ruleset


@dataclass(frozen=True, slots=True)
class Asked(CheckRequest):
    skill: str = "none"
    dc: int | None = None
    foes: tuple[int, ...] = ()
    loud: bool = True


@pytest.mark.parametrize("game", ["mettle", "razorweave", "resonance"])
def test_whatever_a_form_may_say_is_read(game: str) -> None:
    known = {each.name for each in fields(ruleset(game).request_type)}
    assert {each.key for each in ruleset(game).check_form} <= known


def test_what_is_empty_nobody_said_and_what_is_anothers_is_left() -> None:
    said = {"skill": "", "dc": 0, "foes": [2, 3], "loud": None, "facts": {}, "intent": "Jump", "targets": [7]}
    assert Asked.of(said) == Asked(dc=0, foes=(2, 3), intent="Jump", targets=(7,))
    assert Asked.of({"loud": False}) == Asked(loud=False)


IDS, WORDS = st.integers(1, 2**31), st.text(st.characters(codec="utf-8"), max_size=80)
SENT = {
    "characters": st.lists(IDS, max_size=4),
    "number": st.integers(-100, 100),
    "flag": st.booleans(),
    "text": WORDS,
}
BESIDE = {"untwisted": WORDS, "astray": WORDS, "spent": WORDS, "of_another_game": IDS | WORDS}


def sent(field: CheckField) -> st.SearchStrategy[Any]:
    """Whatever a form or a program may send for a field, with nothing said at all."""
    said = st.sampled_from(field.choices) if field.kind == "choice" else SENT.get(field.kind, IDS)
    return said | st.none() | st.just("")


def as_first_read(kind: type[Any], raw: dict[str, Any]) -> Any:
    """The value as every version until now read it, without a look at the types."""
    said = {name: raw[name] for name in kind.__dataclass_fields__ if raw.get(name) not in (None, "")}
    return kind(**{name: tuple(part) if isinstance(part, list) else part for name, part in said.items()})


@pytest.mark.parametrize("game", ["mettle", "razorweave", "resonance"])
@given(data=st.data())
def test_what_was_asked_reads_as_it_always_did(game: str, data: st.DataObject) -> None:
    form = {field.key: sent(field) for field in ruleset(game).check_form}
    said = data.draw(st.fixed_dictionaries({}, optional={**form, **BESIDE}))
    known = {"intent": data.draw(WORDS), "character": data.draw(IDS), "targets": data.draw(st.lists(IDS))}
    kind = ruleset(game).request_type
    assert kind.of({**said, **known}) == as_first_read(kind, {**said, **known})


PAIRS = st.fixed_dictionaries(
    {"dice": st.lists(st.lists(st.integers(1, 12), min_size=2, max_size=2)), "real": st.booleans()}
)
STRUCK = st.fixed_dictionaries({"id": IDS, "by": st.integers(), "success": st.booleans(), "says": WORDS})
OUTCOMES: dict[type[Any], dict[str, st.SearchStrategy[Any]]] = {
    MettleOutcome: {
        "kept": st.lists(st.integers(1, 6)),
        "score": st.none() | st.integers(),
        "edge": st.integers(),
        "difficulty": st.integers(),
        "may_twist": st.booleans(),
        "sentence": WORDS,
    },
    ResonanceOutcome: {
        "roll": PAIRS,
        "mode": st.sampled_from([str(mode) for mode in Mode]),
        "sr": st.none() | st.integers(),
        "bonus": st.integers(),
        "super_critical": st.booleans(),
        "options": st.lists(WORDS),
        "picked": WORDS,
        "others": st.lists(STRUCK),
        "miss": st.booleans(),
    },
}


@pytest.mark.parametrize("kind", OUTCOMES)
@given(data=st.data())
def test_a_stored_outcome_reads_as_it_always_did(kind: type[Any], data: st.DataObject) -> None:
    stored = json.loads(json.dumps(data.draw(st.fixed_dictionaries({}, optional=OUTCOMES[kind]))))
    assert kind.of(stored) == as_first_read(kind, stored)


def test_what_cannot_have_been_asked_is_a_sentence() -> None:
    with pytest.raises(RuleError, match="“roll” must be one of"):
        ruleset("resonance").request_type.of({"roll": "juggle"})
    with pytest.raises(RuleError, match="“kept” must be a list"):
        MettleOutcome.of({"kept": "1, 2"})
