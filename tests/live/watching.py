"""Everybody's pages at one table, opened once and kept by what their streams send, without a browser."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask
from flask.testing import FlaskClient

from tests.live.live_page import LivePage
from tests.pages.visitor import SCRIPT
from webapp.live.stream import Viewer
from webapp.services import services
from webapp.state.audience import Role
from webapp.store.db import db
from webapp.table.grants import Grant, best_grant

OVERLAY = "/overlay?show=clocks,tags,cast,checks,turn"


@dataclass
class Watcher:
    """One device with its links, and the page it keeps open."""

    client: FlaskClient
    table: str
    tokens: list[str]
    path: str = ""

    def __post_init__(self) -> None:
        self.client.set_cookie(f"tableside-{self.table}", ".".join(self.tokens))
        self.live_page = LivePage(self.fresh())

    def fresh(self) -> str:
        """The page as it is opened now."""
        answer = self.client.get(f"/t/{self.table}{self.path}")
        assert answer.status_code == 200, answer.status
        return answer.text

    @property
    def grant(self) -> Grant:
        own = best_grant(self.table, self.tokens)
        assert own is not None
        return own.as_role(Role.TV, None) if self.path == OVERLAY else own

    @property
    def viewer(self) -> Viewer:
        """As the address says that the page opens its stream at."""
        live = self.live_page.root.find("live")
        assert live is not None
        asked = parse_qs(urlsplit(live.attributes["data-hx-sse:connect"]).query)
        return Viewer(self.grant, lacks=frozenset(asked.get("lacks", [""])[0].split()))

    def is_proved(self) -> bool | None:
        """Whether the page shows what a heartbeat now would say; None where it would say nothing."""
        told = services().updates.proof(self.viewer, self.live_page.cursor)
        return (
            all(each == told[name] for name, each in self.live_page.proof(told["lines"]).items())
            if told
            else None
        )

    def is_replied(self, **command: Any) -> str:
        """A press on this page, and the reply, which has not arrived yet."""
        headers = {**SCRIPT, "Tableside-Cursor": self.live_page.cursor}
        answer = self.client.post(f"/t/{self.table}/do", data=command, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.text

    def presses(self, **command: Any) -> None:
        self.live_page.swap(self.is_replied(**command))

    def presses_live(self, **command: Any) -> str:
        """A press on this page, which says that it hears its stream; the cursor that shows what was done."""
        headers = {**SCRIPT, "Tableside-Cursor": self.live_page.cursor, "Tableside-Live": "1"}
        answer = self.client.post(f"/t/{self.table}/do", data=command, headers=headers)
        assert answer.status_code == 200, answer.text
        self.live_page.swap(answer.text)
        return answer.headers["Tableside-Shows"]

    def fetches_its_news(self) -> str:
        """What it does whose stream is silent; the cursor that it shows then, "" where there was no news."""
        live = self.live_page.root.find("live")
        assert live is not None
        address = live.attributes["data-hx-sse:connect"].replace("/live?", "/news?")
        answer = self.client.get(address, headers={"Tableside-Cursor": self.live_page.cursor})
        assert answer.status_code in (200, 204), answer.text
        self.live_page.swap(answer.text)
        return answer.headers.get("Tableside-Shows", "")

    def catches_up(self) -> None:
        """What the stream sends at once, from where it stands."""
        db.session.rollback()
        news = services().updates.render_delta(self.viewer, self.live_page.cursor)
        if news is not None:
            self.live_page.hears(news.data)

    def misses(self) -> list[str]:
        """What it still shows wrongly when the stream has nothing more to say."""
        self.catches_up()
        return self.live_page.differences(self.fresh())


def everybody(app: Flask, table: str, keys: dict[str, str], seats: dict[str, str]) -> dict[str, Watcher]:
    """The GM, a guest, the TV, the stream overlay and every seat, each with the table's page open."""
    tokens = {"gm": [keys["gm"]], "guest": [keys["player"]], "tv": [keys["tv"]]}
    tokens |= {name: [keys["player"], key] for name, key in seats.items()}
    found = {name: Watcher(app.test_client(), table, each) for name, each in tokens.items()}
    return found | {"overlay": Watcher(app.test_client(), table, tokens["tv"], OVERLAY)}
