"""Which screens are here: bounded, whatever they say, and shared by nobody who may not know."""

import threading

import pytest

from webapp.live import presence
from webapp.live.presence import Presence

CURSOR = "9f31c2ab-7"


def screen(number: int) -> str:
    return f"{number:016x}"


def states(here: Presence, at: float) -> list[str]:
    return [report.state for report in here.of("oak", at).values()]


def test_a_screen_is_here_until_it_sleeps_and_says_since_when() -> None:
    here = Presence()
    assert here.report("oak", "seat:7", screen(1), CURSOR, "here", at=100.0)
    assert here.report("oak", "seat:7", screen(1), CURSOR, "asleep", at=130.0)
    assert here.report("oak", "seat:7", screen(1), CURSOR, "asleep", at=150.0)
    (report,) = here.of("oak", 5000.0).values()
    assert (report.state, report.since) == ("asleep", 130.0)


def test_a_screen_that_says_nothing_any_more_is_gone_since_its_last_word() -> None:
    here = Presence()
    here.report("oak", "seat:7", screen(1), CURSOR, "here", at=100.0)
    assert states(here, 199.0) == ["here"]
    (report,) = here.of("oak", 201.0).values()
    assert (report.state, report.since) == ("gone", 100.0)


def test_after_half_a_day_it_is_forgotten() -> None:
    here = Presence()
    here.report("oak", "seat:7", screen(1), CURSOR, "asleep", at=100.0)
    assert states(here, 100.0 + 12 * 3600 + 1) == []


@pytest.mark.parametrize(
    ("name", "cursor", "state"),
    [
        ("short", CURSOR, "here"),
        ("g" * 16, CURSOR, "here"),
        (screen(1), "nonsense", "here"),
        (screen(1), "deadbeef--5", "here"),
        (screen(1), "a-1\nevent: reload", "here"),
        (screen(1), CURSOR, "dancing"),
        (screen(1), "", ""),
    ],
)
def test_nonsense_is_not_kept(name: str, cursor: str, state: str) -> None:
    here = Presence()
    assert not here.report("oak", "seat:7", name, cursor, state, at=100.0)
    assert states(here, 100.0) == []


def test_nobody_speaks_for_the_screen_of_another() -> None:
    here = Presence()
    here.report("oak", "seat:7", screen(1), CURSOR, "here", at=100.0)
    assert not here.report("oak", "player:3", screen(1), CURSOR, "gone", at=101.0)
    assert states(here, 101.0) == ["here"]


def test_one_holder_cannot_crowd_the_others_out() -> None:
    here = Presence()
    here.report("oak", "seat:7", screen(9999), CURSOR, "here", at=100.0)
    for number in range(200):
        here.report("oak", "player:3", screen(number), CURSOR, "here", at=101.0)
    kept = list(here.of("oak", 102.0).values())
    assert len(kept) == 1 + presence.MOST_PER_HOLDER
    assert any(report.holder == "seat:7" for report in kept)


def test_whoever_reports_too_often_is_not_listened_to_for_a_while() -> None:
    here = Presence()
    taken = [here.report("oak", "tv:3", screen(1), CURSOR, "here", at=100.0) for _ in range(300)]
    assert taken.count(True) == presence.PACE
    assert not here.report("oak", "tv:3", screen(1), CURSOR, "gone", at=109.0)
    assert here.report("oak", "tv:3", screen(1), CURSOR, "gone", at=110.0)


def test_many_tables_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_TABLES", 3)
    here = Presence()
    for name in ("ash", "elm", "fir", "oak"):
        here.report(name, "tv:3", screen(1), CURSOR, "here", at=100.0)
    assert [name for name in ("ash", "elm", "fir", "oak") if here.of(name, 100.0)] == ["elm", "fir", "oak"]


def test_forty_screens_that_report_at_once_are_all_kept() -> None:
    here = Presence()

    def speak(number: int) -> None:
        for _ in range(5):
            here.report("oak", f"seat:{number}", screen(number), CURSOR, "here")

    threads = [threading.Thread(target=speak, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(here.of("oak")) == 40
