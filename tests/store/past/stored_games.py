"""The stored games of this folder, read back: one game's tables as one version left them."""

import json
import lzma
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class StoredGame:
    """One game's tables."""

    folder: Path

    def __str__(self) -> str:
        return f"{self.version}-{self.game}"

    @property
    def version(self) -> str:
        return self.folder.parent.name

    @property
    def game(self) -> str:
        return self.folder.name

    @cached_property
    def looks(self) -> list[dict[str, Any]]:
        """How each table looked to each who could look at it, with its links and seats."""
        return read(self.folder / "looks.json.xz")

    @cached_property
    def documents(self) -> list[dict[str, Any]]:
        """Each table as it was exported."""
        return read(self.folder / "export.json.xz")

    @property
    def pack(self) -> str:
        return (self.folder / "pack.toml").read_text(encoding="utf-8")

    def unpack(self, what: str, to: Path) -> Path:
        """The database, or its backup, as a file."""
        to.write_bytes(lzma.decompress((self.folder / f"{what}.sqlite3.xz").read_bytes()))
        return to


def read(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(lzma.decompress(file.read_bytes()))
    return found


ALL = [StoredGame(folder) for folder in sorted(HERE.glob("*/*")) if (folder / "pack.toml").exists()]
"""Every stored game of every version."""
