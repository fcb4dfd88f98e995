"""The command line: `python -m webapp COMMAND`."""

import click

from webapp.cli.backup import backup, check, move, restore
from webapp.cli.calculator import rules
from webapp.cli.check_game import check_game
from webapp.cli.context import CommandGroup, SettingsCommand
from webapp.cli.doctor_checks import doctor
from webapp.cli.new_game import new_game
from webapp.cli.tables import demo, export, import_, links, tables
from webapp.cli.try_game import try_game
from webapp.settings import Settings


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tableside", prog_name="Tableside", message="%(prog)s %(version)s")
def main() -> None:
    """Serve a live table for tabletop role-playing games."""


@click.command(cls=SettingsCommand)
def serve() -> None:
    """Serve the app and print where to open it.

    The first start makes a demo table and prints its links.
    """
    from webapp.serve import serve as serve_until_told  # imports gunicorn

    serve_until_told(Settings.from_environment())


SUBCOMMANDS = (serve, demo, tables, links, export, import_, backup, restore, move, check, doctor, try_game)
for subcommand in (*SUBCOMMANDS, check_game, new_game, rules):
    main.add_command(subcommand)
