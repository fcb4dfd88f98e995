"""A Python that has imported the app and served a table of each game, and forks for each server of a test.

What is forked is a process of its own, with its own environment, folder, output and end; only the imports and
what the first pages read, compile and remember, which takes several times as long as the rest of a start, are
done once. `tests/browser/test_wheel.py` and `tests/store/test_full_disk.py` start the command from nothing,
and so does whoever brings another path; of child processes, those with a limit do, and
those of a large document that comes in and goes out.
"""

import functools
import gc
import gzip
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SERVES = ("serve", "serve()", "main(['serve'])", "; run()")
"""How commands end that serve: `-m webapp serve`, or `-c` with something patched, gunicorn's too."""
Words = tuple[str, ...]

_finding = threading.Lock()


def started(
    words: Words, environment: Mapping[str, str], cwd: Path, said: Path
) -> "subprocess.Popen[bytes] | Forked":
    """A process that says everything into a file: forked if it serves with this very Python."""
    same = words[0] == sys.executable and _for_python(environment) == _for_python(os.environ)
    if same and words[-1].endswith(SERVES):
        return Forked(words, environment, cwd, said)
    with said.open("ab") as out:
        return Group(
            words,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            process_group=0,
            preexec_fn=hear_a_terminal,
        )


def hear_a_terminal() -> None:
    """Hear Ctrl-C and a closed terminal as its child does.

    Whoever runs the tests in the background ignores the first, and by `nohup` the second.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def family(pid: int) -> list[int]:
    """Return a process and its descendants: a server's worker is its parent's child."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        children = []
    return [pid, *(each for child in children for each in family(int(child)))]


def worker(pid: int) -> int:
    """Return the process that does a server's work."""
    return family(pid)[1]


def kill_group(pid: int) -> None:
    """Kill a server with its worker, and wait until both are gone; their ports and locks are free then."""
    members = family(pid)[1:]
    os.killpg(pid, signal.SIGKILL)
    until = time.monotonic() + 30
    while any(map(_lives, members)) and time.monotonic() < until:
        time.sleep(0.005)


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


class Group(subprocess.Popen[bytes]):
    """A command in a process group of its own, which ends as one."""

    def kill(self) -> None:
        if self.poll() is None:
            kill_group(self.pid)


def _for_python(environment: Mapping[str, str]) -> dict[str, str]:
    """What decides what is imported, and how."""
    return {name: value for name, value in environment.items() if name.startswith("PYTHON")}


class Forked:
    """What the tests need of `subprocess.Popen`."""

    def __init__(self, words: Words, environment: Mapping[str, str], cwd: Path, *files: Path) -> None:
        self.args, self.returncode = words, None
        self.pid: int = _keeper().ask(words[1:], dict(environment), str(cwd), *map(str, files))

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _keeper().ask(self.pid)
        return self.returncode

    def wait(self, timeout: float = float("inf")) -> int:
        until = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(self.args, timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:  # its number is its own until somebody asks how it ended
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        if self.poll() is None:
            kill_group(self.pid)


class Process:
    """What `webapp.child_process` needs of `subprocess.Popen`: files stand for the pipes."""

    def __init__(self, words: list[str], env: Mapping[str, str], **_pipes: int) -> None:
        self.words, self.environment = tuple(words), env
        self.forked: Forked | None = None

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def communicate(self, sent: bytes, timeout: float) -> tuple[bytes, bytes]:
        with tempfile.TemporaryDirectory() as folder:
            said, wrong, heard = (Path(folder) / name for name in ("said", "wrong", "heard"))
            heard.write_bytes(sent)
            self.forked = Forked(self.words, self.environment, ROOT, said, wrong, heard)
            self.forked.wait(timeout)
            return said.read_bytes(), wrong.read_bytes()

    @property
    def returncode(self) -> int | None:
        return self.forked and self.forked.poll()

    def kill(self) -> None:
        if self.forked is not None:
            self.forked.kill()


def _keeper() -> "Keeper":
    """One for each process that runs tests, also where two threads ask first; it ends with it."""
    with _finding:
        return _the_keeper()


@functools.cache
def _the_keeper() -> "Keeper":
    return Keeper()


class Keeper:
    """Whom to ask for a process, and how it ended."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "tests.warm"]
        self.process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.turn = threading.Lock()

    def ask(self, *asked: Any) -> Any:
        with self.turn:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(json.dumps(asked).encode() + b"\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())


# ---- in the Python that forks --------------------------------------------------------------------


def answer_requests() -> None:
    """Answer what is asked until nobody asks any more; in a process that was forked, run its command."""
    from gevent import monkey
    from gevent import os as gevent_os

    monkey.patch_all()
    gc.disable()  # nothing is garbage while modules are read
    import webapp.cli
    import webapp.serve  # noqa: F401

    look_once()
    gc.freeze()
    wait = monkey.get_original("os", "waitpid")
    with open(0, "rb", closefd=False) as questions:
        for line in questions:
            asked = json.loads(line)
            if len(asked) == 1:
                pid, status = wait(asked[0], os.WNOHANG)
                answer = os.waitstatus_to_exitcode(status) if pid else None
            else:
                answer = gevent_os.fork()
                if answer == 0:
                    return become(*asked)
            os.write(1, json.dumps(answer).encode() + b"\n")


def look_once() -> None:
    """Open a table of each game on all its screens, so that no fork reads and compiles the same again."""
    gzip.compress = functools.lru_cache(64)(gzip.compress)  # styles and scripts stay packed
    from webapp.rules.playable_games import rulesets
    from webapp.settings import Settings
    from webapp.start import start_app
    from webapp.store.db import db

    with tempfile.TemporaryDirectory() as folder:
        started = start_app(Settings(instance=folder, bind="127.0.0.1", limits="off"))
        app = started.app
        for ruleset in rulesets():
            made = app.test_client().post("/api/v1/tables", json={"name": "Warm", "ruleset": ruleset})
            for key in made.get_json()["keys"].values():
                app.test_client().get(f"/k/{key}", follow_redirects=True)
        with app.app_context():
            db.engine.dispose()
        started.lock.close()
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join()  # what was begun aside ends here, not in a fork


def become(
    words: list[str],
    environment: dict[str, str],
    cwd: str,
    said: str,
    wrong: str = "",
    heard: str = os.devnull,
) -> None:
    """Run a command as if Python had been started with it, in a process group of its own."""
    os.setpgid(0, 0)
    hear_a_terminal()
    os.dup2(os.open(heard, os.O_RDONLY), 0)
    for own, file in ((1, said), (2, wrong or said)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), own)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    how, what, *rest = words
    if how == "-m":
        sys.argv = [what, *rest]
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        gc.enable()
        sys.argv = [how, *rest]
        sys.modules["__main__"] = main = types.ModuleType("__main__")
        exec(what, vars(main))


if __name__ == "__main__":
    answer_requests()
