"""What an author does wrong is told to the author, and costs no more than itself."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.outside import LANTERN, finding, write
from tests.house.reading import ROOT

FLAT = """            faces=tuple(DieFace(each) for each in fell.dice),
            facts=(Fact("Total", total),),
"""
CHANGES = {
    "rules.py": [
        (FLAT, '            data={"roll": list(fell.dice)},\n'),
        ('came = {"full_success": ("way",),', 'came = {"full_success": ("nowhere",),'),
        ("        moved = [", "        if rolled.result.outcome == 'failure':\n"
         "            return (ProposalLine('clock.tik', {'clock': 1}, 'wrong'),)\n        moved = ["),
    ],
    "views.py": [
        ("    player_panels = tv_panels = gm_panels\n",
         "    player_panels = gm_panels\n\n"
         "    def tv_panels(self, view: TableView) -> Iterable[PanelFactory]:\n"
         "        yield lambda: _light(view)\n"
         "        yield lambda: game_panel('clocks'[:], Light('', 0), of='lantern/light')\n"
         "        yield lambda: _wrong(view)\n\n\n"
         "def _wrong(view: TableView) -> Panel:\n"
         "    return game_panel('lantern-wrong', {'oil': 1}['oli'], of='lantern/light')\n"),
    ],
}  # fmt: skip
PLAYS = """
import json, logging
results, lines = {}, []
class Noted(logging.Handler):
    def emit(self, record):
        lines.append(self.format(record))
logging.getLogger("webapp").addHandler(Noted(logging.WARNING))
from webapp.testing import TrialTable
table = TrialTable("lantern")
mara = table.character("Mara", NERVE=2)
table.clock("The lamp", 4, kind="oil")
table.sit("Ana", mara)
table.check(mara, dice=[4, 5], attribute="NERVE", intent="Lift the hatch")
results["flat"] = {who: table.page(who) for who in ("gm", "player", "tv")}
failed = table.do("check.call", character=mara, attribute="NERVE")["check"]
results["refused"] = table.refused("check.roll", check=failed, dice=[1, 1])
before = len(lines)
results["patterns"] = table.client.get("/patterns").status_code
results["after"] = table.do("clock.tick", clock=table.ids["The lamp"], by=1)["filled"]
results["log"] = "\\n".join(lines)
print(json.dumps(results))
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Lantern with flat dice, a wrong proposal, panels that clash and fail, and a broken patterns.py."""
    folder = tmp_path_factory.mktemp("wayward")
    write(folder, "lantern_game", {}, key="lantern")
    for file in (LANTERN / "lantern_game").rglob("*.*"):
        place = folder / file.relative_to(LANTERN)
        if file.suffix in (".py", ".toml", ".html"):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_changed(file), encoding="utf-8")
    (folder / "lantern_game" / "patterns.py").write_text("import nothing_of_that_name\n")
    game = folder / "lantern_game" / "game.py"
    game.write_text(game.read_text() + '    patterns = "lantern_game.patterns"\n')
    environment = os.environ | finding(folder) | {"TABLESIDE_INSTANCE": str(folder / "instance")}
    asked = [sys.executable, "-c", PLAYS]
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _changed(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    for was, now in CHANGES.get(file.name, []):
        assert was in text, was
        text = text.replace(was, now)
    return text


@pytest.mark.parametrize("screen", ["gm", "player", "tv"])
def test_flat_dice_are_drawn_on_every_screen(screen: str, results: dict[str, Any]) -> None:
    """1: numbers as a game kept them before there were faces, and nothing of it breaks a panel."""
    page = results["flat"][screen]
    assert "You do it" in page
    assert 'aria-label="Kept 4, 5"' in page
    assert 'id="checks"' in page


def test_a_broken_patterns_page_costs_its_own_section(results: dict[str, Any]) -> None:
    """2: the first visitor of /patterns sets no game aside, and its tables go on."""
    assert (results["patterns"], results["after"]) == (200, 1)
    assert "patterns of the game lantern cannot be used" in results["log"]
    assert "No module named 'nothing_of_that_name'" in results["log"]


def test_a_wrong_proposal_is_told_with_its_command_and_the_line_of_its_author(
    results: dict[str, Any],
) -> None:
    """4: it fails where it is made, not where somebody accepts it."""
    assert "The game proposes “clock.tik” with “clock”, which fails" in results["refused"]
    assert "A proposal is wrong: clock.tik with ['clock']" in results["log"]


def test_a_fault_in_a_screen_is_told_with_the_authors_line_key_and_traceback(results: dict[str, Any]) -> None:
    """5: not with a line of the house's own."""
    lines = (LANTERN / "lantern_game" / "views.py").read_text().count("\n")
    log: str = results["log"]
    (place,) = {line for line in log.splitlines() if "could not be shown: KeyError in the game" in line}
    file, _, line = place.partition(" at lantern_game/")[2].partition(":")
    assert file == "views.py"
    assert int(line) > lines - 10
    assert "{'oil': 1}['oli']" in log.partition("could not be shown: KeyError")[2]
    assert "Traceback (most recent call last)" in log


def test_a_panel_by_the_id_of_a_shared_one_leaves_that_alone(results: dict[str, Any]) -> None:
    """6: the clocks stay, and the log says what to call it."""
    assert "The lamp" in results["flat"]["tv"].partition('id="clocks"')[2]
    assert (
        "its id “clocks”, in the game lantern, is one of Tableside's own; use “lantern-clocks”."
        in results["log"]
    )
