"""The tag pool and its three limits, and the 20 tags as the book numbers them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.resonance.rules import Event, OwnTag, TagPool, book, fire
from webapp.games.resonance.rules.pools import tags
from webapp.rules.errors import RuleError

STATUS = [
    ("Mark", "null", "0.5"),
    ("Impair", "silver", "1.5"),
    ("Slow", "yellow", "2.5"),
    ("Daze", "green", "3.5"),
    ("Curse", "black", "4.5"),
    ("Bind", "orange", "5.5"),
    ("Weaken", "white", "6.5"),
    ("Blight", "red", "7.5"),
    ("Silence", "blue", "8.5"),
    ("Nullify", "purple", "9.5"),
]
BOOST = [
    ("Liberate", "null", "0.4"),
    ("Augment", "silver", "1.4"),
    ("Haste", "yellow", "2.4"),
    ("Ward", "green", "3.4"),
    ("Bless", "black", "4.4"),
    ("Charge", "orange", "5.4"),
    ("Cure", "white", "6.4"),
    ("Regen", "red", "7.4"),
    ("Enhance", "blue", "8.4"),
    ("Obscure", "purple", "9.4"),
]


def rows(kind):
    return [(e.name, e.data["colour"], e.data["id"]) for e in book.catalogue().entries(kind)]


def test_the_ten_status_tags():
    assert rows("status") == STATUS


def test_the_ten_boost_tags():
    assert rows("boost") == BOOST


def test_every_tag_says_when_it_bites_and_how_it_goes():
    for kind in ("status", "boost"):
        for entry in book.catalogue().entries(kind):
            assert entry.text
            assert entry.trigger
            assert entry.clears
            assert entry.data["on"]


def test_the_sixth_curse_is_lost_and_said():
    added = TagPool({"Curse": 5}).add("Curse")
    assert added.pool == TagPool({"Curse": 5})
    assert (added.added, added.lost) == (0, 1)
    assert added.why == "a pool holds at most 5 Curse tags"


def test_the_eleventh_status_tag_is_lost_and_said():
    added = TagPool({"Curse": 5, "Daze": 4}).add("Mark", 3)
    assert added.pool == TagPool({"Curse": 5, "Daze": 4, "Mark": 1})
    assert (added.added, added.lost) == (1, 2)
    assert added.why == "a pool holds at most 10 status tags"


def test_ten_status_and_ten_boost_tags_fit_together():
    full = TagPool({"Curse": 5, "Daze": 5, "Bless": 5, "Ward": 5})
    assert full.total("status") == 10
    assert full.total("boost") == 10
    assert full.add("Haste").lost == 1


def test_a_pool_counts_in_any_case_and_forgets_zeroes():
    assert dict(TagPool({"BLIGHT": 1, "mark": 0})) == {"blight": 1}


def test_a_pool_is_asked_in_any_case():
    pool = TagPool({"Blight": 2})
    assert (pool["Blight"], pool["blight"], pool["Mark"]) == (2, 2, 0)
    assert "BLIGHT" in pool
    assert "Mark" not in pool


def test_the_holder_picks_what_goes():
    pool = TagPool({"Curse": 2, "Daze": 1})
    assert pool.recover(["Curse", "Daze"], most=2) == TagPool({"Curse": 1})
    with pytest.raises(RuleError, match="At most 1 tag can be removed, not 2"):
        pool.recover(["Curse", "Daze"], most=1)


def test_what_is_not_there_cannot_go():
    with pytest.raises(RuleError, match="The pool has no Blight left to remove"):
        TagPool({"Curse": 2}).remove("Blight")
    with pytest.raises(RuleError, match="The pool has only 2 Curse left to remove"):
        TagPool({"Curse": 2}).remove("Curse", 3)


@pytest.mark.parametrize(
    ("name", "why"),
    [(" ", "The tag needs a name"), ("curse", "“curse” is one of the book's tags: add that one instead")],
)
def test_a_tag_of_ones_own_has_a_name_of_its_own(name, why):
    with pytest.raises(RuleError, match=why):
        OwnTag(name)


@pytest.mark.parametrize(
    ("clears", "cause"), [("", ""), ("salt", " (salt)"), ("the sun rises.", " (the sun rises)")]
)
def test_what_clears_a_tag_of_ones_own_is_said_in_one_sentence(clears, cause):
    pool = TagPool({}, [(OwnTag("Hexed", on="acts", clears=clears), 1)])
    (happened,) = fire(pool, Event("acts")).happened
    assert happened.text == f"Hexed{cause}: one is removed."


def test_a_nullify_takes_no_boost_where_there_is_none():
    with pytest.raises(RuleError, match="There is no boost tag to remove"):
        fire(TagPool({}), Event("tag_gained", tag="nullify", remove=("bless",)))


def test_bind_immobilises_and_nullify_turns_passives_off():
    assert TagPool({"Bind": 1}).immobilised
    assert not TagPool({"Curse": 1}).immobilised
    assert TagPool({"Nullify": 1}).passives_off
    assert not TagPool().passives_off


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ({"Curse": 6}, "at most 5 Curse tags, not 6"),
        ({"Curse": 5, "Daze": 5, "Mark": 1}, "at most 10 status tags, not 11"),
        ({"Bless": 5, "Ward": 5, "Cure": 1}, "at most 10 boost tags, not 11"),
        ({"Curse": -1}, "from 0 to 1000, not -1"),
        ({"Cursed": 1}, "Did you mean Curse"),
        ({"Exposed": 1}, "There is no tag"),
    ],
)
def test_pools_that_cannot_be_are_refused(counts, says):
    with pytest.raises(RuleError, match=says):
        TagPool(counts)


adds = st.lists(st.tuples(st.sampled_from(tags()), st.integers(0, 7)), max_size=25)


@given(adds)
def test_a_pool_never_passes_its_limits_and_nothing_vanishes_unsaid(steps):
    pool, given_in, lost = TagPool(), 0, 0
    for name, count in steps:
        added = pool.add(name, count)
        assert added.added + added.lost == count
        assert bool(added.lost) == bool(added.why)
        pool, given_in, lost = added.pool, given_in + count, lost + added.lost
    assert pool.total("status") <= 10
    assert pool.total("boost") <= 10
    assert all(count <= 5 for count in pool.values())
    assert sum(pool.values()) == given_in - lost
