"""The engine at the other end of a pipe: lines in, lines out, until the client is gone."""

from __future__ import annotations

import fcntl
import os
import select
import termios
import threading
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from avalon_ai import games
from avalon_ai.engine.histories import Histories
from avalon_ai.engine.jobs import ROOM, Jobs, Settings
from avalon_ai.engine.requests import RequestError, fault, id_of, refusal, request_of
from avalon_ai.errors import LineError, shorten
from avalon_ai.json_lines import Lines, encode, parse

PROTOCOL = 1
NAME = "avalon-bot"
ACTIONS = ("search", "stop", "status", "quit")
READ = 1 << 16
INT = 4  # bytes of a C int
LOOK = 0.02  # seconds between two looks whether anybody still reads
PATIENCE = 5.0  # seconds for who has closed its end and does not read the last answers


class Server:
    """Takes lines in one thread and tells answers, each a whole line, from any thread, one at a time."""

    def __init__(
        self,
        write: Callable[[bytes], object],
        settings: Settings | None = None,
        complain: Callable[[str], None] = lambda _: None,
        waits: Callable[[], bool] = lambda: True,
    ) -> None:
        """`write` is handed whole lines, and `waits` says whether it might have to wait for the client.

        `complain` hears of faults of this program.
        """
        chosen = settings or Settings()
        self._write = write
        self._complain = complain
        self._waits = waits
        self._writing = threading.Lock()
        self.gone = False  # nobody reads any more
        self.quitting = False
        self._histories = Histories()
        self.jobs = Jobs(self.tell, complain, chosen)

    def greet(self) -> None:
        """The first line."""
        self.tell({"protocol": PROTOCOL, "name": NAME, "version": _version(), "games": games.names()})

    def tell(self, said: dict[str, Any]) -> None:
        """Write one line; when nobody reads it, everything ends."""
        if self.gone:
            return
        data = encode(said)
        try:
            with self._writing:
                self._write(data)
        except OSError:
            self.gone = True
            self.jobs.stop()

    def take(self, raw: bytes) -> None:
        """Do what a line says, or tell why not."""
        number = None
        try:
            said = _object(raw)
            number = id_of(said)
            self._act(said)
        except RequestError as error:
            self.tell(refusal(number, error))
        except Exception as error:
            self._complain(f"request {shorten(number)}: {type(error).__name__}: {error}")
            self.tell(refusal(number, fault(error)))

    def _act(self, said: dict[str, Any]) -> None:
        action = said.get("action")
        if action in (None, "search"):
            self.jobs.add(request_of(said, self._histories), here=not self._waits())
        elif action == "stop":
            target = None if said.get("target") is None else id_of(said, "target")
            stopped, idle = self.jobs.stop(target)
            self.tell({"id": said["id"], "action": "stop", "stopped": stopped})
            self.jobs.finish(idle)
        elif action == "status":
            active, waiting = self.jobs.ids()
            self.tell({"id": said["id"], "action": "status", "active": active, "waiting": waiting})
        elif action == "quit":
            self.quitting = True
        else:
            expected = ", ".join(ACTIONS)
            raise RequestError("invalid", "action", f"action: expected one of {expected}, got {shorten(action)}")


def _version() -> str:
    try:
        return version(NAME)
    except PackageNotFoundError:
        return "not installed"


def _object(raw: bytes) -> dict[str, Any]:
    try:
        return parse(raw)
    except LineError as error:
        raise RequestError("malformed", None, str(error)) from error


def serve(
    read_from: int,
    write_to: int,
    settings: Settings,
    *,
    grace: float,
    complain: Callable[[str], None] = lambda _: None,
) -> bool:
    """Serve the client at two file descriptors until it is gone; whether all was answered.

    After the end of its requests those at hand may take `grace` seconds more, then they are stopped and answered. When
    nobody reads the answers everything ends at once.
    """
    server = Server(lambda data: write_all(write_to, data), settings, complain, lambda: waits(write_to))
    try:
        server.greet()
        if _take_all(server, read_from, write_to):
            _finish(server, write_to, 0.0 if server.quitting else grace)
    finally:
        server.jobs.close()
    return not server.gone


def waits(file: int) -> bool:
    """Whether ROOM bytes might not find room at once: no more is known of anything but a pipe that has been emptied."""
    try:
        if fcntl.fcntl(file, fcntl.F_GETPIPE_SZ) < ROOM:
            return True
        return any(fcntl.ioctl(file, termios.FIONREAD, bytes(INT)))
    except (OSError, AttributeError):  # no pipe, or a system that does not tell
        return True


def write_all(file: int, data: bytes) -> None:
    """Write everything. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


def _take_all(server: Server, read_from: int, write_to: int) -> bool:
    """Take lines to their end; False if nobody reads the answers any more."""
    poll, lines = select.poll(), Lines()
    poll.register(read_from, select.POLLIN)
    poll.register(write_to, 0)
    while not server.quitting:
        found = dict(poll.poll())
        if server.gone or found.get(write_to):
            server.gone = True
            return False
        data = os.read(read_from, READ) if read_from in found else b""
        ended = lines.feed(data) if data else [rest for rest in [lines.rest()] if rest]
        for raw in ended:
            if not server.quitting:
                server.take(raw)
        if not data:
            break
    return True


def _finish(server: Server, write_to: int, grace: float) -> None:
    """Wait for the last answers; after `grace` seconds stop the searches."""
    poll = select.poll()
    poll.register(write_to, 0)
    end = time.monotonic() + grace
    stopped = False
    while not server.gone and not server.jobs.wait(LOOK):
        server.gone = server.gone or bool(poll.poll(0))
        late = time.monotonic() - end
        if late >= 0 and not stopped:
            _, idle = server.jobs.stop()
            # In a thread of its own, for it may not get rid of them.
            threading.Thread(target=server.jobs.finish, args=(idle,), name="avalon-serve-last", daemon=True).start()
            stopped = True
        server.gone = server.gone or late > PATIENCE
