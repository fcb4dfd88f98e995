"""Plays what is kept in this folder, over the API and the pages of the version it is run with:

    python -m tests.store.past.play tests/store/past/VERSION

For each game a database is played on: the example of every command, one after another at one table, and a
table of its own for each moment that lasts (a fight, a race, a check that waits). See README.md.
"""

import json
import lzma
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask import Flask

from tests.api.desk import Desk
from tests.api.stories import example_tables
from tests.store.past.looks import looks
from webapp.api.calls import command_examples
from webapp.app import create_app
from webapp.rules.playable_games import rulesets
from webapp.services import services
from webapp.settings import Settings
from webapp.store.backup import back_up, file_of
from webapp.store.db import db
from webapp.store.startup_checks import prepare

NEVER = {"table.remove", "pack.add"}
"""What would end the evening; packs come in by themselves."""
OF_CHECKS = ("check.roll", "check.edit", "check.resolve", "check.cancel", "check.call")
BY_A_SEAT = {"seat.leave", "seat.code", "clock.own", "clock.drop"}
ENDS = {
    "mettle": ("mettle.initiative.end", "mettle.stretch.end"),
    "resonance": ("resonance.round.end",),
    "razorweave": (),
}
AWAY = {"mettle": ("mettle.remove", "piece"), "resonance": ("resonance.situation.remove", "situation")}
MOMENTS = {
    "freeform": ("proposal.accept", "scene.activate", "saved.use"),
    "razorweave": ("check.call", "check.edit", "check.roll", "check.resolve", "check.cancel"),
    "resonance": (
        *("resonance.critical", "resonance.race.happen", "resonance.round.focus", "resonance.round.turn"),
        *("resonance.situation.complicate", "resonance.mount", "resonance.hide", "resonance.pool.spend"),
    ),
    "mettle": (
        *("mettle.initiative.interrupt", "mettle.initiative.rejoin", "mettle.stretch.counter"),
        *("mettle.stretch.check", "mettle.twist.offer", "mettle.twist.accept", "mettle.guard.accept"),
        *("mettle.travel.go", "mettle.travel.rival", "mettle.hazard.burn", "mettle.action.split"),
        *("mettle.voucher.give", "mettle.project.add", "mettle.hazard.expose"),
    ),
}
PACKS = {"freeform": "warehouse", "razorweave": "investigation", "resonance": "conduit", "mettle": "cove"}


def main(to: Path) -> None:
    """Play all games and keep what came of it."""
    for game in rulesets():
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(Settings(instance=folder, bind="127.0.0.1", limits="off"))
            with app.app_context():
                prepare(db.engine, Path(folder))
                tables = [evening(app, game), *(moment(app, game, name) for name in MOMENTS[game])]
                store_tables(app, tables, to / game)
                db.session.remove()
                db.engine.dispose()


# ---- playing -------------------------------------------------------------------------------------


def dice(count: int, faces: int) -> Sequence[int]:
    """The same every time this is run."""
    return [FALL.randint(1, faces) for _ in range(count)]


FALL = random.Random(7)


def evening(app: Flask, game: str) -> Desk:
    """One table where everything happened once; what came of it stays."""
    desk = Desk.start(app, "An evening", game)
    services().dispatcher.dice = dice
    desk.do("gm", do="pack.add", example=PACKS[game])
    own, shared = _examples(game)
    for name in own:
        _of_the_game(desk, game, name)
    ids: dict[int, int] = {}
    for name in shared:
        ids = _of_all_games(desk, name, ids)
    _rest(desk)
    return desk


def _examples(game: str) -> tuple[list[str], list[str]]:
    """The commands that only this game has, and those that it shares with others."""
    own = [name for name in command_examples() if name.startswith(f"{game}.")]
    shared = [name for name in command_examples() if name.partition(".")[0] not in rulesets()]
    left_out = NEVER if game == "razorweave" else {*NEVER, *OF_CHECKS}
    return own, [name for name in shared if name not in left_out]


