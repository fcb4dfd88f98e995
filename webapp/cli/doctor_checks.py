"""The terminal command `doctor`: find problems that could disturb this server, and describe each."""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import click
from flask import current_app

from webapp.addresses import lan_addresses
from webapp.cli.check_game import FILES, in_child, written_faults
from webapp.cli.context import SettingsCommand, refuse
from webapp.cli.game_source import Fault, GameSource
from webapp.live.redis_link import RedisLink
from webapp.port_probe import database_word, request_status
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import broken, cannot_be_imported, installed_games, label_of_game, outside_games
from webapp.settings import EVERY_INTERFACE, BadSetting, Settings
from webapp.start import make_app
from webapp.store.backup import backup_folder, file_of
from webapp.store.command_line import command_to_type
from webapp.store.damage import find_damage
from webapp.store.database_file import FAULTS
from webapp.store.db import db
from webapp.store.game_records import GameRecords
from webapp.store.schema_migration import is_empty, is_pending, schema_differences
from webapp.store.startup_checks import refuse_loss
from webapp.store.unusable import Unusable

SPARE_BYTES = 200 * 2**20  # bytes; with less free space a disk counts as nearly full
SKEW = 300.0  # seconds by which a file may be newer than the clock
BUILT = datetime(2026, 11, 1, tzinfo=UTC)
OPEN_FILES_NEEDED = 4096
ANSWER = 5.0  # seconds to wait for an answer
GOOD, HINT, BAD = "ok", "look", "bad"
Findings = Iterator[tuple[str, str]]
"""Pairs of a state (GOOD, HINT or BAD) and a sentence."""


def examine(settings: Settings) -> Findings:
    """Yield all findings, first those on which others depend. Needs an app context."""
    misplaced = _misplaced(settings)
    if misplaced:
        yield BAD, misplaced
        return
    if settings.folder.is_dir():
        for examine_part in (_permissions, _disk, _clock):
            yield from examine_part(settings)
    else:
        yield HINT, f"The folder {settings.folder} does not exist; the first start creates it."
    yield from _files(settings)
    yield from _database()
    for examine_part in (_games, _records, _bus, _certificate, _proxy, _server, _firewall):
        yield from examine_part(settings)


def _games(settings: Settings) -> Findings:
    """Check that every installed game can be played and has no faults in its files."""
    for key in installed_games():
        for fault in _faults(GameSource(key, current_app), settings.folder):
            yield BAD, f"In {label_of_game(installed_games()[key])}, {fault}"
    for key, why in broken().items():
        game = label_of_game(installed_games()[key])
        steps = "Install a version that works with this Tableside, or remove the game."
        yield BAD, f"The game {game} cannot be played: {why}. {steps}"
    if not broken():
        yield GOOD, f"Games: {', '.join(game.name for game in rulesets().values())}."


def _records(settings: Settings) -> Findings:
    """Name the games that kept requests waiting, or stopped the server."""
    for key, record in GameRecords(settings.folder).all().items():
        game = label_of_game(installed_games()[key])
        if record.slow:
            yield HINT, f"The game {game} kept a request waiting {record.slow}. Tell its author."
        if record.stops and key not in broken():
            often = f"{len(record.stops)} times" if len(record.stops) > 1 else "once"
            yield HINT, f"The game {game} stopped the server {often}; the last time it {record.stops[-1]}."


def _faults(source: GameSource, folder: Path) -> list[Fault]:
    """Return the faults of a game's files; those from outside are examined in a child process."""
    stopped = source.key in broken() and GameRecords(folder).of(source.key).has_stopped_too_often
    if stopped or cannot_be_imported(source.key):
        return []  # what is wrong with it is said anyway
    if source.key in outside_games():
        return in_child(source, FILES, lambda: written_faults(source))
    return written_faults(source)


def _permissions(settings: Settings) -> Findings:
    """Check that the instance folder and the database in it are writable."""
    folder = settings.folder
    try:
        with tempfile.TemporaryFile(dir=folder):
            yield GOOD, f"The folder {folder} is writable."
    except OSError as error:
        yield BAD, f"The folder {folder} is not writable ({error.strerror}). {_make('writable')}"
    for file in folder.glob("tableside.sqlite3*"):
        if file.is_file() and not os.access(file, os.R_OK | os.W_OK):
            yield BAD, f"This user cannot read and write {file}. {_make('readable and writable')}"


