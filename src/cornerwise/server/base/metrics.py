"""Figures for Prometheus: what the server does, and whether all of it still does."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.registry import Collector

TYPE = "text/plain; version=0.0.4; charset=utf-8"
_FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cornerwise_requests_total", "HTTP answers", ["status"], registry=self.registry
        )
        self.events = Counter(
            "cornerwise_events_total",
            "Events stored by this process, moves among them",
            ["type"],
            registry=self.registry,
        )
        self.acknowledged = Histogram(
            "cornerwise_acknowledgement_seconds",
            "From a step's arrival in its room until its event is on the disk",
            buckets=_FINE,
            registry=self.registry,
        )
        self.lag = Histogram(
            "cornerwise_loop_lag_seconds",
            "How much later than wanted the event loop woke up",
            buckets=_FINE,
            registry=self.registry,
        )

    def watch(self, collector: Collector) -> None:
        """Tell of what is looked up when somebody asks, too."""
        self.registry.register(collector)

    def text(self) -> bytes:
        return generate_latest(self.registry)
