"""Check that the sentences of a kind of event fit its facts, so that every one of them can be said."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from webapp.rules.errors import nearest
from webapp.rules.event_forms import TIMES, EventForms, Form, Place, Test
from webapp.rules.events import DOCUMENT, Fact, NumberOf, WordOf, facts_of

F = TypeVar("F")
Facts = Mapping[str, Fact]
TIMES_TOLD = Fact(None, False, False, False, False, None, "number")
NUMBER = re.compile(r"-?\d+", re.ASCII)
UNCOUNTED = ("text", "thing")
"""The types of facts that are not compared with a number."""


def ensure_fitting(facts: Facts, forms: EventForms, things: Collection[str] = ()) -> None:
    """Raise ValueError for a fact that nobody can read, or for a sentence without its fact.

    If the kinds of `things` are given, also for a condition on a kind that there is not.
    """
    _ensure_facts(facts, {})
    if not any(forms.by_level.values()):
        raise ValueError("it has no sentence; write “say”")
    if forms.several and [fact.type for fact in facts.values()][:1] != ["thing"]:
        raise ValueError("“several” needs a Ref as the first fact")
    for said in (*forms.by_level.values(), forms.several, forms.short, forms.because):
        _ensure_said(said, facts, things)
    _ensure_said((*forms.folded, *(forms.recap or ())), {**facts, TIMES: TIMES_TOLD}, things)
    for _, tests in (*forms.raised, *forms.toned):
        _ensure_tests(tests, facts, things)
    parts = {name: facts_of(fact.parts) for name, fact in facts.items() if fact.parts is not None}
    for name, of_part in parts.items():
        _ensure_facts(of_part, facts)
        _ensure_said(forms.each.get(name, ()), of_part, things)
    for name in forms.each:
        _find(name, parts)
    for name in forms.words:
        _find(name, {name: fact for of_part in (*parts.values(), facts) for name, fact in of_part.items()})


def _ensure_facts(facts: Facts, around: Facts) -> None:
    """Refuse a fact of a type that no reader knows, and a number of something that is no thing."""
    for name, fact in facts.items():
        if not fact.type or (fact.parts is not None and around):
            raise ValueError(
                f"{name} must be a Ref, int, str or bool, or a tuple of Ref, Count, str or parts"
            )
        if name == DOCUMENT and fact.type != "thing":
            raise ValueError(f"{name} must be a Ref")
        if isinstance(fact.mark, NumberOf | WordOf):
            whose = _find(fact.mark.whose, {**around, **facts})
            if whose.type != "thing":
                raise ValueError(f"{name} is a number or word of {fact.mark.whose}, which must be a Ref")


def _ensure_said(forms: Sequence[Form], facts: Facts, things: Collection[str]) -> None:
    for form in forms:
        _ensure_tests(form.tests, facts, things)
        for part in form.parts:
            if isinstance(part, Place):
                _find(part.fact, facts)
            elif isinstance(part, Form):
                _ensure_said([part], facts, things)


def _ensure_tests(tests: Sequence[Test], facts: Facts, things: Collection[str]) -> None:
    for test in tests:
        fact = _find(test.fact, facts)
        if things and fact.type == "thing" and test.sign == "is" and test.value not in things:
            raise ValueError(f"there is no kind of thing {test.value!r}.{nearest(test.value, things)}")
        if test.sign in ("", "is"):
            continue
        if fact.type in UNCOUNTED or not NUMBER.fullmatch(test.value):
            raise ValueError(f"“{test.fact} {test.sign} {test.value}” compares no numbers; write “is”")


def _find(name: str, facts: Mapping[str, F]) -> F:
    if name not in facts:
        raise ValueError(f"there is no fact {name!r}.{nearest(name, facts)}")
    return facts[name]
