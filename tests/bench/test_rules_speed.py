"""How fast the odds of the three games are: cold (nothing kept) and asked again. Run by `make bench`.

The bounds are the promise of the README: 5 ms cold, 50 microseconds asked again, for any check's full odds.
"""

import gc
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import pytest

from webapp.rules.calculator import calculate

COLD, AGAIN = 5e-3, 50e-6

CHECKS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "razorweave",
        "+2 Edge",
        {"dc": 16, "attribute": 2, "sources": [{"name": "a", "modifier": "edge", "amount": 2}]},
    ),
    ("razorweave", "-2 Burden", {"dc": 16, "sources": [{"name": "a", "modifier": "burden", "amount": 2}]}),
    ("resonance", "normal", {"mode": "normal", "level": 3, "stat": 2, "against": 15}),
    ("resonance", "disadvantage, against 60", {"mode": "disadvantage", "level": 9, "stat": 5, "against": 60}),
    ("mettle", "5 dice", {"pool": 5, "difficulty": 3, "discard": None}),
    ("mettle", "20 dice, lowest dropped", {"pool": 20, "difficulty": 12, "discard": "lowest"}),
    ("mettle", "60 dice", {"pool": 60, "difficulty": 12, "discard": None}),
]

COLD_RUN = """
import sys
from time import perf_counter
from webapp.rules.calculator import calculate
game, given, other = sys.argv[1], eval(sys.argv[2]), eval(sys.argv[3])
calculate(game, "odds", other)
started = perf_counter()
calculate(game, "odds", given)
print(perf_counter() - started)
"""

# A first call of another size loads modules and tables, so that only the odds themselves are cold.
WARM_UP: dict[str, dict[str, Any]] = {
    "razorweave": {"dc": 12},
    "resonance": {"mode": "advantage", "level": 1, "stat": 1, "against": 9},
    "mettle": {"pool": 1, "difficulty": 1, "discard": None},
}


@pytest.fixture(autouse=True)
def only_when_asked(request: pytest.FixtureRequest) -> None:
    """A bench is no test: it runs when its folder or file is named."""
    if not any("bench" in str(argument) for argument in request.config.args):
        pytest.skip("run by `make bench`")


@pytest.mark.parametrize(
    ("game", "name", "given"), CHECKS, ids=[f"{game}: {name}" for game, name, _ in CHECKS]
)
def test_odds_are_fast(
    game: str, name: str, given: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    cold = median(cold_run(game, given) for _ in range(3))
    again = run_again(lambda: calculate(game, "odds", given))
    with capsys.disabled():
        print(f"\n{game:>10}  {name:<26} cold {cold * 1e3:7.3f} ms   again {again * 1e6:7.1f} us", end="")
    assert cold < COLD
    assert again < AGAIN


def cold_run(game: str, given: dict[str, Any]) -> float:
    command = [sys.executable, "-c", COLD_RUN, game, repr(given), repr(WARM_UP[game])]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def run_again(run: Callable[[], object], times: int = 2000) -> float:
    """Processor time of one call, the least of five tries: whatever else runs takes none of it."""
    run()
    gc.collect()
    return min(_each(run, times) for _ in range(5))


def _each(run: Callable[[], object], times: int) -> float:
    started = process_time()
    for _ in range(times):
        run()
    return (process_time() - started) / times
