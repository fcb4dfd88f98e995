"""A program that plays over HTTP at a real server, and does not give up when that goes away."""

import copy
from typing import Any

import httpx

GONE = (httpx.TransportError,)
WAIT = 0.05  # seconds between two tries
PATIENCE = 60.0  # seconds for one press, since a process may be starting on a busy machine


class Program:
    """A table made over the API, and its GM's key."""

    def __init__(self, url: str, game: str = "freeform", address: str | None = None) -> None:
        self.url, self.address = url, address
        with self._at_address() as maker:
            made = maker.post(f"{url}/api/v1/tables", json={"name": "Oak", "ruleset": game})
        assert made.status_code == 201, made.text
        self.made: dict[str, Any] = made.json()
        self.at = f"{url}/api/v1/tables/{self.made['table']}"
        self.client = self.connect()

    def through(self, url: str) -> "Program":
        """The same table by way of another process."""
        other = copy.copy(self)
        other.url, other.at = url, self.at.replace(self.url, url)
        other.client = other.connect()
        return other

    def connect(self, role: str = "gm") -> httpx.Client:
        """A connection of its own, for another hand or another role."""
        key = {"Authorization": f"Bearer {self.made['keys'][role]}"}
        return self._at_address(headers=key)

    def _at_address(self, **more: Any) -> httpx.Client:
        """Return a client at the address that this program calls from."""
        if self.address:
            more["transport"] = httpx.HTTPTransport(verify=False, local_address=self.address)
        return httpx.Client(timeout=PATIENCE, **more)

    def do(self, client: httpx.Client | None = None, press: str = "", **sent: Any) -> dict[str, Any]:
        """A command that is taken; its result."""
        headers = {"Idempotency-Key": press} if press else {}
        answer = (client or self.client).post(f"{self.at}/commands", json=sent, headers=headers)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["result"]
        return result

    def clock(self, name: str = "Alarm", segments: int = 100, **fields: Any) -> int:
        id: int = self.do(do="clock.add", name=name, segments=segments, **fields)["clock"]
        return id

    def sees(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.client.get(self.at).json()
        return seen

    def exported(self) -> dict[str, Any]:
        document: dict[str, Any] = self.client.get(f"{self.at}/export").json()
        return document
