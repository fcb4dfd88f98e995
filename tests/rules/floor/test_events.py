"""Events as values: how they are stored, how kinds grow, and how their sentences are read."""

from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.rules.errors import CatalogueError
from webapp.rules.event_form_checks import ensure_fitting
from webapp.rules.event_forms import LEVELS, EventForms, Place, parse_form, read_forms
from webapp.rules.events import (
    TYPED,
    Event,
    NumberOf,
    Ref,
    Unread,
    dump_event,
    event,
    facts_of,
    kinds,
    load_event,
)
from webapp.state.event_kinds import forms
from webapp.state.reader import NAMEABLE
from webapp.table.game_loading import load_games

GROWN = Path(__file__).with_name("event_kinds.txt")


@event("test.fell")
class Fell(Event):
    """Somebody fell; a kind for these tests alone."""

    who: Ref
    by: Annotated[int, NumberOf("who")] = 0
    onto: tuple[Ref, ...] = ()
    cause: Ref | None = None
    why: Annotated[str | None, TYPED] = None


ids = st.integers(1, 2**31 - 1)
refs = st.tuples(st.sampled_from(["clock", "tag", "character"]), ids)
falls = st.builds(
    Fell, refs, st.integers(-99, 99), st.lists(refs).map(tuple), refs | st.none(), st.text() | st.none()
)


@given(falls)
def test_what_is_stored_is_read_again(fell: Fell) -> None:
    assert load_event(dump_event(fell)) == fell


@given(falls)
def test_an_event_yields_each_thing_that_it_names(fell: Fell) -> None:
    named = [ref for _, ref in fell.refs]
    assert named == [fell.who, *fell.onto, *([fell.cause] if fell.cause else [])]


def test_defaults_at_the_end_take_no_room() -> None:
    assert dump_event(Fell(("character", 4))) == ["test.fell", ["character", 4]]
    assert dump_event(Fell(("character", 4), why="ice")) == [
        "test.fell",
        ["character", 4],
        0,
        [],
        None,
        "ice",
    ]


@pytest.mark.parametrize(
    "stored",
    [
        ["test.unheard", ["clock", 4], 7],
        ["test.fell"],
        ["test.fell", ["character", "four"]],
        ["test.fell", ["character", 4], "two"],
    ],
)
def test_what_nobody_here_can_read_is_kept(stored: list[Any]) -> None:
    found = load_event(stored)
    assert isinstance(found, Unread)
    assert dump_event(found) == stored


def test_a_fact_that_a_newer_version_added_is_ignored() -> None:
    newer = ["test.fell", ["character", 4], 2, [], None, "ice", "a fact of tomorrow"]
    assert load_event(newer) == Fell(("character", 4), 2, why="ice")


def test_two_kinds_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="already a kind"):

        @event("test.fell")
        class Other(Event):
            who: Ref


def test_kinds_only_grow() -> None:
    """A stored event is read by the places of its facts, so none may go, move or come in between."""
    load_games()
    declared = {name: list(facts_of(kind)) for name, kind in kinds().items()}
    for line in GROWN.read_text().splitlines():
        name, *facts = line.split()
        assert declared.get(name, [])[: len(facts)] == facts, f"“{name}” lost or moved a fact"
    written = {line.split()[0] for line in GROWN.read_text().splitlines()}
    unwritten = [
        name for name in declared if name not in written and not name.startswith(("test.", "example."))
    ]
    assert unwritten == [], f"write these kinds into {GROWN.name}, with their facts"


def test_every_form_speaks_of_facts_of_its_kind() -> None:
    load_games()
    for name, said in forms().items():
        ensure_fitting(facts_of(kinds()[name]), said, NAMEABLE)
    declared = {name for name in kinds() if not name.startswith(("test.", "example."))}
    unsaid = sorted(declared - set(forms()) - {"prose"})
    assert unsaid == [], "write the sentences of these kinds into the events.toml beside their module"


# ---- sentences -------------------------------------------------------------------------------------


class Given:
    """Facts of which everything is known, but for those that are None."""

    def __init__(self, **facts: Any) -> None:
        self.facts = facts

    def value(self, fact: str) -> Any:
        return self.facts.get(fact)

    def words(self, place: Place) -> str | None:
        value = self.facts.get(place.fact)
        return None if value is None else f"{value:{place.how}}"


def said(*sentences: str, **facts: Any) -> str | None:
    read = read_forms({"test": {"say": list(sentences)}}, "events.toml")["test"]
    return read.said("shown", Given(**facts))


def test_the_first_sentence_counts_whose_condition_holds() -> None:
    sentences = "(by > 1) {who} flies", "(by) {who} falls", "{who} stays"
    assert said(*sentences, who="Mara", by=3) == "Mara flies"
    assert said(*sentences, who="Mara", by=1) == "Mara falls"
    assert said(*sentences, who="Mara", by=0) == "Mara stays"


def test_a_sentence_whose_fact_is_not_known_is_not_said() -> None:
    assert said("{who} falls by {by}", "{who} falls", who="Mara") == "Mara falls"
    assert said("{who} falls by {by}", who="Mara") is None


def test_a_condition_on_a_fact_that_is_not_known_fails_either_way() -> None:
    assert said("(by) far", "(not by) near", "somewhere") == "somewhere"


