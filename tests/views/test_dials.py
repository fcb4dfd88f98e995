"""A dial says how full a clock is by its segments, what it is by its rim, and no more than it may."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.views.dials import arc, blades, cuts, face, mark, nearness, newest


def dial(page: str, label: str) -> str:
    return next(each for each in re.findall(r"<svg class=\"dial.*?</svg>", page, re.DOTALL) if label in each)


def test_a_dial_of_four_parts_at_the_quarters() -> None:
    assert cuts(4) == "M50 6.5l0 87M93.5 50l-87 0"


@pytest.mark.parametrize(("segments", "lines"), [(1, 0), (2, 1), (5, 5), (6, 3), (24, 12), (25, 0), (100, 0)])
def test_what_nobody_can_count_by_eye_is_a_ring(segments: int, lines: int) -> None:
    assert cuts(segments).count("M") == lines


@pytest.mark.parametrize(("count", "dash"), [(0, "0 100"), (2, "33.333 100"), (3, "50 100"), (6, "100 100")])
def test_an_arc_says_how_full(count: int, dash: str) -> None:
    assert arc(count, 6) == dash


@pytest.mark.parametrize(
    ("filled", "direction", "arc", "newest"),
    [
        (0, "fill", "0 100", ""),
        (1, "fill", "0 100", "0 0 25 100"),
        (4, "fill", "75 100", "0 75 25 100"),
        (4, "drain", "100 100", ""),
        (3, "drain", "75 100", "0 75 25 100"),
        (0, "drain", "0 100", "0 0 25 100"),
    ],
)
def test_the_newest_segment_is_drawn_by_itself_so_that_it_can_fade(
    filled: int, direction: str, arc: str, newest: str
) -> None:
    """A filled one fades in after the others, an emptied one fades out."""
    seen = face(clock(filled, 4, direction), None)
    assert (seen.arc, seen.newest) == (arc, newest)


def test_a_newest_segment_begins_where_the_others_end() -> None:
    assert newest(2, 6) == "0 33.333 16.667 100"


def clock(filled: int, segments: int = 8, direction: str = "fill") -> Any:
    complete = filled == (segments if direction == "fill" else 0)
    return SimpleNamespace(
        filled=filled, segments=segments, direction=direction, kind="threat", complete=complete
    )


@pytest.mark.parametrize(
    ("filled", "direction", "word"),
    [(5, "fill", ""), (6, "fill", "near"), (8, "fill", "complete"), (3, "drain", ""), (2, "drain", "near")],
)
def test_a_card_knows_how_near_its_clock_is_to_its_end(filled: int, direction: str, word: str) -> None:
    assert nearness(clock(filled, direction=direction)) == word


def test_a_face_says_all_that_a_dial_is_drawn_of() -> None:
    seen = face(clock(7), "threat")
    assert (seen.looks, seen.rim, seen.metal, seen.mark) == (
        "threat fill beats-3 odd",
        "saw",
        "ember",
        "threat",
    )
    assert [face(clock(1, size), None).digits for size in (9, 10, 99, 100)] == ["", "long", "long", "longest"]


def test_the_blades_close_into_a_rim() -> None:
    assert blades(20).count("Q") == 40
    assert blades(20).startswith("M50 5.8")
    assert blades(20).endswith("Z")


@pytest.mark.parametrize(
    ("kind", "role", "direction", "sign"),
    [
        ("danger", "threat", "fill", "danger"),
        ("faction", "threat", "fill", "faction"),
        ("personal", "progress", "drain", "personal"),
        ("threat", "threat", "drain", "threat"),
        ("progress", "progress", "drain", "sand"),
        ("a kind of a game to come", "progress", "fill", "progress"),
    ],
)
def test_every_kind_has_a_mark(kind: str, role: str, direction: str, sign: str) -> None:
    assert mark(kind, role, direction) == sign


def test_a_threat_has_blades_and_progress_a_rim(oak: Oak) -> None:
    oak.clock("The guards arrive", 6, kind="threat")
    oak.clock("The door gives", 6)
    page = Visitor(oak, "gm").page().text
    assert "#saw" in dial(page, "The guards arrive")
    assert "#saw" not in dial(page, "The door gives")
    assert "#rim" in dial(page, "The door gives")


@pytest.mark.parametrize(
    ("filled", "beats"), [(3, ""), (4, "beats-1"), (6, "beats-2"), (7, "beats-3"), (8, "done")]
)
def test_the_tempo_rises_as_it_nears_full(oak: Oak, filled: int, beats: str) -> None:
    oak.clock("The fuse", 8, filled=filled)
    words = re.findall(r'class="([^"]+)"', dial(Visitor(oak, "gm").page().text, "The fuse"))[0].split()
    assert [each for each in words if each.startswith(("beats", "done"))] == ([beats] if beats else [])


def test_what_drains_beats_as_it_nears_empty(oak: Oak) -> None:
    oak.clock("Air", 8, filled=1, direction="drain")
    oak.clock("Light", 8, filled=8, direction="drain")
    page = Visitor(oak, "gm").page().text
    assert "beats-3" in dial(page, "Air")
    assert "beats" not in dial(page, "Light")


def test_every_tick_starts_the_beat_again(oak: Oak) -> None:
    oak.clock("Five of eight", 8, filled=5)
    oak.clock("Six of eight", 8, filled=6)
    page = Visitor(oak, "gm").page().text
    assert " odd" in dial(page, "Five of eight")
    assert " odd" not in dial(page, "Six of eight")


def test_a_masked_dial_is_the_same_for_every_count_of_its_word(oak: Oak) -> None:
    oak.clock("One of nine", 9, filled=1, visibility="masked", kind="threat")
    oak.clock("Six of nine", 9, filled=6, visibility="masked")
    page = Visitor(oak, "player").page().text
    one, six = dial(page, "One of nine"), dial(page, "Six of nine")
    assert one.replace("One", "Six") == six
    assert "filling" in six
