"""Gauges: figures of a living server that are looked up when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from cornerwise.server.web.life import Life


class Gauges(Collector):
    """What is looked up when somebody asks."""

    def __init__(self, life: Life) -> None:
        self._life = life

    def collect(self) -> Iterator[Metric]:
        life, rooms, work = self._life, self._life.house.rooms, self._life.work
        for name, what, value in (
            ("sockets", "Open sockets", rooms.connected),
            ("processes", "Servers that share the store, this one included", life.processes),
            ("games_in_memory", "Games in memory", len(rooms)),
            ("games_thinking", "Games in which a computer thinks or waits to", rooms.thinking),
            ("games_set_aside", "Games that cannot be read", len(rooms.aside)),
            ("dead_tasks", "Tasks that ended and never should: 0", work.dead),
            ("store_writable", "Whether the store can be written to", life.condition.writable),
            ("store_damages", "Places at which the store is damaged", len(life.condition.damages)),
            ("store_queue", "What waits to be written", life.waiting_to_write),
        ):
            yield GaugeMetricFamily(f"cornerwise_{name}", what, value)
        tasks = GaugeMetricFamily("cornerwise_tasks", "Background tasks", labels=["task"])
        for name, count in work.running.items():
            tasks.add_metric([name], count)
        yield tasks
        failures = CounterMetricFamily(
            "cornerwise_task_failures", "Failures of background work", labels=["task"]
        )
        for name, count in work.failures.items():
            failures.add_metric([name], count)
        yield failures
        searches = GaugeMetricFamily(
            "cornerwise_searches", "Searches that run or wait", labels=["pool"]
        )
        pools = {"engines": life.engines, "puzzles": life.solvers, "analysis": life.analysts}
        for name, pool in pools.items():
            busy = getattr(pool, "busy", None)  # an adapter may not know
            if busy is not None:
                searches.add_metric([name], busy)
        yield searches
