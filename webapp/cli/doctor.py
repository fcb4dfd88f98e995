"""`doctor`: what could keep this server from serving well."""

import click

from webapp.cli.context import SettingsCommand, refuse
from webapp.cli.examination import Mark, examine
from webapp.settings import Settings
from webapp.start import joined


@click.command(cls=SettingsCommand)
def doctor() -> None:
    """Look at disk, permissions, clock, database, bus, proxy and firewall, and say what to do.

    It may be run while the server runs. Its exit code is 1 where something is wrong.
    """
    settings = Settings.from_environment()
    app = joined(settings)
    wrong = 0
    with app.app_context():
        for found in examine(settings):
            click.echo(f"{found.mark:<5} {found.sentence}")
            wrong += found.mark is Mark.BAD
    if wrong:
        refuse(f"To mend: {wrong}.")
    click.echo("Nothing is wrong.")
