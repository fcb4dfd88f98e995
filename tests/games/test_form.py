"""One declaration of a check's form draws every control: on the GM's page, in its inspector, on the phone."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.games.outside import finding, write
from tests.house.reading import ROOT

GAME = """
from dataclasses import dataclass
from webapp.games.api import (
    Assessment, Attribute, CheckField, CheckRequest, DieFace, Fact, GameDefinition, ModifierKind, Resolved,
    Ruleset, given, load_catalogue, roll,
)

@dataclass(frozen=True)
class Asked(CheckRequest):
    action: str = "prowl"
    position: str = "risky"
    pool: int = 2
    push: bool = False
    careful: bool = True
    tool: str = ""
    foe: int | None = None
    crowd: tuple[int, ...] = ()
    where: int | None = None
    thing: int | None = None
    secret_number: int | None = None

@dataclass(frozen=True)
class Check:
    pool: int = 1
    position: str = "risky"
    sources: tuple = ()

class Formed(Ruleset[Asked, Check]):
    key = "formed"
    name = "Formed"
    pitch = "Every kind of field."
    request_type, check = Asked, Check
    skills = False
    players_aim = True
    attributes = (Attribute("prowl", "Prowl"), Attribute("sway", "Sway"))
    effect_modifiers = frozenset({ModifierKind.NOTE})
    check_form = (
        CheckField("action", "Action", "What you do.", "choice", ("prowl", "sway"), player=True,
                   labels=("Prowl quietly", "Sway them")),
        CheckField("position", "Position", "How dangerous.", "choice", ("safe", "risky"),
                   labels=("Safe", "Risky")),
        CheckField("pool", "Pool", "How many dice.", "number", low=0, high=4, player=True),
        CheckField("push", "Push yourself", "Two stress.", "flag", player=True),
        CheckField("careful", "Careful", "Slowly.", "flag", player=True),
        CheckField("tool", "Tool", "What you use.", "text", player=True),
        CheckField("foe", "Against", "Who stands in the way.", "character", player=True),
        CheckField("crowd", "Before whom", "Who looks on.", "characters", player=True),
        CheckField("where", "Where", "Which zone.", "zone", player=True),
        CheckField("thing", "With what", "What you carry.", "piece", player=True),
        CheckField("secret_number", "Odds of rain", "The GM alone.", "number"),
    )

    @property
    def catalogue(self):
        return load_catalogue("formed", extra_fields={"role": str})

    def called(self, asked, stats):
        return Check(asked.pool, asked.position)

    def modifiers_for(self, check, around=()):
        facts = (Fact("Position", check.position.capitalize(), "so take care"),)
        return Assessment(dice=f"{check.pool}d6", count=check.pool, facts=facts)

    def resolve(self, check, dice):
        fell = roll(dice, check.pool, 6) if callable(dice) else given(dice, count=check.pool, faces=6)
        faces = tuple(DieFace(face) for face in fell.dice)
        return Resolved("full_success", "Done", True, real=fell.real, faces=faces)

class Game(GameDefinition):
    interface = (1, 0)
    rules = Formed()
"""
CATALOGUE = """
[[clock]]
key = "job"
name = "Job"
text = "How far it is."
role = "progress"
"""
PLAYS = """
import json
from webapp.testing import TrialTable
table = TrialTable("formed")
mara = table.character("Mara", prowl=2, sway=1, oddity=3)
guard = table.character("Guard", kind="npc")
dock = table.do("zone.add", name="Dock")["zone"]
job = table.clock("The job", 4, kind="job")
table.sit("Ana", mara)
results = {"phone": table.page(seat="Ana"), "ids": {"mara": mara, "guard": guard, "dock": dock, "job": job}}
table.press("Ana", "check.call", action="sway", push="true", careful="false", tool="A rope", pool=3,
            foe=guard, crowd=[guard], where=dock, targets=job)
