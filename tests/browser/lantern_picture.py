"""The picture at the end of the tutorial: `python -m tests.browser.lantern_picture`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.screenshots import ARGUMENTS, SHOTS, _chromium
from tests.games.outside import finding, lay_lantern

INSTALLED = "LANTERN_IS_INSTALLED"


def main() -> None:
    """Install Lantern for a process of its own, which takes the picture."""
    if INSTALLED in os.environ:
        _photograph(SHOTS / "lantern.png")
        return
    with tempfile.TemporaryDirectory() as folder:
        lay_lantern(Path(folder))
        environment = os.environ | finding(Path(folder)) | {INSTALLED: "yes"}
        subprocess.run([sys.executable, "-m", "tests.browser.lantern_picture"], env=environment, check=True)


def _photograph(file: Path) -> None:
    from webapp.testing import TrialTable, trial_app
    from webapp.testing.browser import BrowserHost

    table = TrialTable("lantern", "The cellar")
    mara, tobin = table.character("Mara", NERVE=2, WITS=0), table.character("Tobin", NERVE=-1, WITS=3)
    for tag in ("Draught", "Low ceiling", "Wet steps"):
        table.tag(tag)
    table.condition("Shaken", tobin)
    table.clock("The lamp", 4, kind="oil")
    table.clock("To the door", 6, kind="way")
    table.sit("Ana", mara)
    table.press("Ana", "lantern.carry", character=mara)
    table.apply(table.check(mara, dice=[4, 5], attribute="NERVE", intent="Lift the hatch"))
    table.do("check.call", character=tobin, attribute="WITS", intent="Find the way down")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=ARGUMENTS)
        with BrowserHost(trial_app(), browser) as host:
            page = host.opened(table, "gm")
            tour = page.get_by_role("button", name="End the tour")
            if tour.count():
                tour.click()
            page.locator("#checks [data-check]").first.wait_for()
            page.screenshot(path=file)
        browser.close()
    sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
