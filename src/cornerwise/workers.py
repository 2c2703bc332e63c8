"""Workers for many pieces of like work: processes of this machine, or a cluster.

One worker is this process itself. More of them on one machine are joblib's, on a cluster Ray's. Ray
also offers an adapter for joblib, but it returns results in order, and only when all are there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pickle import PicklingError
from typing import Any

from cornerwise.errors import CornerwiseError
from cornerwise.extras import need


@dataclass(frozen=True)
class Workers:
    """So many workers at a time; of a cluster by default as many as it has processors.

    cluster  the address of a Ray cluster: HOST:PORT, ray://HOST:PORT, "auto" for the one that this
             machine belongs to, "local" for one that is started here; None for no cluster

    >>> sorted(Workers().done(pow, [(2, 3), (3, 2)]))
    [8, 9]
    """

    count: int | None = None
    cluster: str | None = None

    def done(self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """The results of the tasks, which are arguments for `work`, as they come in.

        A task is taken when a worker is free for it: tasks can be held back when enough is known.
        """
        if self.cluster is not None:
            yield from _on_cluster(self.cluster, self.count, work, tasks)
            return
        if (self.count or 1) == 1:
            yield from (work(*task) for task in tasks)
            return
        need("arena")
        from joblib import Parallel, delayed

        pool = Parallel(
            n_jobs=self.count,
            return_as="generator_unordered",
            pre_dispatch="n_jobs",
            batch_size=1,
        )
        try:
            yield from pool(delayed(work)(*task) for task in tasks)
        except PicklingError as error:
            raise CornerwiseError(
                f"this work cannot be given to another process: {error.__cause__ or error}"
            ) from error


ALONE = Workers()
"""One worker: this process."""


def _on_cluster(
    address: str, count: int | None, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    ray = _connected(address)
    remote = ray.remote(num_cpus=1)(_performed)
    count = count or max(1, int(ray.cluster_resources().get("CPU", 1)))
    under_way: list[Any] = []

    def next_result() -> Any:
        [first], under_way[:] = ray.wait(under_way)
        try:
            return ray.get(first)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None

    try:
        for task in tasks:
            under_way.append(remote.remote(work, task))
            if len(under_way) >= count:
                yield next_result()
        while under_way:
            yield next_result()
    finally:
        for rest in under_way:
            ray.cancel(rest)


def _performed(work: Callable[..., Any], task: tuple[Any, ...]) -> Any:
    """What a worker of a cluster does: Ray takes functions only, and work may be a method."""
    return work(*task)


def _connected(address: str) -> Any:
    """Ray, connected to a cluster once a process."""
    need("cluster")
    import ray

    if not ray.is_initialized():
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = str(error).partition("\n")[0]
            raise CornerwiseError(f"there is no cluster at {address}: {reason}") from None
    return ray
