"""A program at the API, for tests: `desk.do("gm", do="clock.tick", clock=7)`."""

from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

API = "/api/v1/tables"


@dataclass
class Desk:
    """One table, made through the API, and the keys it was made with."""

    client: FlaskClient
    made: dict[str, Any]
    seats: dict[str, str] = field(default_factory=dict)

    @classmethod
    def start(cls, app: Flask, name: str = "Oak", ruleset: str = "freeform") -> "Desk":
        client = app.test_client()
        answer = client.post(API, json={"name": name, "ruleset": ruleset})
        assert answer.status_code == 201, answer.text
        return cls(client, answer.json)

    @property
    def id(self) -> str:
        return str(self.made["table"])

    @property
    def url(self) -> str:
        return f"{API}/{self.id}"

    def headers(self, who: str | None, **more: str) -> dict[str, str]:
        """`gm`, `player`, `tv`, a seat's name, a key itself, or nobody."""
        found = {name.replace("_", "-"): value for name, value in more.items()}
        if who is None:
            return found
        if who in self.seats:
            found["Tableside-Seat"] = self.seats[who]
            who = "player"
        return {"Authorization": f"Bearer {self.made['keys'].get(who, who)}", **found}

    def get(self, who: str | None = "gm", path: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.url + path, headers=self.headers(who, **headers))

    def send(self, who: str | None, sent: Any, **headers: str) -> TestResponse:
        """Any JSON at the door for commands."""
        return self.client.post(f"{self.url}/commands", json=sent, headers=self.headers(who, **headers))

    def send_raw(self, body: bytes | str, type: str = "application/json", who: str = "gm") -> TestResponse:
        return self.client.post(
            f"{self.url}/commands", data=body, content_type=type, headers=self.headers(who)
        )

    def do(self, who: str, /, **sent: Any) -> dict[str, Any]:
        """A command that is taken; its answer."""
        answer = self.send(who, sent)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json
        return told

    def add(self, what: str, /, **fields: Any) -> int:
        """A new thing by the GM; its id."""
        id: int = self.do("gm", do=f"{what}.add", **fields)["result"][what]
        return id

    def sit(self, name: str, **fields: Any) -> int:
        """Somebody takes a seat and is known by that name from then on."""
        result = self.do("player", do="seat.claim", name=name, **fields)["result"]
        self.seats[name] = result["seat_key"]
        seat: int = result["seat"]
        return seat

    def sees(self, who: str = "gm") -> dict[str, Any]:
        """The table as one role or seat gets it."""
        answer = self.get(who)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json
        return seen

    def clock(self, id: int, who: str = "gm") -> dict[str, Any]:
        clock: dict[str, Any] = next(each for each in self.sees(who)["clocks"] if each["id"] == id)
        return clock


def refusal(answer: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The error of an answer, after a look at its status, its code and its sentence."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/json"
    error: dict[str, Any] = answer.json["error"]
    assert error["code"] == code
    assert error["message"].endswith(".")
    assert set(answer.json) == {"error"}
    assert set(error) <= {"code", "message", "fields"}
    return error


def guess(client: FlaskClient, address: str = "81.2.69.9", **headers: str) -> int:
    """One wrong key at the API."""
    sent = {"Authorization": "Bearer " + "x" * 32, **headers}
    return client.get(f"{API}/any", headers=sent, environ_base={"REMOTE_ADDR": address}).status_code
