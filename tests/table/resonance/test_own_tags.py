"""Tags of the table's own in a pool: shown like the book's, counted like them, gone by what clears them."""

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Forbidden, Refused


def hex(sparks: Sparks, count: int = 1, **fields: object) -> None:
    sent = {"name": "Hexed", "colour": "purple", "clears": "salt on the threshold", **fields}
    sparks.gm(do="resonance.pool.own", character=sparks.sparks, count=count, **sent)


def test_it_is_shown_with_name_colour_count_and_what_clears_it(sparks: Sparks) -> None:
    hex(sparks, 2)
    [tag] = sparks.piece("pool", audience="player")["tags"]
    assert (tag["name"], tag["kind"], tag["colour"], tag["count"]) == ("Hexed", "status", "purple", 2)
    assert tag["text"] == "salt on the threshold"


def test_it_takes_up_room_among_the_books(sparks: Sparks) -> None:
    hex(sparks, 5)
    with pytest.raises(Refused, match="Sparks cannot take Hexed: a pool holds at most 5 Hexed tags"):
        hex(sparks)
    sparks.give("Curse", 5)
    with pytest.raises(Refused, match="a pool holds at most 10 status tags"):
        sparks.give("Daze")
    with pytest.raises(Refused, match="a pool holds at most 10 status tags"):
        hex(sparks, name="Marked for death")


def test_what_it_waits_for_resolves_one(sparks: Sparks) -> None:
    hex(sparks, 2, on="turn ends")
    sparks.happens("acts")
    assert sparks.pool() == {"Hexed": 2}
    assert "Hexed (salt on the threshold): one is removed" in sparks.happens("turn ends").summary
    assert sparks.pool() == {"Hexed": 1}
    sparks.gm(do="undo")
    assert sparks.pool() == {"Hexed": 2}


def test_the_gm_takes_it_out_beside_one_of_the_book(sparks: Sparks) -> None:
    hex(sparks)
    sparks.give("Curse")
    done = sparks.gm(do="resonance.pool.remove", character=sparks.sparks, tags=["hexed", "Curse"])
    assert "Sparks, Hexed: one is removed" in done.summary
    assert sparks.pool() == {}
    with pytest.raises(Forbidden):
        sparks.oak.dispatch(
            sparks.alex(), do="resonance.pool.remove", character=sparks.sparks, tags=["Hexed"]
        )


def test_a_tag_of_the_book_is_not_made_anew(sparks: Sparks) -> None:
    with pytest.raises(Refused, match="“Curse” is one of the book's tags"):
        hex(sparks, name="Curse ")


def test_a_cure_takes_one_of_it(sparks: Sparks) -> None:
    hex(sparks, 2)
    sparks.give("Cure")
    sparks.happens("on the own turn")
    assert sparks.piece("pool")["offers"][0]["options"] == ["Hexed"]
    done = sparks.spends("Cure", remove=["Hexed"])
    assert done.summary == "Sparks, Cure: one Hexed is removed"
    assert sparks.pool() == {"Hexed": 1}


def test_a_nullify_may_take_a_boost_of_the_tables_own(sparks: Sparks) -> None:
    hex(sparks, name="Lucky coin", kind="boost")
    sparks.give("Bless")
    sparks.give("Nullify")
    assert sparks.piece("pool")["must"] == {"count": 1, "options": ["Bless", "Lucky coin"]}
    sparks.gm(do="resonance.pool.remove", character=sparks.sparks, tags=["lucky coin"])
    assert sparks.pool() == {"Nullify": 1, "Bless": 1}
