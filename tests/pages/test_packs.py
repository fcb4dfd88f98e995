"""Packs as files: what is taken along at one table is brought in at another."""

import io
import json
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.pages.visitor import OURS, Visitor
from tests.table.oak import Oak

PACK = """format = "tableside.pack"
version = 1

[[tag]]
name = "Sodden"

[[clock]]
name = "Alarm"
segments = 6
"""


def bring(gm: Visitor, text: str | bytes, **fields: Any) -> TestResponse:
    raw = text.encode() if isinstance(text, str) else text
    sent = {"file": (io.BytesIO(raw), "pack.toml"), **fields}
    return gm.client.post(f"/t/{gm.oak.id}/pack", data=sent, headers=OURS)


def names(oak: Oak) -> list[str]:
    return [saved["name"] for saved in oak.sees()["saved"]]


@pytest.mark.parametrize(("asked", "kind"), [("", "toml"), ("?kind=json", "json"), ("?kind=exe", "toml")])
def test_what_is_taken_along_is_brought_in_elsewhere(oak: Oak, asked: str, kind: str) -> None:
    oak.gm(do="pack.add", example="warehouse")
    answer = Visitor(oak, "gm").client.get(f"/t/{oak.id}/pack{asked}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="pack-{oak.id}.{kind}"'
    assert answer.content_type.startswith(f"application/{kind}")
    elm = Oak.start(oak.app, "Elm")
    assert bring(Visitor(elm, "gm"), answer.data).status_code == 303
    assert elm.sees()["saved"][0]["data"] == oak.sees()["saved"][0]["data"]


def test_json_and_a_byte_order_mark_are_read_too(oak: Oak) -> None:
    pack = {"format": "tableside.pack", "version": 1, "tag": [{"name": "Sodden"}]}
    assert bring(Visitor(oak, "gm"), b"\xef\xbb\xbf" + json.dumps(pack).encode()).status_code == 303
    assert names(oak) == ["Sodden"]


def test_a_bad_row_names_its_line_and_nothing_is_taken(oak: Oak) -> None:
    answer = bring(Visitor(oak, "gm"), PACK.replace("segments = 6", "segments = 600"))
    assert answer.status_code == 422
    assert "Line 9, clock 1 “Alarm” segments: it should be at most 100." in answer.text
    assert "Nothing was imported" in answer.text
    assert names(oak) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("name = ", "nmae = "), "Line 5, tag 1 nmae: there is no such field; perhaps you meant “name”."),
        (
            ("segments", "size"),
            "Line 9, clock 1 “Alarm” size: there is no such field; the fields are name, segments, filled",
        ),
        (('name = "Sodden"', ""), "Line 4, tag 1 name: it is missing."),
        (("[[tag]]", "[[tags]]"), "Line 4, tags: there is no such field; perhaps you meant “tag”."),
        (("[[tag]]", "[tag]"), "tag “Sodden”: begin each entry with [[tag]], in double brackets."),
        (('format = "tableside.pack"', ""), "format: a pack must begin with format ="),
        (('"Sodden"', "2026-01-01"), "A pack cannot have dates,"),
        (("segments = 6", 'kind = "doom"'), "clock 1 “Alarm” kind: this game's clock kinds are"),
    ],
)
def test_a_mistake_is_told_with_its_entry_and_what_was_meant(
    oak: Oak, wrong: tuple[str, str], said: str
) -> None:
    answer = bring(Visitor(oak, "gm"), PACK.replace(*wrong, 1))
    assert said in unescape(answer.text)
    assert names(oak) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tag": {"name": "Sodden"}}, "tag “Sodden”: it should be a list."),
        ({"version": 2}, "version: a pack must have"),
    ],
)
def test_a_mistake_in_json_is_told_in_the_words_of_json(oak: Oak, wrong: dict[str, Any], said: str) -> None:
    pack = {"format": "tableside.pack", "version": 1, **wrong}
    assert said in unescape(bring(Visitor(oak, "gm"), json.dumps(pack)).text)


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"[[tag", b"{", b"", b"x" * 100])
def test_what_is_no_pack_is_refused_in_words(oak: Oak, raw: bytes) -> None:
    answer = bring(Visitor(oak, "gm"), raw)
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.text


def test_a_file_that_is_too_large_is_refused(oak: Oak) -> None:
    for size in (1024 * 1024 + 1, 2 * 1024 * 1024):
        answer = bring(Visitor(oak, "gm"), b"#" * size)
        assert answer.status_code in (413, 422)  # the whole request, or the file in it
        assert "A pack can be at most 1 MB. Nothing was imported." in answer.text
        assert "Back to the table" in answer.text


def test_a_large_library_can_be_brought_in_again(oak: Oak) -> None:
    many = "".join(f'\n[[tag]]\nname = "Tag {n}"\nclears = "{"c" * 79}"\n' for n in range(199))
    notes = '\n[[scene]]\nname = "Long"\nnotes = "' + "n" * 3900 + '"\n'
    head = 'format = "tableside.pack"\nversion = 1\n'
    padding = "".join(f"# {'.' * 78}\n" for _ in range(1000))
    assert bring(Visitor(oak, "gm"), head + many + notes + padding).status_code == 303
    assert len(names(oak)) == 200


def test_a_clash_is_asked_about_and_settled_without_the_file(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    assert bring(gm, PACK).location.endswith(f"/t/{oak.id}#on-library")
    asked = bring(gm, PACK)
    assert asked.status_code == 409
    assert "already has the tag “Sodden” and the clock “Alarm”" in asked.text
    assert "[[clock]]" in asked.text
    sent = {"text": PACK, "on_clash": "keep"}
    assert gm.client.post(f"/t/{oak.id}/pack", data=sent, headers=OURS).status_code == 303
    assert names(oak) == ["Sodden", "Alarm", "Sodden (2)", "Alarm (2)"]


@pytest.mark.parametrize("role", ["player", "tv"])
def test_the_library_is_the_gms(oak: Oak, role: str) -> None:
    visitor = Visitor(oak, role)
    assert visitor.client.get(f"/t/{oak.id}/pack").status_code == 403
    assert bring(visitor, PACK).status_code == 403
    assert (
        visitor.client.post(
            f"/t/{oak.id}/pack", data={"text": PACK}, headers={"Sec-Fetch-Site": "cross-site"}
        ).status_code
        == 403
    )
    assert names(oak) == []


def test_every_card_can_be_kept_without_a_script(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    tag = oak.tag("Sodden")
    assert gm.post(do="saved.add", tag=tag).status_code == 303
    page = gm.page("/moves/library").text
    assert 'aria-label="Put Sodden on the table"' in page
    saved = oak.sees()["saved"][0]["id"]
    assert gm.post(do="saved.use", saved=saved, character="").status_code == 303
    assert len(oak.sees()["tags"]) == 2
    assert "from the library" in gm.client.get(f"/t/{oak.id}/edit/saved/{saved}").text


def test_the_library_is_in_no_page_of_others(oak: Oak) -> None:
    oak.gm(do="saved.add", tag=oak.tag("Xanadu", visibility="secret"))
    for role in ("player", "tv"):
        assert "Xanadu" not in Visitor(oak, role).page().text
