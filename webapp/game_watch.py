"""Watch how long games keep the server waiting, and end a process that a game holds.

A worker that is busy runs no other greenlet, so the watch is a thread of the system. Twice a second it looks
at the stacks: at what the main thread runs, and at the requests under way that wait. The outermost frame of
a game's code is a hook; the same frame seen again is a hook that has not returned. So calls cost nothing.

Code in C may keep the interpreter's lock, and then this thread stands still too. A timer of processor time,
which the thread sets anew each time, then ends the process, and `faulthandler` writes the stacks into a
file in the instance folder, as it does after a crash. The next start reads the file.

A game that calls `os._exit` leaves no stack, so the watch stands in for that function and names its caller.
"""

import atexit
import faulthandler
import json
import logging
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import NamedTuple, NoReturn

from gevent.monkey import get_original

from webapp.live.under_way import under_way
from webapp.rules.game_faults import Place, game_of_file, hook_in, place_in
from webapp.store.file_permissions import TRACES, open_private, stacks_file
from webapp.store.game_records import GameRecords

TICK = 0.5  # seconds between two looks
SLOW = 2  # seconds after which a hook is named
HELD = 20  # seconds after which the process ends
FRAME = re.compile(r'^  File "(.+)", line (\d+) in', re.MULTILINE)
log = logging.getLogger(__name__)


class Seen(NamedTuple):
    """A hook that is being called: the line it is at, for how long, and how many looks have seen it."""

    place: Place
    seconds: float = 0.0
    looks: int = 0


class GameWatch:
    """The watch of one process; `records` keeps what it saw, for the doctor and the next start."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.records = folder, GameRecords(folder)
        self.main = get_original("threading", "get_ident")()
        self.hooks: dict[FrameType, Seen] = {}
        self.looked = time.monotonic(), time.process_time()

    def start(self) -> None:
        """Record what ended earlier processes, then watch this one."""
        self._read_stacks()
        file = stacks_file(self.folder, os.getpid())
        self.stacks = open(file, "w", opener=open_private)  # noqa: SIM115  open as long as the process
        atexit.register(file.unlink, missing_ok=True)
        faulthandler.enable(self.stacks)
        faulthandler.register(signal.SIGPROF, self.stacks, chain=True)
        get_original("_thread", "start_new_thread")(self._watch, ())
        self.stand_in()

    def stand_in(self) -> None:
        """Name a game that ends this process by `os._exit`, then let it end."""
        own, end = os.getpid(), os._exit

        def named(status: int) -> NoReturn:
            caller = sys._getframe(1)
            place = place_in(caller)
            if place is not None and place.file == caller.f_code.co_filename and os.getpid() == own:
                by = f"by os._exit({status}) at {place.where}"
                with suppress(OSError):  # a full disk
                    self.records.note_stop(place.game, f"ended it {by} ({_now()})")
                say(logging.ERROR, f"{place.name} ended the server {by}. The server starts again.")
            end(status)

        os._exit = named

    def _watch(self) -> None:
        sleep = get_original("time", "sleep")
        self.looked = time.monotonic(), time.process_time()
        while True:
            signal.setitimer(signal.ITIMER_PROF, HELD)
            sleep(TICK)
            try:
                self.look()
            except Exception as error:  # without this thread the timer would end the process
                say(logging.ERROR, f"The watch of the games failed: {error}")

    def look(self) -> None:
        """Compare the hooks on the stacks with those of the last look."""
        before, self.hooks = self.hooks, {}
        since = self._since_last_look()
        for frame in self._stacks():
            hook, place = hook_in(frame), place_in(frame)
            if hook is not None and place is not None:
                earlier = before.get(hook, Seen(place))
                seen = self.hooks[hook] = Seen(place, earlier.seconds + since, earlier.looks + 1)
                self._judge(earlier, seen)
        for hook in before.keys() - self.hooks.keys():
            if before[hook].seconds >= SLOW:
                self._note_slow(before[hook], "went on after")

    def _since_last_look(self) -> float:
        """Return the seconds since the last look, without those in which the whole process stood still.

        The look is late if code in C kept the interpreter's lock, which takes processor time, or if the
        machine slept, which takes none.
        """
        before, self.looked = self.looked, (time.monotonic(), time.process_time())
        return min(self.looked[0] - before[0], max(TICK, self.looked[1] - before[1]))

    def _stacks(self) -> Iterator[FrameType]:
        """Yield the innermost frame of what the main thread runs, and of each request that waits."""
        running = sys._current_frames().get(self.main)
        if running is not None:
            yield running
        for waiting in list(under_way):
            frame = waiting.gr_frame
            if frame is not None and frame is not running:
                yield frame

    def _judge(self, earlier: Seen, seen: Seen) -> None:
        """Name a hook that is slow by now, and end the process if a hook holds it."""
        place = seen.place
        if earlier.seconds < SLOW <= seen.seconds:
            self._note_slow(seen, "has kept a request waiting for")
        if seen.looks * TICK >= HELD:
            with suppress(OSError):  # a full disk
                self.records.note_stop(place.game, f"held it for {HELD} seconds at {place.where} ({_now()})")
            held = f"has held the server for {HELD} seconds at {place.where}"
            say(logging.ERROR, f"{place.name} {held}. The server starts again.")
            os._exit(1)

    def _note_slow(self, seen: Seen, did: str) -> None:
        waited = f"{seen.seconds:.0f} seconds at {seen.place.where}"
        say(logging.WARNING, f"{seen.place.name} {did} {waited}.")
        self.records.note_slow(seen.place.game, f"for {waited} ({_now()})")

    # ---- what ended earlier processes ----------------------------------------------------------

    def _read_stacks(self) -> None:
        """Record the game, if any, in which each process that left its stacks was ended or crashed."""
        for file in sorted(self.folder.glob(TRACES)):
            pid = int(file.stem.rpartition("-")[2]) if file.stem.rpartition("-")[2].isdecimal() else 0
            if pid != os.getpid() and _lives(pid):
                continue
            stacks = file.read_text(encoding="utf-8", errors="replace")
            file.unlink(missing_ok=True)
            if stacks:
                self._blame(stacks)

    def _blame(self, stacks: str) -> None:
        frames = [(file, int(line)) for file, line in FRAME.findall(stacks)]
        places = [Place(game, file, line) for file, line in frames if (game := game_of_file(file))]
        crashed = stacks.startswith("Fatal")
        did = "crashed" if crashed else f"was held for {HELD} seconds"
        where = f" in {places[0]._replace(game=places[-1].game)}" if places else ""
        log.error("The server %s%s:\n%s", did, where, stacks.partition("\nExtension modules")[0])
        if places:
            did = "crashed it" if crashed else f"held it for {HELD} seconds"
            self.records.note_stop(places[-1].game, f"{did} at {places[0].where} ({_now()})")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return pid > 0


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"


def say(level: int, sentence: str) -> None:
    """Write a line of the log without the log's locks, which the main thread may hold."""
    if os.environ.get("TABLESIDE_LOG") == "json":
        fields = {"time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        fields |= {"level": logging.getLevelName(level).lower(), "logger": __name__, "message": sentence}
        sentence = json.dumps(fields, ensure_ascii=False)
    os.write(2, f"{sentence}\n".encode())
