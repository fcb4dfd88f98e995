"""The description of the API is true: made from the commands, whole, and every example in it holds."""

import re
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk
from tests.api.schema import admits
from webapp.api.calls import CALLS, COMMAND_ANSWER, RECAP, STARTED_TABLE, TABLE, command_examples
from webapp.api.docs import field_meaning
from webapp.api.schemas import command_schemas
from webapp.table.command import parse
from webapp.table.commands import commands

COMMANDS = sorted(commands())


@pytest.fixture(scope="module")
def described(house: Flask) -> dict[str, Any]:
    """The description as a program gets it."""
    answer = house.test_client().get("/api/v1/openapi.json")
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    text: dict[str, Any] = answer.json
    return text


def references(value: Any) -> set[str]:
    """Every `$ref` in a description."""
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(each) for each in value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_it_is_openapi_3_1_with_a_title_a_version_and_a_bearer_key(described: dict[str, Any]) -> None:
    assert described["openapi"] == "3.1.0"
    assert set(described["info"]) >= {"title", "version"}
    assert described["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert described["security"] == [{"key": []}]


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    found = references(described)
    assert len(found) > len(COMMANDS)
    for reference in found:
        target: Any = described
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]
        assert target


def test_names_of_components_are_those_that_openapi_allows(described: dict[str, Any]) -> None:
    for kind in described["components"].values():
        assert all(re.fullmatch(r"[a-zA-Z0-9._-]+", name) for name in kind)


