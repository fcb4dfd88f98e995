"""Remember in the instance folder which games kept requests waiting, or stopped the server.

A record belongs to a game's files as they are: it ends when the game is installed anew or upgraded.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from webapp.rules.plugins import game_folders, installed_games, label_of_game
from webapp.store.file_permissions import open_private

NAME = "games.json"
MOST_STOPS = 3
"""How often a game may stop the server before it is set aside."""


@dataclass(frozen=True)
class GameRecord:
    """What a game did to the server: a slow hook, and each stop, in words with place and time.

    `files` is a checksum of the game's files.
    """

    files: str
    slow: str = ""
    stops: tuple[str, ...] = ()

    @property
    def has_stopped_too_often(self) -> bool:
        return len(self.stops) >= MOST_STOPS


class GameRecords:
    """The records in one instance folder, by the game's key."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / NAME

    def all(self) -> Mapping[str, GameRecord]:
        """Return the records of the installed games whose files are still the same."""
        try:
            read = json.loads(self.file.read_text(encoding="utf-8"))
            records = {key: _record(**value) for key, value in read.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}
        return {
            key: record
            for key, record in records.items()
            if key in installed_games() and record.files == checksum(key)
        }

    def of(self, key: str) -> GameRecord:
        return self.all().get(key) or GameRecord(checksum(key))

    def note_slow(self, key: str, words: str) -> None:
        self._write({**self.all(), key: replace(self.of(key), slow=words)})

    def note_stop(self, key: str, words: str) -> None:
        record = self.of(key)
        self._write({**self.all(), key: replace(record, stops=(*record.stops, words))})

    def forget(self, key: str) -> None:
        """Drop a game's record, so that a game that was set aside for it is played again."""
        self._write({other: record for other, record in self.all().items() if other != key})

    def _write(self, records: Mapping[str, GameRecord]) -> None:
        """Replace the file at once, so that a process that ends meanwhile leaves the old one."""
        new = self.file.with_suffix(f".{os.getpid()}.new")
        with open(new, "w", opener=open_private, encoding="utf-8") as file:
            json.dump({key: asdict(record) for key, record in records.items()}, file, indent=1)
        os.replace(new, self.file)


def _record(files: str, slow: str, stops: list[str]) -> GameRecord:
    return GameRecord(files, slow, tuple(stops))


@cache
def checksum(key: str) -> str:
    """Return a checksum of a game's version and of the names, sizes and times of its files."""
    lines = [label_of_game(installed_games()[key])]
    folder = game_folders().get(key)
    for file in sorted(folder.rglob("*")) if folder else ():
        if file.is_file() and file.suffix != ".pyc":
            found = file.stat()
            lines.append(f"{file.relative_to(folder or file)} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
