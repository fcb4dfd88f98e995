"""Every way in which a player names somebody: nobody looks like the GM, and like names get a number."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.table.grants import best_grant
from webapp.table.refusals import Invalid

Way = Callable[[Oak, str], object]


def sit_down(oak: Oak, name: str) -> None:
    oak.player(do="seat.claim", name=name)


def rename_the_own_seat(oak: Oak, name: str) -> None:
    oak.dispatch(oak.sit("Ben"), do="seat.claim", name=name)


def take_a_free_seat(oak: Oak, name: str) -> None:
    ben = oak.sit("Ben")
    oak.dispatch(ben, do="seat.leave")
    oak.player(do="seat.claim", seat=ben.seat, name=name)


def ask_for_a_first_seat(oak: Oak, name: str) -> None:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    seat = oak.player(do="seat.claim", name=name).result["seat"]
    oak.gm(do="seat.answer", seat=seat, yes=True)


def ask_for_a_held_seat(oak: Oak, name: str) -> None:
    oak.player(do="seat.ask", seat=oak.sit("Ben").seat, name=name)


SEATS = (sit_down, rename_the_own_seat, take_a_free_seat, ask_for_a_first_seat, ask_for_a_held_seat)


@pytest.mark.parametrize("way", SEATS)
def test_a_seat_is_never_named_like_the_gm(oak: Oak, way: Way) -> None:
    with pytest.raises(Invalid, match="looks like the GM"):
        way(oak, "ԌМ")


@pytest.mark.parametrize("way", SEATS)
def test_a_seat_of_a_known_name_gets_a_number(oak: Oak, way: Way) -> None:
    oak.sit("Ana")
    way(oak, "Аna")
    names = [name for seat in oak.sees()["seats"] for name in (seat["name"], seat.get("asked")) if name]
    assert sorted(set(names) - {"Ben"}) == ["Ana", "Аna (2)"]


def test_whoever_asks_for_their_own_seat_keeps_its_name(oak: Oak) -> None:
    ask = {"do": "seat.ask", "seat": oak.sit("Ana").seat, "name": "Ana"}
    oak.player(**ask)
    assert oak.sees()["seats"][0]["asked"] == "Ana"


def test_a_seat_without_a_name_gets_a_number_that_nobody_has(oak: Oak) -> None:
    oak.sit("Player 2")
    sit: dict[str, Any] = {"do": "seat.claim"}
    oak.player(**sit)
    assert [seat["name"] for seat in oak.sees()["seats"]] == ["Player 2", "Player 2 (2)"]


def make(oak: Oak, name: str) -> None:
    oak.dispatch(oak.sit("Ben"), do="seat.claim", new=name)


def make_where_the_table_asks(oak: Oak, name: str) -> None:
    oak.gm(do="table.edit", settings={"sheets": "ask"})
    accept(oak, oak.dispatch(oak.sit("Ben"), do="seat.claim", new=name).result["proposal"])


def propose(oak: Oak, name: str, **command: Any) -> None:
    command = command or {"do": "character.add"}
    made = oak.dispatch(oak.sit("Ben"), do="proposal.make", command={**command, "name": name})
    accept(oak, made.result["proposal"])


def propose_an_npc(oak: Oak, name: str) -> None:
    propose(oak, name, do="character.add", kind="npc", visibility="shown")


def rename_the_own_character(oak: Oak, name: str) -> None:
    oak.dispatch(oak.sit("Ben", oak.character("Tobin")), do="character.edit", character=tobin(oak), name=name)


def rename_it_where_the_table_asks(oak: Oak, name: str) -> None:
    ben = oak.sit("Ben", oak.character("Tobin"))
    oak.gm(do="table.edit", settings={"sheets": "ask"})
    done = oak.dispatch(ben, do="character.edit", character=tobin(oak), name=name)
    accept(oak, done.result["proposal"])


def propose_another_name(oak: Oak, name: str) -> None:
    oak.character("Tobin")
    propose(oak, name, do="character.edit", character=tobin(oak))


def accept(oak: Oak, proposal: int) -> None:
    oak.gm(do="proposal.accept", proposal=proposal)


def tobin(oak: Oak) -> int:
    id: int = next(who["id"] for who in oak.sees()["cast"] if who["name"] == "Tobin")
    return id


CHARACTERS = (
    *(make, make_where_the_table_asks, propose, propose_an_npc),
    *(rename_the_own_character, rename_it_where_the_table_asks, propose_another_name),
)


@pytest.mark.parametrize("way", CHARACTERS)
def test_a_character_is_never_named_like_the_gm(oak: Oak, way: Way) -> None:
    with pytest.raises(Invalid, match="looks like the GM"):
        way(oak, "the G.M.")
    assert oak.sees()["proposals"] == []


@pytest.mark.parametrize("way", CHARACTERS)
def test_a_character_of_a_known_name_gets_a_number(oak: Oak, way: Way) -> None:
    oak.character("Mara")
    way(oak, "Маra")
    assert sorted(who["name"] for who in oak.sees()["cast"]) == ["Mara", "Маra (2)"]


@pytest.mark.parametrize("way", CHARACTERS)
def test_a_number_never_tells_of_a_hidden_character(oak: Oak, way: Way) -> None:
    oak.character("Ilse", kind="npc")
    way(oak, "ilse")
    assert sorted(who["name"] for who in oak.sees()["cast"]) == ["Ilse", "ilse"]


def test_of_two_proposals_of_one_name_the_later_one_gets_a_number(oak: Oak) -> None:
    made = [
        oak.dispatch(oak.sit(who), do="proposal.make", command={"do": "character.add", "name": "Mara"})
        for who in ("Ana", "Ben")
    ]
    for each in made:
        accept(oak, each.result["proposal"])
    assert [who["name"] for who in oak.sees()["cast"]] == ["Mara", "Mara (2)"]


def test_the_gm_may_accept_under_any_name(oak: Oak) -> None:
    oak.character("Mara")
    add = {"do": "character.add", "name": "Tobin"}
    made = oak.dispatch(oak.sit("Ana"), do="proposal.make", command=add).result["proposal"]
    oak.gm(do="proposal.accept", proposal=made, edits={"name": "Mara"})
    assert [who["name"] for who in oak.sees()["cast"]] == ["Mara", "Mara"]


def test_a_sheet_whose_name_is_as_the_gm_gave_it_is_saved_with_it(oak: Oak) -> None:
    oak.character("Mara")
    second = oak.character("Mara")
    ben = oak.sit("Ben", second)
    oak.dispatch(ben, do="character.edit", character=second, name="Mara", look="Tall")
    assert [(who["name"], who["look"]) for who in oak.sees()["cast"]] == [("Mara", None), ("Mara", "Tall")]


def test_a_handed_over_seat_keeps_its_name(oak: Oak) -> None:
    """By digits or by key, a seat changes its device and nothing else."""
    ana = oak.sit("Ana")
    oak.sit("Ben")
    grant = best_grant(oak.id, [oak.made.tokens["player"], oak.seats["Ana"]])
    assert grant is not None
    oak.dispatch(grant.actor(), do="seat.claim", seat=ana.seat)
    assert [seat["name"] for seat in oak.sees()["seats"]] == ["Ana", "Ben"]
