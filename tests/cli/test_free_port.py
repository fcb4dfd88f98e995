"""A port given to one process of the tests is given to no other while that one runs."""

import subprocess
import sys

from tests.browser.server import ROOT

ASKS = (
    "import itertools; from tests.browser import server; server._numbers = itertools.count(7);"
    "print(server.free_port(), flush=True); input()"
)


def test_two_processes_that_count_alike_are_given_different_ports() -> None:
    words = (sys.executable, "-c", ASKS)
    with (
        subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as one,
        subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as two,
    ):
        assert one.stdout is not None
        assert two.stdout is not None
        first, second = one.stdout.readline(), two.stdout.readline()
        for each in (one, two):
            each.communicate("\n", timeout=60)
    assert int(first) != int(second)
