"""Join codes, guessed by many together: whoever did waits, the others join."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import TestResponse

from tests.api.desk import Desk
from tests.pages.visitor import OURS
from webapp.rate_limits import LIMITS
from webapp.store.db import db
from webapp.store.models import Table
from webapp.table import unused_tables
from webapp.table.tokens import CODE_LETTERS
from webapp.table.typed_codes import new_join_code


def try_code(client: FlaskClient, code: str, address: str) -> TestResponse:
    return client.post("/join", data={"code": code}, headers=OURS, environ_base={"REMOTE_ADDR": address})


@pytest.fixture
def besieged(strict: Flask, caplog: pytest.LogCaptureFixture) -> Desk:
    """A table, while three hundred addresses have just tried a wrong code each."""
    desk = Desk.start(strict)
    for number in range(300):
        assert try_code(desk.client, "WRONG222", f"81.2.{number // 250}.{number % 250}").status_code == 404
    assert not caplog.messages
    return desk


def test_when_many_guess_codes_together_those_who_did_wait_and_others_join(
    besieged: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    guesser = try_code(besieged.client, besieged.made["join_code"], "81.2.0.7")
    assert guesser.status_code == 429
    assert 1 <= int(guesser.headers["Retry-After"]) <= 300
    assert try_code(besieged.client, besieged.made["join_code"], "92.40.1.1").status_code == 303
    assert [message.startswith("Codes are being guessed") for message in caplog.messages] == [True]


def test_when_many_guess_codes_a_newcomer_may_mistype_once(besieged: Desk) -> None:
    told = [try_code(besieged.client, "WRONG333", "92.40.1.2") for _ in range(3)]
    assert [each.status_code for each in told] == [404, 429, 429]
    assert "Ask the GM for a link instead: it works at once." in told[-1].text


def test_guessing_all_year_finds_one_of_five_thousand_tables_less_than_once() -> None:
    """Everybody together, and ten thousand addresses that try once an hour beside that."""
    codes = len(CODE_LETTERS) ** len(new_join_code())
    together, window = 300, 5 * 60
    assert LIMITS["everybodys codes"].tries == "300 per 5 minutes"
    assert LIMITS["lately"].tries == "1 per hour"
    a_year = 365.25 * 24 * 3600
    tries = a_year * (together / window + 10_000 / 3600)
    assert tries * unused_tables.MOST / codes < 1


def test_a_code_of_six_letters_still_joins_until_it_is_replaced(strict: Flask) -> None:
    desk = Desk.start(strict)
    db.session.execute(update(Table).values(join_code="H7KQ2M"))
    db.session.commit()
    assert try_code(desk.client, "h7kq 2m", "92.40.1.1").status_code == 303
    code = desk.do("gm", do="join.set", on=True)["result"]["join_code"]
    assert len(code) == 8
    assert try_code(desk.client, "h7kq 2m", "92.40.1.1").status_code == 404
    assert try_code(desk.client, f"{code[:4]}-{code[4:]}", "92.40.1.1").status_code == 303
