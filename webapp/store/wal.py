"""SQLite's write-ahead log, read before SQLite does: it drops what lies behind a broken place without a word.

A power cut may leave the last change half written; nobody was told that it was kept, so it may go. Whole
changes behind a broken place were kept, and are lost if the log is taken as it is. The file's form is told at
https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import unpack

HEADER, FRAME = 32, 24  # bytes
LITTLE, BIG = 0x377F0682, 0x377F0683
WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class Break:
    """Where a log breaks off, and how many whole changes lie behind that place."""

    frame: int
    changes: int

    @property
    def is_damage(self) -> bool:
        """Whether more is lost than the one change that a power cut may leave half written."""
        return self.changes > 1


def broken(file: Path) -> Break | None:
    """Where the log breaks off; None for one that is whole, or empty, or not there.

    One that somebody writes to at this moment looks otherwise the next moment.
    """
    found = _look(file)
    return found if found is not None and _look(file) == found else None


def _look(file: Path) -> Break | None:
    log = file.read_bytes() if file.exists() else b""
    if len(log) < HEADER + FRAME:
        return None
    page = _page_size(log)
    if page is None:
        return Break(0, sys.maxsize)
    frames = [(at, log[at : at + FRAME + page]) for at in range(HEADER, len(log), FRAME + page)]
    good = sum(1 for _ in _good(log, [frame for _, frame in frames]))
    behind = [frame for _, frame in frames[good:] if frame[8:16] == log[16:24]]
    if not behind:
        return None  # what follows is left from before the log began anew
    return Break(good + 1, sum(frame[4:8] != bytes(4) for frame in behind if len(frame) == FRAME + page))


def _page_size(log: bytes) -> int | None:
    """How large its pages are; None where its head is not what was written."""
    magic, _version, page = unpack(">III", log[:12])
    if magic not in (LITTLE, BIG) or _sums(log[:24], magic, (0, 0)) != unpack(">II", log[24:32]):
        return None
    return 65536 if page == 1 else int(page)


def _good(log: bytes, frames: list[bytes]) -> Iterator[bytes]:
    """The frames up to the first that is not as it was written."""
    (magic,), salts, sums = unpack(">I", log[:4]), log[16:24], unpack(">II", log[24:32])
    for frame in frames:
        if len(frame) < FRAME or frame[8:16] != salts:
            return
        sums = _sums(frame[:8] + frame[FRAME:], magic, sums)
        if sums != unpack(">II", frame[16:24]):
            return
        yield frame


def _sums(part: bytes, magic: int, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running sums over another part."""
    words = array("I", part)
    if (sys.byteorder == "little") != (magic == LITTLE):
        words.byteswap()
    one, two = sums
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & WORD
        two = (two + second + one) & WORD
    return one, two
