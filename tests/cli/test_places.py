"""Where data lies: one rule for every command, said at each start."""

from pathlib import Path

import pytest

from webapp import data_folder as places
from webapp.data_folder import DATABASE, data_folder

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
