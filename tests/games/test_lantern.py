"""The outsider's game is played through the interface, and its panel stands on every page."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.games.outside import finding, lay_lantern
from tests.games.registries import add_to
from tests.house.reading import ROOT

PLAYS = """
import json
from webapp.app import create_app
from webapp.store.db import db
app = create_app()
with app.app_context():
    db.create_all()
client = app.test_client()
made = client.post("/api/v1/tables", json={"name": "The cellar", "ruleset": "lantern"}).json
table, keys = f"/api/v1/tables/{made['table']}", made["keys"]
gm = {"Authorization": f"Bearer {keys['gm']}"}
told = {"lines": [], "pages": {}}

def do(do, **fields):
    answer = client.post(f"{table}/commands", json={"do": do, **fields}, headers=gm)
    assert answer.status_code == 200, answer.text
    return answer.json["result"]

def stands(name):
    view = client.get(table, headers=gm).json
    told[name] = [each["filled"] for each in view["clocks"]] + [
        each["name"] for each in view["cast"][0]["conditions"]
    ]

mara = do("character.add", name="Mara", stats={"NERVE": 2})["character"]
do("tag.add", name="Draught")
do("condition.add", character=mara, name="Shaken")
do("clock.add", name="The lamp", segments=4, kind="oil")
do("clock.add", name="To the door", segments=6, kind="way")
check = do("check.call", character=mara, attribute="NERVE")["check"]
rolled = do("check.roll", check=check, dice=[4, 5])
told["came"] = rolled["label"]
do("check.resolve", check=check)
stands("applied")
do("lantern.carry", character=mara)
stands("carried")
do("undo")
stands("undone")
do("redo")
for role, key in keys.items():
    visitor = app.test_client()
    visitor.get(f"/k/{key}")
    told["pages"][role] = visitor.get(f"/t/{made['table']}").text.partition('aria-label="The light"')[2][:200]
page = visitor.get(f"/t/{made['table']}").text
told["mark"] = [page.count(mark) for mark in ('id="mark-oil"', 'href="#mark-oil"')]
told["odds"] = client.post("/api/v1/rules/lantern/odds", json={"plus": 8}).json
told["pack"] = do("pack.add", example="cellar")
told["journal"], told["key"] = table + "/journal", keys["player"]
print(json.dumps(told))
"""

READS = """
import json, sys
from webapp.app import create_app
address, key = sys.argv[1:]
lines = create_app().test_client().get(address, headers={"Authorization": f"Bearer {key}"}).json["journal"]
print(json.dumps([line["summary"] for line in lines]))
"""
CARRIES = "Mara carries the light and is no longer Shaken"


def test_a_try_at_a_price_and_the_light_is_carried_and_read_without_the_game(tmp_path: Path) -> None:
    """4 + 5 + 2, less one each for the draught and for being shaken: 9, at a price."""
    lay_lantern(tmp_path)
    add_to(tmp_path)
    environment = os.environ | finding(tmp_path) | {"TABLESIDE_INSTANCE": str(tmp_path / "instance")}
    told = run(environment, PLAYS)
    assert told["came"] == "At a price"
    assert told["applied"] == told["undone"] == [1, 1, "Shaken"]
    assert told["carried"] == [1, 1]
    for role, page in told["pages"].items():
        assert "<b>Mara</b> carries the light; it burns for 3 more." in page, role
    assert told["mark"] == [1, 1]
    assert told["odds"]["failure"] == 0.0
    assert told["pack"]["added"] == 1
    assert CARRIES in run(environment, READS, told["journal"], told["key"])
    without = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    assert CARRIES in run(without, READS, told["journal"], told["key"])


def run(environment: dict[str, str], program: str, *words: str) -> Any:
    """What a program says last, as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
