"""Requests made of the description that the server gives of its API: right and wrong ones, by each role."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import CHECKS
from schemathesis.generation import GenerationMode

from tests.api.desk import Desk

ROLES = (None, "tv", "player", "Ana", "gm")
"""Without a key, with the key of each link, and from a seat."""
CONFORMS = ("status_code_conformance", "content_type_conformance", "response_schema_conformance")
HELD = ("not_a_server_error", *CONFORMS)
"""What each answer is held to: no crash, and what the description says of it."""
OWN = "/api/v1/openapi.json"
STREAMS = "/live"


def wrong_with_answers(
    app: Flask, desk: Desk, examples: int, at: str = "", begins: int = 0
) -> dict[str, str]:
    """What some answer had that it should not have, by role, address and whether right ones were asked.

    `begins` is the seed: from the same one the same is asked.
    """
    found = {}
    for operation in (each for each in operations(app) if at in each.path):
        for mode in GenerationMode:
            for role, wrong in tried(desk, operation, mode, examples, begins).items():
                found[f"{role} {operation.method} {operation.path} {mode.value}"] = wrong
    return found


def operations(app: Flask) -> Iterator[Any]:
    """Every call but the stream, which never ends."""
    described = schemathesis.openapi.from_wsgi(OWN, app)
    every = (each.ok() for each in described.get_all_operations())
    return (each for each in every if not each.path.endswith(STREAMS))


def tried(
    desk: Desk, operation: Any, mode: GenerationMode, examples: int, begins: int
) -> dict[str | None, str]:
    """What was wrong with one of so many answers to each; the table they are about is mostly this one."""
    found: dict[str | None, str] = {}

    @seed(begins)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        assume(not (isinstance(case.body, dict) and case.body.get("do") == "table.remove"))
        if "table" in case.path_parameters and len(str(case.path_parameters["table"])) % 4:
            case.path_parameters["table"] = desk.id
        for role in ROLES:
            if wrong := wrong_with(case, desk.headers(role)):
                found.setdefault(role, wrong)

    with suppress(Unsatisfiable):  # there is nothing to get wrong at an address without fields
        ask()
    return found


def wrong_with(case: Any, headers: dict[str, str]) -> str:
    """What the answer has that it should not have."""
    try:
        case.validate_response(case.call(headers=headers), checks=[CHECKS.get_one(name) for name in HELD])
    except (Exception, BaseExceptionGroup) as wrong:
        return str(wrong)[:600] or type(wrong).__name__
    return ""
