"""Exports that somebody has tampered with: each is refused in a sentence, or is a table that can be played.

python -m tests.attack.forged --count 1000 --seed 7
"""

import argparse
import copy
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask

from tests.api.desk import API, Desk
from tests.attack.places import Path, at
from tests.attack.places import places as all_places
from tests.rendering_failures import left_out
from tests.soak.board import Board
from tests.soak.evening import FOR_GOOD
from tests.soak.player import commands_of
from tests.soak.values import Values
from tests.store.past.looks import addresses, device
from tests.store.past.stored_games import ALL
from webapp.api import tables
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db

Document = dict[str, Any]
GAMES = sorted({stored.game for stored in ALL})
SMALL = 25_000
"""Characters of a document whose pages are drawn in no time; a whole evening has some hundred thousand."""
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 100, 101, 2**31 - 1, 2**31, -(2**31), 2**63, 0.5, 1e300),
    *("", " ", "x", "x" * 81, "x" * 5000, "secret", "masked", "shown", "gm", "pc", "npc", "fill", "drain"),
    *(
        "\u202e",
        "a" + "\u0301" * 40,
        "\x00",
        "\ud800",
        "</script><b>",
        "{{ 7 }}",
        "2026-11-22T00:00:00+00:00",
    ),
    *("0001-01-01T00:00:00+00:00", "clock", "piece", "personal", "open", "rolled", "resolved", "progress"),
    *([], {}, [[]], [{}], [None], [0], ["x"], {"x": 1}, {"": None}, {"name": "x"}, [1, 1], {"on": "x"}),
]


@dataclass(frozen=True)
class Forged:
    """A tampered document, and all that was done to it."""

    game: str
    number: int
    done: tuple[str, ...]
    document: Document

    def __str__(self) -> str:
        return f"{self.game} document {self.number}: {'; '.join(self.done)}"


def forge(seed: str, game: str, whole: bool = False) -> Forged:
    """One of a game's kept exports with one to three things changed; the same seed gives the same."""
    chance = random.Random(seed)
    stored = chance.choice([each for each in ALL if each.game == game])
    numbers = [n for n, each in enumerate(stored.documents) if whole or len(json.dumps(each)) < SMALL]
    number = chance.choice(numbers)
    document = copy.deepcopy(stored.documents[number])
    done = tuple(changed(document, chance) for _ in range(chance.choice((1, 1, 1, 2, 3))))
    return Forged(stored.game, number, done, document)


def changed(document: Document, chance: random.Random) -> str:
    """What was done; nothing where an earlier change has left no place for it."""
    try:
        return chance.choice(WAYS)(document, chance)
    except IndexError:
        return "nothing"


# ---- what is done to a document ------------------------------------------------------------------


def put_odd(document: Document, chance: random.Random) -> str:
    """Something that no export has."""
    path = chance.choice(list(places(document)))
    return put(document, path, chance.choice(ODD))


def put_known(document: Document, chance: random.Random) -> str:
    """What stands elsewhere under the same name: it fits by itself, but not where it is put."""
    path = chance.choice([path for path in places(document) if isinstance(path[-1], str)])
    alike = [at(document, each) for each in places(document) if each[-1] == path[-1]]
    return put(document, path, copy.deepcopy(chance.choice(alike)))


def put_id(document: Document, chance: random.Random) -> str:
    """Another thing than the one that was meant."""
    ids = [at(document, path) for path in places(document) if path[0] == "things" and path[3:] == ("id",)]
    named = [path for path in places(document) if is_id(at(document, path), ids)]
    return put(document, chance.choice(named), chance.choice(ids)) if named else "nothing"


def is_id(value: Any, ids: list[int]) -> bool:
    return type(value) is int and value in ids


def leave_out(document: Document, chance: random.Random) -> str:
    path = chance.choice(list(places(document)))
    del at(document, path[:-1])[path[-1]]
    return f"without {path}"


def say_twice(document: Document, chance: random.Random) -> str:
    """A row of a list again, by an id of its own or by the same."""
    lists = [path for path in places(document) if isinstance(at(document, path), list) and at(document, path)]
    path = chance.choice(lists)
    rows = at(document, path)
    again = copy.deepcopy(chance.choice(rows))
    if isinstance(again, dict) and "id" in again and chance.random() < 0.7:
        again["id"] = chance.randrange(1, 2**31)
    rows.insert(chance.randrange(len(rows) + 1), again)
    return f"{path} with a row more"


def add_field(document: Document, chance: random.Random) -> str:
    path = chance.choice([path for path in places(document) if isinstance(at(document, path), dict)])
    at(document, path)[chance.choice(("secret", "x", "id", "table_id", "name", "visibility"))] = 1
    return f"{path} with a field more"


def move_row(document: Document, chance: random.Random) -> str:
    """A row among those of another kind."""
    kinds = document.get("things")
    if not isinstance(kinds, dict):
        return "nothing"
    full = [kind for kind, rows in kinds.items() if isinstance(rows, list) and rows]
    if not full:
        return "nothing"
    source, goal = chance.choice(full), chance.choice(list(kinds))
    if isinstance(kinds[goal], list):
        kinds[goal].append(kinds[source].pop())
    return f"a {source} among the rows of {goal}"


def another_game(document: Document, chance: random.Random) -> str:
    if not isinstance(document.get("table"), dict):
        return "nothing"
    return put(document, ("table", "ruleset"), chance.choice([stored.game for stored in ALL]))


