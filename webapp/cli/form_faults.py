"""Find mistakes in a game's check form: fields that its request lacks, or that cannot be drawn."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.rules.check_hooks import CheckField
from webapp.rules.ruleset import Ruleset, rulesets

FIELD_KINDS = ("choice", "text", "number", "flag", "character", "characters", "zone", "piece")


def form_faults(source: GameSource) -> Iterator[Fault]:
    """Check that every field of the form can be drawn and is a field of the game's request."""
    rules = source.ruleset()
    if rules is None or not is_dataclass(rules.request_type):
        return
    known = [value.name for value in fields(rules.request_type)]
    for field in rules.check_form:
        if wrong := _wrong_field(rules, field, field.key in known):
            at, line = source.find(rf"[\"']{re.escape(field.key)}[\"']")
            yield Fault(at, line, f"the form's {field.key!r}: {wrong}")
        if field.key not in known:
            at, line = source.find(rf"[\"']{re.escape(field.key)}[\"']|\b{re.escape(field.key)}\b")
            model = rules.request_type.__name__
            yield Fault(at, line, f"the form asks for {field.key!r}, but {model} has no such field."
                        f"{suggest_match(field.key, known)}")  # fmt: skip


def _wrong_field(rules: Ruleset, field: CheckField, known: bool) -> str:
    """Return why a field of the form cannot be drawn; "" if it can."""
    if field.kind not in FIELD_KINDS:
        near = suggest_match(field.kind, FIELD_KINDS)
        return f"the kind must be one of {', '.join(FIELD_KINDS)}, not {field.kind!r}.{near}"
    for other in rulesets().values():
        taken = next((own.kind for own in other.check_form if own.key == field.key), field.kind)
        if taken != field.kind and taken in FIELD_KINDS:
            return (
                f"{other.name} already has a field with this key, of the kind {taken!r}. All "
                "games share `check.call`, so rename yours."
            )
    if bool(field.choices) != (field.kind == "choice"):
        return (
            "only a field of the kind “choice” may have choices."
            if field.choices
            else "a field of the kind “choice” needs choices."
        )
    if field.labels and len(field.labels) != len(field.choices):
        counts = f"choices: {len(field.choices)}, labels: {len(field.labels)}"
        return f"each choice needs one label ({counts})."
    usual = rules.chosen(field, {}) if known else None
    if usual is not None and field.choices and usual not in field.choices:
        return f"its default {usual!r} is not one of its choices.{suggest_match(usual, field.choices)}"
    return ""
