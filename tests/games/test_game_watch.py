"""A hook that does not return is named, and ends its process; whatever else takes long does not."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from webapp import game_watch
from webapp.game_watch import GameWatch
from webapp.rules import game_faults
from webapp.store.game_records import GameRecords

HOOK = """
def hook(began, end):
    began.set()
    wait_elsewhere(end)
"""


class Call:
    """A call in a thread of its own, which lasts as long as it is told."""

    def __init__(self, file: str) -> None:
        named: dict[str, object] = {"wait_elsewhere": lambda end: end.wait(60)}
        exec(compile(HOOK, file, "exec"), named)
        began, self.end = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=named["hook"], args=(began, self.end))  # type: ignore[arg-type]
        self.thread.start()
        began.wait(60)

    def returns(self) -> None:
        self.end.set()
        self.thread.join()


class Ended(Exception):
    """The process has ended."""


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameWatch:
    """A watch that looks every half second by its own count."""

    def end(code: int) -> None:
        raise Ended

    monkeypatch.setattr(game_faults, "game_of_file", lambda file: "freeform" if file == "/g/h.py" else None)
    monkeypatch.setattr(game_watch, "game_of_file", game_faults.game_of_file)
    monkeypatch.setattr(GameWatch, "_since_last_look", lambda _: game_watch.TICK)
    monkeypatch.setattr(game_watch.os, "_exit", end)
    return GameWatch(tmp_path)


@pytest.fixture
def call(watch: GameWatch) -> Iterator[Call]:
    made = Call("/g/h.py")
    watch.main = made.thread.ident or 0
    yield made
    made.returns()


def look(watch: GameWatch, seconds: float) -> None:
    for _ in range(int(seconds / game_watch.TICK)):
        watch.look()


def test_a_hook_of_two_seconds_is_named_with_its_line_and_again_when_it_returns(
    watch: GameWatch, call: Call, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    look(watch, 1.5)
    assert GameRecords(tmp_path).all() == {}
    look(watch, 2)
    call.returns()
    watch.look()
    name = "The game tableside 0.1.0 (freeform)"
    assert capfd.readouterr().err.splitlines() == [
        f"{name} has kept a request waiting for 2 seconds at g/h.py:4.",
        f"{name} went on after 4 seconds at g/h.py:4.",
    ]
    assert GameRecords(tmp_path).of("freeform").slow.startswith("for 4 seconds at g/h.py:4 (")


def test_a_hook_of_twenty_seconds_ends_the_process_and_counts_as_a_stop(
    watch: GameWatch, call: Call, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    look(watch, 19.5)
    with pytest.raises(Ended):
        watch.look()
    assert (
        "has held the server for 20 seconds at g/h.py:4. The server starts again." in capfd.readouterr().err
    )
    (stop,) = GameRecords(tmp_path).of("freeform").stops
    assert stop.startswith("held it for 20 seconds at g/h.py:4 (")


def test_many_quick_calls_of_a_hook_are_not_one_slow_one(watch: GameWatch, tmp_path: Path) -> None:
    for _ in range(50):
        each = Call("/g/h.py")
        watch.main = each.thread.ident or 0
        watch.look()
        each.returns()
    assert GameRecords(tmp_path).all() == {}


def test_what_is_slow_in_no_game_is_nobodys_fault(watch: GameWatch, tmp_path: Path) -> None:
    """A slow disk, a large table, a wait for another process."""
    own = Call("/webapp/store.py")
    watch.main = own.thread.ident or 0
    look(watch, 60)
    own.returns()
    assert GameRecords(tmp_path).all() == {}


def test_a_machine_that_slept_blames_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = GameWatch(tmp_path)
    before = watch.looked
    monkeypatch.setattr(game_watch.time, "monotonic", lambda: before[0] + 3600)
    assert watch._since_last_look() < 10


def full(*_: object) -> None:
    raise OSError("No space left on device")


def test_a_full_disk_does_not_keep_a_held_process(
    watch: GameWatch, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameRecords, "note_slow", lambda *_: None)
    monkeypatch.setattr(GameRecords, "note_stop", full)
    look(watch, 19.5)
    with pytest.raises(Ended):
        watch.look()


def test_a_look_that_fails_is_followed_by_others(
    watch: GameWatch, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The timer that ends the process is set anew each time."""
    timers: list[float] = []

    def sleep(_: float) -> None:
        if len(timers) == 3:
            raise Ended

    monkeypatch.setattr(game_watch, "get_original", lambda *_: sleep)
    monkeypatch.setattr(game_watch.signal, "setitimer", lambda _, seconds: timers.append(seconds))
    monkeypatch.setattr(GameWatch, "look", full)
    with pytest.raises(Ended):
        watch._watch()
    assert capfd.readouterr().err.count("The watch of the games failed: No space left on device") == 2


QUITTING = """
def hook(quit):
    quit(9)
"""


def quits(file: str) -> None:
    named: dict[str, Any] = {}
    exec(compile(QUITTING, file, "exec"), named)
    named["hook"](os._exit)


def test_a_hook_that_ends_the_process_at_once_is_named_and_counts_as_a_stop(
    watch: GameWatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    watch.stand_in()
    with pytest.raises(Ended):
        quits("/g/h.py")
    assert "ended the server by os._exit(9) at g/h.py:3. The server starts again." in capfd.readouterr().err
    (stop,) = GameRecords(tmp_path).of("freeform").stops
    assert stop.startswith("ended it by os._exit(9) at g/h.py:3 (")


def test_an_end_that_is_of_no_games_making_is_nobodys_fault(
    watch: GameWatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.stand_in()
    with pytest.raises(Ended):
        quits("/webapp/rules/forked.py")
    monkeypatch.setattr(game_watch.os, "getpid", lambda: 1)
    with pytest.raises(Ended):
        quits("/g/h.py")  # in a child process
    assert GameRecords(tmp_path).all() == {}
