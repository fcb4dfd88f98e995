"""A table set up by a program: quicker than by hand, and the screens cannot tell."""

from typing import Any, Self

import httpx

from tests.browser.server import Server


class Host:
    """The GM's key in a program's hand, at a table of its own."""

    def __init__(self, server: Server, ruleset: str = "freeform", name: str = "The Oak") -> None:
        self.server = server
        made = httpx.post(f"{server.url}/api/v1/tables", json={"name": name, "ruleset": ruleset}, timeout=60)
        self.made: dict[str, Any] = made.json()
        self.address = f"{server.url}/t/{self.made['table']}"
        self.ids: dict[str, int] = {}
        self.url = f"{server.url}/api/v1/tables/{self.made['table']}"
        self._api = httpx.Client(
            headers={"Authorization": f"Bearer {self.made['keys']['gm']}"},
            timeout=60,
        )

    def link(self, role: str) -> str:
        return f"{self.server.url}/k/{self.made['keys'][role]}"

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a command; its result."""
        answer = self._api.post(f"{self.url}/commands", json={"do": do, **fields})
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["result"]
        return result

    def sees(self) -> dict[str, Any]:
        """The whole table, as the GM knows it."""
        seen: dict[str, Any] = self._api.get(self.url).json()
        return seen

    def asks(self) -> Self:
        """The GM is asked about every outcome."""
        self.do("table.edit", settings={"outcomes": "ask"})
        return self

    def clock(self, name: str, segments: int = 6, **fields: Any) -> int:
        return self._add("clock", name, segments=segments, **fields)

    def tag(self, name: str, **fields: Any) -> int:
        return self._add("tag", name, **fields)

    def character(self, name: str, **fields: Any) -> int:
        return self._add("character", name, **fields)

    def condition(self, name: str, character: str, **fields: Any) -> int:
        return self._add("condition", name, character=self.ids[character], **fields)

    def tick(self, clock: str, times: int = 1) -> Self:
        """A clock moves on, tick by tick."""
        for _ in range(times):
            self.do("clock.tick", clock=self.ids[clock])
        return self

    def has(self, clocks: dict[str, int] | None = None, tags: str = "", people: str = "") -> Self:
        """So many things at once, tags and people as names with commas between."""
        for name, segments in (clocks or {}).items():
            self.clock(name, segments)
        for name in filter(None, tags.split(", ")):
            self.tag(name)
        for name in filter(None, people.split(", ")):
            self.character(name)
        return self

    def race(self, clock: str, against: str, **fields: Any) -> Self:
        """A threat that races another clock."""
        self.do("clock.edit", clock=self.ids[clock], kind="threat", opposes=self.ids[against], **fields)
        return self

    def _add(self, what: str, name: str, **fields: Any) -> int:
        made: int = self.do(f"{what}.add", name=name, **fields)[what]
        self.ids[name] = made
        return made
