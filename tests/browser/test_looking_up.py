"""Rules and API on pages of their own, away from any table: what one looks for is found."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Phone
from tests.browser.server import Server
from webapp.rules.name_keys import name_key


def test_a_rule_and_a_command_are_found(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(820, 1180)
    page.goto(f"{server.url}/rules/razorweave")
    page.get_by_role("searchbox", name="Find", exact=True).fill("tough")
    expect(page.locator("tr", has_text="Tough").first).to_be_visible()
    expect(page.locator("tr", has_text="Routine").first).to_be_hidden()
    page.goto(f"{server.url}/api#clock.tick")
    told = page.locator("details", has=page.locator("[id='clock.tick']"))
    expect(told).to_have_attribute("open", "")
    page.get_by_role("searchbox", name="Find", exact=True).fill("clock.tick")
    expect(told).to_be_visible()
    expect(page.locator("details", has=page.locator("[id='tag.add']"))).to_be_hidden()
    page.get_by_role("searchbox", name="Find", exact=True).fill("no such word")
    expect(page.get_by_text("No matches.").filter(visible=True).first).to_be_visible()


TYPED = (
    "O’Malley",
    "o´malley",
    "ʼn",
    "Zoë",
    "Zoe\u0308",
    "“The Fox”",
    "Jean—Luc",
    "Café\u00a0Noir",
    "Søren Łoś",
    "Straße",
    "ＭＡＲＡ",
)
TYPED += (
    "A\u200bna\u00ad",
    "Kim\u3164Lee",
    "किताब",
    "が",
    "ᾳ",
    "Ὀδυσσεύς",
    "İzmir",
    "ﬁre",
    "Ⅻ",
    "¨",
    "👩‍👩‍👧",
    "می‌خواهم",
    "- – —",
    "שָׁלוֹם",
)


def test_a_page_makes_the_same_keys_of_names_as_the_server(
    server: Server, open_page: Callable[..., Page]
) -> None:
    page = open_page(820, 1180)
    page.goto(f"{server.url}/rules/razorweave")
    assert page.evaluate("(typed) => typed.map(findKey)", list(TYPED)) == [name_key(each) for each in TYPED]
    page.get_by_role("searchbox", name="Find", exact=True).fill("TÓUGH")
    expect(page.locator("tr", has_text="Tough").first).to_be_visible()
    expect(page.locator("tr", has_text="Routine").first).to_be_hidden()


def test_a_player_finds_in_the_rules_at_the_table(host: Host, open_page: Callable[..., Page]) -> None:
    """The script that finds comes with the rules, so that a phone's first page stays small."""
    host = Host(host.server, "razorweave")
    phone = Phone(open_page(390, 844), host.server).open(host.link("player"))
    phone.page.locator("#book > summary").click()
    phone.page.locator("#book").get_by_role("searchbox", name="Find", exact=True).fill("TÓUGH")
    expect(phone.page.locator("#book tr", has_text="Routine").first).to_be_hidden()
    expect(phone.page.locator("#book tr", has_text="Tough").first).to_be_visible()
