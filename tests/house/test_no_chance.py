"""No test of `make test` can fail because the machine is slow: shapes of code that would are found and named.

`make soak`, `make attack` and `make bench` may measure durations; what is marked so is not read here.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.reading import ROOT
from tests.suites import SUITES

TESTS = ROOT / "tests"
OTHER_SUITES = {"attack", "bench", "deploy", "played", "soak"}
"""Folders whose helpers no test of `make test` uses; of their tests it runs those that are not marked."""
OTHER_HELPERS = {f"store/{name}.py" for name in ("crowd", "pair", "pair_stories", "power_cut", "viewers")}
OTHER_HELPERS |= {f"store/{name}.py" for name in ("program", "writers", "postgres", "services")}
OTHER_HELPERS.add("browser/screenshots.py")
CLOCKS = {"monotonic", "perf_counter", "time", "monotonic_ns", "perf_counter_ns"}
LONG = 60
"""Seconds that a wait for a state may at least take."""
PLACED = {"join", "wait", "settimeout", "result"}
"""Calls whose first argument is how long they wait."""
OBSERVED = re.compile(r"\bwindow\.\w+\[0\]")
LOOKS = {"evaluate", "evaluate_all", "evaluate_handle", "wait_for_function"}
AT_ONCE = {"evaluate", "evaluate_all", "evaluate_handle"}
"""Looks that do not wait: what they measure must stand still (`at_rest`)."""
MEASURED = re.compile(
    r"getBoundingClientRect|getClientRects|elementFromPoint|(offset|client)(Width|Height)|scroll(Width|Height)"
)
SCROLLS = re.compile(r"scroll(To|By)\([^;]*\)")
Found = tuple[int, str]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def files() -> list[Path]:
    """Every file that `make test` runs, or that those use."""
    found = []
    for file in sorted(TESTS.rglob("*.py")):
        own = file.relative_to(TESTS)
        helper = not file.name.startswith("test_")
        if str(own) not in OTHER_HELPERS and not (own.parts[0] in OTHER_SUITES and helper):
            found.append(file)
    return [file for file in found if file.relative_to(TESTS).parts[0] != "bench"]


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(TESTS)))
def test_nothing_depends_on_how_fast_the_machine_is(file: Path) -> None:
    found = chances(file.read_text(encoding="utf-8"))
    assert found == []


PLANTED = {
    "a duration": "def test():\n    began = time.monotonic()\n    go()\n    assert time.time() - began < 9",
    "a duration with a name": "def test():\n    spent = perf_counter() - began\n    assert 1 < spent < 9",
    "a duration in a dictionary": "def test():\n    assert {'took': time.time() - began} == {}",
    "after a sleep": "def test():\n    go()\n    time.sleep(0.2)\n    assert there()",
    "after a sleep in a with": "def test():\n    with it:\n        sleep(1)\n    assert there()",
    "a browser's sleep": "def test(page):\n    page.wait_for_timeout(300)",
    "the first thing told": "def test(page):\n    assert page.evaluate('window.told[0]') == 'x'",
    "the first thing told, in Python": "def test(page):\n    assert page.evaluate('window.told')[0] == 'x'",
    "a short wait": "def test():\n    thread.join(timeout=5)",
    "a short wait by its place": "def test():\n    assert event.wait(30)",
    "a short wait by a constant": "SOON = 30.0\ndef test():\n    httpx.get(url, timeout=SOON)",
    "a short wait of a browser": "def test(page):\n    expect(page).to_have_title('x', timeout=5_000)",
    "a layout": "def test(page):\n    assert page.locator('.dial').bounding_box()",
    "a layout by a script": "HIGH = 'it => it.offsetHeight'\ndef test(dial):\n    assert dial.evaluate(HIGH)",
    "in a class": "class A:\n    def go(self):\n        self.socket.settimeout(2)",
}
FINE = {
    "a wait within a loop": "def test():\n    while not there():\n        httpx.get(url, timeout=1)",
    "no wait": "def test():\n    gevent.sleep(0)\n    assert event.wait(0)",
    "a rest in the game": "def test():\n    rules.sleep(mara, 8)\n    assert mara",
    "a deadline": "def test():\n    until = time.monotonic() + 60\n    assert time.monotonic() < until",
    "a time that is told": "def test():\n    now = time.time()\n    os.utime(file, (now - 5, now - 5))",
    "a sleep between two looks": "def test():\n    while not there():\n        sleep(1)\n    assert there()",
    "a sleep of somebody else": "def test():\n    def slow():\n        time.sleep(1)\n    assert go(slow)",
    "a long wait": "def test():\n    thread.join(timeout=60)\n    event.wait(60)",
    "a long wait of a browser": "def test(page):\n    page.click('#x', timeout=60_000)",
    "the first of a list": "def test(page):\n    assert page.evaluate('[...forms]').sort()[0] == 'x'",
    "a layout at rest": "def test(page):\n    at_rest(page)\n    assert page.locator('.dial').bounding_box()",
    "a layout that is waited for": "def test(page):\n    page.wait_for_function('() => each.offsetHeight')",
    "a scroll": "def test(page):\n    page.evaluate('scrollTo(0, document.body.scrollHeight)')",
    "no time at all": "def test():\n    '/'.join(['a'])\n    assert 5 - 3 < 9",
    "another suite": "@pytest.mark.soak\ndef test():\n    time.sleep(1)\n    assert there()",
    "another suite as a whole": "pytestmark = pytest.mark.attack\ndef test():\n    thread.join(timeout=5)",
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_depends_on_it_is_found(name: str) -> None:
    assert len(chances(PLANTED[name])) == 1


@pytest.mark.parametrize("name", FINE)
def test_what_does_not_is_left_alone(name: str) -> None:
    assert chances(FINE[name]) == []


ANY_BROWSER_LETS = {"onLine", "sendBeacon", "serviceWorker"}


def test_what_one_browser_grants_and_another_denies_is_given_to_every_page() -> None:
    """The headless shell refuses a screen lock that a full Chromium grants."""
    scripts = [file.read_text(encoding="utf-8") for file in (ROOT / "static" / "js").rglob("*.js")]
    used = {name for text in scripts for name in re.findall(r"\bnavigator\.(\w+)", text)}
    given = (TESTS / "browser" / "conftest.py").read_text(encoding="utf-8")
    assert {name for name in used - ANY_BROWSER_LETS if name not in given} == set()


READ = re.compile(r"(?<!bounded\()\b[\w.]+\.iter_(?:lines|text|bytes|raw)\(\)")
TOLD_WHEN_TO_STOP = {"bench/test_live_speed.py", "soak/served.py", "store/pair_stories.py"}
"""Their streams are read in threads of their own, which end when the test does."""


def test_no_stream_is_read_without_a_bound() -> None:
    """Its heartbeats never end, so a test that waits for something else in it would hang for ever."""
    texts = {str(each.relative_to(TESTS)): each.read_text(encoding="utf-8") for each in TESTS.rglob("*.py")}
    assert {name for name, text in texts.items() if READ.search(text)} == TOLD_WHEN_TO_STOP


# ---- what is looked for ----------------------------------------------------------------------------


def chances(source: str) -> list[Found]:
    """Each place in a file that depends on the machine's speed: its line, and why."""
    tree = ast.parse(source)
    if any(isinstance(each, ast.Assign) and _is_of_another_suite(each.value) for each in tree.body):
        return []
    constants = dict(filter(None, map(_constant, tree.body)))
    scripts = {name: text for each in tree.body for name, text in _script(each)}
    found = {each for function in _functions(tree) for each in _in_function(function, constants)}
    return sorted(found | {each for function in _functions(tree) for each in _layouts(function, scripts)})