(asked,) = table.sees()["checks"]
results["asked"] = {**asked, "odds": None}
results["refused"] = table.refused("check.edit", check=asked["id"], position="deadly")
plain = table.do("check.call", character=mara)["check"]
results["gm"], results["inspector"] = table.page("gm"), table.draws()[f"gm/edit/check/{plain}"]
results["plain"], results["tv"] = plain, table.page("tv")
results["mine"] = table.page(seat="Ana")
print(json.dumps(results))
"""
PLAYERS = ("pool", "push", "careful", "tool", "foe", "crowd", "where", "thing", "targets")


class Controls(HTMLParser):
    """The controls of a piece of a page: by name, each with its tag, attributes and the text within."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, list[dict[str, Any]]] = {}
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag in ("input", "select", "textarea", "button") and own.get("name"):
            self.found.setdefault(str(own["name"]), []).append({"tag": tag, **own})

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("formed")
    write(folder, "formed", {"__init__.py": "", "game.py": GAME, "catalogue.toml": CATALOGUE})
    environment = os.environ | finding(folder)
    done = subprocess.run(
        [sys.executable, "-c", PLAYS], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _declares(results: dict[str, Any]) -> Controls:
    page = results["phone"]
    start = page.index('id="declare"')
    return Controls(page[start : page.index("</form>", start)])


def _desk(results: dict[str, Any], check: int) -> str:
    page: str = results["gm"]
    start = page.index(f'id="check-{check}"')
    return page[start : page.index("</article>", start)]


@pytest.mark.parametrize("key", [*PLAYERS, "action"])
def test_what_is_declared_a_players_has_its_control_on_the_phone(key: str, results: dict[str, Any]) -> None:
    assert key in _declares(results).found


def test_what_is_the_gms_has_none_there(results: dict[str, Any]) -> None:
    assert not {"position", "secret_number"} & _declares(results).found.keys()


def test_a_players_flag_that_is_usual_is_ticked_and_can_be_taken_back(results: dict[str, Any]) -> None:
    careful = _declares(results).found["careful"]
    assert [(each["type"], each["value"], "checked" in each) for each in careful] == [
        ("hidden", "false", False),
        ("checkbox", "true", True),
    ]
    assert ["checked" in each for each in _declares(results).found["push"]] == [False]


def test_what_a_check_works_on_has_a_list_under_its_label(results: dict[str, Any]) -> None:
    (targets,) = _declares(results).found["targets"]
    assert targets["tag"] == "select"
    assert f'id="{targets["id"]}-{results["ids"]["job"]}"' in results["phone"]
    assert "Aims at" in _declares(results).text


def test_what_a_player_filled_in_is_what_was_asked(results: dict[str, Any]) -> None:
    ids, asked = results["ids"], results["asked"]
    said = {"action": "sway", "push": True, "careful": False, "tool": "A rope", "pool": 3}
    said |= {"foe": ids["guard"], "crowd": [ids["guard"]], "where": ids["dock"], "targets": [ids["job"]]}
    assert {key: asked[key] for key in said} == said


def test_a_game_without_skills_asks_for_none(results: dict[str, Any]) -> None:
    assert "Skill" not in _desk(results, results["plain"])
    assert "oddity" in results["mine"]  # it stands on the sheet


def test_what_is_usual_is_pressed_on_the_desk_and_chosen_on_the_phone(results: dict[str, Any]) -> None:
    found = Controls(_desk(results, results["plain"])).found
    for key, usual in (("action", "prowl"), ("position", "risky"), ("pool", "2"), ("careful", "true")):
        pressed = [each["value"] for each in found[key] if each.get("aria-pressed") == "true"]
        assert pressed == [usual], key
    pool = _declares(results).found["pool"][0]
    assert pool["value"] == "2"


def test_choices_are_called_by_their_labels(results: dict[str, Any]) -> None:
    desk = Controls(_desk(results, results["plain"])).text
    for label in ("Prowl quietly +2", "Sway them +1", "Safe", "Risky"):
        assert label in desk
    assert "Prowl quietly" in _declares(results).text


@pytest.mark.parametrize("key", ["foe", "crowd", "where"])
def test_what_stands_on_the_table_can_be_picked_on_the_desk(key: str, results: dict[str, Any]) -> None:
    thing = results["ids"]["dock" if key == "where" else "guard"]
    found = Controls(_desk(results, results["asked"]["id"])).found[key]
    assert str(thing) in {each["value"] for each in found}


def test_words_and_wide_numbers_are_written_in_the_inspector(results: dict[str, Any]) -> None:
    assert {"tool", "secret_number"} <= Controls(results["inspector"]).found.keys()


@pytest.mark.parametrize("screen", ["gm", "mine", "tv"])
def test_what_a_game_says_beside_the_dice_stands_on_every_screen(
    screen: str, results: dict[str, Any]
) -> None:
    page = re.sub(r"\s+", " ", results[screen])
    assert "Position <b>Risky</b> so take care" in page


def test_a_choice_that_is_none_is_refused_with_those_there_are(results: dict[str, Any]) -> None:
    assert "Position must be one of safe, risky, not “deadly”." in results["refused"]
