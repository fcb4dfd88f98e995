"""A TV is joined by a code of its own: six digits from the GM, good once and for ten minutes."""

from datetime import timedelta

import pytest

from tests.pages.test_another_device import typed
from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.store.db import db
from webapp.store.link_models import Handover
from webapp.table.refusals import Forbidden, Refused


def code_of(oak: Oak) -> str:
    code: str = oak.gm(do="tv.code").result["code"]
    return code


def role_of(visitor: Visitor) -> str:
    page = visitor.page()
    return page.text.partition('data-role="')[2].partition('"')[0] if page.status_code == 200 else ""


def test_the_code_opens_the_tv_and_nothing_more(oak: Oak) -> None:
    screen, status = typed(oak, code_of(oak))
    assert (status, role_of(screen)) == (303, "tv")


def test_it_is_good_once(oak: Oak) -> None:
    code = code_of(oak)
    assert [typed(oak, code)[1] for _ in range(2)] == [303, 404]


@pytest.mark.parametrize(("minutes", "status"), [(9, 303), (11, 404)])
def test_it_is_good_for_ten_minutes(oak: Oak, minutes: int, status: int) -> None:
    code = code_of(oak)
    db.session.query(Handover).one().until -= timedelta(minutes=minutes)
    db.session.commit()
    assert typed(oak, code)[1] == status


def test_a_new_one_ends_the_one_before_and_leaves_those_of_seats(oak: Oak) -> None:
    seat = oak.dispatch(oak.sit("Ana"), do="seat.code").result["code"]
    first, second = code_of(oak), code_of(oak)
    assert [typed(oak, each)[1] for each in (first, second, seat)] == [404, 303, 303]


def test_it_falls_with_its_link_and_needs_one(oak: Oak) -> None:
    code = code_of(oak)
    key = next(each["id"] for each in oak.sees()["keys"] if each["role"] == "tv")
    oak.gm(do="key.revoke", key=key)
    assert typed(oak, code)[1] == 404
    with pytest.raises(Refused, match="Make a TV link first"):
        code_of(oak)
    assert "do=tv.code" not in Visitor(oak, "gm").page("/moves/people").text


def test_the_join_code_stays_for_players_and_a_gm_stays_gm(oak: Oak) -> None:
    screen, _ = typed(oak, oak.made.join_code)
    assert role_of(screen) == "player"
    gm = Visitor(oak, "gm")
    answer = gm.client.post("/join", data={"code": code_of(oak)}, headers=SCRIPT)
    assert answer.location == f"/t/{oak.id}?as=tv"
    assert role_of(gm) == "gm"


def test_the_gms_page_gives_it_with_and_without_scripts(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    assert "do=tv.code" in gm.page("/moves/people").text
    for answer in (gm.post(SCRIPT, do="tv.code").text, gm.post(do="tv.code").text):
        assert "On the TV open" in answer
        assert "within ten minutes" in answer


def test_nobody_else_asks_for_it_or_reads_it(oak: Oak) -> None:
    with pytest.raises(Forbidden):
        oak.player(do="tv.code")
    code = code_of(oak)
    assert code not in db.session.query(Handover).one().hashed
    assert oak.lines("player") == []
