"""METTLE's map of zones: columns by distance while they fit, even ones when there are many."""

from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.mettle.brawl import Brawl, brawl
from webapp.games.mettle.views.map import ZoneMap, zone_map
from webapp.games.mettle.views.map_layout import folded

NAMES = (
    *("Harbour gate", "Fish market", "Customs house", "Rope walk", "Warehouse row", "The old crane"),
    *("Lamp quarter", "Smugglers' stairs", "Chapel of the drowned", "Upper terrace", "Signal tower", "Pier"),
)


def town(app: Flask, zones: int) -> Brawl:
    """So many zones, each joined to the one before and the third before it; Ann, Cai and Bog in the first."""
    yard = brawl(app, zones=False)
    ids: list[int] = []
    for place, name in enumerate(NAMES[:zones]):
        joins = [ids[at] for at in (place - 1, place - 3) if at >= 0]
        ids.append(yard.gm(do="zone.add", name=name, joins=joins).result["zone"])
    for name in ("Ann", "Cai", "Bog"):
        yard.gm(do="mettle.zone.move", character=yard.who(name), zone=ids[0])
    return yard


def drawn(yard: Brawl, across: int = 3) -> ZoneMap:
    found = zone_map(yard.view(), across)
    assert found is not None
    return found


def test_a_row_of_zones_is_a_column_each_and_twelve_are_folded(app: Flask) -> None:
    three, twelve = drawn(town(app, 3)), drawn(town(app, 12))
    assert ([len(each) for each in three.columns], three.folded) == ([1, 1, 1], False)
    assert ([len(each) for each in twelve.columns], twelve.folded) == ([4, 4, 4], True)
    assert [len(each) for each in drawn(town(app, 12), 4).columns] == [3, 3, 3, 3]
    assert twelve.columns[0][0].to == ("Fish market", "Rope walk")


def test_a_hub_with_many_arms_is_no_single_tall_column() -> None:
    assert folded([[1], [2, 3, 4, 5, 6, 7, 8]], 3) == [[1, 2, 3], [4, 5, 6], [7, 8]]
    assert folded([[1], [2, 3], [4]], 3) == [[1], [2, 3], [4]]


def test_all_that_ails_somebody_is_one_line_the_worst_first(app: Flask) -> None:
    yard = brawl(app)
    bog = yard.who("Bog")
    yard.gm(do="mettle.action.cover", character=bog, cover="partial")
    yard.gm(do="mettle.hazard.ignite", character=bog, hazard="2D", dice=[4, 1])
    yard.gm(do="mettle.status.add", character=bog, name="Rattled", count=2)
    yard.gm(do="mettle.hurt", character=bog, by=10)
    for audience in ("gm", "player", "tv"):
        found = zone_map(yard.view(audience))
        assert found is not None
        [stands] = [each for zone in sum(found.columns, ()) for each in zone.tokens if each.id == bog]
        assert stands.ails == "Staggered, Burning, Rattled", audience


def test_an_alarm_is_only_where_something_is_wrong_for_the_party(app: Flask) -> None:
    yard = brawl(app)
    yard.gm(do="table.edit", settings={"foes": "words"})
    page = Visitor(yard, "tv").page().text
    assert '<span class="m-points m-fares">unhurt</span>' in page
    assert "<strong>! " not in page
    yard.gm(do="mettle.status.add", character=yard.who("Bog"), name="Rattled", count=2)
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Burning", count=2)
    page = Visitor(yard, "tv").page().text
    assert '<span class="m-points m-fares">unhurt</span>' in page
    assert '<span class="m-note">Rattled</span>' in page
    assert page.count("<strong>! ") == page.count("<strong>! Burning</strong>") == 1
