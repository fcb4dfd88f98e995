"""A link to PostgreSQL that can fall silent: its connections stay open and acknowledge, and nothing comes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.browser.server import free_port


class SilentLink:
    """Passes connections on to a socket of the file system, until it is told to fall silent."""

    def __init__(self, beyond: str) -> None:
        self.beyond = beyond
        self.passes_new = True
        self._old: list[threading.Event] = []
        self._open: list[socket.socket] = []
        self.port = free_port()
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_silent(self, passes_new: bool = True) -> None:
        """Drop from now on what comes over the connections that are open; say whether new ones are served."""
        self.passes_new = passes_new
        for silent in self._old:
            silent.set()
        self._old.clear()

    def close(self) -> None:
        self._door.close()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self.beyond)
                silent = threading.Event()
                self._old.append(silent)
                if not self.passes_new:
                    silent.set()
                self._open += [here, there]
                for ends in (here, there), (there, here):
                    threading.Thread(target=_pass_on, args=(*ends, silent), daemon=True).start()


def _pass_on(source: socket.socket, to: socket.socket, silent: threading.Event) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            if not silent.is_set():
                to.sendall(data)
        if not silent.is_set():
            to.shutdown(socket.SHUT_WR)


@contextmanager
def silent_link(beyond: str) -> Iterator[SilentLink]:
    """One that is closed in the end."""
    link = SilentLink(beyond)
    try:
        yield link
    finally:
        link.close()