def _of_all_games(desk: Desk, name: str, ids: dict[int, int]) -> dict[int, int]:
    """An example, in a new story where the last one has gone too far for it."""
    for known in (ids, None):
        known = known or _another_story(desk)
        if name in OF_CHECKS[:-1]:
            known |= example_tables._a_check(desk, known)
        who = "Ana" if name in BY_A_SEAT else "gm"
        sent = {"do": name, **example_tables.retold(command_examples()[name].send, known)}
        if desk.send(who, sent).status_code == 200:
            return known
    sys.stderr.write(f"not played: {name}\n")
    return known


def _another_story(desk: Desk) -> dict[int, int]:
    """In a scene of its own, as the last one may have ended or be gone."""
    desk.do("gm", do="scene.activate", scene=desk.add("scene", name="Another place"))
    return example_tables.the_story(desk)


def _of_the_game(desk: Desk, game: str, name: str) -> None:
    """A game's own example, with people of its own, who leave after it."""
    before = _standing(desk)
    ids = example_tables._story_of(game)(desk, name)
    answer = desk.send("gm", {"do": name, **example_tables.retold(command_examples()[name].send, ids)})
    if answer.status_code != 200:
        sys.stderr.write(f"not played: {name}: {answer.text}\n")
    _end_all(desk, game)
    services().dispatcher.dice = dice
    for id, kind in _standing(desk).items():
        if id not in before:
            desk.send("gm", {"do": f"{kind}.remove", kind: id})


def _end_all(desk: Desk, game: str) -> None:
    """No fight, race or journey is under way any more."""
    for end in ENDS[game]:
        desk.send("gm", {"do": end})
    away, noun = AWAY.get(game, ("", ""))
    for piece in desk.sees()["pieces"] if away else ():
        desk.send("gm", {"do": away, noun: piece["id"]})


def _standing(desk: Desk) -> dict[int, str]:
    """Who and what is there."""
    seen = desk.sees()
    lists = {"character": "cast", "zone": "zones", "clock": "clocks"}
    return {each["id"]: kind for kind, many in lists.items() for each in seen[many]}


def _rest(desk: Desk) -> None:
    """The end of the evening: somebody sits, something waits, something is kept, something is undone."""
    mara = desk.add("character", name="Mara", stats={"Edge": 2} if desk.made["ruleset"] == "freeform" else {})
    desk.sit("Mo", character=mara)
    dial = desk.add("clock", name="The watch", segments=6, visibility="masked")
    desk.do("Mo", do="proposal.make", command={"do": "clock.tick", "clock": dial}, because="I shout")
    for keep in ({"character": mara}, {"clock": dial}, {"scene": desk.sees()["scene"]}):
        desk.send("gm", {"do": "saved.add", **keep})
    desk.do("gm", do="clock.tick", clock=dial, by=2, because="a bottle breaks")
    desk.do("gm", do="undo")


def moment(app: Flask, game: str, name: str) -> Desk:
    """A table that was left just after this."""
    desk, ids = example_tables.begun(app, name)
    desk.do("gm", do=name, **example_tables.retold(command_examples()[name].send, ids))
    return desk


# ---- keeping -------------------------------------------------------------------------------------


def store_tables(app: Flask, tables: list[Desk], to: Path) -> None:
    """Store database, backup, documents and packs, and how it all looked."""
    to.mkdir(parents=True, exist_ok=True)
    then = [looks(desk) for desk in tables]
    _write(to / "looks.json.xz", then)
    _write(to / "export.json.xz", [desk.get("gm", "/export").json for desk in tables])
    (to / "pack.toml").write_text(_pack(tables[0]), encoding="utf-8")
    db.session.remove()
    file = file_of(db.engine)
    assert file is not None
    with tempfile.TemporaryDirectory() as folder:
        back_up(file, Path(folder) / "backup.sqlite3")
        _squeeze(Path(folder) / "backup.sqlite3", to / "backup.sqlite3.xz")
    db.engine.dispose()  # the last to leave puts everything into one file
    _squeeze(file, to / "database.sqlite3.xz")


def _pack(desk: Desk) -> str:
    desk.client.get(f"/k/{desk.made['keys']['gm']}")
    return desk.client.get(f"/t/{desk.id}/pack").text


def _write(to: Path, what: Any) -> None:
    to.write_bytes(lzma.compress(json.dumps(what, ensure_ascii=False).encode(), preset=9))


def _squeeze(file: Path, to: Path) -> None:
    to.write_bytes(lzma.compress(file.read_bytes(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