def _make(state: str) -> str:
    return f"Make it {state} for the user who runs the server."


def _disk(settings: Settings) -> Findings:
    """Check that the database and its next backup fit on the instance folder's disk."""
    free = shutil.disk_usage(settings.folder).free
    need = max(
        SPARE_BYTES, 2 * sum(path.stat().st_size for path in settings.folder.glob("tableside.sqlite3*"))
    )
    sentence = f"{free // 2**20} MB are free on the disk of {settings.folder}"
    if free < need:
        yield BAD, f"{sentence}; {need // 2**20} MB are needed for the database and its next backup."
    else:
        yield GOOD, f"{sentence}."


def _clock(settings: Settings) -> Findings:
    """Check the system clock, by which codes and idempotency keys expire."""
    now = datetime.now(UTC)
    newest = max((path.stat().st_mtime for path in settings.folder.rglob("*")), default=0.0)
    if now < BUILT:
        yield (
            BAD,
            f"The system time is {now:%Y-%m-%d %H:%M} UTC, before this version's release. Set the clock.",
        )
    elif newest > time.time() + SKEW:
        yield (
            BAD,
            (
                f"The system time is {now:%Y-%m-%d %H:%M} UTC, but the data is newer. "
                "Set the clock, or wait for NTP."
            ),
        )
    else:
        yield GOOD, f"The system time is {now:%Y-%m-%d %H:%M} UTC."


