"""Runs many pieces of work in order: in this process, in several, or on a cluster, with the same code."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any, Final, TypeVar

from kibic.bots.work import stay_with_parent
from kibic.game import KibicError

Order = TypeVar("Order")
Result = TypeVar("Result")

#: Pieces waiting for each process, so that none is idle and little is lost when the run is stopped.
_AHEAD: Final = 4
#: Pieces sent ahead to a cluster, whose size may change.
_CLUSTER_AHEAD: Final = 512


def in_order(
    work: Callable[[Order], Result], orders: Iterable[Order], executor: Executor | None, ahead: int
) -> Generator[Result, None, None]:
    """The results of ``work`` on each order, in their order; ``ahead`` of them are asked for before they are needed.

    Without an executor each is done when it is needed. When the caller stops early, what has not begun is cancelled.
    """
    if executor is None:
        yield from map(work, orders)
        return
    coming = iter(orders)
    waiting: deque[Future[Result]] = deque(executor.submit(work, order) for order in islice(coming, ahead))
    try:
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(executor.submit(work, order) for order in islice(coming, 1))
            yield result
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[tuple[Executor | None, int]]:
    """An executor with how far to send work ahead: ``jobs`` local processes (None for one), or the cluster.

    ``cluster`` is the address of a Dask scheduler. Raises :class:`KibicError` when it cannot be reached.
    """
    if cluster is not None:
        with _dask(cluster) as executor:
            yield executor, _CLUSTER_AHEAD
    elif jobs <= 1:
        yield None, 1
    else:
        # Fresh processes, not forks: the progress bar runs a thread, and a fork in the middle of one can hang.
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), stay_with_parent) as executor:
            try:
                yield executor, _AHEAD * jobs
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                raise


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        connect: Any = import_module("distributed").Client
    except ModuleNotFoundError as error:
        raise KibicError("a Dask cluster needs the package distributed: install kibic[cluster]") from error
    try:
        client: Any = connect(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise KibicError(f"no Dask scheduler answers at {address!r}: {error}") from error
    try:
        # Chance is seeded, so a piece of work may be done again elsewhere.
        executor: Executor = client.get_executor(pure=False, retries=2)
        yield executor
    finally:
        client.close()
