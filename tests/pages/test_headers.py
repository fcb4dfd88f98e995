"""What every answer carries, whatever it is."""

import gzip
import re

import pytest

from tests.pages.visitor import Visitor
from tests.table.oak import Oak

PATHS = ["/", "/join", "/t/nosuchtable", "/k/nokey", "/static/none.css", "/nothing", "/credits", "/healthz"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_policies(oak: Oak, path: str) -> None:
    headers = oak.app.test_client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_pages_of_a_table_are_not_stored(oak: Oak) -> None:
    assert Visitor(oak, "player").page().headers["Cache-Control"] == "no-store"


def test_files_are_kept_for_ever_under_the_name_of_their_content(oak: Oak) -> None:
    page = Visitor(oak, "gm").page().get_data(as_text=True)
    address = next(part.split('"')[0] for part in page.split('"') if part.startswith("/static/table."))
    answer = oak.app.test_client().get(address)
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_players_page_is_small_and_needs_few_requests(oak: Oak) -> None:
    """First view at most 80 KB transferred (compressed) and 8 requests."""
    for number in range(6):
        oak.clock(f"Clock {number}", 6)
        oak.tag(f"Tag {number}")
    phone = Visitor(oak, "player")
    page = phone.page().get_data()
    files = set(re.findall(rb'(?:href|src)="(/static/[^"]+)"', page))
    bodies = [page, *(oak.app.test_client().get(each.decode()).get_data() for each in files)]
    assert sum(len(gzip.compress(body)) for body in bodies) <= 80_000
    assert len(bodies) <= 7  # and the stream
