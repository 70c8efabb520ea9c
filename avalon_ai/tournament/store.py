"""The folder of a tournament: settings, results as they come in, records, and a summary.

`settings.json` says what is played; `results.jsonl` gets a line for each finished group, in order, which is on the disk
before the next one counts; `records/` holds each game; `summary.json` is replaced in one step. Killed at any moment,
the folder says which groups are finished: a last line that was cut is dropped.

Records go to the disk in the system's own time and are waited for at the end alone. Until then a group whose records
are not whole, as a power cut may leave them, is played again with all that follow.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from avalon_ai import files
from avalon_ai.errors import OptionError, RecordError, StorageError, shorten
from avalon_ai.json_lines import dumps
from avalon_ai.record import Writer
from avalon_ai.results import Played
from avalon_ai.tournament.schedule import Group
from avalon_ai.tournament.settings import Settings, differences
from avalon_ai.tournament.tasks import Finished, record_name

fcntl: Any
try:
    import fcntl
except ImportError:  # no locks on Windows
    fcntl = None

VERSION = 1
MODE = 0o644
SETTINGS, RESULTS, SUMMARY, RECORDS, LOCK = "settings.json", "results.jsonl", "summary.json", "records", "lock"


class Store:
    """The state of one tournament on disk; one process at a time may hold it."""

    def __init__(self, folder: str | os.PathLike[str], settings: Settings) -> None:
        """Open a folder, a new one or that of the same tournament before.

        Raises OptionError for other settings than before, StorageError for a folder that cannot be used, RecordError
        for a file of results that cannot be.
        """
        self.folder = Path(folder)
        self._settings = settings
        self._results: Writer | None = None
        self._lock = -1
        self._place = os.fspath(self.folder)
        self._records = os.path.join(self._place, RECORDS)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._check_empty()
            self._lock = _lock(self.folder / LOCK)
            self._agree()
            os.makedirs(self._records, exist_ok=True)
            self._clear()
        except OSError as error:
            self.close()
            raise files.failed(error.filename or self.folder, error) from error
        except BaseException:
            self.close()
            raise

    def _check_empty(self) -> None:
        """A new tournament begins in a folder of its own. Raises StorageError."""
        names = sorted(os.listdir(self.folder))
        others = [name for name in names if name != LOCK and not name.endswith(files.PART)]
        if others and SETTINGS not in names:
            raise StorageError(
                f"{self.folder}: expected an empty folder or that of a tournament, found {shorten(others[0])}"
            )

    def _clear(self) -> None:
        """Take away what a run that was killed left half written."""
        for name in os.listdir(self.folder):
            if name.endswith(files.PART):
                (self.folder / name).unlink()

    def _agree(self) -> None:
        """Write the settings, or compare them with those of before."""
        path = self.folder / SETTINGS
        said = {"tournament": VERSION, **self._settings.as_json()}
        if not path.exists():
            _put(path, json.dumps(said, ensure_ascii=False, indent=2))
            return
        before = _read_settings(path)
        found = differences(before, json.loads(json.dumps(said)))
        if found:
            raise OptionError(f"{path}: other settings than before: {'; '.join(found)}")

    def finished(self, seats: int) -> Iterator[tuple[int, list[Any]]]:
        """Each finished group as it stands in the file: the number of its line and its games.

        Drops a last line that was cut, then opens the file for more. Raises RecordError and StorageError.
        """
        path = self.folder / RESULTS
        try:
            whole = _whole_lines(path)
            ended = _ended(self.folder / SUMMARY)
            with open(path, "r+b") as file:
                for number in range(1, whole + 1):
                    start = file.tell()
                    games, sizes = _group_line(str(path), number, file.readline(), seats)
                    if not ended and not self._has_records(number - 1, sizes):
                        file.seek(start)
                        break
                    yield number, games
                _end_here(file)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise files.failed(path, error) from error
        self._results = Writer(path, mode=MODE, append=True)
        files.sync(self.folder)

    def _has_records(self, group: int, sizes: Sequence[int]) -> bool:
        """Whether the records of a group are on the disk and whole."""
        files = (self.folder / record_name(group, number) for number in range(len(sizes)))
        return all(file.exists() and file.stat().st_size == size for file, size in zip(files, sizes, strict=True))

    def add(self, finished: Sequence[Finished]) -> None:
        """Keep finished groups: records first, then their lines, on disk at the end. Raises StorageError."""
        assert self._results is not None
        lines = []
        for group in finished:
            sizes = [self._keep(group.group.number, number, text) for number, text in enumerate(group.records)]
            lines.append(group.as_json() | {"bytes": sizes})
        self._results.write(*lines)
        self._results.sync()

    def _keep(self, group: int, number: int, text: str) -> int:
        """Write a record, and give its size."""
        data = text.encode()
        files.write(os.path.join(self._place, record_name(group, number)), data, mode=MODE)
        return len(data)

    def summarize(self, said: Mapping[str, Any]) -> None:
        """Put a summary in place of the one before. Raises StorageError."""
        _put(self.folder / SUMMARY, dumps(said))

    def end(self, said: Mapping[str, Any]) -> None:
        """Have all records on the disk, and say in the summary that the tournament is complete. Raises StorageError."""
        if sys.platform == "linux":
            os.sync()  # far less work than asking for each of many files; elsewhere it may come back too early
        else:
            for name in os.listdir(self._records):
                files.sync(os.path.join(self._records, name))
            files.sync(self._records)
        self.summarize(said)

    def close(self) -> None:
        """Let the folder go."""
        if self._results is not None:
            self._results.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# --- reading -------------------------------------------------------------------------------------


def _read_settings(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise StorageError(f"{path}: expected the settings of a tournament as JSON, found something else") from error
    if not isinstance(said, dict) or said.get("tournament") != VERSION:
        raise StorageError(f'{path}: expected the settings of a tournament, "tournament": {VERSION}')
    return said


def _whole_lines(path: Path) -> int:
    """How many lines have their end."""
    with open(path, "rb") as file:
        return sum(line.endswith(b"\n") for line in file)


def _end_here(file: BinaryIO) -> None:
    """Drop what follows."""
    here = file.tell()
    if file.seek(0, os.SEEK_END) != here:
        file.truncate(here)
        os.fsync(file.fileno())


def _ended(path: Path) -> bool:
    """Whether the summary says that the tournament is complete."""
    try:
        return bool(json.loads(path.read_bytes())["complete"])
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return False


def _group_line(name: str, number: int, raw: bytes, seats: int) -> tuple[list[Any], list[int]]:
    """The games on a line of results, and the sizes of their records. Raises RecordError."""
    try:
        said = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError(name, number, "a group of games as JSON", shorten(raw.decode("utf-8", "replace"))) from error
    games, sizes = (said.get("games"), said.get("bytes")) if isinstance(said, dict) else (None, None)
    fits = isinstance(games, list) and len(games) == seats and said.get("group") == number - 1
    if not fits or not isinstance(games, list) or not isinstance(sizes, list):
        raise RecordError(name, number, f'"group": {number - 1} with {seats} games', shorten(raw.decode().strip()))
    return games, sizes


def read_games(name: str, line: int, group: Group, said: Sequence[Any], names: Sequence[str]) -> Finished:
    """A group from its line, checked against the one the schedule has there. Raises RecordError."""
    games, faults = [], {}
    for number, game in enumerate(said):
        expected = [names[bot] for bot in group.seated(number)]
        if not isinstance(game, dict) or game.get("bots") != expected:
            found = game.get("bots") if isinstance(game, dict) else game
            raise RecordError(name, line, f"game {number} of {', '.join(expected)}", shorten(found))
        games.append(_read_game(name, line, group.number, number, game))
        if "fault" in game:
            faults[number] = str(game["fault"])
    return Finished(group, tuple(games), faults)


def _read_game(name: str, line: int, group: int, number: int, said: Mapping[str, Any]) -> Played:
    try:
        size = len(said["bots"])
        results, sides = tuple(float(value) for value in said["results"]), tuple(map(str, said["sides"]))
        loser = said.get("loser")
        if len(results) != size or len(sides) != size or not all(0 <= value <= 1 for value in results):
            raise ValueError("a result for each seat")
        if loser is not None and loser not in range(size):
            raise ValueError("a seat")
        return Played(
            group,
            number,
            tuple(said["bots"]),
            sides,
            results,
            str(said["reason"]),
            loser,
            int(said["events"]),
            float(said["seconds"]),
            said.get("record"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(name, line, f"game {number} with sides, results, reason", shorten(dumps(said))) from error


# --- writing -------------------------------------------------------------------------------------


def _put(path: Path, text: str) -> None:
    """Put a line in place of a file, on the disk too. Raises StorageError, with the file as it was."""
    files.replace(path, text.encode() + b"\n", mode=MODE, lasting=True)


def _lock(path: Path) -> int:
    """Hold the folder until this process ends. Raises StorageError."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), MODE)
    if fcntl is None:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(file)
        raise StorageError(f"{path.parent}: another run of this tournament is going on") from error
    return file
