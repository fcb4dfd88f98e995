"""Templates are compiled once and kept beside Python's bytecode: the first page after a start is quick."""

import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache

HERE = Path(__file__).resolve().parent.parent / "__pycache__"


class BytecodeCache(FileSystemBytecodeCache):
    """What was compiled; a template that cannot be kept (a full disk) is compiled again next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(app: Flask, place: Path = HERE) -> None:
    """Keep compiled templates where Python may keep its modules; one that changed is compiled anew."""
    if sys.dont_write_bytecode:
        return
    folder = place / f"templates-jinja-{version('jinja2')}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = BytecodeCache(str(folder))
