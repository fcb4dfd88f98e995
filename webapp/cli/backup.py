"""`backup`, `restore` and `check`."""

from contextlib import closing
from pathlib import Path

import click
from sqlalchemy import func, select

from webapp.cli.context import SettingsCommand, opened, refuse
from webapp.cli.examination import what_is_wrong
from webapp.services import services
from webapp.settings import Settings
from webapp.start import joined
from webapp.store.backup import back_up, file_of, sqlite_file
from webapp.store.db import db
from webapp.store.lock import claim
from webapp.store.models import Table
from webapp.store.restore import begin_epochs
from webapp.store.restore import restore as put_back

A_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=SettingsCommand)
@click.argument("file", type=A_FILE)
def backup(file: Path) -> None:
    """Copy the whole database into FILE.

    This works while it is being served; the copy is checked before it gets its name.
    """
    if file.exists():
        refuse(f"{file} is there already; choose another name.")
    with opened():
        back_up(sqlite_file(db.engine), file)
    click.echo(f"Kept in {file}, and checked.")


@click.command(cls=SettingsCommand)
@click.argument("file", type=A_FILE, required=False)
@click.option("--new-epochs", is_flag=True, help="After pg_restore: make open pages take the restored state.")
def restore(file: Path | None, new_epochs: bool) -> None:
    """Put the backup FILE in place of the database.

    Stop the server first. What was there is kept as a backup, and open pages take the restored state.
    """
    if (file is None) != new_epochs:
        raise click.UsageError("Give the FILE to restore, or --new-epochs alone.")
    with (
        joined(Settings.from_environment()).app_context(),
        closing(claim(services().settings.folder, shared=False)),
    ):
        if file is None:
            begin_epochs(db.engine)
            click.echo("Every table has a new epoch.")
            return
        kept = put_back(db.engine, file)
    click.echo(f"Restored from {file}." + (f" What was there before is kept in {kept}." if kept else ""))


@click.command(cls=SettingsCommand)
def check() -> None:
    """Check the database and say what is wrong."""
    app = joined(Settings.from_environment())
    with app.app_context():
        file = file_of(db.engine)
        if file is not None and not file.exists():
            refuse(f"There is no database {file}.")
        wrong = what_is_wrong()
        if wrong:
            refuse(f"The database is not sound: {wrong}.")
        count = db.session.scalar(select(func.count()).select_from(Table))
        click.echo(f"The database is sound: {file or db.engine.url.render_as_string()}, tables: {count}.")
