"""All settings: environment variables `TABLESIDE_…`, in one list with help."""

import ipaddress
import os
import shlex
import ssl
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from webapp.data_folder import DATABASE, DataFolder, data_folder
from webapp.store.command_line import interpreter

LONGEST_WAIT = 3  # seconds; a request is answered within ten in any case
QUOTED = "If the file's name has a “?” or a “%”, write %3F for “?” and %25 for “%”."
EVERY_INTERFACE = ("", "0.0.0.0", "::")  # noqa: S104
COUNTS = (
    "pool",
    "streams",
    "table_megabytes",
    "presses",
    "written",
    "unused_tables",
    "home_tries",
    "site_tries",
)
"""The settings that must be at least 1."""


def install_drivers() -> str:
    """Return the sentence that says how to install the drivers for PostgreSQL and Redis."""
    return f'Install it with: {shlex.quote(interpreter())} -m pip install "tableside[server]"'


class BadSetting(ValueError):
    """Raised for an unusable setting; the message names it and the reason."""


def _setting(default: str, help: str) -> str:
    chosen: str = field(default=default, metadata={"help": help})
    return chosen


@dataclass(frozen=True)
class Settings:
    """The settings as they were given, and properties derived from them."""

    bind: str = _setting("0.0.0.0", "address to listen on; the default is every interface of this machine")  # noqa: S104
    port: str = _setting("8000", "port to listen on")
    instance: str = _setting("", "folder for the database and its backups; the startup text names it")
    database_url: str = _setting("", "URL of the database; empty for SQLite in the instance folder")
    bus_url: str = _setting("", "bus that connects several processes (redis://…); empty for a single process")
    public_url: str = _setting(
        "", "address that links begin with, for a server behind a proxy; empty for its own"
    )
    proxies: str = _setting("0", "how many reverse proxies in front of this server to trust")
    announce: str = _setting("on", "on or off; on announces tableside.local on the local network")
    cert: str = _setting(
        "", "certificate file (PEM), to serve https without a proxy; needs TABLESIDE_KEY too"
    )
    key: str = _setting("", "private key file (PEM) of the certificate in TABLESIDE_CERT")
    metrics_token: str = _setting(
        "", "bearer token for /metrics, required if set; if empty, only this machine gets all metrics"
    )
    log: str = _setting("lines", "lines or json; json writes each log line as one JSON object")
    memory: str = _setting(
        "512", "megabytes for the cache of tables; the least recently used tables are dropped first"
    )
    process_megabytes: str = _setting(
        "0", "megabytes of memory that a server process may take; 0 for what the machine or container has"
    )
    pool: str = _setting("15", "database connections that one process keeps open")
    pool_overflow: str = _setting("8", "extra database connections that one process opens under load")
    pool_wait: str = _setting(
        "3", "seconds (1 to 3) that a request waits for a database connection before a 503"
    )
    table_megabytes: str = _setting(
        "128",
        "megabytes that the journal of one table may hold; a full table allows only removing and undoing",
    )
    presses: str = _setting("3000", "commands a minute that one address may send to one process")
    written: str = _setting("64", "megabytes of commands and imports an hour from one address to one process")
    unused_tables: str = _setting(
        "5000", "unused tables that this server keeps; beyond this number the oldest make room for new ones"
    )
    home_tries: str = _setting(
        "4", "limit on tries from an IPv6 /56 (a home), as a multiple of the limit for one /64"
    )
    site_tries: str = _setting(
        "16", "limit on tries from an IPv6 /48 (a site), as a multiple of the limit for one /64"
    )
    streams: str = _setting(
        "500", "open pages that one address may have in one process; raise it if many people share an address"
    )
    limits: str = _setting(
        "on", "on or off; off lifts limits on rates, streams and tables, and needs TABLESIDE_BIND=127.0.0.1"
    )

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the settings from the environment; raise BadSetting with the name and the reason."""
        named = ((field.name, os.environ.get(f"TABLESIDE_{field.name.upper()}")) for field in fields(cls))
        chosen = {name: given for name, given in named if given}
        settings = cls(**chosen)
        settings.ensure_usable()
        return settings

    def environment(self) -> dict[str, str]:
        """Return these settings as environment variables, for another process."""
        return {f"TABLESIDE_{field.name.upper()}": getattr(self, field.name) for field in fields(self)}

    def ensure_usable(self) -> None:
        """Raise BadSetting for settings that cannot work, before anything starts."""
        for name in ("port", "proxies", "memory", "process_megabytes", "pool_overflow", "pool_wait", *COUNTS):
            if not getattr(self, name).isdecimal():
                raise BadSetting(
                    f"TABLESIDE_{name.upper()} must be a whole number in digits, not {getattr(self, name)!r}."
                )
        for name in COUNTS:
            if not int(getattr(self, name)):
                raise BadSetting(f"TABLESIDE_{name.upper()} must be at least 1, not 0.")
        for name in ("limits", "announce"):
            if getattr(self, name) not in ("on", "off"):
                raise BadSetting(f"TABLESIDE_{name.upper()} must be on or off, not {getattr(self, name)!r}.")
        if not 1 <= int(self.pool_wait) <= LONGEST_WAIT:
            raise BadSetting(
                f"TABLESIDE_POOL_WAIT must be 1 to {LONGEST_WAIT} seconds, not {self.pool_wait}."
            )
        if self.log not in ("lines", "json"):
            raise BadSetting(f"TABLESIDE_LOG must be lines or json, not {self.log!r}.")
        if bool(self.cert) != bool(self.key):
            raise BadSetting("TABLESIDE_CERT and TABLESIDE_KEY belong together: set both or neither.")
        if self.limits == "off" and not self.on_loopback:
            raise BadSetting("TABLESIDE_LIMITS=off is for load tests: it needs TABLESIDE_BIND=127.0.0.1.")
        if self.database_url.startswith("sqlite") and "?" in self.database_url:
            raise BadSetting(f"TABLESIDE_DATABASE_URL takes no settings for SQLite. {QUOTED}")
        if self.bus_url and not self.bus_url.startswith(("redis://", "rediss://", "unix://")):
            raise BadSetting(
                f"TABLESIDE_BUS_URL must start with redis://, rediss:// or unix://, not {self.bus_url!r}."
            )
        if self.database_url.startswith("postgres") and find_spec("psycopg") is None:
            raise BadSetting(f"TABLESIDE_DATABASE_URL needs the driver for PostgreSQL. {install_drivers()}")
        if self.bus_url and find_spec("redis") is None:
            raise BadSetting(f"TABLESIDE_BUS_URL needs the driver for Redis. {install_drivers()}")

    def ensure_certificate(self) -> None:
        """Raise BadSetting unless certificate and key match and need no password."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.cert, self.key, password="")
        except (OSError, ValueError) as error:
            raise BadSetting(
                "TABLESIDE_CERT and TABLESIDE_KEY cannot be used "
                f"({getattr(error, 'strerror', None) or error}): they must name two PEM files, a certificate "
                "and its key without a password."
            ) from error

    @property
    def on_loopback(self) -> bool:
        if self.bind == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.bind).is_loopback
        except ValueError:
            return False

    @property
    def scheme(self) -> str:
        """The scheme of the server's addresses: "https" if a certificate is set, else "http"."""
        return "https" if self.cert else "http"

    @property
    def folder(self) -> Path:
        """The folder of the database and its backups (`data_folder`)."""
        return self.data.path

    @property
    def data(self) -> DataFolder:
        return data_folder(self.instance)

    @property
    def database(self) -> str:
        """The address of the database for SQLAlchemy, with the folder's name quoted."""
        return database_address(self.database_url) or f"sqlite:///{quote(str(self.folder / DATABASE))}"


def database_address(url: str) -> str:
    """Return a database's address in the form that SQLAlchemy expects."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1).replace(
        "postgres://", "postgresql+psycopg://", 1
    )


def help_text() -> str:
    """Return a text that lists every setting with its purpose and default."""
    lines = [
        f"  TABLESIDE_{field.name.upper():<15} {field.metadata['help']}"
        + (f" (default {field.default})" if field.default else "")
        for field in fields(Settings)
    ]
    return "Settings are environment variables:\n" + "\n".join(lines)