def test_every_address_of_the_api_is_described_and_no_other(app: Flask, described: dict[str, Any]) -> None:
    served = {
        (re.sub(r"<([a-z_]+)>", r"{\1}", rule.rule).replace("table_id", "table"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1") or rule.rule in ("/healthz", "/metrics")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(path, method) for path, each in described["paths"].items() for method in each} == served


def test_every_operation_is_whole(described: dict[str, Any]) -> None:
    names = []
    for path, methods in described["paths"].items():
        for operation in methods.values():
            names.append(operation["operationId"])
            assert operation["summary"].endswith(".")
            placed = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert placed == set(re.findall(r"{([a-z_]+)}", path))
            assert "500" in operation["responses"]
    assert len(set(names)) == len(names)


def test_the_body_of_a_command_is_one_of_all_commands_told_apart_by_do(described: dict[str, Any]) -> None:
    any_command = described["components"]["schemas"]["command"]
    assert [each["$ref"].rpartition("/")[2] for each in any_command["oneOf"]] == COMMANDS
    assert any_command["discriminator"]["propertyName"] == "do"
    assert sorted(any_command["discriminator"]["mapping"]) == COMMANDS
    for name in COMMANDS:
        schema = described["components"]["schemas"][name]
        assert schema["properties"]["do"] == {"const": name}
        assert schema["required"][0] == "do"
        assert schema["additionalProperties"] is False


def test_a_schema_has_exactly_the_fields_of_its_command(described: dict[str, Any]) -> None:
    for name in COMMANDS:
        schema, kind = described["components"]["schemas"][name], commands()[name]
        assert set(schema["properties"]) == {"do", *kind.model_fields}, name
        needed = {field for field, each in kind.model_fields.items() if each.is_required()}
        assert set(schema["required"]) == {"do", *needed}, name
        assert schema["description"], name


def test_every_command_has_an_example_that_its_schema_and_the_server_admit(described: dict[str, Any]) -> None:
    for name in COMMANDS:
        schemas = described["components"]["schemas"]
        (example,) = schemas[name]["examples"]
        assert example["do"] == name
        assert admits(schemas[name], example, described), name
        assert [each for each in COMMANDS if admits(schemas[each], example, described)] == [name]
        assert parse(example).do == name


def test_a_schema_admits_no_unknown_field_and_misses_none(described: dict[str, Any]) -> None:
    for name in COMMANDS:
        schema = described["components"]["schemas"][name]
        (example,) = schema["examples"]
        assert not admits(schema, {**example, "nonsense": 1}, described), name
        for field in schema["required"]:
            less = {key: value for key, value in example.items() if key != field}
            assert not admits(schema, less, described), name


def test_there_is_an_example_for_no_command_that_does_not_exist() -> None:
    assert sorted(command_examples()) == COMMANDS


def test_every_field_says_what_it_means() -> None:
    schemas = command_schemas()
    for name, kind in commands().items():
        for field in kind.model_fields:
            assert field_meaning(schemas[name]["properties"][field]), (name, field)


def test_answers_are_as_they_are_described(described: dict[str, Any], desk: Desk) -> None:
    effects = [{"on": "attack", "modifier": "note"}]
    mira = desk.add("character", name="Mira", stats={"nerve": 2})
    desk.add("condition", character=mira, name="Shaken", effects=effects)
    for visibility in ("secret", "rumoured", "masked", "shown"):
        desk.add("clock", name="Alarm", segments=6, visibility=visibility)
        desk.add("tag", name="Slick", effects=effects, visibility=visibility)
        desk.add("zone", name="Loft", visibility=visibility)
    desk.sit("Ana")
    schemas = described["components"]["schemas"]
    assert admits(schemas["Started"], desk.made, described)
    for who in ("gm", "player", "tv", "Ana"):
        assert admits(schemas["TableNow"], desk.sees(who), described), who
        assert admits(schemas["Journal"], desk.get(who, "/journal").json, described)
    assert admits(schemas["Told"], desk.do("gm", do="undo"), described)
    assert admits(schemas["Error"], desk.send("gm", {"do": "x"}).json, described)
    assert admits(schemas["Rulesets"], desk.client.get("/api/v1/rulesets").json, described)
    assert admits(schemas["Health"], desk.client.get("/healthz").json, described)
    assert admits(schemas["NewTable"], {"name": "Oak"}, described)
    assert not admits(schemas["NewTable"], {"name": "Oak", "colour": "red"}, described)


def test_the_answers_shown_in_the_documentation_are_as_they_are_described(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for name, shown in (
        ("Started", STARTED_TABLE),
        ("TableNow", TABLE),
        ("Told", COMMAND_ANSWER),
        ("Recap", RECAP),
    ):
        assert admits(schemas[name], shown, described), name


def test_a_shown_answer_has_no_field_that_a_real_one_lacks(desk: Desk) -> None:
    desk.add("clock", name="Alarm", segments=6)
    real = desk.sees("player")
    assert set(TABLE) <= set(real)
    for things in ("clocks", "journal", "scenes"):
        assert set(TABLE[things][0]) <= set(real[things][0])
    assert set(STARTED_TABLE) == set(desk.made)


def test_every_call_names_who_may_and_what_comes_out() -> None:
    assert len({call.endpoint for call in CALLS}) == len(CALLS)
    assert all(call.who and call.answer_schema for call in CALLS)


# ---- the page for people -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def manual(house: Flask) -> str:
    """The page at /api."""
    answer = house.test_client().get("/api")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    return answer.text


def test_the_page_explains_every_call_every_command_and_every_calculation(manual: str) -> None:
    for name, kind in commands().items():
        assert f'<h3 id="{name}">' in manual
        first = (kind.__doc__ or "").split(".")[0].split("\n")[0][:20].split("`")[0]
        assert first.replace("'", "&#39;") in manual
    for path in ("/api/v1/tables/{table}/commands", "/api/v1/tables/{table}/live", "/healthz"):
        assert path in manual
    assert "POST /api/v1/rules/razorweave/odds" in manual
    assert "`" not in manual


def test_the_page_says_which_roles_may_take_a_command(manual: str) -> None:
    told = re.search(r'<h3 id="clock\.tick">.*?Roles: ([a-z, ]+)\.', manual, re.DOTALL)
    assert told is not None
    assert told[1] == "gm, player"


def test_the_page_has_one_heading_and_no_level_is_skipped(manual: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", manual)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_credits_name_every_licence(app: Flask) -> None:
    text = app.test_client().get("/credits").text
    for words in (
        "Razorweave",
        "CC BY-SA 4.0",
        "David Beall",
        "CC BY 4.0",
        "Jake Eldritch",
        "Planarian Games",
    ):
        assert words in text
    for words in ("htmx", "Zero-Clause BSD", "axe-core", "MPL-2.0"):
        assert words in text
