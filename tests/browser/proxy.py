"""A bad network between a phone and the server: it can go down, hang without a word, or lose answers."""

import contextlib
import socket
import threading
from typing import Self

import pytest
from playwright.sync_api import Page

from tests.browser.server import Server, free_port

NOT_LIVE = "() => document.body.dataset.live !== 'live'"
WAITS = "() => Boolean(document.getElementById('live')._htmx.sse.delayCanceller)"
"""No try to connect is under way, the next one waits for its time."""
TRIES = "() => !document.getElementById('live')._htmx.sse.delayCanceller"


class Proxy:
    """Forwards TCP to the server. `mode` is up, down (cuts and refuses), hang (silence), swallow
    (requests arrive, answers are lost) or half (the streams that are open fall silent for good)."""

    def __init__(self, server: Server) -> None:
        self.target = server.port
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.mode = "up"
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def link(self, address: str) -> str:
        """The same address, by way of this network."""
        return address.replace(f":{self.target}/", f":{self.port}/")

    def become(self, mode: str) -> Self:
        self.mode = mode
        if mode == "down":
            self._cut()
        return self

    def close(self) -> None:
        self._listener.close()
        self._cut()

    def _cut(self) -> None:
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.mode == "down":
                client.close()
                continue
            try:
                upstream = socket.create_connection(("127.0.0.1", self.target), timeout=20)
            except OSError:
                client.close()
                continue
            upstream.settimeout(None)
            self._open += [client, upstream]
            for source, sink, answers in ((client, upstream, False), (upstream, client, True)):
                threading.Thread(target=self._forward, args=(source, sink, answers), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        streams = False
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                streams = streams or b"text/event-stream" in data
                if self.mode == "hang" or (self.mode == "half" and answers and streams):
                    threading.Event().wait(3600)
                if self.mode == "swallow" and answers:
                    break
                sink.sendall(data)
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


def goes_on_until(found: str, page: Page, within: int) -> None:
    """Move a page whose clock stands still on by half a second at a time, at most so many milliseconds."""
    for _ in range(0, within, 500):
        page.clock.run_for(500)
        if page.evaluate(found):
            return
    pytest.fail(f"not within {within} ms: {found}")
