"""A connection as bytes: what no browser would send, and how it is answered."""

import re
import socket
import time

SOON = 30.0  # seconds that an answer may take on a machine busy with other tests
ALL = 120.0  # seconds until the server has hung up, however much it sends until then
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")


class Wire:
    """One connection from an address of its own choice; all of 127.0.0.0/8 is this machine."""

    def __init__(self, port: int, address: str = "127.0.0.1", window: int | None = None) -> None:
        self.socket = socket.socket()
        if window is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.settimeout(SOON)
        self.socket.bind((address, 0))
        self.socket.connect(("127.0.0.1", port))
        self.heard = b""

    def say(self, words: bytes) -> "Wire":
        self.socket.sendall(words)
        return self

    def status(self) -> int:
        """That of the next answer; 0 where the server hung up without one."""
        while not STATUS.search(self.heard) or b"\r\n\r\n" not in self.heard:
            try:
                more = self.socket.recv(1 << 16)
            except ConnectionResetError:
                return 0
            if not more:
                return 0
            self.heard += more
        found = STATUS.search(self.heard)
        assert found is not None
        return int(found[1])

    def rest(self) -> bytes:
        """Everything until the server hangs up; TimeoutError if it goes on without end."""
        deadline = time.monotonic() + ALL
        try:
            while more := self.socket.recv(1 << 16):
                self.heard += more
                if time.monotonic() > deadline:
                    raise TimeoutError(f"the server has not hung up in {ALL:.0f} s: {more[-200:]!r}")
        except ConnectionResetError:
            pass
        return self.heard

    def statuses(self) -> list[int]:
        """Those of all answers until the server hangs up."""
        return [int(each) for each in STATUS.findall(self.rest())]

    def hung_up(self, within: float = SOON) -> bool:
        """Whether the server ends the connection in time."""
        self.socket.settimeout(within)
        try:
            return self.rest() is not None
        except TimeoutError:
            return False

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def post(
    path: str, length: int | str, body: bytes = b"", kind: str = "application/json", more: str = ""
) -> bytes:
    """A POST that announces so many bytes and sends what it sends."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {length}\r\n{more}\r\n".encode() + body


def get(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n{more}\r\n".encode()


def took(began: float) -> float:
    return time.monotonic() - began
