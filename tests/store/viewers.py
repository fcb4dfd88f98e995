"""Pages that are open, as streams of bytes; cut off, they come back by themselves, as a page does."""

import asyncio
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from random import uniform
from time import perf_counter, sleep

import httpx

from tests.store.program import Program

FIRST, LATEST, AROUND = 0.5, 5.0, (0.7, 1.3)  # seconds, and how far about them: as a page tries again
TIMER = 2.5, 5.5  # seconds after which a page tries by itself


class Viewer:
    """A page that is open, and comes back whenever it was cut off."""

    def __init__(self, port: int, page: str, cookie: str, cursor: str, address: str | None = None) -> None:
        self.port, self.page, self.cookie, self.cursor = port, page, cookie, cursor
        self.address = (address, 0) if address else None
        self.open, self.came, self.cuts = False, 0.0, 0
        self.retry, self.tries, self.timer = FIRST, 0, TIMER

    async def watch(self) -> None:
        while True:
            with suppress(OSError):
                await self._read()
            self.cuts += self.open
            self.open = False
            await asyncio.sleep(self._patience())

    def _patience(self) -> float:
        """Twice as long with each try, from where the server said; the page's own timer may be first."""
        self.tries += 1
        longer = min(self.retry * 2 ** (self.tries - 1), LATEST) * uniform(*AROUND)
        return min(longer, uniform(*self.timer))

    async def _read(self) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=1 << 20, local_addr=self.address
        )
        try:
            head = f"GET {self.page}/live?cursor={self.cursor} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}"
            ends = "Connection: close"  # a proxy keeps the connection of a stream that came to its end
            writer.write(f"{head}\r\nCookie: {self.cookie}\r\n{ends}\r\n\r\n".encode())
            async for line in reader:
                if line.startswith(b"retry: "):
                    self.retry = int(line[7:]) / 1000
                if line.startswith(b"id: "):
                    if not self.open:
                        self.open, self.tries, self.came = True, 0, perf_counter()
                    self.cursor = line[4:].strip().decode()
        finally:
            writer.close()


class Crowd:
    """Viewers in a thread of their own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._watching: list[Future[None]] = []  # whom nobody holds, the loop lets go
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def come(self, program: Program, role: str, number: int) -> list[Viewer]:
        """So many more, who watch a table in one role."""
        with httpx.Client(base_url=program.url) as phone:
            page = phone.get(f"/k/{program.made['keys'][role]}").headers["location"]
            cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        now, port = cursor(program, role), httpx.URL(program.url).port or 0
        viewers = [Viewer(port, page, cookie, now, program.address) for _ in range(number)]
        self._watching += [asyncio.run_coroutine_threadsafe(each.watch(), self._loop) for each in viewers]
        return viewers

    def go(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for each in rest:
            each.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


def wait_until_all(viewers: Iterable[Viewer], now: str, within: float = 60) -> None:
    """Wait until each of them is there and has seen everything."""
    began = perf_counter()
    while missing := [each for each in viewers if not each.open or each.cursor != now]:
        assert perf_counter() - began < within, {(each.open, each.cursor) for each in missing}
        sleep(0.005)


def cursor(program: Program, role: str = "player") -> str:
    """Where a role stands at a table now."""
    with program.connect(role) as client:
        now: str = client.get(program.at).json()["cursor"]
        return now
