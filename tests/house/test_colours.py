"""The palette: text is readable by night and by day, and a filled segment stands out in grey too."""

import re

import pytest

from tests.house.reading import ROOT
from webapp.pages.cookies import GROUNDS
from webapp.rules.outcome_line import Tone

STYLE = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
COLOURS = {name: {"light": light, "dark": dark} for name, light, dark in PAIR.findall(STYLE)}
WORDS = ["paper", "soft", "brass", "ember", "danger", "calm"]
PAPERS = ["ground", "sheet", "raised", "brass-deep", "danger-deep"]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_colour_of_text_is_readable_on_every_paper(theme: str, paper: str) -> None:
    found = {word: contrast(COLOURS[word][theme], COLOURS[paper][theme]) for word in WORDS}
    assert {word: round(each, 1) for word, each in found.items() if each < 7} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("fill", ["brass", "ember", "danger"])
def test_text_on_a_filled_shape_is_readable(theme: str, fill: str) -> None:
    assert contrast(COLOURS["on-brass"][theme], COLOURS[fill][theme]) >= 7


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_filled_and_empty_differ_in_grey(theme: str) -> None:
    """Contrast compares light alone, so it holds without any colour."""
    for fill in ("brass", "ember", "danger"):
        assert contrast(COLOURS[fill][theme], COLOURS["track"][theme]) >= 3


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("paper", ["ground", "sheet", "raised"])
def test_the_edge_of_what_can_be_pressed_stands_out(theme: str, paper: str) -> None:
    assert contrast(COLOURS["edge"][theme], COLOURS[paper][theme]) >= 3


def test_the_night_is_the_same_where_a_browser_knows_one_theme_only() -> None:
    first = dict(re.findall(r"^  --([a-z-]+): (#[0-9a-f]{6});", STYLE, re.MULTILINE))
    assert {name: first[name] for name in COLOURS} == {name: each["dark"] for name, each in COLOURS.items()}


def test_the_browsers_own_edges_are_painted_like_the_page() -> None:
    assert COLOURS["ground"] == GROUNDS


def test_the_tone_of_an_outcome_is_a_colour_and_lays_nothing_out() -> None:
    """A layout that was named as a tone is, wrote "at a price" on phones one letter a line."""
    alone = re.compile(rf"(?:^|[{{}},])\s*\.(?:{'|'.join(Tone)})\s*\{{([^}}]*)\}}")
    styles = [file.read_text(encoding="utf-8") for file in (ROOT / "static" / "css").rglob("*.css")]
    found = [body for style in styles for body in alone.findall(style)]
    assert [body for body in found if "display" in body or "container" in body] == []
