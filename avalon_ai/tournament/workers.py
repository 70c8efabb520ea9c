"""Who plays: any executor of `concurrent.futures`, by default processes of this machine, one core each.

A worker that dies takes nothing with it: its tasks are played again, by fresh workers where the old ones are gone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import Any

from avalon_ai.errors import AvalonError
from avalon_ai.tournament import tasks
from avalon_ai.tournament.tasks import Finished, Task

ATTEMPTS = 5

Open = Callable[[], Executor]
Lost = tuple[type[BaseException], ...]
LOST: Lost = (BrokenExecutor,)
Check = Callable[[], None]
CHECK_SECONDS = 2.0


def no_check() -> None:
    """Nothing to look after."""


class WorkerError(AvalonError, RuntimeError):
    """Workers die again and again over the same games."""


class Workers:
    """Gives tasks to an executor and takes back what is finished, in any order.

    `lost` are the exceptions that mean a worker died, not that its task is wrong; `check` is called now and then while
    nothing comes back, and raises when nothing will.
    """

    def __init__(self, open_executor: Open, *, lost: Lost = LOST, check: Check = no_check) -> None:
        self._open = open_executor
        self._lost = lost
        self._check = check
        self._executor: Executor | None = None
        self._running: dict[Future[list[Finished]], tuple[Task, int]] = {}

    def __len__(self) -> int:
        return len(self._running)

    def submit(self, task: Task, attempt: int = 1) -> None:
        """Have a task played. An interrupt waits: a worker that is half started would not hear of the end."""
        with unbroken():
            if self._executor is None:
                self._executor = self._open()
            try:
                future = self._executor.submit(tasks.play, task)
            except BrokenExecutor:
                self._executor.shutdown(wait=False)
                self._executor = self._open()
                future = self._executor.submit(tasks.play, task)
            self._running[future] = (task, attempt)

    def finished(self) -> list[Finished]:
        """Wait until some task is done and give what was played. Raises WorkerError."""
        done = self._wait()
        found: list[Finished] = []
        again: list[tuple[Task, int]] = []
        for future in done:
            task, attempt = self._running.pop(future)
            try:
                found += future.result()
            except self._lost as error:
                again.append((task, _next_attempt(task, attempt, error)))
        for task, attempt in again:
            self.submit(task, attempt)
        return found

    def _wait(self) -> set[Future[list[Finished]]]:
        """Those that are done, one at least. Raises WorkerError when nothing will come back."""
        while True:
            done, _ = wait(self._running, CHECK_SECONDS, FIRST_COMPLETED)
            if done:
                return done
            try:
                self._check()
            except WorkerError:
                self._running.clear()
                self._executor = None  # who cannot be reached is not asked to stop
                raise

    def close(self) -> None:
        """Let the workers go; what they still play is given up."""
        for future in self._running:
            future.cancel()
        self._running.clear()
        if self._executor is not None:
            self._executor.shutdown(wait=False)


def _next_attempt(task: Task, attempt: int, error: BaseException) -> int:
    if attempt < ATTEMPTS:
        return attempt + 1
    numbers = [group.number for group in task.groups]
    names = " ".join(dict.fromkeys(task.settings.names[bot] for group in task.groups for bot in group.players))
    raise WorkerError(
        f"a worker died {ATTEMPTS} times while group {numbers[0]} to {numbers[-1]} was to be played ({names}): "
        f"{type(error).__name__}"
    ) from error


@contextmanager
def unbroken() -> Iterator[None]:
    """An interrupt (Ctrl-C) waits until this is done, where this thread is the one that hears it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


# --- processes of this machine -------------------------------------------------------------------


class Processes:
    """Opens pools of processes, and ends those that still run when they are no longer wanted."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._context = _context()
        self._pools: list[ProcessPoolExecutor] = []

    def open(self) -> Executor:
        """A fresh pool."""
        pool = ProcessPoolExecutor(self._count, mp_context=self._context, initializer=prepare)
        self._pools.append(pool)
        return pool

    def end(self) -> None:
        """End the workers at once, whatever they play."""
        for process in self._context.started:
            if process.is_alive():
                process.terminate()
        for pool in self._pools:
            pool.shutdown(wait=True, cancel_futures=True)


def _context() -> Any:
    """How workers start: from a clean server process where there is one. Notes which it started."""
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    kind: Any = type(multiprocessing.get_context(method))

    class Noting(kind):  # type: ignore[misc]
        started: Sequence[Any] = ()

        def Process(self, *args: Any, **more: Any) -> Any:  # noqa: N802 - the name of the base class
            process = kind.Process(*args, **more)
            self.started = [*self.started, process]
            return process

    context: BaseContext = Noting()
    return context


def prepare() -> None:
    """What a worker does first: leave Ctrl-C to the main process, use one core, and end when the main process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
