"""Lantern is played: a try at a price, a light that is carried, every screen."""

from webapp.testing import Loaded, TrialTable

from lantern_game.rules import Check, Lantern


def test_what_the_sheet_adds_counts() -> None:
    assert Lantern().resolve(Check(plus=2), Loaded(4, 4)).label == "You do it"


def test_a_try_at_a_price_burns_oil_and_leads_on() -> None:
    """4 + 5 + 2, less one each for the draught and for being shaken: 9."""
    table = TrialTable("lantern")
    mara = table.character("Mara", NERVE=2)
    table.tag("Draught")
    table.condition("Shaken", mara)
    table.clock("The lamp", 4, kind="oil")
    table.clock("To the door", 6, kind="way")
    rolled = table.check(mara, dice=[4, 5], attribute="NERVE")
    assert rolled.label == "At a price"
    table.apply(rolled)
    assert (table.filled("The lamp"), table.filled("To the door")) == (1, 1)


def test_the_light_steadies_whoever_carries_it_and_every_screen_says_so() -> None:
    table = TrialTable("lantern")
    mara = table.character("Mara")
    table.condition("Shaken", mara)
    table.clock("The lamp", 4, kind="oil")
    table.sit("Ana", mara)
    table.press("Ana", "lantern.carry", character=mara)
    assert table.conditions("Mara") == []
    assert table.sees()["journal"][0]["summary"] == "Mara carries the light and is no longer Shaken"
    pages = table.draws()
    for screen in ("gm", "Ana", "tv"):
        assert "<b>Mara</b> carries the light; it burns for 4 more." in pages[screen]
    table.do("undo")
    assert table.conditions("Mara") == ["Shaken"]
