"""What a game did to the server is kept until its files change, whatever else is in the folder."""

from pathlib import Path

import pytest

from webapp.game_trials import set_aside_unfit
from webapp.game_watch import GameWatch
from webapp.memory_limit import machine_memory
from webapp.rules.plugins import broken
from webapp.store import game_records
from webapp.store.game_records import GameRecords


def test_what_a_game_did_is_kept_until_its_files_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = GameRecords(tmp_path)
    records.note_slow("freeform", "for 4 seconds")
    for _ in range(3):
        records.note_stop("freeform", "held it")
    kept = GameRecords(tmp_path).of("freeform")
    assert (kept.slow, kept.stops, kept.has_stopped_too_often) == ("for 4 seconds", ("held it",) * 3, True)
    monkeypatch.setattr(game_records, "checksum", lambda key: "upgraded")
    assert GameRecords(tmp_path).of("freeform").stops == ()


def test_a_record_is_forgotten_when_somebody_says_so(tmp_path: Path) -> None:
    records = GameRecords(tmp_path)
    records.note_stop("freeform", "held it")
    records.note_stop("mettle", "held it")
    records.forget("freeform")
    assert set(records.all()) == {"mettle"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"freeform": 3}', '{"freeform": {"files": "", "slow": 1}}'])
def test_a_damaged_file_counts_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / game_records.NAME).write_text(text)
    assert GameRecords(tmp_path).all() == {}


def test_an_included_game_is_never_set_aside(tmp_path: Path) -> None:
    """All tables of a club would rest because of one."""
    for _ in range(3):
        GameRecords(tmp_path).note_stop("mettle", "held it")
    set_aside_unfit(GameRecords(tmp_path))
    assert broken() == {}


def test_the_stacks_of_a_process_that_ended_name_the_game_once(tmp_path: Path) -> None:
    import webapp.games.mettle.rules as rules

    frame = f'  File "{rules.__file__}", line 7 in act'
    left = tmp_path / "stacks-0.txt"
    left.write_text(f'Fatal Python error: Segmentation fault\n\n{frame}\n  File "/app.py", line 1 in run\n')
    (tmp_path / "stacks-00.txt").touch()  # of one that was killed from outside
    GameWatch(tmp_path)._read_stacks()
    (stop,) = GameRecords(tmp_path).of("mettle").stops
    assert stop.startswith("crashed it at rules/__init__.py:7 (")
    assert list(tmp_path.glob("stacks*")) == []


def test_the_machine_has_memory() -> None:
    assert machine_memory() > 2**28
