"""Requests made of the description that the server gives of its API: right and wrong ones, by each role."""

from collections.abc import Iterator
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, assume, given, settings
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


def wrong_with_answers(app: Flask, desk: Desk, examples: int, at: str = "") -> dict[str, str]:
    """What some answer had that it should not have, by role, address and whether right ones were asked."""
    found = {}
    for role in ROLES:
        for operation in (each for each in operations(app) if at in each.path):
            for mode in GenerationMode:
                wrong = tried(desk, role, operation, mode, examples)
                if wrong:
                    found[f"{role} {operation.method} {operation.path} {mode.value}"] = wrong
    return found


def operations(app: Flask) -> Iterator[Any]:
    """Every call but the stream, which never ends."""
    described = schemathesis.openapi.from_wsgi(OWN, app)
    every = (each.ok() for each in described.get_all_operations())
    return (each for each in every if not each.path.endswith(STREAMS))


def tried(desk: Desk, role: str | None, operation: Any, mode: GenerationMode, examples: int) -> str:
    """What was wrong with one of so many answers; the table they are about is mostly this one."""

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
        answer = case.call(headers=desk.headers(role))
        case.validate_response(answer, checks=[CHECKS.get_one(name) for name in HELD])

    try:
        ask()
    except Unsatisfiable:
        return ""  # there is nothing to get wrong at an address without fields
    except BaseException as wrong:
        if isinstance(wrong, KeyboardInterrupt):
            raise
        return str(wrong)[:600] or type(wrong).__name__
    return ""
