"""A character that a player proposed is theirs once the GM takes it."""

import pytest

from tests.table.oak import Oak
from webapp.table.actor import Actor


@pytest.fixture
def ana(oak: Oak) -> Actor:
    return oak.sit("Ana")


def proposed(oak: Oak, who: Actor, **fields: str) -> int:
    command = {"do": "character.add", "name": "Mara", **fields}
    made: int = oak.dispatch(who, do="proposal.make", command=command).result["proposal"]
    return made


def played(oak: Oak) -> list[int | None]:
    return [each["character"] for each in oak.sees()["seats"]]


def test_who_proposed_a_character_sits_down_with_it(oak: Oak, ana: Actor) -> None:
    mara = oak.gm(do="proposal.accept", proposal=proposed(oak, ana)).result["character"]
    assert played(oak) == [mara]
    assert oak.view(ana.audience).you == ana.seat


def test_undone_nobody_plays_it_and_done_again_it_is_theirs_again(oak: Oak, ana: Actor) -> None:
    mara = oak.gm(do="proposal.accept", proposal=proposed(oak, ana)).result["character"]
    oak.gm(do="undo")
    assert played(oak) == [None]
    oak.gm(do="redo")
    assert played(oak) == [mara]


def test_who_plays_somebody_already_keeps_them(oak: Oak) -> None:
    tobin = oak.character("Tobin")
    ben = oak.sit("Ben", tobin)
    oak.gm(do="proposal.accept", proposal=proposed(oak, ben))
    assert played(oak) == [tobin]


def test_a_proposed_npc_is_the_gms(oak: Oak, ana: Actor) -> None:
    oak.gm(do="proposal.accept", proposal=proposed(oak, ana, kind="npc"))
    assert played(oak) == [None]


def test_an_undo_leaves_whom_they_sat_down_with_since(oak: Oak, ana: Actor) -> None:
    oak.gm(do="proposal.accept", proposal=proposed(oak, ana))
    accepted = oak.lately()
    tobin = oak.character("Tobin")
    oak.dispatch(ana, do="seat.claim", character=tobin)
    oak.gm(do="undo", entry=accepted)
    assert played(oak) == [tobin]
    assert [each["name"] for each in oak.sees()["cast"]] == ["Tobin"]
