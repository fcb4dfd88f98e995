"""Many evenings, one after another, until the time is up: every game, and above all what was not met yet."""

import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from tests.soak.evening import Begin, Evening, Step
from tests.soak.house import House, in_this_process
from tests.soak.player import FOR_GOOD, Player
from tests.soak.shrinking import shrunk
from webapp.api.examples import command_examples
from webapp.rules.ruleset import rulesets

GAMES = tuple(rulesets())
Houses = Callable[[], AbstractContextManager[House]]


class Failed(AssertionError):
    """An evening ended badly: how it began, what was done, and what was wrong then."""

    def __init__(self, evening: Evening, why: str) -> None:
        begin = evening.begin
        super().__init__(f"{begin} after {len(evening.script)} steps: {why}")
        self.evening, self.why, self.steps = evening, why, evening.script

    @property
    def kind(self) -> str:
        """What is wrong, without the numbers and names that differ from seed to seed."""
        return re.sub(r"\d+", "#", self.why.partition("\n")[0])[:50] + _where(self.why)


def an_evening(house: House, begin: Begin, met: Counter[str], ends: float, bursts: int) -> Evening:
    """One evening of so many bursts, fewer when the time is up; raises Failed."""
    evening = Evening(house, begin)
    try:
        evening.open()
        player = Player(evening, met)
        for _ in range(bursts):
            if time.monotonic() > ends:
                break
            player.burst()
    except Exception as error:
        raise Failed(evening, f"{type(error).__name__}: {error}") from error
    return evening


def begins(seed: int, met: Counter[str]) -> Begin:
    """The game of this seed, and one of its commands that were met least."""
    game = GAMES[seed % len(GAMES)]
    names = _firsts(game)
    least = min(met[name] for name in names)
    chance = random.Random(seed)
    return Begin(seed, game, chance.choice([name for name in names if met[name] == least]))


def _firsts(game: str) -> list[str]:
    """The commands whose story can be told at a table of this game."""
    names = sorted(set(command_examples()) - FOR_GOOD)
    own = [name for name in names if name.startswith(f"{game}.")]
    shared = [name for name in names if name.partition(".")[0] not in GAMES]
    if game == "freeform":
        return [name for name in shared if not name.startswith(("check.", "time."))]
    return own or shared


def replayed(begin: Begin, steps: list[Step], house: Houses | None = None) -> Failed | None:
    """The same evening again, in this process; what it fails with."""
    with tempfile.TemporaryDirectory() as folder, (house or here(Path(folder)))() as found:
        evening = Evening(found, begin)
        try:
            evening.open().replay(steps)
        except Exception as error:
            return Failed(evening, f"{type(error).__name__}: {error}")
    return None


def _where(why: str) -> str:
    """The place within a page or a document."""
    found = re.search(r"^  \.([\w.\[\]]+):|: in ([\w -]+(?: > [\w-]+)*)", why, re.MULTILINE)
    return re.sub(r"[\d]+", "#", found[0]) if found else ""


def here(folder: Path) -> Houses:
    return lambda: in_this_process(folder)


def shorten(failed: Failed, seconds: float = 60) -> None:
    """Leave out steps for as long as it still fails the same way, as far as that goes in this time."""

    def fails(steps: list[Step]) -> bool:
        again = replayed(failed.evening.begin, steps)
        return again is not None and again.kind == failed.kind

    failed.steps = shrunk(failed.steps, fails, time.monotonic() + seconds)
