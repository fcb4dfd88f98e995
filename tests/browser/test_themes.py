"""By night and by day: no white flash, nothing that axe finds, nothing that jumps."""

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.server import Server

pytestmark = pytest.mark.soak
MEAN = """async (png) => {
    const picture = new Image();
    picture.src = "data:image/jpeg;base64," + png;
    await picture.decode();
    const sheet = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    sheet.drawImage(picture, 0, 0);
    const dots = sheet.getImageData(0, 0, picture.width, picture.height).data;
    let sum = 0;
    for (let at = 0; at < dots.length; at += 4)
        sum += 0.2126 * dots[at] + 0.7152 * dots[at + 1] + 0.0722 * dots[at + 2];
    return sum / (dots.length / 4) / 255;
}"""


def frames_of(page: Page, address: str) -> list[str]:
    """Every frame that is painted while an address is opened, as base64."""
    frames: list[str] = []
    watching = page.context.new_cdp_session(page)

    def append_frame(frame: dict[str, str]) -> None:
        frames.append(frame["data"])
        watching.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    watching.on("Page.screencastFrame", append_frame)
    watching.send("Page.startScreencast", {"format": "jpeg", "everyNthFrame": 1})
    page.goto(address, wait_until="load")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    frames.append(base64.b64encode(page.screenshot(type="jpeg")).decode())
    watching.send("Page.stopScreencast")
    return frames


def test_no_frame_is_bright_while_a_page_opens_by_night(host: Host, open_page: Callable[..., Page]) -> None:
    """Night was chosen on a device that is set to light, where the browser's own paper is white."""
    page = open_page(390, 844, color_scheme="light")
    _choose_night(page, host.server)
    page.goto(host.server.url, wait_until="load")
    frames = frames_of(page, host.link("player"))
    meter = open_page(100, 100)
    assert max(meter.evaluate(MEAN, frame) for frame in frames) < 0.5
    assert len(frames) >= 2


def _choose_night(page: Page, server: Server) -> None:
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": server.url}])


def test_the_paper_is_dark_before_any_style_has_come(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(390, 844, color_scheme="light")
    _choose_night(page, server)
    page.route("**/*.css", lambda route: route.abort())
    page.goto(server.url, wait_until="load")
    bare = base64.b64encode(page.screenshot(type="jpeg")).decode()
    assert open_page(100, 100).evaluate(MEAN, bare) < 0.5


def test_every_colour_of_the_pattern_page_stands_in_its_frame(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """Where a game's part had the same name, they were drawn askew over everything."""
    page = open_page(1180, 820)
    page.goto(f"{server.url}/patterns", wait_until="load")
    frame = at_rest(page).locator(".pattern:has(.samples)").bounding_box()
    assert frame
    assert page.locator(".sample").count() > 10
    for colour in page.locator(".sample-colour").all():
        box = colour.bounding_box()
        assert box
        assert frame["x"] < box["x"] < frame["x"] + frame["width"]
        assert frame["y"] < box["y"] < frame["y"] + frame["height"]
        assert box["width"] == box["height"] == 48


def test_nothing_jumps_when_the_faces_arrive(host: Host, open_page: Callable[..., Page]) -> None:
    """The faces come a second late: the stand-ins have held their room."""
    host.has(clocks={"Expose the Official": 6, "Cover-Up Complete": 4}, tags="Cramped")
    page = open_page(390, 844)
    page.route("**/*.woff2", lambda route: (page.wait_for_timeout(700), route.continue_()))
    page.add_init_script(
        """window.jumps = 0;
        new PerformanceObserver((list) => {
            for (const each of list.getEntries()) window.jumps += each.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    page.goto(host.link("player"), wait_until="load")
    page.wait_for_function(
        "() => document.fonts.status === 'loaded' && document.fonts.check('600 1rem Grenze')"
    )
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("window.jumps") <= 0.02
