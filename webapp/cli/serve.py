"""`serve`."""

import click

from webapp.cli.context import SettingsCommand
from webapp.settings import Settings


@click.command(cls=SettingsCommand)
def serve() -> None:
    """Serve the app and print where to open it.

    The first start makes a demo table and prints its links.
    """
    from webapp.serve import serve as serve_until_told  # brings gevent along

    serve_until_told(Settings.from_environment())
