"""Notes on a phone and on the GM's tablet, without scripts too."""

import re

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.services import services
from webapp.store.models import Note
from webapp.table.grants import best_grant

WORD = "xanadu"


def phone(oak: Oak, name: str) -> Visitor:
    oak.sit(name)
    visitor = Visitor(oak, "player")
    visitor.hold(oak.seats[name])
    return visitor


def test_a_player_notes_for_themselves_and_for_all(oak: Oak) -> None:
    ana, ben, gm = phone(oak, "Ana"), phone(oak, "Ben"), Visitor(oak, "gm")
    ana.post(do="note.add", text=WORD)
    ana.post(do="note.add", text="The watch changes", visibility="shown")
    assert re.search(rf"{WORD}</bdi>\s*<small><bdi>Ana</bdi>, private</small>", ana.page().text)
    assert re.search(r"The watch changes</bdi>\s*<small><bdi>Ana</bdi></small>", ana.page().text)
    for page in (ben.page().text, ben.page("/notes").text, gm.page("/moves/notes").text):
        assert "The watch changes" in page
        assert WORD not in page
    for address in ("", "/moves/notes", "/after", "/export"):
        assert WORD not in gm.page(address).text


def test_what_is_private_is_in_nobody_elses_stream_and_reply(oak: Oak) -> None:
    ana = phone(oak, "Ana")
    phone(oak, "Ben")
    epoch = oak.state().table.epoch
    ana.post(do="note.add", text=WORD)
    for tokens in ([oak.made.tokens["gm"]], [oak.made.tokens["player"], oak.seats["Ben"]]):
        grant = best_grant(oak.id, tokens)
        assert grant is not None
        news = services().updates.render_delta(Viewer(grant), f"{epoch}-0")
        assert news is not None
        assert WORD.encode() not in news.data
    assert WORD not in Visitor(oak, "gm").post(SCRIPT, do="tag.add", name="Slick").text


def test_a_note_is_found_changed_and_removed_on_the_phone(oak: Oak) -> None:
    ana = phone(oak, "Ana")
    for text in ("The courier is Silas", "Ten past nine"):
        ana.post(do="note.add", text=text)
    found = ana.page("/notes?find=SILAS").text
    assert "The courier is Silas" in found
    assert "Ten past nine" not in found
    assert "No notes match." in ana.page("/notes?find=nobody").text
    note = oak.state().find_all(Note)[0].id
    ana.post(do="note.edit", note=note, text="The courier is Vesna")
    assert "The courier is Vesna" in ana.page().text


def test_a_note_is_found_without_accents_and_typographic_signs(oak: Oak) -> None:
    ana = phone(oak, "Ana")
    ana.post(do="note.add", text="Zoë met O’Malley")
    for words in ("zoe", "o'malley", "Zoë"):
        assert "Zoë met" in ana.page(f"/notes?find={words}").text
    assert "Zoë met" not in ana.page("/notes?find=zoo").text.partition("</form>")[2]


def test_the_gm_finds_a_thing_by_what_is_noted_of_it(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    clock, tag, mara = oak.clock("Alarm", 6), oak.tag("Slick"), oak.character("Mara")
    for kind, id in {"clock": clock, "tag": tag, "character": mara}.items():
        gm.post(do="note.add", text=f"{WORD} {kind}", **{kind: id})
        assert f'data-noted="{WORD} {kind}"' in gm.page().text
        assert f"{WORD} {kind}" in gm.page(f"/edit/{kind}/{id}").text
    assert WORD not in Visitor(oak, "player").page().text


def test_a_tag_for_one_seat_stands_on_its_phone_and_says_so(oak: Oak) -> None:
    ana, ben, gm = phone(oak, "Ana"), phone(oak, "Ben"), Visitor(oak, "gm")
    oak.tag(WORD, only=oak.sit("Ana").seat)
    assert "only you" in ana.page().text
    assert WORD not in ben.page().text
    assert "only <bdi>Ana</bdi>" in gm.page().text


def test_the_tv_has_no_notes_and_a_gm_has_them_in_the_inspector(oak: Oak) -> None:
    assert Visitor(oak, "tv").page("/notes").status_code == 403
    assert Visitor(oak, "gm").page("/notes").location.endswith("/moves/notes")
