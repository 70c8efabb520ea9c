"""Workers of a Dask cluster that runs already. Needs the extra `dask`."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from avalon_ai.errors import OptionError, shorten
from avalon_ai.tournament.workers import Check, Lost, Open, WorkerError

CONNECT_SECONDS = 10
ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://[^/\s]+:\d+")


@dataclass(frozen=True)
class Cluster:
    """What `play` needs of a cluster: its `executor`, the number of `workers`, and how it tells of deaths."""

    executor: Open
    workers: int
    lost: Lost
    check: Check

    def as_arguments(self) -> dict[str, Any]:
        """The arguments of `play`."""
        return vars(self)


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler listens at `address`, as in `tcp://host:8786`. Raises OptionError and WorkerError."""
    if not ADDRESS.fullmatch(address):
        raise OptionError(f"scheduler: expected an address as in tcp://host:8786, got {shorten(address)}")
    client, killed = _client(address)
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise WorkerError(f"{address}: expected a scheduler with workers, found none: dask worker {address}")
        lost: Lost = (BrokenExecutor, CancelledError, asyncio.CancelledError, killed)
        yield Cluster(lambda: client.get_executor(pure=False), threads, lost, lambda: _check(client, address))
    finally:
        client.close()


def _check(client: Any, address: str) -> None:
    if client.status == "closed":
        raise WorkerError(f"{address}: the scheduler is gone")


def _client(address: str) -> tuple[Any, type[BaseException]]:
    """A client, and the exception by which Dask tells of a task over which workers died too often."""
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise WorkerError("a Dask cluster needs the package distributed: pip install '.[dask]'") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told by this program
    try:
        connect_to: Any = Client
        return connect_to(address, timeout=CONNECT_SECONDS, set_as_default=False), KilledWorker
    except (OSError, ValueError, asyncio.TimeoutError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise WorkerError(f"{address}: expected the address of a Dask scheduler: {reason}") from error
