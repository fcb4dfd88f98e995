"""Find mistakes in what a game declares: its catalogue, check form, words, examples and marks."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.rules.check_form import CheckField
from webapp.rules.errors import CatalogueError
from webapp.rules.form_fields import chosen
from webapp.rules.playable_games import rulesets
from webapp.rules.ruleset import Ruleset
from webapp.table.command import parse
from webapp.table.commands import commands
from webapp.table.game_loading import read_events
from webapp.table.refusals import Refused
from webapp.views.dials import DRAWING, MARKS
from webapp.views.game_screens import GameScreens

ROLES = ("progress", "threat")


def catalogue_faults(source: GameSource) -> Iterator[Fault]:
    """Check that the catalogue loads, and that each of its kinds of clock has a valid role."""
    rules = source.ruleset()
    if rules is None:
        return
    for entry in rules.catalogue.values():
        role = entry.data.get("role") if entry.kind == "clock" else None
        if role is None and entry.kind == "clock":
            row = rf"^\[\[clock\]\](?:(?!^\[\[)[\s\S])*?name\s*=\s*[\"']{re.escape(entry.name)}[\"']"
            yield Fault(*source.find(row, "catalogue.toml", "*.toml"),
                        f"{entry.name}: role is missing; write progress or threat.")  # fmt: skip
        elif role is not None and role not in ROLES:
            at, line = source.find(rf"role\s*=\s*[\"']{re.escape(str(role))}[\"']", "*.toml")
            yield Fault(at, line, f"{entry.name}: the role must be progress or threat, not {role!r}."
                        f"{suggest_match(role, ROLES)}")  # fmt: skip


def event_faults(source: GameSource) -> Iterator[Fault]:
    """Check that each kind of event is declared under the game's key, with sentences that fit its facts."""
    try:
        read_events(source.key, source.game)
    except ImportError:
        return  # `part_faults` says so
    except CatalogueError as error:
        yield source.data_fault(error)


def word_faults(source: GameSource) -> Iterator[Fault]:
    """Check that the game's words are for existing commands, and that each GM action has its template."""
    words = source.toml("words.toml")
    names = [command.partition(".")[2] for command in commands() if command.startswith(f"{source.key}.")]
    for name in (*words.get("proposal_labels", {}), *words.get("hidden_from_recap", ())):
        if name not in names:
            yield source.wrong("words.toml", name, f"there is no command {source.key}.{name}.", names)
    for screens in source.values(GameScreens):
        for name in (*screens.proposal_labels, *screens.hidden_from_recap):
            if name not in commands():
                at, line = source.find(rf"[\"']{re.escape(name)}[\"']")
                yield Fault(at, line, f"there is no command {name!r}.{suggest_match(name, commands())}")
        for move in screens.gm_actions:
            if not source.has_template(move.template):
                at, line = source.find(re.escape(move.template), "*.py", "*.toml")
                if not line:
                    at, line = source.find(rf"key\s*=\s*[\"']{re.escape(move.key)}[\"']", "*.toml", "*.py")
                yield Fault(at, line, f"the GM action {move.name!r} has no template {move.template}."
                            f"{suggest_match(move.template, source.template_names)}")  # fmt: skip


def example_faults(source: GameSource) -> Iterator[Fault]:
    """Check that each command of this game has an example in `commands.toml`, and that each is valid."""
    own = [command for command in commands() if command.startswith(f"{source.key}.")]
    examples = source.toml("commands.toml")
    for name in own:
        if name not in examples and commands()[name].__module__ in source.own_names:
            at, line = source.find(rf"[\"']{re.escape(name)}[\"']", "*.py")
            yield Fault(at, line, f'{name} has no example: write ["{name}"] with “send” in commands.toml.')
    for name, example in examples.items():
        if name not in own:
            yield source.wrong("commands.toml", name, f"there is no command {name!r}.", own)
            continue
        try:
            parse({"do": name, **example.get("send", {})})
        except Refused as error:
            reasons = {field: re.sub("^It ", "it ", said.rstrip(".")) for field, said in error.fields.items()}
            fields = (f"{field}: {said}" for field, said in reasons.items())
            wrong = "; ".join(fields) or error.message.rstrip(".")
            known = [*commands()[name].model_fields]
            near = "".join(suggest_match(value, known) for value in error.fields if value not in known)
            says = f"the example of {name} is wrong: {wrong}.{near}"
            row = rf"{re.escape(name)}[\"']?\](?:(?!^\[)[\s\S])*?\b"
            file = source.folder / "commands.toml"
            lines = (source.line_of_end(file, row + re.escape(field)) for field in error.fields)
            line = next((value for value in lines if value), 0)
            yield (
                Fault("commands.toml", line, says) if line else source.wrong("commands.toml", name, says, ())
            )


def mark_faults(source: GameSource) -> Iterator[Fault]:
    """Check that each mark belongs to one of the game's kinds of clock and can be drawn."""
    rules = source.ruleset()
    kinds = [kind.key for kind in rules.catalogue.clock_kinds] if rules is not None else []
    for file in sorted((source.folder / "marks").glob("*.svg")):
        if file.stem not in kinds:
            near = suggest_match(file.stem, kinds)
            yield Fault(source.relative_name(file), 0, f"no kind of clock has the key {file.stem!r}.{near}")
        elif file.stem in MARKS:
            says = "every game already has a mark for clocks of this kind, so this file is never used."
            yield Fault(source.relative_name(file), 0, says)
        elif not DRAWING.search(file.read_text(encoding="utf-8")):
            yield Fault(source.relative_name(file), 1, "a mark must be one <svg> with a viewBox.")


# ---- the check form -------------------------------------------------------------------------------


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
    usual = chosen(rules, field, {}) if known else None
    if usual is not None and field.choices and usual not in field.choices:
        return f"its default {usual!r} is not one of its choices.{suggest_match(usual, field.choices)}"
    return ""
