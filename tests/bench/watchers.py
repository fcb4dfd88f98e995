"""Many open streams as bare sockets, read by one thread that costs little, and a server that only sends."""

import resource
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter, sleep

import httpx

from tests.browser.server import free_port
from tests.store.program import Program
from tests.store.viewers import cursor

BARE = """
import asyncio, sys
port, said, watching = int(sys.argv[1]), b"x" * int(sys.argv[2]), []
async def answer(reader, writer):
    asked = await reader.readuntil(b"\\r\\n\\r\\n")
    if asked.startswith(b"GET"):
        watching.append(writer)
    else:
        for each in watching:
            each.write(said)
    writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\nid: 0\\n\\n")
async def serve():
    server = await asyncio.start_server(answer, "127.0.0.1", port, backlog=4096)
    await server.serve_forever()
asyncio.run(serve())
"""


class Watchers:
    """Whoever watches tables; `pressed` says when somebody changed one, `waits` how long each waited."""

    def __init__(self) -> None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self._epoll, self._of = select.epoll(), dict[int, tuple[socket.socket, str]]()
        self.pressed, self.waits, self.size = dict[str, float](), list[float](), 0
        self._over = False
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def come(self, table: str, port: int, asked: str, number: int) -> None:
        """So many more who watch a table, up to date."""
        for _ in range(number):
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(asked.encode())
            said = b""
            while b"id: " not in said:
                said += one.recv(65536)
            self._of[one.fileno()] = one, table
            self._epoll.register(one.fileno(), select.EPOLLIN)

    def come_to(self, program: Program, number: int, role: str = "player") -> None:
        """The same at a real table."""
        with httpx.Client(base_url=program.url) as phone:
            page = phone.get(f"/k/{program.made['keys'][role]}").headers["location"]
            cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        port = httpx.URL(program.url).port or 0
        lines = f"GET {page}/live?cursor={cursor(program, role)} HTTP/1.1", f"Host: 127.0.0.1:{port}"
        self.come(program.at, port, "\r\n".join((*lines, f"Cookie: {cookie}", "", "")), number)

    def wait(self, number: int) -> None:
        """Until so many have had what they waited for."""
        until = perf_counter() + 30
        while len(self.waits) < number:
            assert perf_counter() < until, f"{len(self.waits)} of {number}"
            sleep(0.001)

    def go(self) -> None:
        self._over = True
        self._thread.join()
        for one, _ in self._of.values():
            one.close()

    def _read(self) -> None:
        while not self._over:
            for file, _ in self._epoll.poll(0.2):
                one, table = self._of[file]
                said = one.recv(65536)
                if table in self.pressed and len(said) > 500:  # no heartbeat
                    self.waits.append(1000 * (perf_counter() - self.pressed[table]))
                    self.size = len(said)


@contextmanager
def watching() -> Iterator[Watchers]:
    watchers = Watchers()
    try:
        yield watchers
    finally:
        watchers.go()


@contextmanager
def bare(size: int) -> Iterator[int]:
    """A server that sends so many bytes to all who watch whenever somebody asks it to; its port."""
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", BARE, str(port), str(size)])
    try:
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            sleep(0.05)
        yield port
    finally:
        server.kill()
        server.wait()
