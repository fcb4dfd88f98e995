"""The two faces of our own: small, loaded early, and replaced by nothing that jumps."""

import re

from tests.house.reading import ROOT
from tests.table.oak import Oak

MOST = 40_000  # bytes, both together


def test_the_faces_are_small() -> None:
    """Those of every page, and beside them those of letters that few pages have."""
    sizes = {file.name: file.stat().st_size for file in (ROOT / "static" / "fonts").glob("*.woff2")}
    assert sum(size for name, size in sizes.items() if "-more-" not in name) <= MOST
    assert sum(size for name, size in sizes.items() if "-more-" in name) <= MOST / 2


def test_a_page_asks_for_its_faces_at_once_and_its_style_names_the_same_files(oak: Oak) -> None:
    client = oak.app.test_client()
    page = client.get("/").text
    early = set(re.findall(r'<link rel="preload" href="(/static/[^"]+)" as="font"', page))
    style = client.get(re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)[0]).text
    assert len(early) == 2
    named = {f"/static/{name}" for name in re.findall(r'url\("([^"]+woff2)"\)', style)}
    assert early == {name for name in named if "-more-" not in name}
    assert len(named) == 4
    for address in early:
        answer = client.get(address)
        assert answer.content_type == "font/woff2"
        assert answer.data.startswith(b"wOF2")


def test_while_a_face_loads_one_of_the_same_measures_stands_in() -> None:
    style = (ROOT / "static" / "css" / "faces.css").read_text(encoding="utf-8")
    faces = re.findall(r"@font-face \{(.*?)\}", style, re.DOTALL)
    own = [face for face in faces if "url(" in face]
    stand_ins = [face for face in faces if "local(" in face]
    assert (len(own), len(stand_ins)) == (4, 3), "one stands in for each weight that differs"
    assert all("font-display: swap" in face for face in own)
    assert all("size-adjust" in face and "ascent-override" in face for face in stand_ins)


def test_latin_extended_a_has_faces_of_its_own_that_are_fetched_where_a_page_has_such_a_letter() -> None:
    style = (ROOT / "static" / "css" / "faces.css").read_text(encoding="utf-8")
    more = [face for face in re.findall(r"@font-face \{(.*?)\}", style, re.DOTALL) if "-more-" in face]
    ranges = re.findall(r"U\+([0-9A-F]+)-([0-9A-F]+)", more[0].partition("unicode-range")[2])
    held = {code for first, last in ranges for code in range(int(first, 16), int(last, 16) + 1)}
    assert {ord(letter) for letter in "ŁłŚśŻżČčŘřĚěŮůĞğŞşİ"} <= held
    assert len(more) == 2
    assert all(f"U+{first}-{last}" in face for face in more for first, last in ranges)


def test_the_authors_of_the_faces_are_thanked(oak: Oak) -> None:
    credits = oak.app.test_client().get("/credits").text
    assert "Grenze" in credits
    assert "Atkinson Hyperlegible Next" in credits
    assert "SIL Open Font License" in credits
