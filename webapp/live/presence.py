"""Track the open screens by what each page reports, in memory or Redis but never in the database.

A page reports the cursor that it shows and whether it is here, asleep or gone. A report raises no revision
and wakes no viewer; GMs' pages poll the list. With Redis all processes share the reports.
"""

import json
import re
import threading
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from webapp.live.redis_link import RedisLink, RedisUnavailable
from webapp.table.audience_views import CURSOR

HASHES = "tableside:tables:here"
SILENT = 100.0  # seconds of silence after which an awake page counts as gone
RELOAD = 5.0  # seconds from a reloading page's last report to its next one
REPORT_LIFETIME = 12 * 3600  # seconds for which a report is stored
MOST_PER_HOLDER = 24
MOST_PER_TABLE = 96
MOST_TABLES = 5000
PACE, WINDOW = 240, 10.0  # a holder's reports, and the seconds in which they may come
SCREEN = re.compile(r"[0-9a-f]{16}")
HERE, ASLEEP, GONE = "here", "asleep", "gone"


@dataclass(frozen=True)
class PageReport:
    """A page's last report: its holder, its cursor, its state and when the state began.

    Times are in seconds since the epoch. `link` is the link that opened the page; taking or leaving a seat
    does not change it.
    """

    holder: str
    cursor: str
    state: str
    at: float
    since: float
    link: str = ""

    def now(self, moment: float) -> "PageReport":
        """Return the report as of this moment; after 100 seconds of silence the page is gone."""
        if self.state == HERE and moment - self.at > SILENT:
            return replace(self, state=GONE, since=self.at)
        return self

    def is_awake(self, moment: float) -> bool:
        """Return whether the page is here, or was closed less than five seconds ago and may be reloading."""
        return self.state == HERE or (self.state == GONE and moment - self.since < RELOAD)


Reports = dict[str, PageReport]


class Presence:
    """The reports of open pages, for one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, Reports] = OrderedDict()
        self._window, self._said = 0.0, Counter[str]()

    def report(
        self,
        table: str,
        holder: str,
        screen: str,
        cursor: str,
        state: str,
        at: float | None = None,
        link: str = "",
    ) -> bool:
        """Record a page's report; return False if it is refused.

        It is refused if it is invalid, if the holder reports too often, or if the screen's id belongs to a
        page of another holder and another link. A page that is gone stays gone when it reports "asleep".
        """
        moment = time.time() if at is None else at
        sound = SCREEN.fullmatch(screen) and CURSOR.fullmatch(cursor) and state in (HERE, ASLEEP, GONE)
        if not sound or not self._in_time(f"{table}/{holder}", moment):
            return False
        screens = self.of(table, moment)
        known = screens.get(screen)
        link = link or holder
        if known is not None and known.holder != holder and known.link != link:
            return False
        if known is not None and (known.state, state) == (GONE, ASLEEP):
            return True  # a closing page sends both, and either may arrive first
        since = known.since if known is not None and known.state == state else moment
        screens[screen] = PageReport(holder, cursor, state, moment, since, link)
        self._store(table, screen, screens[screen], _too_many(screens, holder))
        return True

    def of(self, table: str, at: float | None = None) -> Reports:
        """Return the reports of a table's screens by the screen's id, in their current state."""
        moment = time.time() if at is None else at
        known = {screen: report.now(moment) for screen, report in self._known(table).items()}
        return {screen: report for screen, report in known.items() if moment - report.at < REPORT_LIFETIME}

    def is_awake(self, table: str, holder: str, at: float | None = None) -> bool:
        """Return whether one of a holder's pages is here, or was just closed and may be reloading."""
        moment = time.time() if at is None else at
        return any(
            report.holder == holder and report.is_awake(moment) for report in self.of(table, moment).values()
        )

    def _in_time(self, holder: str, moment: float) -> bool:
        """Count a holder's report; return whether it is within the limit for the current ten seconds."""
        with self._lock:
            if moment // WINDOW != self._window:
                self._window, self._said = moment // WINDOW, Counter()
            self._said[holder] += 1
            return self._said[holder] <= PACE

    def _known(self, table: str) -> Reports:
        with self._lock:
            return dict(self._tables.get(table, {}))

    def _store(self, table: str, screen: str, report: PageReport, dropped: list[str]) -> None:
        with self._lock:
            screens = self._tables.setdefault(table, {})
            screens[screen] = report
            for name in dropped:
                screens.pop(name, None)
            self._tables.move_to_end(table)
            while len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)


class SharedPresence(Presence):
    """The reports of open pages, shared in Redis as one hash per table.

    While Redis is down, reports are lost; pages soon report again.
    """

    def __init__(self, link: RedisLink) -> None:
        super().__init__()
        self._link, self._redis = link, link.client

    def _known(self, table: str) -> Reports:
        try:
            raw_reports: dict[bytes, bytes] = self._link.call(lambda: self._redis.hgetall(_place(table)))
        except RedisUnavailable:
            return {}
        return {screen.decode(): PageReport(**json.loads(text)) for screen, text in raw_reports.items()}

    def _store(self, table: str, screen: str, report: PageReport, dropped: list[str]) -> None:
        with suppress(RedisUnavailable):
            self._link.call(lambda: self._write(table, screen, report, dropped))

    def _write(self, table: str, screen: str, report: PageReport, dropped: list[str]) -> None:
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.hset(_place(table), screen, json.dumps(asdict(report)))
            if dropped:
                pipe.hdel(_place(table), *dropped)
            pipe.expire(_place(table), REPORT_LIFETIME)
            pipe.execute()


def _place(table: str) -> str:
    return f"{HASHES}:{table}"


def _too_many(screens: Reports, holder: str) -> list[str]:
    """Return the ids of the screens to forget: a holder's oldest beyond 24, then a table's beyond 96."""
    oldest = sorted(screens, key=lambda screen: (screens[screen].state != GONE, screens[screen].at))
    own = [screen for screen in oldest if screens[screen].holder == holder]
    dropped = own[: max(0, len(own) - MOST_PER_HOLDER)]
    rest = [screen for screen in oldest if screen not in dropped]
    return dropped + rest[: max(0, len(rest) - MOST_PER_TABLE)]
