"""What moves, moves by opacity and transform alone: all else is laid out or painted again at every step."""

import re
from pathlib import Path

import pytest

from tests.house.reading import ROOT

MOVED = {"opacity", "transform"}
STYLES = sorted([*ROOT.glob("static/css/**/*.css"), *ROOT.glob("webapp/games/**/*.css")])
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TRANSITION = re.compile(r"transition(?:-property)?:([^;}]*)")
KEYFRAMES = re.compile(r"@keyframes\s+[\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")
PROPERTY = re.compile(r"([\w-]+)\s*:")
BRACES = re.compile(r"\{([^{}]*)\}")


def moved(style: str) -> set[str]:
    """Return the properties that transitions and animations change; "all" where none is named."""
    style = COMMENT.sub("", style)
    found = set()
    for words in TRANSITION.findall(style):
        for each in filter(None, (part.strip() for part in words.split(",") if "none" not in part)):
            first = each.split()[0]
            found.add(first if re.fullmatch(r"[a-z][a-z-]*", first) else "all")
    for frames in KEYFRAMES.findall(style):
        for frame in BRACES.findall(frames):
            found |= set(PROPERTY.findall(frame))
    return found


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_opacity_and_transform_are_animated(path: Path) -> None:
    assert moved(path.read_text(encoding="utf-8")) <= MOVED


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("a { transition: stroke-dasharray var(--sweep) ease-out; }", {"stroke-dasharray"}),
        ("a { transition: opacity 1s, width 1s }", {"opacity", "width"}),
        ("a { transition: 120ms; }", {"all"}),
        ("a { transition: none !important; }", set()),
        ("@keyframes x { from { color: red; } to { opacity: 0; } }", {"color", "opacity"}),
        ("@keyframes x { 40% { transform: scale(2); } }\na { top: 0; }", {"transform"}),
    ],
)
def test_what_a_style_moves_is_found(style: str, found: set[str]) -> None:
    assert moved(style) == found


def test_every_keyframe_of_the_house_is_read() -> None:
    whole = "".join(COMMENT.sub("", path.read_text(encoding="utf-8")) for path in STYLES)
    assert len(KEYFRAMES.findall(whole)) == whole.count("@keyframes") > 10
