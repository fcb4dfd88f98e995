"""A template is compiled once, and what is kept of it never stands in the way of a page."""

from pathlib import Path

import pytest
from flask import Flask, render_template

from webapp.pages.templates import keep_compiled

NAME = "word.html"


def renders(templates: Path, place: Path) -> str:
    """A new process draws a page."""
    app = Flask("words", template_folder=str(templates))
    keep_compiled(app, place)
    with app.app_context():
        return render_template(NAME)


@pytest.fixture(autouse=True)
def _bytecode_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def test_a_template_that_changed_is_drawn_as_it_is_now(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("Oak")
    assert renders(tmp_path, tmp_path / "kept") == "Oak"
    assert len(list((tmp_path / "kept").rglob("*.cache"))) == 1
    (tmp_path / NAME).write_text("Ash")
    assert renders(tmp_path, tmp_path / "kept") == "Ash"


def test_a_full_disk_costs_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / NAME).write_text("Oak")
    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    assert renders(tmp_path, tmp_path / "kept") == "Oak"


def test_a_folder_that_cannot_be_made_costs_no_page(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("Oak")
    (tmp_path / "kept").write_text("a file")
    assert renders(tmp_path, tmp_path / "kept") == "Oak"
