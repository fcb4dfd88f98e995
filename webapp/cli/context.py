"""Open the app for terminal commands, and report their errors."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, NoReturn

import click
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from webapp.rules.errors import RuleError
from webapp.services import services
from webapp.settings import BadSetting, Settings, help_text
from webapp.start import failure_sentence, make_app
from webapp.store.backup import file_of
from webapp.store.command_line import command_to_type, launcher
from webapp.store.database_deadline import limits_lifted
from webapp.store.db import db
from webapp.store.instance_lock import claim_instance
from webapp.store.models import Table
from webapp.store.schema_migration import is_empty, is_pending
from webapp.store.startup_checks import end_first_start, prepare, refuse_damage
from webapp.store.unusable import Unusable
from webapp.table.refusals import Refused


def no_tables() -> str:
    """Return the sentence that says how to make a first table."""
    return (
        f"There are no tables. Start the server to make one, with: {command_to_type('serve')}\n"
        f"Or make a demo table with: {command_to_type('demo')}"
    )


class SettingsHelp(click.Command):
    """A click command whose help ends with the list of settings."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n{help_text()}\n")


class SettingsCommand(SettingsHelp):
    """A click command with the settings in its help, which reports errors in sentences."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            with nullcontext() if self.name == "serve" else limits_lifted():
                return super().invoke(ctx)
        except BadSetting as error:
            refuse(str(error), status=2)
        except (Unusable, Refused, RuleError) as error:
            refuse(str(error))
        except SQLAlchemyError as error:
            refuse(failure_sentence(error))


class AuthorsCommand(SettingsCommand):
    """A click command for authors of games, whose help lists no settings, since it needs none."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing after the options."""


class CommandGroup(SettingsHelp, click.Group):
    """The group of all terminal commands."""

    def make_context(self, info_name: str | None, *words: Any, **options: Any) -> click.Context:
        """Name the program in usage lines as it was started."""
        return super().make_context(launcher(), *words, **options)


def refuse(sentence: str, status: int = 1) -> NoReturn:
    """Print a message to stderr and exit with this status."""
    click.echo(sentence, err=True)
    sys.exit(status)


@contextmanager
def open_app(*, beginning: bool = False) -> Iterator[Flask]:
    """Yield the app, with its database upgraded if needed.

    Without a database, exit, or create one if `beginning` is true.
    """
    app = make_app(Settings.from_environment(), new_folder=beginning)
    with app.app_context():
        _bring_up_to_date(beginning)
        yield app
        db.session.remove()
        db.engine.dispose()


def table_of(id: str) -> Table:
    """Return the table with this id; exit with a sentence if there is none."""
    table = db.session.get(Table, id)
    if table is None:
        refuse(f"There is no table {id!r}. List the tables with: {command_to_type('tables')}")
    return table


def _bring_up_to_date(beginning: bool) -> None:
    """Upgrade or create the database if needed; that fails while a server is running."""
    file = file_of(db.engine)
    if file is not None:
        refuse_damage(file)
    missing = file is not None and not file.exists()  # opening a missing file would create it
    if not beginning and (missing or is_empty(db.engine)):
        folder = services().settings.folder
        refuse(no_tables() if folder.is_dir() else f"There is no folder {folder}. {no_tables()}")
    if is_pending(db.engine):
        folder = services().settings.folder
        with claim_instance(folder, shared=False):
            prepare(db.engine, folder)
            end_first_start(folder)  # this command prints the links itself
