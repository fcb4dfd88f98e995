"""Clocks under headings of the table's own, and what moving one place means."""

from dataclasses import dataclass
from types import SimpleNamespace

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.views.clock_groups import group_clocks, group_names, moved_order, pair_clocks


@dataclass(frozen=True)
class Named:
    id: int
    group: str | None = None
    here: bool = True


def test_clocks_without_a_group_come_first_then_each_group_once() -> None:
    clocks = [Named(1, "Factions"), Named(2), Named(3, "Long-term"), Named(4, "Factions")]
    told = [(group.name, [each.id for each in group.clocks], group.start) for group in group_clocks(clocks)]
    assert told == [(None, [2], 0), ("Factions", [1, 4], 1), ("Long-term", [3], 3)]


def test_two_groups_never_share_an_element_whatever_they_are_called() -> None:
    names = ["a b", "a-b", "<i>", "派閥"]
    ids = {group.id for group in group_clocks([Named(n, name) for n, name in enumerate(names)])}
    assert len(ids) == 4
    assert all(id.replace("-", "").isalnum() for id in ids)


def test_a_form_offers_the_usual_groups_and_those_of_the_table() -> None:
    assert group_names([Named(1, "The fen"), Named(2), Named(3, "Factions")]) == (
        "This scene",
        "Long-term",
        "Factions",
        "The fen",
    )


def test_moving_up_passes_the_next_of_the_same_group_alone() -> None:
    clocks = [Named(1), Named(2, "Factions"), Named(3), Named(4, here=False)]
    assert moved_order(clocks, 3, -1) == [3, 2, 1, 4]
    assert moved_order(clocks, 3, 1) is None
    assert moved_order(clocks, 2, -1) is None


def test_without_scripts_a_card_is_moved_on_its_own_page(oak: Oak) -> None:
    oak.clock("Alarm")
    escape = oak.clock("Escape")
    gm = Visitor(oak, "gm")
    page = gm.client.get(f"/t/{oak.id}/edit/clock/{escape}").get_data(as_text=True)
    assert "Move up" in page
    assert "Move down" not in page
    gm.post(do="order.set", ids=[str(escape), *(str(each["id"]) for each in oak.sees()["clocks"][:1])])
    assert [each["name"] for each in oak.sees("player")["clocks"]] == ["Escape", "Alarm"]


def test_the_page_shows_a_clock_under_its_group_and_a_player_reads_the_group(oak: Oak) -> None:
    oak.clock("Alarm", group="The fen")
    page = Visitor(oak, "gm").page().get_data(as_text=True)
    heading = page.index("<h3><bdi>The fen</bdi></h3>")
    assert heading < page.index("<bdi>Alarm</bdi></a></h3>")
    assert "The fen" in Visitor(oak, "player").page().get_data(as_text=True)


def test_the_first_steps_are_told_until_they_are_done_or_told_off(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    assert "Start small" in gm.page().get_data(as_text=True)
    oak.clock("Alarm"), oak.tag("Slick")
    assert "are enough to begin with" in gm.page().get_data(as_text=True)
    oak.tag("Cramped")
    assert "are enough to begin with" not in gm.page().get_data(as_text=True)


def test_several_are_changed_from_a_form(oak: Oak) -> None:
    ids = [oak.clock("Alarm"), oak.tag("Slick")]
    gm = Visitor(oak, "gm")
    gm.post(do="things.edit", ids=[str(id) for id in ids], visibility="secret")
    assert oak.sees("player")["clocks"] == oak.sees("player")["tags"] == []
    gm.post(do="things.edit", ids=[str(id) for id in ids], scene="")
    assert [each["scene"] for each in oak.sees()["clocks"] + oak.sees()["tags"]] == [None, None]
    gm.post(do="things.edit", ids=[str(id) for id in ids], remove="true")
    assert oak.sees()["clocks"] == oak.sees()["tags"] == []


def test_two_that_race_are_one_pair_whichever_of_them_says_so_and_nobody_races_twice() -> None:
    raced = ((7, None), (3, 9), (8, 7), (5, 5), (9, 3))
    clocks = [SimpleNamespace(id=id, opposes=other) for id, other in raced]
    assert pair_clocks([*clocks, SimpleNamespace(id=4)]) == ((0, 2), (1, 4), (3,), (5,))
