"""Commands that people read in texts and on the terminal, and how a test runs them."""

import json
import re
import shlex
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from tests.cli.conftest import Say
from tests.house.reading import ROOT

FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
SETTING = re.compile(r"^(?:[A-Z_]+=\S* )+")
COMMAND = re.compile(
    r"(make|gunicorn|pip|pipx|pytest|python3?|sudo|systemctl|mkcert|apt|\.ci/\w+|tableside|\S*/bin/\S+) \S"
)
BUILT = ("-o", ".venv/.run", "-o", ".venv/.test", "-o", ".ci/web/node_modules/.built")
"""What make then takes as it is: a test installs nothing."""


def written_in(text: str) -> list[str]:
    """Return the commands of a Markdown text: of its blocks without a language, and between backticks."""
    lines = [
        line.strip() for language, block in FENCE.findall(text) if not language for line in block.splitlines()
    ]
    spans = [" ".join(span.split()) for span in SPAN.findall(FENCE.sub("", text))]
    indented = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    return [each for each in (*lines, *spans, *indented) if COMMAND.match(SETTING.sub("", each + " ."))]


class Reader:
    """Somebody who types what stands there, with a table and files of their own."""

    def __init__(self, say: Say, folder: Path) -> None:
        self.say, self.folder = say, folder
        self.made = 0
        self.table = say("tables").stdout.split()[0]
        say("backup", folder / "kept.sqlite3")
        (folder / "table.json").write_text(say("export", self.table).stdout, encoding="utf-8")

    def type(self, command: str) -> None:
        """Find the program, and run what it is asked, on an instance of this test's own."""
        words = shlex.split(SETTING.sub("", command))
        assert words[0] not in ("python", "pip", "pytest"), f"a fresh Debian has none: {command}"
        if words[0] == "make":
            self._make(words[1:])
        elif words[1:2] == ["-m"]:
            self._module(words)
        elif Path(words[0]).name == "tableside":
            self._say(words[1:])
        else:
            assert (ROOT / words[0]).is_file(), command

    def _make(self, words: list[str]) -> None:
        """Ask make what it would run, in an empty environment; a command of the program is then run."""
        meant = ["".join(self._filled(word, words)) for word in words]
        done = bare("make", "--dry-run", *BUILT, *meant)
        assert done.returncode == 0, done.stderr
        for line in done.stdout.splitlines():
            if line.startswith(".venv/bin/tableside "):
                self._say(shlex.split(line)[1:])

    def _module(self, words: list[str]) -> None:
        assert shutil.which(words[0], path=str(ROOT)) or (ROOT / words[0]).exists(), words[0]
        if words[2] == "webapp":
            self._say(words[3:])
            return
        assert find_spec(words[2]), words[2]
        for path in (word for word in words[3:] if word.startswith("tests/") and "YYYY" not in word):
            assert (ROOT / path).exists(), path

    def _say(self, words: list[str]) -> None:
        own = ["--to", str(self.folder / f"game-{self.made}")] if words[0] == "new-game" else []
        said = self.say(*(self._filled(word, words) for word in words), *own)
        assert said.exit_code == 0, f"{words}: {said.stderr or said.stdout}"

    def _filled(self, word: str, words: list[str]) -> str:
        """Return a word with what stands for something of the reader's own replaced."""
        self.made += 1
        file = {
            "backup": f"new-{self.made}.sqlite3",
            "restore": "kept.sqlite3",
            "import": "table.json",
        }.get(words[0], "")
        meant = {
            "COMMAND": "tables",
            "TABLE": self.table,
            "FILE": str(self.folder / file),
            "URL": f"sqlite:///{self.folder}/moved-{self.made}.sqlite3",
            "RULESET": "razorweave",
            "CALCULATION": "advance",
            "JSON": json.dumps({"tier": "full_success"}),
            "...": "",
        }
        return re.sub(r"[A-Z]{3,}|\.\.\.", lambda found: meant.get(found[0], found[0]), word)


def bare(*words: str, cwd: Path = ROOT, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as on a fresh Debian, with an empty environment."""
    environment = {"HOME": "/nonexistent", "PATH": "/usr/bin:/bin", **settings}
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120)
