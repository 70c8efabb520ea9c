"""Where a game in progress is kept: a record that grows with every event, for its owner's eyes only."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from avalon_ai.errors import StorageError
from avalon_ai.folders import state_folder
from avalon_ai.record import Record, Writer, save, save_lines

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


def new_path(game: str) -> Path:
    """Make an empty private file for a new game. Raises StorageError."""
    folder = state_folder()
    stamp = time.strftime("%Y%m%d-%H%M%S")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        for number in range(1, 1000):
            path = folder / (f"{game}-{stamp}.avr" if number == 1 else f"{game}-{stamp}-{number}.avr")
            if _made(path):
                return path
    except OSError as error:
        raise StorageError(f"{folder}: {error.strerror or error}") from error
    raise StorageError(f"{folder}: too many games of this second")


def _made(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    except FileExistsError:
        return False
    return True


def copy_to(lines: Iterable[Mapping[str, Any]], path: Path, *, own: set[Path]) -> None:
    """Write lines to a file that does not exist yet, or that is one of `own`. Raises StorageError."""
    target = path.expanduser()
    if target not in own:
        try:
            made = _made(target)
        except OSError as error:
            raise StorageError(f"{target}: {error.strerror or error}") from error
        if not made:
            raise StorageError(f"{target} exists; a file of another name was expected")
        own.add(target)
    save_lines(lines, target, mode=PRIVATE_FILE)


class Journal:
    """The file of the game in progress."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writer: Writer | None = None

    def begin(self, record: Record) -> Writer:
        """Put the record so far into the file, in one step, and go on from there. Raises StorageError."""
        self.close()
        save(record, self.path, mode=PRIVATE_FILE)
        self.writer = Writer(self.path, append=True)
        return self.writer

    def close(self) -> None:
        """Close the file."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None
