"""What a game raises to end the program fails one request, one panel or one stream, and names the game."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.rules import game_faults
from webapp.rules.game_faults import GameFault, is_fault
from webapp.services import services
from webapp.table.game_table import GameTable
from webapp.table.grants import best_grant
from webapp.views.game_screens import GameScreens


class Wrong(BaseException):
    """What is no Exception and comes from a game."""


def leave(*_: object, **__: object) -> None:
    raise SystemExit(3)


def raise_its_own(*_: object, **__: object) -> None:
    raise Wrong


def ask_for_all(*_: object, **__: object) -> None:
    raise MemoryError


FAILURES = (leave, raise_its_own, ask_for_all)


@pytest.fixture(autouse=True)
def here_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of this file counts as freeform's."""
    monkeypatch.setattr(game_faults, "game_of_file", lambda file: "freeform" if file == __file__ else None)


@pytest.fixture
def oak(app: Flask) -> Oak:
    return Oak.start(app)


@pytest.mark.parametrize("fails", FAILURES)
def test_a_command_that_fails_changes_nothing_and_the_log_names_the_game(
    oak: Oak,
    fails: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = oak.clock("Alarm")
    visitor, key = oak.app.test_client(), oak.made.tokens["gm"]
    send = {"json": {"do": "clock.tick", "clock": clock}, "headers": {"Authorization": f"Bearer {key}"}}
    with monkeypatch.context() as broken:
        broken.setattr(GameTable, "after", fails)
        answer = visitor.post(f"/api/v1/tables/{oak.id}/commands", **send)
    assert answer.status_code == 500
    assert answer.json["error"]["message"].startswith("Something went wrong on the server.")
    assert "in the game tableside" in caplog.text
    assert "(freeform) at games/test_failing_hooks.py:" in caplog.text
    assert oak.sees()["clocks"][0]["filled"] == 0
    assert visitor.post(f"/api/v1/tables/{oak.id}/commands", **send).json["result"]["filled"] == 1


@pytest.mark.parametrize("fails", FAILURES)
def test_a_panel_that_fails_is_left_out_of_its_page(
    oak: Oak,
    fails: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    something_unshown: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    oak.clock("Alarm")
    monkeypatch.setattr(GameScreens, "gm_panels", lambda *_: iter((fails,)))
    page = oak.app.test_client().get(f"/k/{oak.made.tokens['gm']}", follow_redirects=True)
    assert page.status_code == 200
    assert "Alarm" in page.text
    assert "(freeform) at games/test_failing_hooks.py:" in caplog.text


def test_a_stream_meets_an_ordinary_error(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    assert grant is not None
    viewer, revisions = Viewer(grant), services().bus.revisions(oak.id)
    assert revisions is not None
    last = revisions.cursor(viewer.audience)
    monkeypatch.setattr(type(services().updates), "_still_prepares", leave)
    oak.clock("Alarm")
    with pytest.raises(GameFault):
        services().updates.render_delta(viewer, last)


def test_what_is_raised_elsewhere_and_is_no_exception_passes() -> None:
    """A timeout of a request, or the end of a greenlet."""
    with pytest.raises(Wrong) as raised:
        exec(compile("raise kind", "elsewhere.py", "exec"), {"kind": Wrong})
    assert not is_fault(raised.value)