def _in_function(function: Function, constants: dict[str, float]) -> Iterator[Found]:
    own = list(_own(function))
    spent = {name for each in own for name in _names_of_durations(each)}
    once = set(_own(function, loops=False))
    slept = [each.lineno for each in own if each in once and _sleeps(each)]
    for each in own:
        if isinstance(each, ast.Assert):
            if any(_is_duration(part, spent) for part in ast.walk(each.test)):
                yield each.lineno, "asserts on a duration"
            elif slept and each.lineno > slept[0]:
                yield each.lineno, "asserts after a sleep"
        elif _calls(each, {"wait_for_timeout"}):
            yield each.lineno, "waits for a time, not for a state"
        elif each in once and 0 < (_waits(each, constants) or 0) < LONG:
            yield each.lineno, f"waits less than {LONG} s"
        if _takes_the_first(each):
            yield each.lineno, "takes the first of what a page observed"


def _layouts(function: Function, scripts: dict[str, str]) -> Iterator[Found]:
    """What measures a page's layout at once, where nobody waited until nothing is shown that passes."""
    own = list(_own(function))
    if any(_calls(each, {"at_rest", "faults", "still_wrong"}) for each in own):
        return
    for each in own:
        if _calls(each, {"bounding_box"}) or (_calls(each, AT_ONCE) and _measures(each, scripts)):
            yield each.lineno, "measures a layout that may be passing"  # type: ignore[attr-defined]


