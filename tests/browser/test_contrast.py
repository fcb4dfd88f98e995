"""Contrast as it is painted: each line of text against what lies around its letters, by day and night."""

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.test_scene_first import CHECKS, build_full_table

pytestmark = pytest.mark.soak

LINES = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const of = text.parentElement, words = text.data.trim(), style = getComputedStyle(of);
        const shown = of.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        if (!words || !shown || of.getBoundingClientRect().width < 4) continue;
        if (of.closest(":disabled, svg, [aria-disabled=true]")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, top, right, bottom } = range.getClientRects()[0] ?? of.getBoundingClientRect();
        if (right - left < 4 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
        const points = [[left + 1, (top + bottom) / 2], [(left + right) / 2, (top + bottom) / 2]];
        const lies = points.every(([x, y]) => {
            const at = document.elementFromPoint(x, y);
            return at && (of.contains(at) || at.contains(of));
        });
        if (!lies) continue;
        const size = parseFloat(style.fontSize), bold = style.fontWeight >= 700;
        found.push([words.slice(0, 40), size >= 24 || (bold && size >= 18.66), left, top, right, bottom]);
    }
    return found;
}"""
"""Each first line of text that nothing lies over: its words, whether it is large, and its box."""
FAINT = """async ([png, lines, scale]) => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + png;
    await picture.decode();
    const sheet = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    sheet.drawImage(picture, 0, 0);
    const linear = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return lines.flatMap(([words, large, ...box]) => {
        const [left, top, right, bottom] = box.map((each) => Math.round(each * scale));
        const dots = sheet.getImageData(left, top, Math.max(1, right - left), Math.max(1, bottom - top)).data;
        const many = new Map();
        for (let at = 0; at < dots.length; at += 4) {
            const key = (dots[at] >> 2 << 16) | (dots[at + 1] >> 2 << 8) | dots[at + 2] >> 2;
            many.set(key, (many.get(key) ?? 0) + 1);
        }
        const colour = (key) => [key >> 16, key >> 8 & 255, key & 255].map((part) => part << 2);
        const paper = light(colour([...many].reduce((one, other) => (other[1] > one[1] ? other : one))[0]));
        const most = Math.max(...[...many.keys()].map((key) => ratio(light(colour(key)), paper)));
        return most < (large ? 3 : 4.5) ? [`${words}: ${most.toFixed(2)}`] : [];
    });
}"""
"""Those lines whose letters differ too little from the colour that most of their box has."""
SCALE = 2


def faint(page: Page, meter: Page) -> list[str]:
    """Return the lines of text on a page as it stands that are under 4.5 to 1, large ones under 3 to 1."""
    page.evaluate("document.fonts.ready.then(() => true)")
    png = base64.b64encode(at_rest(page).screenshot(animations="disabled")).decode()
    lines = page.evaluate(LINES)
    assert len(lines) > 5
    found: list[str] = meter.evaluate(FAINT, [png, lines, SCALE])
    return found


@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_text_stands_out_from_what_is_painted_around_it(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    host = build_full_table(server, ruleset)
    meter = open_page(100, 100)
    wrong = {}
    for theme in ("light", "dark"):
        look = {"device_scale_factor": SCALE, "color_scheme": theme, "has_touch": True}
        gm = Gm(open_page(1180, 820, **look), server).sit_at(host)
        ana = Phone(open_page(390, 844, **look), server)
        ana.join(host, "Ana", "Mara") if theme == "light" else ana.open(host.link("player"))
        host.do("table.edit", settings={"tv_theme": theme})
        tv = Tv(open_page(1920, 1080, **look), server).open(host.link("tv"))
        home, after = open_page(1180, 820, **look), gm.page.context.new_page()
        home.goto(server.url)
        after.goto(f"{host.address}/after")
        for name, page in {
            "gm": gm.page,
            "phone": ana.page,
            "tv": tv.page,
            "home": home,
            "after": after,
        }.items():
            wrong[theme, name] = faint(page, meter)
    assert {where: each for where, each in wrong.items() if each} == {}


def test_faint_text_is_noticed(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(1180, 820, device_scale_factor=SCALE)
    page.goto(server.url)
    meter = open_page(100, 100)
    assert faint(page, meter) == []
    page.evaluate(
        "document.querySelector('h1').style.color = 'color-mix(in srgb, currentcolor 20%, var(--ground))'"
    )
    assert faint(page, meter)
