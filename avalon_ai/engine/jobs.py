"""Many searches at once: a few threads take turns at them, a short slice each, in the order in which they came."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from avalon_ai.engine.answers import moves_json, root_json
from avalon_ai.engine.requests import Id, Request, RequestError, fault, refusal
from avalon_ai.errors import shorten
from avalon_ai.games.base import seat_letter
from avalon_ai.search import Search

SLICE = 0.004  # seconds, about: then it is another search's turn
FIRST_CHUNK = 32  # visits
MOST_CHUNK = 10_000
MOST_HERE = 250  # moves of an answer that is surely below ROOM
ROOM = 1 << 16  # bytes

Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Settings:
    """How much is done at once: threads, searches that take turns at them, and more that wait for a place."""

    threads: int = 1
    active: int = 16
    waiting: int = 256


class Job:
    """One search that was asked for. Only one thread at a time steps it; any may stop it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.stopped = False
        self._search: Search | None = None
        self._chunk = FIRST_CHUNK
        self._reported = 0.0
        self._beliefs: dict[str, Any] = {}

    def stop(self) -> None:
        """End it with the visit under way; one that has not begun makes one visit."""
        self.stopped = True
        if self._search is not None:
            self._search.stop()

    def step(self) -> bool:
        """Search for about one slice; whether more is to be done."""
        began = time.perf_counter()
        if self._search is None:
            self._begin(began)
        assert self._search is not None
        more = self._search.step(self._chunk)
        spent = max(time.perf_counter() - began, 1e-6)
        self._chunk = min(MOST_CHUNK, max(1, int(self._chunk * min(2.0, SLICE / spent))))
        return more

    def _begin(self, now: float) -> None:
        self._search, self._reported = self.request.search(), now
        if self.stopped:
            self._search.stop()
        if self.request.options["beliefs"]:
            self._beliefs = {"beliefs": self.request.game.beliefs(self.request.view)}

    def due(self) -> bool:
        """Whether it is time for a running report; it is taken as sent then."""
        every, now = self.request.options["report_every"], time.perf_counter()
        if every is None or now - self._reported < every:
            return False
        self._reported = now
        return True

    def answer(self, *, final: bool) -> dict[str, Any]:
        """What has been found. Assumes that it has been stepped."""
        assert self._search is not None
        request, report = self.request, self._search.report()
        return {
            "id": request.id,
            "final": final,
            **({"stopped": True} if self.stopped else {}),
            "seat": seat_letter(request.view.seat),
            "root": root_json(report),
            "moves": moves_json(request.game, report, request.options["top"]),
            **self._beliefs,
        }


class Jobs:
    """All searches that were asked for; `tell` is handed what is to be said, `complain` faults of this program."""

    def __init__(self, tell: Tell, complain: Callable[[str], None], settings: Settings) -> None:
        self._tell = tell
        self._complain = complain
        self._settings = settings
        self._jobs: dict[Id, Job] = {}
        self._ready: deque[Job] = deque()  # active ones whose turn it is not
        self._waiting: deque[Job] = deque()
        self._active = 0
        self._telling = 0  # final answers on their way
        self._closed = False
        self._lock = threading.Lock()
        self._work_there = threading.Condition(self._lock)
        self._all_answered = threading.Condition(self._lock)
        self._threads = [
            threading.Thread(target=self._work, name=f"avalon-serve-{number}", daemon=True)
            for number in range(settings.threads)
        ]
        for thread in self._threads:
            thread.start()

    def add(self, request: Request, *, here: bool = False) -> None:
        """Take on a search; with `here`, and if there is no other, this thread makes its first slice.

        Raises RequestError where its id is in use or no place is left.
        """
        with self._lock:
            alone = here and not self._jobs and not self._telling
            if request.id in self._jobs:
                raise RequestError(
                    "duplicate_id", "id", f"id: expected one that is not in use, got {shorten(request.id)}"
                )
            most = self._settings.active + self._settings.waiting
            if self._active >= self._settings.active and len(self._waiting) >= self._settings.waiting:
                raise RequestError("busy", None, f"expected at most {most} searches at once, wait for an answer")
            job = self._jobs[request.id] = Job(request)
            if alone:
                self._active += 1
            else:
                self._waiting.append(job)
                self._admit()
        if alone:
            self._take_turn(job, most=MOST_HERE)

    def stop(self, target: Id | None = None) -> tuple[list[Id], list[Job]]:
        """End one search or all: the ids of those that were under way, and those that no thread is at.

        The latter are to be handed to `finish`, so that no busy thread has to be waited for. Raises RequestError for an
        unknown id.
        """
        with self._lock:
            if target is not None and target not in self._jobs:
                found = shorten(target)
                raise RequestError("unknown_id", "target", f"target: expected the id of a search, got {found}")
            stopped = list(self._jobs) if target is None else [target]
            for number in stopped:
                self._jobs[number].stop()
            idle = [job for job in (*self._ready, *self._waiting) if job.stopped]
            self._active += sum(job.stopped for job in self._waiting)
            self._ready = deque(job for job in self._ready if not job.stopped)
            self._waiting = deque(job for job in self._waiting if not job.stopped)
            return stopped, idle

    def finish(self, stopped: Sequence[Job]) -> None:
        """Answer searches that were stopped, in this thread."""
        for job in stopped:
            self._take_turn(job)

    def ids(self) -> tuple[list[Id], list[Id]]:
        """The searches that take turns, and those that wait."""
        with self._lock:
            waiting = [job.request.id for job in self._waiting]
            return [number for number in self._jobs if number not in waiting], waiting

    def wait(self, seconds: float) -> bool:
        """Wait for all to be answered, so long at most; whether they are."""
        with self._lock:
            return self._all_answered.wait_for(lambda: not self._jobs and not self._telling, seconds)

    def close(self) -> None:
        """Stop everything; nothing is answered any more."""
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                job.stop()
            self._work_there.notify_all()
        for thread in self._threads:
            thread.join(1.0)

    def _admit(self) -> None:
        """Give free places to those that wait."""
        while self._waiting and self._active < self._settings.active:
            self._enter(self._waiting.popleft())

    def _enter(self, job: Job) -> None:
        self._active += 1
        self._ready.append(job)
        self._work_there.notify()

    # --- what each thread does -----------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._take_turn(job)

    def _take_turn(self, job: Job, *, most: int | None = None) -> None:
        """One slice of a search, and what is to be told after it; more than `most` moves are left to another thread."""
        more, said = self._turn(job)
        if most is not None and said is not None and len(said.get("moves", ())) > most:
            more, said = True, None
        if not more:
            self._leave(job)
        if said is not None:
            self._tell(said)
        with self._lock:
            if more:
                (self._ready.appendleft if job.stopped else self._ready.append)(job)
                self._work_there.notify()
            else:
                self._telling -= 1
                self._all_answered.notify_all()

    def _next(self) -> Job | None:
        with self._lock:
            self._work_there.wait_for(lambda: self._ready or self._closed)
            return None if self._closed else self._ready.popleft()

    def _turn(self, job: Job) -> tuple[bool, dict[str, Any] | None]:
        """One slice of a search: whether more is to be done, and what is to be told."""
        try:
            more = job.step()
            return more, job.answer(final=not more) if not more or job.due() else None
        except Exception as error:
            self._complain(f"search {shorten(job.request.id)}: {type(error).__name__}: {error}")
            return False, refusal(job.request.id, fault(error))

    def _leave(self, job: Job) -> None:
        """Its id and its place are free before its last answer is read."""
        with self._lock:
            del self._jobs[job.request.id]
            self._active -= 1
            self._telling += 1
            self._admit()