def _measures(call: ast.AST, scripts: dict[str, str]) -> bool:
    names = [each.id for each in ast.walk(call) if isinstance(each, ast.Name)]
    texts = [*_texts(call), *(scripts[name] for name in names if name in scripts)]
    return any(MEASURED.search(SCROLLS.sub("", text)) for text in texts)


def _script(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """The name and text of a script at the top of a file."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        yield node.targets[0].id, " ".join(_texts(node.value))


def _functions(tree: ast.AST) -> Iterator[Function]:
    """All that `make test` may call; a function within another is one of its own."""
    for each in ast.iter_child_nodes(tree):
        if isinstance(each, Function):
            if any(map(_is_of_another_suite, each.decorator_list)):
                continue
            yield each
        yield from _functions(each)


def _own(node: ast.AST, loops: bool = True) -> Iterator[ast.AST]:
    """What stands in a function, not in functions within it; without loops if asked."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, Function | ast.Lambda) or (not loops and isinstance(each, ast.While | ast.For)):
            continue
        yield each
        yield from _own(each, loops)


def _is_of_another_suite(mark: ast.expr) -> bool:
    marks = mark.elts if isinstance(mark, ast.List) else [mark]
    return any(ast.unparse(each) == f"pytest.mark.{suite}" for each in marks for suite in SUITES)


def _calls(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) in names


def _sleeps(node: ast.AST) -> bool:
    """Whether this is `time.sleep`, or gevent's; to sleep for 0 s only lets others go first."""
    if not _calls(node, {"sleep"}) or ast.unparse(node) == "gevent.sleep(0)":
        return False
    function = node.func  # type: ignore[attr-defined]
    return isinstance(function, ast.Name) or ast.unparse(function.value) in ("time", "gevent")


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_duration(node: ast.AST, spent: set[str]) -> bool:
    """A difference of two times, or a name that stands for one."""
    if isinstance(node, ast.Name):
        return node.id in spent
    of_times = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
    return of_times and any(_calls(each, CLOCKS) for each in ast.walk(node))


def _names_of_durations(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Assign) and any(_is_duration(each, set()) for each in ast.walk(node.value)):
        yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def _constant(node: ast.stmt) -> tuple[str, float] | None:
    """The name and value of a number at the top of a file."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return None
    value = getattr(node.value, "value", None)
    return (node.targets[0].id, float(value)) if type(value) in (int, float) else None


def _waits(node: ast.AST, constants: dict[str, float]) -> float | None:
    """The seconds that a call waits at most, where it says so; a browser counts milliseconds."""
    if not isinstance(node, ast.Call):
        return None
    named = [each.value for each in node.keywords if each.arg == "timeout"]
    placed = node.args[:1] if _name(node.func) in PLACED else []
    for each in (*named, *placed):
        value = constants.get(each.id) if isinstance(each, ast.Name) else getattr(each, "value", None)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value) if value < 1000 else value / 1000
    return None


def _takes_the_first(node: ast.AST) -> bool:
    """`window.told[0]` in a script, or the first of `evaluate("window.told")`."""
    if _calls(node, LOOKS):
        return any(OBSERVED.search(text) for each in node.args for text in _texts(each))  # type: ignore[attr-defined]
    if not isinstance(node, ast.Subscript) or not _calls(node.value, LOOKS):
        return False
    texts = [text for each in node.value.args for text in _texts(each)]  # type: ignore[attr-defined]
    first = isinstance(node.slice, ast.Constant) and node.slice.value == 0
    return first and any(re.fullmatch(r"\(?\)? ?(=> )?window\.\w+", text) for text in texts)


def _texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
