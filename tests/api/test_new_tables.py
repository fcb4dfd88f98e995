"""Nobody starts tables without end."""

from dataclasses import replace

from flask import Flask

from tests.api.desk import API, refusal
from webapp.rate_limits import current_counters


def test_the_eleventh_table_in_an_hour_is_refused_before_it_is_made(strict: Flask) -> None:
    client = strict.test_client()
    answers = [client.post(API, json={"name": f"Table {number}"}) for number in range(11)]
    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 3600


def test_a_server_full_of_tables_that_nobody_used_starts_no_other(
    strict: Flask,
) -> None:
    current_counters().settings = replace(current_counters().settings, unused_tables="2")
    client = strict.test_client()
    made = [client.post(API, json={"name": "Oak"}) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    error = refusal(made[2], 429, "too_many_requests")
    assert error["message"].startswith("This server has too many unused tables")
    page = client.post("/tables", data={"name": "Elm"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert (page.status_code, "too many unused tables" in page.text) == (429, True)
    assert {made[2].headers["Retry-After"], page.headers["Retry-After"]} == {"3600"}


def test_a_name_that_does_not_fit_uses_up_no_table(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(12):
        assert client.post(API, json={"name": ""}).status_code == 422
    assert client.post(API, json={"name": "Oak"}).status_code == 201
