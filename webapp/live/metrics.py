"""Metrics of streams and requests for operators, shown at `/metrics`; none concerns a single table."""

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from sqlalchemy.exc import TimeoutError as Spent

disable_created_metrics()  # type: ignore[no-untyped-call]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The metrics of one app since its start."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.delivery = Histogram(
            "tableside_delivery_seconds",
            "seconds from the commit of a change until its last byte is sent, for each viewer",
            buckets=SECONDS,
            registry=self.registry,
        )
        messages = Counter(
            "tableside_messages",
            "messages to viewers: drawn counts renderings, sent counts deliveries",
            ["what"],
            registry=self.registry,
        )
        self.drawn, self.sent = messages.labels("drawn"), messages.labels("sent")
        self.requests = Counter(
            "tableside_requests",
            "requests by route and status",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._spent = Counter(
            "tableside_pool_spent",
            "requests and streams that got no database connection within TABLESIDE_POOL_WAIT",
            ["who"],
            registry=self.registry,
        )
        self.durations = Histogram(
            "tableside_request_seconds",
            "seconds from a request to its answer (of a stream: to its first byte)",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )

    def no_answer(self, who: str, error: Exception) -> None:
        """Count a `request` or `stream` that got no database connection; other errors are ignored."""
        if isinstance(error, Spent):
            self._spent.labels(who).inc()
