"""The terminal commands `backup`, `restore`, `check` and `move`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
from sqlalchemy import Engine, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError

from webapp.cli.context import SettingsCommand, open_app, refuse
from webapp.cli.doctor_checks import find_database_fault
from webapp.services import services
from webapp.settings import QUOTED, Settings, database_address, install_drivers
from webapp.start import make_app
from webapp.store.backup import back_up, file_of, renew_epochs, sqlite_file
from webapp.store.backup import restore as put_back
from webapp.store.db import configure_connections, db
from webapp.store.instance_lock import claim_instance
from webapp.store.models import Table
from webapp.store.startup_checks import refuse_loss
from webapp.store.transfer import count_rows, ensure_source, ensure_target, transfer

A_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=SettingsCommand)
@click.argument("file", type=A_FILE)
def backup(file: Path) -> None:
    """Copy the whole database into FILE.

    The server may be running meanwhile. The copy is checked before it gets its name.
    """
    if file.exists():
        refuse(f"{file} already exists; choose another name.")
    with open_app():
        back_up(sqlite_file(db.engine), file)
    click.echo(f"Backed up to {file} and checked.")


@click.command(cls=SettingsCommand)
@click.argument("file", type=A_FILE, required=False)
@click.option("--new-epochs", is_flag=True, help="After pg_restore: make open pages load the restored state.")
def restore(file: Path | None, new_epochs: bool) -> None:
    """Replace the database with the backup FILE.

    Stop the server first. The replaced database is kept under another name. Open pages load the restored
    state.
    """
    if (file is None) != new_epochs:
        raise click.UsageError("Name the FILE to restore, or use --new-epochs alone.")
    with (
        make_app(Settings.from_environment()).app_context(),
        closing(claim_instance(services().settings.folder, shared=False)),
    ):
        if file is None:
            renew_epochs(db.engine)
            click.echo("Every table has a new epoch, so open pages load the restored state.")
            return
        saved_copy = put_back(db.engine, file)
    click.echo(
        f"Restored from {file}." + (f" The old database is kept in {saved_copy}." if saved_copy else "")
    )


@click.command(cls=SettingsCommand)
def check() -> None:
    """Check the database and say what is wrong."""
    app = make_app(Settings.from_environment(), new_folder=False)
    with app.app_context():
        file = file_of(db.engine)
        if file is not None and not file.exists():
            refuse_loss(file)
            refuse(f"There is no database {file} yet; the first start creates it.")
        wrong = find_database_fault()
        if wrong:
            refuse(wrong)
        count = db.session.scalar(select(func.count()).select_from(Table))
        click.echo(f"The database is sound: {file or db.engine.url.render_as_string()}, tables: {count}.")


# ---- from one database to another -----------------------------------------------------------------


DONE = """Moved and compared, row by row. Tables: {tables}, rows: {rows}.
The old database is unchanged. From now on start the server with
TABLESIDE_DATABASE_URL={url}
(unset this setting if the new database is tableside.sqlite3 in the instance folder).
All links, seats and codes remain valid."""


@click.command(cls=SettingsCommand)
@click.option("--to", "url", required=True, help="The new, empty database: postgresql://… or sqlite:///FILE")
def move(url: str) -> None:
    """Move everything to another database.

    The databases may be SQLite or PostgreSQL. All links, seats, codes and ids remain valid. Stop the server
    first. The new database must be empty; the current one is only read.
    """
    settings = Settings.from_environment()
    app = make_app(settings)
    with app.app_context(), closing(claim_instance(settings.folder, shared=False)), _opened(url) as to:
        if to.url == db.engine.url:
            refuse("This database is the one in use; name another one.")
        file = file_of(db.engine)
        if file is not None and not file.exists():
            refuse_loss(file)
            refuse(f"There is no database {file}, so there is nothing to move.")
        ensure_source(db.engine)
        ensure_target(to)
        with click.progressbar(length=2 * count_rows(db.engine), label="Moving") as bar:
            moved = transfer(db.engine, to, bar.update)
        click.echo(DONE.format(rows=sum(moved.values()), tables=moved["tables"], url=url))


@contextmanager
def _opened(url: str) -> Iterator[Engine]:
    """Yield an engine for the database at this address; if an error follows, delete the file if it is new."""
    try:
        address = make_url(database_address(url))
        if address.get_backend_name() not in ("sqlite", "postgresql"):
            raise ArgumentError
        if address.get_backend_name() == "sqlite" and "?" in url:
            refuse(f"--to takes no settings for SQLite. {QUOTED}", status=2)
        engine = create_engine(address)
    except ImportError:
        refuse(f"--to needs the driver for PostgreSQL. {install_drivers()}", status=2)
    except ArgumentError:
        refuse("--to takes postgresql://… or sqlite:///FILE.", status=2)
    configure_connections(engine)
    file = file_of(engine)
    new = file is not None and not file.exists()
    try:
        yield engine
    except BaseException:
        engine.dispose()
        if new and file is not None:
            for path in (file, *(Path(f"{file}{ending}") for ending in ("-wal", "-shm"))):
                path.unlink(missing_ok=True)
        raise
    engine.dispose()
