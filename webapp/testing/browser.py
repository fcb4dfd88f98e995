"""Real browsers at a trial table, whose app this process serves on a free port of this machine."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Self

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from webapp.testing.tables import TrialTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SIZES = {"gm": (1180, 820), "player": (390, 844), "tv": (1920, 1080)}
"""The usual screen of each role: a tablet, a phone, a TV."""


class QuietHandler(WSGIRequestHandler):
    """Answers requests without logging them."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


class BrowserHost:
    """Serves an app to browsers, and opens each page in its own context.

    with BrowserHost(trial_app(), browser) as host:
        phone = host.seated(table, "Ana", mara)
        gm = host.opened(table, "gm")
    """

    def __init__(self, app: Flask, browser: Browser) -> None:
        self.app, self.browser = app, browser
        self.contexts: list[BrowserContext] = []
        self.server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=QuietHandler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> Self:
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        for context in self.contexts:
            context.close()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def opened(self, table: TrialTable, role: str = "gm") -> Page:
        """Open the page of a role, and return it once it is live."""
        page = self._page(role)
        page.goto(f"{self.url}/k/{table.keys[role]}", wait_until="domcontentloaded")
        return _live(page)

    def seated(self, table: TrialTable, name: str, character: int) -> Page:
        """Open a phone's page, seat its player on a character, and return the page once it is live."""
        page = self._page("player")
        page.goto(f"{self.url}/k/{table.keys['player']}", wait_until="domcontentloaded")
        seat: dict[str, str | float | bool] = {"do": "seat.claim", "name": name, "character": str(character)}
        script = {"HX-Request": "true"}
        sat = page.context.request.post(f"{self.url}/t/{table.table}/do", form=seat, headers=script)
        assert sat.ok, sat.text()
        page.goto(f"{self.url}/t/{table.table}", wait_until="domcontentloaded")
        return _live(page)

    def _page(self, role: str) -> Page:
        width, height = SIZES[role]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            service_workers="block",
            has_touch=role != "tv",
        )
        self.contexts.append(context)
        return context.new_page()


def _live(page: Page) -> Page:
    page.locator("body[data-live=live]").wait_for()
    return page
