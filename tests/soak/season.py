"""Many evenings, one after another, until the time is up: every game, and above all what was not met yet."""

import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.soak.browsers import screens
from tests.soak.evening import Begin, Evening, Step
from tests.soak.house import House, in_this_process
from tests.soak.live_page import LivePage
from tests.soak.player import Player
from tests.soak.served import one_process, two_processes
from tests.soak.shrinking import shrunk
from tests.soak.stories import firsts
from webapp.rules.playable_games import rulesets

GAMES = tuple(rulesets())
GROUNDS: dict[str, Callable[[Path], AbstractContextManager[House]]] = {
    "here": in_this_process,
    "one": one_process,
    "two": two_processes,
}
"""Where an evening may be played: in this process, at a real server, at two that share their tables."""


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


@dataclass
class Hours:
    """How long it is played: until when, how many bursts an evening has, which share of the time is used."""

    ends: float
    bursts: int = 30
    drive: float = 1.0

    @property
    def over(self) -> bool:
        return time.monotonic() > self.ends


def an_evening(house: House, begin: Begin, met: Counter[str], hours: Hours, browser: Any = None) -> Evening:
    """One evening, before a browser's pages too where there is one; raises Failed."""
    evening = Evening(house, begin)
    with ExitStack() as closing:
        try:
            evening.open()
            if browser is not None:
                evening.watch(closing.enter_context(screens(browser, _both(evening), house.bases)))
            _played(evening, met, hours)
        except Exception as error:
            raise Failed(evening, f"{type(error).__name__}: {error}") from error
    return evening


def _both(evening: Evening) -> dict[str, LivePage]:
    """The two devices whose pages are shown in Chromium as well."""
    pages = {page.name: page for page in evening.table.pages}
    return {name: pages[name] for name in ("GM", "Ana")}


def _played(evening: Evening, met: Counter[str], hours: Hours) -> None:
    player = Player(evening, met)
    for _ in range(hours.bursts):
        if hours.over:
            return
        began = time.monotonic()
        player.burst()
        time.sleep((time.monotonic() - began) * (1 / hours.drive - 1))


def begins(seed: int, met: Counter[str], game: str = "") -> Begin:
    """One game after another, but mostly the one with most to meet; a command met least."""
    if not game and seed % 4:
        game = max(GAMES, key=lambda each: sum(not met[name] for name in firsts(each)))
    game = game or GAMES[seed // 2 % len(GAMES)]
    names = firsts(game)
    least = min(met[name] for name in names)
    chance = random.Random(seed)
    return Begin(seed, game, chance.choice([name for name in names if met[name] == least]))


def replayed(begin: Begin, steps: list[Step], where: str = "here") -> Failed | None:
    """The same evening again; what it fails with."""
    with tempfile.TemporaryDirectory() as folder, GROUNDS[where](Path(folder)) as house:
        evening = Evening(house, begin)
        try:
            evening.open().replay(steps)
        except Exception as error:
            return Failed(evening, f"{type(error).__name__}: {error}")
    return None


def _where(why: str) -> str:
    """The place within a page or a document."""
    found = re.search(r"^  \.([\w.\[\]]+):|: in ([\w -]+(?: > [\w-]+)*)", why, re.MULTILINE)
    return re.sub(r"[\d]+", "#", found[0]) if found else ""


def shorten(failed: Failed, seconds: float = 60) -> None:
    """Leave out steps for as long as it still fails the same way, as far as that goes in this time."""

    def fails(steps: list[Step]) -> bool:
        again = replayed(failed.evening.begin, steps)
        return again is not None and again.kind == failed.kind

    failed.steps = shrunk(failed.steps, fails, time.monotonic() + seconds)
