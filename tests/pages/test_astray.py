"""A page that had to fetch itself whole says so: it is counted, and the log has a line without a secret."""

import logging

import pytest

from tests.pages.visitor import OURS, Visitor
from tests.table.oak import Oak
from webapp.api.metrics import current_counts

SCREEN = "0123456789abcdef"


@pytest.fixture
def gm(oak: Oak) -> Visitor:
    current_counts().forget()
    return Visitor(oak, "gm")


def says(visitor: Visitor, astray: str, screen: str = SCREEN) -> int:
    told = {"screen": screen, "cursor": visitor.cursor(), "state": "here", "astray": astray}
    return visitor.client.post(f"/t/{visitor.oak.id}/here", data=told, headers=OURS).status_code


def test_it_is_counted_and_logged(gm: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert (says(gm, "swap"), says(gm, "stamp"), says(gm, "stamp")) == (204, 204, 204)
    told = gm.client.get("/metrics").text
    assert 'tableside_pages_astray_total{why="swap"} 1.0\n' in told
    assert 'tableside_pages_astray_total{why="stamp"} 2.0\n' in told
    assert len(caplog.messages) == 3
    assert gm.oak.id not in caplog.text
    assert gm.oak.made.tokens["gm"] not in caplog.text


@pytest.mark.parametrize(("astray", "screen"), [("", SCREEN), ("\nforged", SCREEN), ("swap", "nonsense")])
def test_other_words_are_neither_counted_nor_logged(
    gm: Visitor, caplog: pytest.LogCaptureFixture, astray: str, screen: str
) -> None:
    assert says(gm, astray, screen) == 204
    assert "pages_astray_total{" not in gm.client.get("/metrics").text
    assert caplog.messages == []
