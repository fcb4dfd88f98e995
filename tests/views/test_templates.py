"""Every panel draws whatever stands on the table: one root, its own id, and text that stays text."""

from html.parser import HTMLParser

import pytest

from tests.table.oak import Oak
from webapp.services import services
from webapp.state.audience import GM
from webapp.views.panel_rendering import draw_journal, draw_panel, newest_lines

WICKED = '<script>alert("x")</script>'
SENTENCE = "What it says on the card"
VOID = {"input", "img", "meta", "link", "br", "hr"}


class Roots(HTMLParser):
    """The ids of the elements that stand at the top of a fragment."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str | None] = []
        self.depth = 0
        self.seen: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.ids.append(dict(attrs).get("id"))
        self.seen += [tag]
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


@pytest.fixture
def crowded(oak: Oak) -> Oak:
    """One of everything, once in each visibility, all with a wicked name."""
    for visibility in ("shown", "masked", "rumoured", "secret"):
        who = oak.character(WICKED, visibility=visibility)
        oak.gm(do="condition.add", character=who, name=WICKED, source=SENTENCE)
        oak.gm(do="condition.add", character=who, name="Hurt", visibility="masked")
        zone = oak.gm(do="zone.add", name=WICKED, visibility=visibility).result["zone"]
        effects = [{"on": WICKED, "modifier": "blocks", "note": WICKED}]
        oak.tag(WICKED, visibility=visibility, zone=zone, trigger=SENTENCE, effects=effects)
        rival = oak.clock(WICKED, 6, visibility=visibility, on_full=WICKED)
        oak.clock("Tide", 40, visibility=visibility, opposes=rival, direction="drain", kind="threat")
        oak.gm(do="clock.set", clock=rival, filled=6, because=WICKED)
    ana = oak.sit(WICKED, oak.view().cast[0].id)
    oak.gm(do="clock.add", name=WICKED, owner=oak.view().seats[0].id)
    oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": WICKED}, because=WICKED)
    oak.gm(do="scene.add", name=WICKED, notes=WICKED)
    return oak


def drawn(oak: Oak) -> list[tuple[str, str]]:
    """Every panel of every audience, by its id."""
    state = oak.state()
    seen = services().dispatcher.snapshots.for_reading(state).seen
    assert any(key.startswith("seat:") for key in seen)
    return [
        (panel.id, draw_panel(panel, projection))
        for projection in seen.values()
        for panel in projection.panels.values()
    ]


def test_every_panel_is_one_element_with_its_id(crowded: Oak) -> None:
    for id, html in drawn(crowded):
        roots = Roots(html)
        assert roots.ids == [id], id
        assert roots.depth == 0, id


def test_what_people_type_stays_text(crowded: Oak) -> None:
    told = 0
    for id, html in drawn(crowded):
        assert "script" not in Roots(html).seen, id
        told += html.count("&lt;script&gt;")
    assert told > 30


def test_the_journal_is_one_panel_with_its_lines_in_a_list(crowded: Oak) -> None:
    state = crowded.state()
    seen = services().dispatcher.snapshots.for_reading(state).seen["gm"]
    html = draw_journal(newest_lines(state, GM), seen)
    assert Roots(html).ids == ["journal"]
    assert 'id="journal-lines"' in html
    assert html.count("data-line") == 6
    assert "Earlier" in html


def test_players_meet_shown_masked_and_rumoured_clocks_and_no_secret_one(crowded: Oak) -> None:
    seen = services().dispatcher.snapshots.for_reading(crowded.state()).seen["player"]
    html = draw_panel(seen.panels["clocks"], seen)
    assert html.count('aria-label="Tide: 40 of 40"') == 1
    assert html.count('aria-label="Tide: full"') == 1
    assert html.count("Unknown clock") == 2
    assert html.count("data-clock=") == 6


def test_one_tick_is_a_small_message(oak: Oak) -> None:
    clock = oak.clock("Cover-Up Complete", 4, kind="threat", opposes=oak.clock("Expose the Official", 6))
    oak.gm(do="clock.tick", clock=clock)
    for audience, most in (("player", 1500), ("tv", 1500), ("gm", 4200)):
        seen = services().dispatcher.snapshots.for_reading(oak.state()).seen[audience]
        assert len(draw_panel(seen.panels[f"clock-{clock}"], seen).encode()) < most
