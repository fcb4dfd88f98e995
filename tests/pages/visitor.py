"""A browser without scripts, for tests of pages: it follows links and keeps cookies."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.table.oak import Oak
from webapp.services import services
from webapp.table.grants import best_grant

OURS = {"Sec-Fetch-Site": "same-origin"}
SCRIPT = {**OURS, "HX-Request": "true"}


class Visitor:
    """One device: it opens links, and posts forms as a page or as a script would."""

    def __init__(self, oak: Oak, *roles: str) -> None:
        self.oak = oak
        self.client: FlaskClient = oak.app.test_client()
        for role in roles:
            self.open(oak.made.tokens[role])

    def hold(self, seat_key: str) -> None:
        """Carry the key of a seat as well."""
        self.client.set_cookie(f"tableside-{self.oak.id}", f"{seat_key}.{self.cookie()}")

    def open(self, token: str) -> TestResponse:
        return self.client.get(f"/k/{token}")

    def page(self, query: str = "") -> TestResponse:
        return self.client.get(f"/t/{self.oak.id}{query}")

    def post(self, headers: dict[str, str] = OURS, **fields: Any) -> TestResponse:
        stands = {"Tableside-Cursor": self.cursor()} if "HX-Request" in headers else {}
        return self.client.post(f"/t/{self.oak.id}/do", data=fields, headers={**stands, **headers})

    def cursor(self) -> str:
        """Where a page would stand that was opened just now."""
        grant = best_grant(self.oak.id, self.cookie().split("."))
        revisions = services().bus.revisions(self.oak.id)
        return revisions.cursor(grant.audience) if grant is not None and revisions is not None else ""

    def cookie(self) -> str:
        found = self.client.get_cookie(f"tableside-{self.oak.id}")
        return found.value if found else ""
