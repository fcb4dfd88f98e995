"""Where data lies: one rule for every command, said at each start."""

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.cli.conftest import Say
from webapp import data_folder as places
from webapp.data_folder import DATABASE, data_folder
from webapp.settings import BadSetting, Settings

Folders = tuple[Path, Path, Path]


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    """The instance of a checkout, of the working directory, and of the user; none of them there yet."""
    checkout, here = tmp_path / "checkout", tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(places, "source_checkout", lambda: checkout)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return checkout / "instance", here / "instance", tmp_path / "share" / "tableside"


@pytest.fixture
def installed(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> Folders:
    """The same, not run from a checkout."""
    monkeypatch.setattr(places, "source_checkout", lambda: None)
    return folders


def holds(*folders: Path) -> None:
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / DATABASE).touch()


def test_a_checkout_keeps_its_own(folders: Folders) -> None:
    checkout, here, users = folders
    holds(here, users)
    assert data_folder().path == checkout
    assert data_folder().others == (here, users)


def test_installed_it_is_the_users_own_folder(installed: Folders) -> None:
    _, here, users = installed
    here.mkdir()  # an empty one is nobody's
    assert data_folder().path == users
    assert data_folder().others == ()


def test_a_database_in_the_working_directory_goes_before_the_users(installed: Folders) -> None:
    _, here, users = installed
    holds(here, users)
    assert data_folder().path == here
    assert data_folder().others == (users,)


def test_what_is_chosen_wins_and_the_others_are_named(folders: Folders, tmp_path: Path) -> None:
    checkout, _, _ = folders
    holds(checkout)
    assert data_folder(str(tmp_path / "chosen")).path == tmp_path / "chosen"
    assert data_folder(str(tmp_path / "chosen")).others == (checkout,)
    assert data_folder(str(checkout)).others == ()


NAMES = ["percent%20 question?x #1 [Würfel] %(here)s &c", ":memory:", "file:x"]


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_may_have_any_name(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever an address means by such letters; relative files too."""
    folder = tmp_path / name
    monkeypatch.setenv("TABLESIDE_INSTANCE", str(folder))
    assert say("demo").exit_code == 0
    monkeypatch.chdir(folder)
    tables = said_by(say, "tables")
    said_by(say, "backup", name)
    assert f"sound: {folder / DATABASE}" in say("doctor").output
    said_by(say, "restore", name)
    said_by(say, "move", "--to", f"sqlite:///{quote(str(folder / 'moved'))}")
    (folder / DATABASE).unlink()
    monkeypatch.setenv("TABLESIDE_DATABASE_URL", f"sqlite:///{quote(str(folder / 'moved'))}")
    assert said_by(say, "tables") == tables
    assert [each.name for each in tmp_path.iterdir()] == [name]


def said_by(say: Say, *words: str) -> str:
    said = say(*words)
    assert said.exit_code == 0, said.output
    return said.stdout


def test_a_question_mark_in_an_address_is_not_cut_off(
    say: Say, demo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path}/question?x"
    said = say("move", "--to", address)
    assert (said.exit_code, "write %3F for “?”" in said.output) == (2, True)
    monkeypatch.setenv("TABLESIDE_DATABASE_URL", address)
    with pytest.raises(BadSetting, match="write %3F"):
        Settings.from_environment()
    assert not (tmp_path / "question").exists()