def _files(_settings: Settings) -> Findings:
    """Check the limit on open files, because each open page counts as an open file."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < OPEN_FILES_NEEDED:
        yield (
            HINT,
            f"This user may open {hard} files, enough for about {hard} pages; raise the limit to 16384.",
        )


def _database() -> Findings:
    file = file_of(db.engine)
    where = str(file or db.engine.url.render_as_string())
    if file is not None and not file.exists():
        try:
            refuse_loss(file)
            yield HINT, f"The database {file} does not exist yet; the first start creates it."
        except Unusable as error:
            yield BAD, str(error)
        return
    wrong = find_database_fault()
    if wrong:
        yield BAD, wrong
    else:
        yield GOOD, f"The database is sound: {where}."
    backups = sorted(backup_folder(file).glob("*.sqlite3")) if file is not None else []
    if backups:
        count = f"{len(backups)} backups are" if len(backups) > 1 else "1 backup is"
        yield GOOD, f"{count} in {backups[0].parent}; keep copies on another machine."


def _bus(settings: Settings) -> Findings:
    if not settings.bus_url:
        return
    if RedisLink(settings.bus_url).probe():
        yield GOOD, "The bus at TABLESIDE_BUS_URL responds."
    else:
        yield (
            BAD,
            "The bus at TABLESIDE_BUS_URL is not responding. Is Redis running and reachable from here?",
        )
    if not settings.database_url:
        yield (
            HINT,
            "Several processes share one SQLite database and wait for one another; use PostgreSQL instead.",
        )


def _certificate(settings: Settings) -> Findings:
    try:
        if settings.cert:
            settings.ensure_certificate()
            yield GOOD, f"The certificate {settings.cert} and its key match."
    except BadSetting as error:
        yield BAD, str(error)


def _proxy(settings: Settings) -> Findings:
    """Check that the public address leads to a server and that TABLESIDE_PROXIES counts its proxies."""
    if not settings.public_url:
        if settings.proxies != "0":
            yield HINT, "TABLESIDE_PROXIES is set; set TABLESIDE_PUBLIC_URL too, so that links use it."
        return
    if settings.proxies == "0":
        said = (
            "TABLESIDE_PUBLIC_URL is set and TABLESIDE_PROXIES is 0. If this server is behind proxies, set "
            "TABLESIDE_PROXIES to their number, so that visitors do not all count as one address."
        )
        yield HINT, said
    status = _status_of(f"{settings.public_url.rstrip('/')}/healthz")
    if status == 200:
        yield GOOD, f"{settings.public_url} can be reached from this machine."
    else:
        said = (
            f"{settings.public_url} cannot be reached from this machine ({status or 'no answer'}): check "
            "the proxy, DNS, and that the server is running."
        )
        yield HINT, said


def _status_of(url: str) -> int | None:
    if urlsplit(url).scheme not in ("http", "https"):
        return None
    try:
        with urlopen(url, timeout=ANSWER) as answer:  # noqa: S310  the scheme is checked above
            return int(answer.status)
    except (OSError, HTTPException, ValueError) as error:
        return getattr(error, "code", None)


def _misplaced(settings: Settings) -> str:
    """Return what is wrong with the place of the running server's database, in sentences; "" if nothing is.

    What is found in its folder then says nothing of its tables, and advice on that would lose them.
    """
    fault = FAULTS.get(database_word(settings))
    if fault is None:
        return ""
    return (
        f"The server on port {settings.port} saves nothing, because its database {fault.state}. {fault.steps}"
    )


def _server(settings: Settings) -> Findings:
    host = "127.0.0.1" if settings.bind in EVERY_INTERFACE else settings.bind
    status = request_status(settings, (host, int(settings.port)), "/healthz", ANSWER)
    if status is None:
        yield HINT, f"No server answers on port {settings.port} of this machine."
    elif status == 200:
        yield GOOD, f"The server on port {settings.port} answers, and so does its database."
    else:
        yield (
            BAD,
            f"The server on port {settings.port} answers {status} at /healthz. The server's log says why.",
        )


def _firewall(settings: Settings) -> Findings:
    """Warn of a loopback address, a missing network or a firewall that may be active.

    What a firewall blocks cannot be seen from this machine.
    """
    if settings.on_loopback:
        yield HINT, f"TABLESIDE_BIND is {settings.bind}: only this machine can connect to the server."
        return
    if settings.bind in EVERY_INTERFACE and not lan_addresses():
        yield BAD, "This machine is not on a network that phones can join: connect it to the Wi-Fi."
    for is_on, command in FIREWALLS:
        if is_on():
            do = command.format(port=settings.port)
            yield HINT, f"A firewall may block phones. If they cannot connect: {do}"
            return


def _ufw() -> bool:
    try:
        return "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8")
    except OSError:
        return False


FIREWALLS: tuple[tuple[Callable[[], bool], str], ...] = (
    (_ufw, "sudo ufw allow {port}/tcp"),
    (
        lambda: Path("/run/firewalld").exists(),
        "sudo firewall-cmd --permanent --add-port={port}/tcp && sudo firewall-cmd --reload",
    ),
    (
        lambda: sys.platform == "darwin",
        "System Settings, Network, Firewall, Options: allow Python (port {port})",
    ),
    (
        lambda: sys.platform == "win32",
        "netsh advfirewall firewall add rule name=Tableside dir=in action=allow protocol=TCP "
        "localport={port}",
    ),
)


@click.command(cls=SettingsCommand)
def doctor() -> None:
    """Check disk, permissions, clock, database, games, bus, proxy and firewall, and say what to do.

    The server may be running meanwhile. The exit code is 1 if something is wrong.
    """
    settings = Settings.from_environment()
    app = make_app(settings, new_folder=False)
    wrong = 0
    with app.app_context():
        for mark, sentence in examine(settings):
            click.echo(f"{mark:<5} {sentence}")
            wrong += mark == BAD
    if wrong:
        refuse(f"Problems to fix: {wrong}.")
    click.echo("Nothing is wrong.")


def find_database_fault() -> str | None:
    """Return a sentence that says what is wrong with the database; None if nothing is.

    Needs an app context.
    """
    file = file_of(db.engine)
    wrong = find_damage(file, thorough=True) if file is not None else None
    if wrong:
        restores = command_to_type("restore", "FILE")
        return f"The database is not sound: {wrong}. Stop the server and restore a backup with: {restores}"
    return _unlike_ours()


def _unlike_ours() -> str | None:
    """Return how the database differs from this version's schema, in a sentence; None if it does not."""
    if is_empty(db.engine):
        return "The database has no Tableside tables; a first start creates them."
    if is_pending(db.engine):
        steps = (
            "back it up with pg_dump before the next start upgrades it"
            if file_of(db.engine) is None
            else "the next start backs it up and upgrades it"
        )
        return f"The database is from an older version; {steps}."
    found = schema_differences(db.engine)
    count = f"{len(found)} differences" if len(found) > 1 else "1 difference"
    if found:
        return f"The database's tables differ from this version's ({count}). Restore an older backup."
    return None