def test_a_part_in_brackets_is_left_out_with_its_fact_or_its_condition() -> None:
    sentence = "{who} falls[ by {by}[(hard). It hurts]]"
    assert said(sentence, who="Mara") == "Mara falls"
    assert said(sentence, who="Mara", by=2, hard=False) == "Mara falls by 2"
    assert said(sentence, who="Mara", by=2, hard=True) == "Mara falls by 2. It hurts"


def test_a_condition_may_have_several_tests() -> None:
    assert said("(now is shown and not by) yes", "no", now="shown", by=0) == "yes"
    assert said("(now is shown and not by) yes", "no", now="shown", by=1) == "no"


@pytest.mark.parametrize("wrong", ["{who", "falls]", "[falls", "{Who}", "(by ? 2) falls", "{who's}"])
def test_a_sentence_that_is_written_wrong_is_refused_with_its_kind(wrong: str) -> None:
    with pytest.raises(CatalogueError, match=r"test\.fell"):
        read_forms({"test.fell": {"say": f"{wrong} x"}}, "events.toml")


@given(st.text(alphabet="ab [](){}", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_form(text)
    except ValueError:
        return


def test_a_level_without_a_sentence_has_no_line() -> None:
    read = read_forms({"test": {"shown": "Mara falls"}}, "events.toml")["test"]
    assert read.said("masked", Given()) is None


def test_say_speaks_to_those_alone_who_know_the_names() -> None:
    read = read_forms({"test": {"say": "Mara falls", "secret": "Somebody falls"}}, "events.toml")["test"]
    assert [read.said(level, Given()) for level in LEVELS] == [
        "Mara falls",
        "Mara falls",
        None,
        "Somebody falls",
    ]


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({"say": "{whom} falls"}, "no fact 'whom'. Did you mean who"),
        ({"say": "{who} falls[(hard) badly]"}, "no fact 'hard'"),
        ({"say": "(why > 3) {who} falls"}, "compares no numbers"),
        ({"say": "(by > far) {who} falls"}, "compares no numbers"),
        ({"say": "{who} falls", "raised": {"card": "hard"}}, "no fact 'hard'"),
        ({"say": "{who} falls", "toned": {"good": "hard"}}, "no fact 'hard'"),
        ({"say": "{who} falls", "words": {"how": {}}}, "no fact 'how'"),
        ({"say": "{who} falls", "each": {"onto": "x"}}, "no fact 'onto'"),
        ({"say": "{who} falls {times} times"}, "no fact 'times'"),
        ({"several": "{who} fall"}, "no sentence"),
    ],
)
def test_a_sentence_that_does_not_fit_its_kind_is_refused(table: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        ensure_fitting(facts_of(Fell), read_forms({"test.fell": table}, "events.toml")["test.fell"])


@pytest.mark.parametrize("sentence", ["(who is char) {who} falls", "{who} falls[(not who is char) hard]"])
def test_a_condition_on_a_kind_of_thing_that_does_not_exist_is_refused(sentence: str) -> None:
    said = read_forms({"test.fell": {"say": sentence}}, "events.toml")["test.fell"]
    with pytest.raises(ValueError, match=r"no kind of thing 'char'\. Did you mean character\?"):
        ensure_fitting(facts_of(Fell), said, NAMEABLE)


def test_a_field_that_no_kind_has_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(CatalogueError, match=r"'test\.fell', wieght: .* Did you mean weight\?"):
        read_forms({"test.fell": {"say": "x", "wieght": "card"}}, "events.toml")


def test_facts_may_raise_the_weight() -> None:
    read = read_forms({"test": {"say": "x", "raised": {"stage": "hard", "card": "by"}}}, "events.toml")[
        "test"
    ]
    assert [read.weight_of(Given(by=by, hard=hard)) for by, hard in ((0, False), (1, False), (1, True))] == [
        "line",
        "card",
        "stage",
    ]


def test_facts_may_give_the_tone() -> None:
    read = read_forms({"test": {"say": "x", "tone": "bad", "toned": {"good": "by"}}}, "events.toml")["test"]
    assert [read.tone_of(Given(by=by)) for by in (0, 1)] == ["bad", "good"]


def test_the_recap_tells_what_weighs_more_than_a_line() -> None:
    read = read_forms({"test": {"say": "x", "raised": {"card": "by"}}}, "events.toml")["test"]
    assert [read.recap_of(Given(by=by)) for by in (0, 1)] == [None, ""]


@pytest.mark.parametrize(
    ("recap", "told"),
    [
        (False, [None, None]),
        (True, ["", ""]),
        ("(by)", [None, ""]),
        (["(by) {who} fell", "Mara stumbled"], ["Mara stumbled", "Mara fell"]),
    ],
)
def test_a_kind_may_say_what_the_recap_tells_of_it(recap: object, told: list[str | None]) -> None:
    read = read_forms({"test": {"say": "x", "weight": "card", "recap": recap}}, "events.toml")["test"]
    assert [read.recap_of(Given(who="Mara", by=by)) for by in (0, 1)] == told


def test_a_kind_without_forms_says_nothing() -> None:
    assert EventForms().said("shown", Given()) is None
