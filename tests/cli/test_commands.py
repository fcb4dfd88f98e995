"""Each command does its job, and says in one sentence why when it cannot."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from tests.cli.conftest import Say
from webapp import settings
from webapp.app import create_app
from webapp.cli import main
from webapp.settings import Settings
from webapp.store.db import db
from webapp.store.instance_lock import claim_instance
from webapp.table.grants import grant_of

LINK = re.compile(r"https://play\.example/k/(\S+)")


def opens(token: str) -> tuple[str, str]:
    """The table and the role that a link opens."""
    app = create_app(Settings.from_environment())
    with app.app_context():
        grant = grant_of(token)
        db.engine.dispose()
    assert grant is not None
    return grant.table, str(grant.role)


# ---- tables ----------------------------------------------------------------------------------------


def test_the_demo_comes_with_its_three_links_and_a_code(say: Say) -> None:
    told = say("demo").stdout
    roles = [opens(token)[1] for token in LINK.findall(told)]
    assert roles == ["gm", "player", "tv"]
    assert re.search(r"code [A-Z2-9]{8} at https://play\.example/join", told)


def test_tables_are_listed_by_name(say: Say, demo: str) -> None:
    assert "The Warehouse on Tar Street" in say("tables").stdout
    assert demo in say("tables").stdout


def test_links_are_those_for_players_and_the_tv(say: Say, demo: str) -> None:
    told = say("links", demo).stdout
    assert [opens(token) for token in LINK.findall(told)] == [(demo, "player"), (demo, "tv")]
    assert not re.search("^GM", told, re.MULTILINE)


def test_a_table_without_links_says_so(say: Say, demo: str, instance: Path) -> None:
    with closing(sqlite3.connect(instance / "tableside.sqlite3")) as connection, connection:
        connection.execute("UPDATE key SET revoked = 1")
    assert say("links", demo).stdout.startswith("This table has no open player or TV links.")


def test_a_gm_who_lost_the_link_makes_a_new_one(say: Say, demo: str) -> None:
    token = LINK.findall(say("links", demo, "--gm").stdout)[0]
    assert opens(token) == (demo, "gm")


def test_a_table_travels_through_a_file(say: Say, demo: str, tmp_path: Path) -> None:
    document = say("export", demo).stdout
    (tmp_path / "table.json").write_text(document)
    assert say("import", tmp_path / "table.json").exit_code == 0
    other = next(line.split()[0] for line in say("tables").stdout.splitlines() if demo not in line)
    assert json.loads(say("export", other).stdout) == json.loads(document)
    assert say("import", "-", input=document).exit_code == 0


# ---- keeping ---------------------------------------------------------------------------------------


def test_a_backup_brings_back_what_was_lost(say: Say, demo: str, instance: Path, tmp_path: Path) -> None:
    assert say("backup", tmp_path / "copy.sqlite3").exit_code == 0
    with sqlite3.connect(instance / "tableside.sqlite3") as database:
        database.execute("DELETE FROM tables")
    assert say("tables").exit_code == 1
    told = say("restore", tmp_path / "copy.sqlite3")
    assert told.exit_code == 0
    assert "is kept in" in told.stdout
    assert demo in say("tables").stdout


def test_a_sound_database_is_said_to_be_sound(say: Say, demo: str, instance: Path) -> None:
    told = say("check")
    assert (told.exit_code, "is sound" in told.stdout) == (0, True)
    assert str(instance) in told.stdout


def test_a_database_whose_tables_are_not_ours_is_noticed(say: Say, demo: str, instance: Path) -> None:
    with sqlite3.connect(instance / "tableside.sqlite3") as database:
        database.execute("DROP TABLE heard")
    told = say("check")
    assert told.exit_code == 1
    assert "differ from this version's" in told.stderr


def test_a_database_of_an_older_version_is_not_called_damaged(say: Say, demo: str, instance: Path) -> None:
    with sqlite3.connect(instance / "tableside.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    told = say("check")
    assert told.exit_code == 1
    says = "The database is from an older version; the next start backs it up and upgrades it.\n"
    assert told.stderr == says


def test_a_damaged_database_is_noticed(say: Say, demo: str, instance: Path) -> None:
    with (instance / "tableside.sqlite3").open("rb+") as file:
        file.write(b"x" * 300)
    told = say("check")
    assert told.exit_code == 1
    assert "not sound" in told.stderr


# ---- the calculator --------------------------------------------------------------------------------


def test_the_calculator_works_things_out(say: Say) -> None:
    told = say("rules", "razorweave", "advance", '{"tier": "full_success"}')
    assert told.exit_code == 0, told.stderr
    assert "progress" in json.loads(told.stdout)


def test_the_calculators_help_has_an_example_that_works(say: Say) -> None:
    (game, calculation, fields) = re.findall(r"rules (\w+) (\w+) '(.*)'", say("rules", "--help").stdout)[0]
    assert say("rules", game, calculation, fields).exit_code == 0


def test_the_calculator_reads_its_question_in(say: Say) -> None:
    question = '{"dc": 16, "attribute": 2, "skill": 1, "sources": []}'
    assert say("rules", "razorweave", "odds", "-", input=question).exit_code == 0


def test_dice_are_rolled_where_none_are_given(say: Say) -> None:
    question = '{"dc": 16, "attribute": 2, "skill": 1, "sources": []}'
    answer = json.loads(say("rules", "razorweave", "check", question).stdout)
    assert all(1 <= die <= 6 for die in answer["roll"]["dice"])


# ---- what goes wrong -------------------------------------------------------------------------------


REFUSED = {
    "an unknown table": (("links", "nowhere"), "no table 'nowhere'"),
    "an export of one": (("export", "nowhere"), "no table 'nowhere'"),
    "no such file": (("import", "/no/such.json"), "cannot be read"),
    "a folder": (("restore", "/no/such.sqlite3"), "no file"),
    "a game nobody knows": (("rules", "chess", "check", "{}"), "chess"),
    "half a question": (("rules", "razorweave", "odds", "{"), "not valid JSON"),
    "a field said twice": (("rules", "razorweave", "odds", '{"dc": 16, "dc": 8}'), "“dc” appears twice"),
    "no number": (("rules", "razorweave", "odds", '{"dc": NaN}'), "JSON does not allow NaN"),
    "a question that is none": (("rules", "razorweave", "odds", "7"), "object"),
}


@pytest.mark.parametrize(("words", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_done_is_said_in_one_sentence(
    say: Say, demo: str, words: tuple[str, ...], why: str
) -> None:
    told = say(*words)
    assert told.exit_code in (1, 2)
    assert why in told.stderr
    assert told.stdout == ""
    assert len(told.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("command", ["tables", "check", "backup copy.sqlite3", "links abc", "export abc"])
def test_without_a_database_nothing_is_made_up(say: Say, instance: Path, command: str) -> None:
    told = say(*command.split())
    assert told.exit_code == 1
    assert told.stderr.startswith("There ")
    assert not instance.exists()


def test_a_file_that_is_no_table_makes_none(say: Say, demo: str, tmp_path: Path) -> None:
    for text, why in {
        '{"format": "a picture"}': "does not contain a table",
        '{"a": 1, "a": 2}': "“a” appears twice",
    }.items():
        (tmp_path / "false.json").write_text(text)
        told = say("import", tmp_path / "false.json")
        assert (told.exit_code, len(say("tables").stdout.splitlines())) == (1, 1)
        assert why in told.stderr


def test_a_backup_never_writes_over_a_file(say: Say, demo: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    assert say("backup", tmp_path / "mine.txt").exit_code == 1
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_nobody_restores_under_a_running_server(say: Say, demo: str, instance: Path, tmp_path: Path) -> None:
    say("backup", tmp_path / "copy.sqlite3")
    with claim_instance(instance, shared=True):
        told = say("restore", tmp_path / "copy.sqlite3")
    assert told.exit_code == 1
    assert "in use" in told.stderr


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "eighty", "whole number"),
        ("LIMITS", "perhaps", "on or off"),
        ("LIMITS", "off", "127.0.0.1"),
        ("LOG", "loudly", "lines or json"),
        ("ANNOUNCE", "loudly", "on or off"),
        ("CERT", "cert.pem", "belong together"),
        ("BUS_URL", "carrier-pigeon", "redis://"),
    ],
)
def test_a_bad_setting_is_named(
    say: Say, monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(f"TABLESIDE_{name}", value)
    told = say("tables")
    assert told.exit_code == 2
    assert f"TABLESIDE_{name}" in told.stderr
    assert why in told.stderr


@pytest.mark.parametrize(
    ("name", "value"), [("DATABASE_URL", "postgresql://localhost/tables"), ("BUS_URL", "redis://localhost")]
)
def test_a_missing_driver_is_named(say: Say, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setattr(settings, "find_spec", lambda _: None)
    monkeypatch.setenv(f"TABLESIDE_{name}", value)
    told = say("tables")
    assert told.exit_code == 2
    assert f"TABLESIDE_{name} needs the driver" in told.stderr


def test_a_database_that_cannot_be_reached_is_one_sentence(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1")
    told = say("tables")
    assert told.exit_code == 1
    assert "cannot be used" in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


# ---- help ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", *main.commands])
def test_help_lists_every_setting_of_what_reads_them(say: Say, command: str) -> None:
    told = say(*command.split(), "--help").stdout
    reads = command not in ("new-game", "check-game")
    for each in fields(Settings):
        assert (f"TABLESIDE_{each.name.upper()}" in told) is reads
