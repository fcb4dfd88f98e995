"""What the tests of drafts share: a scene to write about, changes of others, and a slow link."""

from collections.abc import Callable
from itertools import count

from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone, Screen

MINE, THEIRS = "Fog over the harbour.", "Rain over the harbour."
DESCRIPTION = "Description, shown when the scene begins"
KEPT = """async () => {
    const isDraft = ([name]) => name.startsWith("tableside:draft:"), kept = new Map();
    const unconfirmed = Object.entries(localStorage).filter(isDraft); // before it goes to the disk
    const named = await indexedDB.databases(), isThere = named.some(({ name }) => name === "tableside");
    const done = (asked) => new Promise((told) => { asked.onsuccess = () => told(asked.result); });
    const disk = isThere && await done(indexedDB.open("tableside"));
    if (disk) {
        const drafts = disk.transaction("drafts").objectStore("drafts");
        const [names, texts] = await Promise.all([done(drafts.getAllKeys()), done(drafts.getAll())]);
        names.forEach((name, at) => kept.set(name, texts[at]));
        disk.close();
    }
    for (const [name, text] of unconfirmed) kept.set(name, text);
    return [...kept].filter(([name, text]) => !JSON.parse(text).forgotten).map(String);
}"""
"""The drafts on this device."""
FOUND = f"""([look, least]) => {{
    ({KEPT})().then(({{ length }}) => {{ window.found = {{ look, length }}; }});
    return window.found?.look === look && (least ? window.found.length >= least : window.found.length === 0);
}}"""
_looks = count(1)
HELD_BACK = """() => {
    const fetched = window.fetch;
    const waits = (send) => new Promise((done) => window.held.push(() => done(send())));
    window.held = [];
    window.fetch = (at, sent) => {
        const send = () => fetched(at, sent);
        return at.endsWith("/add") && sent?.method === "POST" ? waits(send) : send();
    };
}"""
"""What the line sends waits until the test lets it go."""


def open_scene(gm: Gm) -> Locator:
    """The form of the scene, opened as a GM does from the menu."""
    gm.move("Scenes and zones").get_by_role("link", name="Edit The roof").click()
    form = gm.page.get_by_role("form", name="Details of The roof")
    expect(form).to_be_visible()
    return form


def others_change(gm: Gm) -> None:
    """Six changes of others, one after the other, each seen by the page."""
    host, ids = gm.host, gm.host.ids
    changes: list[Callable[[], object]] = [
        lambda: host.do("clock.tick", clock=ids["Alarm"]),
        lambda: host.tag("Loud"),
        lambda: host.do("condition.add", name="Shaken", character=ids["Mara"]),
        lambda: host.do("note.add", text="Somebody noted this", visibility="shown"),
        lambda: host.do("pause.set", on=True),
        lambda: host.do("table.edit", name="The Elm"),
    ]
    for change in changes:
        change()
        expect(gm.page.locator("body")).to_have_attribute("data-cursor", cursor(host))
        looked = gm.page.locator("#inspected")
        if looked.count():
            expect(looked).to_have_attribute("data-at", cursor(host))


def told(host: Host) -> dict[str, str]:
    """The scene as the server knows it."""
    return next(scene for scene in host.sees()["scenes"] if scene["id"] == host.ids["The roof"])


def cursor(host: Host) -> str:
    return str(host.sees()["cursor"])


def trade(phone: Phone) -> Locator:
    """A line of Mara's own sheet."""
    return phone.page.locator("[name='stats.Trade']")


def boxes(page: Page) -> Locator:
    """The texts that have no field."""
    return page.get_by_role("region", name="Texts that were not sent")


def keeps(page: Page, least: int = 1) -> None:
    """Wait until this device keeps so many drafts, or more."""
    page.wait_for_function(FOUND, arg=[next(_looks), least], polling=50)


def keeps_none(page: Page) -> None:
    """Wait until none is left: the page asks first whether what was sent has arrived."""
    keeps(page, 0)


def release(screen: Screen, count: int) -> None:
    """Let so many held requests go on, one after the other, as each is sent."""
    for _ in range(count):
        screen.page.wait_for_function("() => window.held.length > 0 && (window.held.shift()(), true)")