Way = Callable[[Document, random.Random], str]
WAYS: list[Way] = [put_odd, put_odd, put_known, put_known, put_known, put_id, put_id, leave_out, say_twice]
WAYS += [add_field, move_row, another_game]


def places(document: Any) -> Iterator[Path]:
    """Every place within, but for the head that says what the document is."""
    return (path for path in all_places(document) if path and path[0] in ("table", "things", "journal"))


def put(document: Document, path: Path, new: Any) -> str:
    at(document, path[:-1])[path[-1]] = new
    return f"{path} is {str(new)[:40]!r}"


# ---- what comes of it ----------------------------------------------------------------------------


def wrong_with(app: Flask, forged: Forged, whole: bool = False, commands: int = 2) -> str:
    """What a tampered document breaks; nothing, if it is refused in words or can be played."""
    client = app.test_client()
    answer = client.post(API, data=json.dumps({"import": forged.document}), content_type="application/json")
    if answer.status_code != 201:
        return wrong_with_refusal(answer)
    desk = Desk(client, answer.json)
    with left_out() as notes:
        wrong = wrong_with_pages(desk, whole) or wrong_with_journey(desk) or wrong_with_play(desk)
        chance = random.Random(str(forged))
        wrong = wrong or wrong_with_commands(desk, chance, commands) or wrong_with_pages(desk, False)
    return wrong or "; ".join(notes[:3])


def wrong_with_refusal(answer: Any) -> str:
    said = answer.json["error"]["message"] if answer.status_code in (400, 413, 422) else ""
    return (
        "" if said.endswith((".", "?")) and len(said) < 600 else f"{answer.status_code}: {answer.text[:300]}"
    )


def wrong_with_pages(desk: Desk, whole: bool) -> str:
    """The pages of every audience, and what programs of each are told."""
    for who in ("gm", "player", "tv"):
        opened, asked = device(desk, who), addresses(desk, who) if whole else PAGES[who]
        for page in asked:
            answer = opened.get(page.format(table=desk.id))
            if answer.status_code not in (200, 403, 404) or b"data-unshown" in answer.data:
                return f"{who} {page} answers {answer.status_code}"
        if desk.get(who).status_code != 200:
            return f"the API answers {who} with {desk.get(who).status_code}"
    return ""


PAGES = {
    "gm": ("/t/{table}", "/t/{table}/paper", "/t/{table}/after"),
    "player": ("/t/{table}",),
    "tv": ("/t/{table}",),
}


def wrong_with_journey(desk: Desk) -> str:
    """Taken along and brought in again it is the same."""
    there = desk.get("gm", "/export")
    back = desk.client.post(API, json={"import": there.json})
    if back.status_code != 201:
        return f"its own export is refused: {back.text[:300]}"
    again = Desk(desk.client, back.json).get("gm", "/export").json
    return "" if again == there.json else "another table comes back from its export"


def wrong_with_play(desk: Desk) -> str:
    """The next press is answered, whatever it comes to."""
    for sent in ({"do": "undo"}, {"do": "clock.add", "name": "Fresh"}, {"do": "undo"}, {"do": "redo"}):
        answer = desk.send("gm", sent)
        if answer.status_code not in (200, 404, 409, 422):
            return f"{sent['do']} is answered with {answer.status_code}: {answer.text[:200]}"
    return ""


def wrong_with_commands(desk: Desk, chance: random.Random, count: int) -> str:
    """What a GM may do at such a table, whatever the answer is."""
    schemas = desk.client.get("/api/v1/openapi.json").json["components"]["schemas"]
    values, seen = Values(chance, schemas), desk.sees()
    every = commands_of(schemas, seen["ruleset"])
    names = [each for each in every if each not in FOR_GOOD and not each.startswith("key.")]
    own = [each for each in names if each.startswith(seen["ruleset"])] or names
    for _ in range(count):
        state = Board(seen)
        name = chance.choice(own if chance.random() < 0.8 else names)
        sent = {"do": name, **values.fields(name, state)}
        answer = desk.send("gm", sent)
        if answer.status_code >= 500:
            return f"{sent} is answered with {answer.status_code}: {answer.text[:200]}"
        seen = desk.sees()
    return ""


def forge_many(app: Flask, seed: int, count: int, whole: bool = False) -> dict[str, str]:
    """What is wrong with so many of each game, by seed and by what was done."""
    tables.IN_PROCESS_BYTES, before = 2**30, tables.IN_PROCESS_BYTES  # here, where what breaks can be seen
    try:
        names = [(f"{seed}-{number}", game) for number in range(count) for game in GAMES]
        tried = ((name, forge(name, game, whole)) for name, game in names)
        found = {f"{name} ({forged})": wrong_with(app, forged, whole) for name, forged in tried}
        return {name: wrong for name, wrong in found.items() if wrong}
    finally:
        tables.IN_PROCESS_BYTES = before


def today() -> int:
    return int(time.time()) // 86400


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack.forged", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=today())
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(instance=folder, bind="127.0.0.1", limits="off"))
        with app.app_context():
            db.create_all()
            wrong = forge_many(app, asked.seed, asked.count, whole=True)
            db.session.remove()
            db.engine.dispose()
    for name, why in wrong.items():
        sys.stdout.write(f"{name}\n    {why}\n")
    sys.stdout.write(
        f"{asked.count} of each game forged from seed {asked.seed}, {len(wrong)} of them wrong\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
