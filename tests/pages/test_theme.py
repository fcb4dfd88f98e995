"""Night, day, or as the device says: the server knows before the first byte."""

import re

import pytest

from tests.pages.visitor import OURS, Visitor
from tests.table.oak import Oak
from webapp.state.audience import TV
from webapp.table.refusals import Invalid
from webapp.views.panels import make_panels
from webapp.views.view_changes import changes_between


def test_it_is_as_the_device_says_until_somebody_chooses(oak: Oak) -> None:
    page = oak.app.test_client().get("/").text
    assert '<html lang="en" data-theme="auto">' in page
    assert '<meta name="color-scheme" content="dark light">' in page
    assert '<meta name="theme-color" content="#0d1017" media="(prefers-color-scheme: dark)">' in page
    assert '<meta name="theme-color" content="#eef0f5" media="(prefers-color-scheme: light)">' in page


@pytest.mark.parametrize(("theme", "scheme"), [("dark", "dark"), ("light", "light"), ("auto", "dark light")])
def test_a_choice_is_in_the_first_byte_of_every_page_after_it(oak: Oak, theme: str, scheme: str) -> None:
    phone = Visitor(oak, "player")
    phone.client.post("/theme", data={"theme": theme}, headers=OURS)
    for page in (phone.page().text, phone.client.get("/").text, phone.client.get("/nothing").text):
        assert f'data-theme="{theme}"' in page
        assert f'<meta name="color-scheme" content="{scheme}">' in page
        assert f'value="{theme}" aria-pressed="true"' in page


def test_without_scripts_the_same_page_comes_back(oak: Oak) -> None:
    came = {**OURS, "Referer": f"http://localhost/t/{oak.id}?as=player"}
    answer = Visitor(oak, "gm").client.post("/theme", data={"theme": "light"}, headers=came)
    assert answer.status_code == 303
    assert answer.location == f"/t/{oak.id}?as=player"


@pytest.mark.parametrize(
    "came", ["http://elsewhere.example/x", "http://localhost//elsewhere.example", "", "x"]
)
def test_nobody_is_sent_to_another_site(oak: Oak, came: str) -> None:
    headers = {**OURS, "Referer": came}
    answer = oak.app.test_client().post("/theme", data={"theme": "light"}, headers=headers)
    assert answer.location == "/"


def test_an_unknown_theme_is_refused_and_nothing_kept(oak: Oak) -> None:
    client = oak.app.test_client()
    answer = client.post("/theme", data={"theme": "sepia"}, headers=OURS)
    assert answer.status_code == 400
    assert client.get_cookie("theme") is None


def test_the_tv_stays_dark(oak: Oak) -> None:
    tv = Visitor(oak, "tv")
    tv.client.post("/theme", data={"theme": "light"}, headers=OURS)
    assert 'data-theme="dark"' in tv.page().text
    assert 'data-theme="light"' not in tv.page().text


def test_the_tv_is_light_where_the_gm_says_so_and_no_other_screen(oak: Oak) -> None:
    tv, phone = Visitor(oak, "tv"), Visitor(oak, "player")
    Visitor(oak, "gm").post(do="table.edit", **{"settings.tv_theme": "light"})
    page = tv.page().text
    assert '<html lang="en" data-theme="light">' in page
    assert '<meta name="color-scheme" content="light">' in page
    assert 'data-theme="light"' not in phone.page().text
    Visitor(oak, "gm").post(do="table.edit", **{"settings.tv_theme": "dark"})
    assert 'data-theme="light"' not in tv.page().text


def test_a_tv_that_is_open_hears_of_its_theme(oak: Oak) -> None:
    before, players = oak.view("tv"), oak.view("player")
    oak.gm(do="table.edit", settings={"tv_theme": "light"})
    assert changes_between(before, oak.view("tv")) == ["table"]
    assert oak.view("player") == players
    layout = make_panels(oak.view("tv"), TV)["layout"]
    assert layout.key != make_panels(before, TV)["layout"].key
    assert layout.it.theme == "light"


def test_a_theme_that_the_tv_does_not_have_is_refused(oak: Oak) -> None:
    with pytest.raises(Invalid, match="tv_theme"):
        oak.gm(do="table.edit", settings={"tv_theme": "words"})
    assert oak.view("tv").tv_theme == "dark"


def test_the_gms_menu_says_which_theme_the_tv_has(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"tv_theme": "light"})
    choices = Visitor(oak, "gm").page("/moves/table").text.partition("TV theme</p>")[2]
    assert re.findall(r'value="(\w+)"\s+aria-pressed="(\w+)"', choices)[:2] == [
        ("dark", "false"),
        ("light", "true"),
    ]


def test_choosing_a_theme_does_not_lose_the_page_with_the_links(oak: Oak) -> None:
    """That page cannot be asked for again, so it has no switch."""
    client = oak.app.test_client()
    page = client.post("/tables", data={"name": "Elm"}, headers=OURS, follow_redirects=True).text
    assert "gm-link" in page
    assert "/theme" not in page
