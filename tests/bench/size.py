"""How large a checkout is, and how much of it a change runs through.

    .venv/bin/python -m tests.bench.size [CHECKOUT]

Prints lines of code (without docstrings, comments and blank lines), files and functions of `webapp` and of
`tests`, and how many files and functions of `webapp` run for a tick, an undo, a METTLE attack and a Resonance
Race's tick, each with what one player is sent. Another checkout, such as a clone of an old commit, runs with
this one's libraries.
"""

import ast
import io
import os
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

HERE = Path(__file__).parents[2]
UNCOUNTED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
}
FIGHTER = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}


def size(folder: Path) -> str:
    """The size of all Python files in a folder, in words."""
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    trees = [ast.parse(text) for text in texts]
    lines = sum(len(code_lines(text, tree)) for text, tree in zip(texts, trees, strict=True))
    functions = sum(isinstance(node, ast.FunctionDef) for tree in trees for node in ast.walk(tree))
    return f"{lines:,} lines of code in {len(texts):,} files, {functions:,} functions"


def code_lines(text: str, tree: ast.AST) -> set[int]:
    """The numbers of the lines with code that is not text for readers only."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {
        line
        for token in tokens
        if token.type not in UNCOUNTED
        for line in range(token.start[0], token.end[0] + 1)
        if token.string
    }
    read_only = (node for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_text(node.value))
    return lines - {line for node in read_only for line in range(node.lineno, (node.end_lineno or 0) + 1)}


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def run_through(do: Callable[[], object]) -> str:
    """How much of `webapp` a change runs through, in words."""
    ours: set[tuple[str, str]] = set()
    webapp = str(HERE / "webapp")

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(webapp):
            ours.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return f"{len({file for file, _ in ours})} files, {len(ours)} functions"


def changes() -> Iterator[str]:
    """Each change in words; what happens for the first time only, such as imports, is done before."""
    from webapp.testing import TrialTable

    oak, yard, race = (TrialTable(game) for game in ("freeform", "mettle", "resonance"))
    clock = oak.clock("Alarm", 100)
    tick = _with_update(oak, lambda: oak.do("clock.tick", clock=clock, by=1))
    undo = _with_update(oak, lambda: oak.do("undo"))
    people = [yard.character(name, **FIGHTER) for name in ("Ann", "Cai")]
    yard.do("mettle.zone.quick")
    attack = _with_update(yard, *_attack(yard, *people))
    race.character("Sparks", Level=2)
    race.do("resonance.scene.start", length=5)
    doors = [{"name": "Outer door", "kind": "barrier", "tn": 12, "length": 6}]
    race.do("resonance.race.start", name="The bomb", parts=doors, threat=15)
    happen = _with_update(race, lambda: race.do("resonance.race.happen", on="round ends"))
    for name, do in (("a tick", tick), ("an undo", undo), ("an attack", attack), ("a Race tick", happen)):
        for again in (tick, do):  # a tick first, so that an undo has something to reverse
            again()
        tick()
        yield f"{name}: {run_through(do)}"


def _attack(yard: Any, *people: int) -> list[Callable[[], object]]:
    """The three taps of an attack that wounds; the next one comes from the other side, whose turn it is."""
    sides, called = list(people), {}

    def call() -> None:
        attacker, target = sides
        sides.reverse()
        sent = {"character": attacker, "action": "attack", "foes": [target]}
        called.update(check=yard.do("check.call", **sent)["check"])

    return [
        call,
        lambda: yard.do("check.roll", check=called["check"], dice=[1, 2, 4, 4, 1]),
        lambda: yard.do("check.resolve", check=called["check"]),
    ]


def _with_update(table: Any, *taps: Callable[[], object]) -> Callable[[], None]:
    """These taps, each with the panels that it sends to one player's page."""
    from webapp.live.stream import Viewer
    from webapp.table.grants import best_grant

    parts = table.app.extensions["tableside"]
    at = ""

    def do() -> None:
        nonlocal at
        for tap in taps:
            with table.app.test_request_context():
                viewer = Viewer(best_grant(table.table, [table.keys["player"]]))
                revisions = parts.bus.read_anew(table.table)
                at = revisions.cursor(viewer.audience)
            tap()
            with table.app.test_request_context():
                parts.updates.render_delta(viewer, at)

    return do


def main() -> None:
    if len(sys.argv) > 1 and Path(sys.argv[1]).resolve() != HERE:
        checkout = Path(sys.argv[1]).resolve()
        there = checkout / "tests" / "bench" / "size.py"
        there.write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
        raise SystemExit(subprocess.call([sys.executable, "-m", "tests.bench.size"], cwd=checkout))
    for folder in ("webapp", "tests"):
        print(f"{folder}: {size(HERE / folder)}")
    os.environ.setdefault("TABLESIDE_ANNOUNCE", "off")
    for line in changes():
        print(line, flush=True)


if __name__ == "__main__":
    main()
