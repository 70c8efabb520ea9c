"""Tournaments on a Dask cluster of separate processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from avalon_ai.errors import OptionError
from avalon_ai.tournament import cluster
from command_line import Capture, run

pytest.importorskip("distributed")

DUEL = ("tournament", "duel", "random", "greedy", "ismcts:visits=10", "--rounds", "8", "--seed", "5", "--json")


def dask(part: str, *args: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *args, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers; the worker without nanny can be killed for good."""
    port = str(free_port())
    address = f"tcp://127.0.0.1:{port}"
    started = [dask("scheduler", "--host", "127.0.0.1", "--port", port)]
    started += [dask("worker", address, "--nthreads", "1", "--no-nanny", "--name", name) for name in ("one", "two")]
    try:
        from distributed import Client

        client_of = Client
        with client_of(address, timeout=30, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=30)
        yield address
    finally:
        for process in started:
            process.kill()
            process.wait()


def timeless(out: str) -> dict[str, object]:
    return {key: value for key, value in json.loads(out).items() if key != "seconds"}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_cluster_with_a_killed_worker_tells_what_this_machine_tells(
    scheduler: str, tmp_path: Path, capsys: Capture
) -> None:
    command = [sys.executable, "-m", "avalon_bot", *DUEL, "--scheduler", scheduler, "--out", str(tmp_path / "t")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as running:
        results = tmp_path / "t" / "results.jsonl"
        while running.poll() is None and not (results.exists() and results.stat().st_size):
            time.sleep(0.01)
        os.kill(worker(scheduler), signal.SIGKILL)
        out, _ = running.communicate()
    assert running.returncode == 0
    assert timeless(out.decode()) == timeless(run(capsys, *DUEL, "--workers", "1")[1])
    assert len(results.read_text().splitlines()) == 24


def worker(scheduler: str) -> int:
    """The process of one of the workers."""
    from distributed import Client

    client_of = Client
    with client_of(scheduler, timeout=30, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        found: dict[str, int] = client.run(os.getpid)
    return next(iter(found.values()))


@pytest.mark.parametrize("address", ["", "host", "tcp://host", "file:///etc/passwd:1"])
def test_address_that_is_none_is_refused_at_once(address: str) -> None:
    with pytest.raises(OptionError, match="expected an address as in tcp://host:8786"), cluster.connect(address):
        pass
