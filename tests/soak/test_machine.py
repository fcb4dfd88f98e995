"""A share of the machine that plays in every run of the tests, from the same seeds; `make soak` has more."""

import time
from collections import Counter
from pathlib import Path

import pytest

from tests.soak.house import in_this_process
from tests.soak.report import read_failure, write_failure
from tests.soak.season import GAMES, Failed, Hours, an_evening, begins, replayed

pytestmark = pytest.mark.soak

SECONDS = 2.5
"""For each of the four games; `make soak` plays for an hour."""
ENOUGH = 5
"""Commands that each must have taken, however busy the machine is."""
SEED = 20_780_000
KEPT = sorted((Path(__file__).parent / "failures").glob("*.json"))


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_played_by_chance_breaks_nothing(game: str, tmp_path: Path) -> None:
    """Every page that was kept is the page one would fetch, whatever two GMs, two seats and a guest did."""
    hours = Hours(time.monotonic() + SECONDS, bursts=12)
    met: Counter[str] = Counter()
    seed = SEED + GAMES.index(game)
    while not hours.over or met.total() <= ENOUGH:
        begin = begins(seed, met, game)
        with in_this_process(tmp_path / str(seed)) as house:
            try:
                met += an_evening(house, begin, met, hours).accepted
            except Failed as failed:
                pytest.fail(f"{failed}\nmake soak ARGS='--replay {write_failure(tmp_path, failed)}'")
        seed += len(GAMES)


@pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.stem)
def test_what_once_went_wrong_does_not_again(kept: Path) -> None:
    _, begin, steps = read_failure(kept)
    assert replayed(begin, steps) is None
