"""Several tags on one action: the order, one instance each; and the events themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.resonance.rules import Event, TagPool, book, fire
from webapp.games.resonance.rules.pools import MOST_OF_A_KIND, tags
from webapp.games.resonance.rules.statuses import ALWAYS, RESOLVE
from webapp.games.resonance.rules.triggers import in_order
from webapp.rules.errors import RuleError


def test_on_one_action_blight_comes_first_and_the_roll_last():
    pool = TagPool({"Daze": 2, "Curse": 2, "Silence": 2, "Impair": 2, "Blight": 2})
    fired = fire(pool, Event("acts", sp=1, rolls=True))
    assert [happened.tag for happened in fired.happened] == ["blight", "impair", "silence", "curse", "daze"]
    assert fired.pool == TagPool({"Daze": 1, "Curse": 1, "Silence": 1, "Impair": 1, "Blight": 1})
    assert fired.amount("sr") == -2


def test_the_order_of_all_status_tags():
    assert in_order() == (
        "blight",
        "impair",
        "silence",
        "curse",
        "daze",
        "mark",
        "weaken",
        "slow",
        "nullify",
        "bind",
    )
    assert set(in_order()) == {*RESOLVE, *ALWAYS}


def test_tags_leave_only_by_trigger_or_by_choice():
    pool = TagPool({"Mark": 1, "Slow": 1, "Bind": 1, "Weaken": 1, "Nullify": 1})
    assert fire(pool, Event("acts", sp=1, rolls=True)).pool == pool


def test_an_action_may_take_tags_out():
    fired = fire(TagPool({"Curse": 2, "Daze": 1}), Event("tag_removed", remove=("Curse", "Daze")))
    assert fired.pool == TagPool({"Curse": 1})
    assert [happened.text for happened in fired.happened] == [
        "One Curse status tag removed.",
        "One Daze status tag removed.",
    ]


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("acts", "action_declared"),
        ("Action declared", "action_declared"),
        ("action-declared", "action_declared"),
        ("attack against you", "attacked"),
        ("rolls", "roll"),
        ("roll resolved", "roll_resolved"),
        ("SP paid", "sp_paid"),
        ("pays EP", "ep_paid"),
        ("turn start", "turn_start"),
        ("turn end", "turn_end"),
        ("round start", "round_start"),
        ("value loss", "value_loss"),
        ("loses HP", "value_loss"),
        ("targeted", "targeted"),
        ("immobilized", "immobilised"),
    ],
)
def test_events_have_several_names(said, key):
    assert Event(said).on == key


def test_no_two_events_share_a_name():
    for of in ("event", "race"):
        said = [word for row in book.events(of) for word in {row["key"].replace("_", " "), *row["also"]}]
        assert len(said) == len(set(said))


def test_every_tag_listens_to_events_that_exist():
    keys = {row["key"] for row in book.events()}
    for key in tags():
        assert set(book.catalogue()[key].data["on"]) <= keys


@pytest.mark.parametrize(
    ("mapping", "says", "field"),
    [
        ({"on": "sneezes"}, "There is no event “sneezes”", "event.on"),
        ({"on": "rol"}, "Did you mean roll", "event.on"),
        ({}, "“event.on” is missing", "event.on"),
        ({"on": "roll", "dice": 3}, "no field “event.dice”", "event.dice"),
        ({"on": "roll", "sr": -1}, "from 0 to 1000", "event.sr"),
        ({"on": "acts", "sp": "two"}, "not 'two'", "event.sp"),
        ({"on": "acts", "rolls": 1}, "true or false", "event.rolls"),
        ({"on": "acts", "value": "mana"}, "one of hp, sp, ep", "event.value"),
        ({"on": "roll", "spend": "Bless"}, "must be a list", "event.spend"),
        ({"on": "roll", "spend": ["Blessing"]}, "Did you mean Bless", "tag"),
        ({"on": "turn_end", "actions": 2}, "no field “event.actions”", "event.actions"),
        ({"on": "acts", "actions": 7}, "from 0 to 6", "event.actions"),
    ],
)
def test_events_that_cannot_be_are_refused(mapping, says, field):
    with pytest.raises(RuleError, match=says) as refused:
        Event.parse(mapping)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"ev": 1001}, "ev"), ({"hp": 0}, "hp"), ({"actions": 7}, "actions"), ({"level": 10}, "level")],
)
def test_an_events_numbers_are_held_to_their_range_from_python_too(fields, field):
    with pytest.raises(RuleError) as refused:
        Event("acts", **fields)
    assert refused.value.field == field


def test_gaining_needs_a_tag():
    with pytest.raises(RuleError, match="Name the tag"):
        fire(TagPool(), Event("tag_gained"))


def limited(counts):
    """The counts, cut down to what one pool may hold."""
    pool = TagPool()
    for name, count in counts.items():
        pool = pool.add(name, count).pool
    return pool


pools = st.dictionaries(st.sampled_from(tags()), st.integers(0, 5)).map(limited)
steps = st.sampled_from(
    [row["key"] for row in book.events() if row["key"] not in ("tag_gained", "tag_removed")]
)


@given(pools, steps, st.booleans())
def test_an_event_resolves_at_most_one_instance_of_a_tag(pool, on, spend_all):
    if on == "break_free":
        pool = pool.add("bind").pool
        if "bind" not in pool:
            return
    spend = tuple(choice.tag for choice in fire(pool, Event(on)).choices) if spend_all else ()
    spend = tuple(key for key in spend if key not in ("obscure", "cure"))
    fired = fire(pool, Event(on, spend=spend))
    assert all(pool[key] - fired.pool[key] in (0, 1) for key in tags())
    assert sum(pool.values()) - sum(fired.pool.values()) == sum(one.removed for one in fired.happened)
    assert all(fired.pool.total(kind) <= most for kind, most in MOST_OF_A_KIND.items())
    assert all(one.text for one in fired.happened)
