"""`check-game` finds what an author may get wrong, and says where and what was likely meant."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.games.outside import LANTERN, finding, write
from tests.house.reading import ROOT


@dataclass(frozen=True)
class Planted:
    """One mistake: what is written instead of what, and what is said of it where."""

    file: str
    was: str
    now: str
    at: str
    says: str


MOVE = """from webapp.views.panel import GmAction

    gm_actions = (GmAction("oil", "Oil", "pour oil", "games/{key}/moves/oil.html"),)
    """
DIMMED = """

@event("{key}.dimmed")
class LightDimmed(Event):
    who: Ref
"""
SHOWN = "def serialize_for(self"
FAULTS = {
    "modifier": Planted("catalogue.toml", '"burden", amount = 1 }]\nclears', '"burdn", amount = 1 }]\nclears',
                        "catalogue.toml:13", "burden"),
    "glow": Planted("catalogue.toml", '"burden", amount = 1 }]\nclears', '"glow", amount = 1 }]\nclears',
                    "catalogue.toml:13", "own_modifier(\"<key>.glow\")"),
    "interface": Planted("game.py", "interface = (1, 0)", "interface = (2, 0)", "game.py:14",
                         "Write interface = (1, 0)"),
    "misnamed": Planted("game.py", "class Game(", "class Lamp(", "misnamed_game:", "has no attribute 'Game'"),
    "key": Planted("rules.py", 'key = "{key}"', 'key = "lamp"', "rules.py", "the entry point says"),
    "foreign": Planted("commands.py", '"{key}.carry"', '"clock.tick"', "commands.py", "clock.tick"),
    "role": Planted("catalogue.toml", 'role = "threat"', 'role = "thread"', "catalogue.toml:21", "'threat'"),
    "norole": Planted("catalogue.toml", 'role = "threat"\n', "", "catalogue.toml:16",
                      "Oil: role is missing; write progress or threat."),
    "noviews": Planted("game.py", ":NoviewsScreens", ":NoviewsScreen", "game.py:18",
                       "has no 'NoviewsScreen'. Did you mean NoviewsScreens?"),
    "wrongkind": Planted("game.py", ":WrongkindTable", ":Carry", "game.py:16",
                         "wrongkind_game.commands.Carry is not a GameTable. Did you mean WrongkindTable?"),
    "nomodule": Planted("game.py", "_game.views:", "_game.view:", "game.py:18",
                        "there is no module 'nomodule_game.view'. Did you mean nomodule_game.views?"),
    "unparsed": Planted("templates/gm.html", '{{ panels["{key}-light"] }}', '{{ panels["{key}-light" }}',
                        "templates/gm.html:1", "TemplateSyntaxError"),
    "missing": Planted("views.py", 'of="{key}/light"', 'of="{key}/ligth"', "views.py", "light.html"),
    "move": Planted("views.py", SHOWN, MOVE + SHOWN,
                    "views.py", "has no template"),
    "speechless": Planted("events.py", "steadied: bool = False\n",
                          "steadied: bool = False\n" + DIMMED, "events.toml:1",
                          "'speechless.dimmed': this kind of event has no sentences here"),
    "undeclared": Planted("events.toml", '"{key}.carried"', '"{key}.caried"', "events.toml:1",
                          "no class declares this kind of event. Did you mean undeclared.carried?"),
    "unprefixed": Planted("events.py", '"{key}.carried"', '"lamp.carried"', "events.toml:1",
                          "'lamp.carried': the name of a kind of event must begin with “unprefixed.”"),
    "unfactual": Planted("events.toml", "{who}", "{whom}", "events.toml:1",
                         "there is no fact 'whom'. Did you mean who?"),
    "untested": Planted("events.toml", "(steadied)", "(steadied > much)", "events.toml:1",
                        "compares no numbers"),
    "unplaced": Planted("events.toml", "{who}", "{who carries}", "events.toml:1", "is no place for a fact"),
    "noevents": Planted("game.py", '_game.events"', '_game.event"', "game.py:17",
                        "there is no module 'noevents_game.event'. Did you mean noevents_game.events?"),
    "unnamed": Planted("game.py", '    events = "{key}_game.events"\n', "", "game.py:8",
                       'nobody reads its kinds of events; write events = "unnamed_game.events".'),
    "unkind": Planted("events.toml", "[(steadied)", "[(who is char)", "events.toml:1",
                      "there is no kind of thing 'char'. Did you mean character?"),
    "misfield": Planted("events.toml", "weight =", "wieght =", "events.toml:4",
                        "wieght: there is no such field. Did you mean weight?"),
    "rowed": Planted("commands.py", "ref_of(who)", "who", "commands.py:50",
                     "who of LightCarried must be a Ref, not a Character; write ref_of(…)"),
    "worded": Planted("commands.py", "LightCarried(ref_of(who), steadied=bool(shaken))", '"It moves"',
                      "commands.py:50",
                      "`told` takes events; make one, or return make_result(…) with a sentence"),
    "example": Planted("commands.toml", "character = 4", "charakter = 4", "commands.toml:2", "'character'"),
    "unshown": Planted("commands.toml", '["{key}.carry"]\nsend = { character = 4 }\n', "", "commands.py:",
                       "unshown.carry has no example: write [\"unshown.carry\"] with “send”"),
    "hook": Planted("rules.py", "def proposes", "def propses", "rules.py", "'proposes'"),
    "attribute": Planted("rules.py", "    skills = False", "    skils = False", "rules.py:63",
                         "Ruleset has no 'skils'. Did you mean 'skills'?"),
    "modifiers": Planted("rules.py", "    effect_modifiers =", "    effect_modifier =", "rules.py",
                         "Did you mean 'effect_modifiers'?"),
    "labels": Planted("views.py", SHOWN, "modifier_lables = {}\n\n    " + SHOWN, "views.py",
                      "GameScreens has no 'modifier_lables'. Did you mean 'modifier_labels'?"),
    "schema": Planted("commands.py", "    schemas =", "    schema =", "commands.py",
                      "Did you mean 'schemas'?"),
    "aftr": Planted("commands.py", "    schemas =", "    def aftr(self): ...\n    schemas =", "commands.py",
                    "GameTable has no 'aftr'. Did you mean 'after'?"),
    "viewed": Planted("game.py", "    views =", "    view =", "game.py:18",
                      "GameDefinition has no 'view'. Did you mean 'views'?"),
    "pressed": Planted("templates/player.html", '"{key}.carry"', '"{key}.cary"', "templates/player.html:3",
                       "there is no command 'pressed.cary'. Did you mean 'pressed.carry'?"),
    "printed": Planted("templates/light.html", "it.left", "it.lft", "templates/light.html:2",
                       "Light has no 'lft'. Did you mean 'left'?"),
    "ofview": Planted("templates/player.html", "view.mine.character", "view.mine.charakter",
                      "templates/player.html:3", "Did you mean 'character'?"),
    "drawn": Planted("templates/gm.html", '"] }}', '"] }}{{ view.people[0].nam }}', "templates/gm.html:1",
                     "CharacterView has no 'nam'. Did you mean 'name'?"),
    "nopanel": Planted("templates/gm.html", '"{key}-light"', '"{key}-ligth"', "templates/gm.html:1",
                       "no panel has the id 'nopanel-ligth'. Did you mean 'nopanel-light'?"),
    "mark": Planted("catalogue.toml", 'key = "oil"', 'key = "oyl"', "marks/oil.svg",
                    "no kind of clock has the key 'oil'. Did you mean 'oyl'?"),
    "undrawn": Planted("marks/oil.svg", "viewBox", "viewbox", "marks/oil.svg:1", "one <svg> with a viewBox"),
    "unread": Planted("templates/gmm.html", "", "<p></p>", "templates/gmm.html", "Did you mean 'gm.html'?"),
    "label": Planted("words.toml", "carry =", "cary =", "words.toml", "'carry'"),
    "form": Planted("rules.py", 'CheckField(\n            "attribute"', 'CheckField(\n            "atribute"',
                    "rules.py", "'attribute'"),
    "usual": Planted("rules.py", 'attribute: str = ""', 'attribute: str = "NRVE"', "rules.py", "'NERVE'"),
    "taken": Planted("rules.py", "check_form = (", 'check_form = (CheckField("roll", "Roll", "", "number"),',
                     "rules.py", "Resonance already has a field with this key"),
    "kind": Planted("rules.py", '            "choice",', '            "chioce",', "rules.py", "'choice'"),
    "serializer": Planted("views.py", "return dict(piece.data)", "return 7", "views.py", "serialize_for"),
    "clash": Planted("views.py", 'game_panel("{key}-light"', 'game_panel("clocks"',
                     "views.py", "write “{key}-clocks”"),
    "patterns": Planted("patterns.py", "LIGHT = 1", "LIGHT = = 1", "patterns.py:1", "SyntaxError"),
    "unlucky": Planted("rules.py", '"failure": ("oil",)', '"failed": ("oil",)', "rules.py:",
                       "KeyError: 'failure'"),
    "outer": Planted("templates/light.html", 'id="{key}-light"', 'id="light"', "templates/light.html:1",
                     'needs id="outer-light"'),
    "nowhen": Planted("templates/light.html", ' data-at="{{ now }}"', "", "templates/light.html:1",
                      "needs data-at"),
    "created": Planted("views.py", 'of="{key}/light"', 'of="{key}/stress"', "views.py",
                       "Write templates/stress.html."),
    "proposal": Planted("rules.py", '"clock.tick", {', '"clock.tik", {', "rules.py", "clock.tik"),
    "screen": Planted("views.py", "Light(names[0]", "Light(nmaes[0]", "views.py", "nmaes"),
}  # fmt: skip
MORE = {
    "words.toml": 'hidden_from_recap = []\n\n[proposal_labels]\ncarry = "Carry the light"\n',
    "patterns.py": "LIGHT = 1\n",
    "marks/oil.svg": '<svg viewBox="0 0 24 24"><path d="M12 4v16"/></svg>\n',
}
HOUSE = ("freeform", "mettle", "razorweave")
"""Included games; Resonance has the field that one of the mistakes takes."""
ASKS = """
import json, sys
from webapp.cli.check_game import faults_of
print(json.dumps({key: [str(each) for each in faults_of(key)] for key in sys.argv[1:]}))
"""


def plant(folder: Path, key: str, fault: Planted | None) -> None:
    """Install a copy of the lantern game under this key, with one mistake."""
    write(folder, f"{key}_game", {}, key=key)
    texts = {
        file.relative_to(LANTERN / "lantern_game").as_posix(): file.read_text(encoding="utf-8")
        for file in (LANTERN / "lantern_game").rglob("*.*")
        if file.suffix in (".py", ".toml", ".html")
    }
    new = {fault.file: ""} if fault is not None and not fault.was else {}
    for name, text in {**texts, **MORE, **new}.items():
        own = text.replace("lantern", key).replace("Lantern", key.capitalize())
        if fault is not None and name == fault.file:
            was, now = (each.replace("{key}", key) for each in (fault.was, fault.now))
            assert was in own, f"{key}: {name} has no {was!r}"
            own = own.replace(was, now)
        (folder / f"{key}_game" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{key}_game" / name).write_text(own, encoding="utf-8")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is said of each copy, by its key."""
    folder = tmp_path_factory.mktemp("planted")
    plant(folder, "sound", None)
    for key, fault in FAULTS.items():
        plant(folder, key, fault)
    environment = os.environ | finding(folder) | {"TABLESIDE_INSTANCE": str(folder / "instance")}
    asked = [sys.executable, "-c", ASKS, "sound", *HOUSE, *FAULTS]
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return said


@pytest.mark.parametrize("key", ["sound", *HOUSE])
def test_a_sound_game_has_no_fault(key: str, found: dict[str, list[str]]) -> None:
    assert found[key] == []


@pytest.mark.parametrize("key", FAULTS)
def test_a_mistake_is_found_with_its_file_and_what_was_meant(key: str, found: dict[str, list[str]]) -> None:
    fault = FAULTS[key]
    says = fault.says.replace("{key}", key)
    assert [each for each in found[key] if each.startswith(fault.at) and says in each], found[key]
