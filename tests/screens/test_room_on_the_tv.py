"""Tags of a pool that the TV has room for; what has none is counted."""

import pytest

from webapp.games.resonance.screens.room import fitting


def names(tags: list[str], holders: int) -> tuple[list[str], int]:
    shown = fitting([{"name": tag} for tag in tags], holders)
    return [tag["name"] for tag in shown.tags], shown.more


def test_alone_everybody_shows_all_tags() -> None:
    every = ["Mark", "Impair", "Slow", "Daze", "Curse", "Bind", "Weaken", "Blight", "Silence"]
    assert names(every, 1) == (every, 0)


def test_three_have_two_lines_each() -> None:
    assert names(["Curse", "Blight", "Bless", "Regen"], 3) == (["Curse", "Blight", "Bless", "Regen"], 0)


def test_what_does_not_fit_is_counted() -> None:
    assert names(["Curse", "Blight", "Bless", "Regen", "Enhance", "Obscure"], 3) == (
        ["Curse", "Blight", "Bless"],
        3,
    )


def test_four_have_one_line_each() -> None:
    assert names(["Curse", "Blight", "Bless", "Regen"], 4) == (["Curse", "Blight"], 2)


def test_what_ails_one_of_four_leads_the_tags_and_otherwise_stands_by_the_name() -> None:
    tags = [{"name": "Curse"}, {"name": "Blight"}]
    of_four, of_three = (fitting(tags, holders, ["Frightened"]) for holders in (4, 3))
    assert ([tag["name"] for tag in of_four.tags], of_four.more) == (["Frightened", "Curse"], 1)
    assert (of_four.ails, of_three.ails) == ((), ("Frightened",))
    assert of_three.tags == tuple(tags)


@pytest.mark.parametrize("holders", [5, 6, 9])
def test_more_of_them_only_say_how_many(holders: int) -> None:
    assert names(["Curse", "Blight"], holders) == ([], 2)


def test_nothing_is_nothing() -> None:
    assert names([], 5) == ([], 0)
