"""Files that are whole or not there: written beside their place, and put there in one step."""

from __future__ import annotations

import os
from typing import Union

from avalon_ai.errors import StorageError

PART = ".part"
MODE = 0o666  # less what the user's mask takes away

Name = Union[str, "os.PathLike[str]"]


def replace(path: Name, data: bytes, *, mode: int = MODE, lasting: bool = False) -> None:
    """Put bytes in place of a file in one step; with `lasting` they are on the disk when this returns.

    A link stays one, and what it names is replaced. What is no file, a pipe or a device, is written to and stays what
    it is. Raises StorageError, with a file as it was.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            _write(os.open(path, os.O_WRONLY), data)
        else:
            _replace(os.path.realpath(path), data, mode, lasting)
    except OSError as error:
        raise failed(path, error) from error


def _replace(target: str, data: bytes, mode: int, lasting: bool) -> None:
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name}.{os.getpid()}{PART}")
    _make(beside, data, mode)
    try:
        if lasting:
            _sync(beside)
        os.replace(beside, target)
    except OSError:
        os.unlink(beside)
        raise
    if lasting:
        _sync(folder)


def write(path: Name, data: bytes, *, mode: int = MODE) -> None:
    """Make a file with these bytes and no others. Raises StorageError, and leaves no half of it."""
    try:
        _make(path, data, mode)
    except OSError as error:
        raise failed(path, error) from error


def sync(path: Name) -> None:
    """Have a file on the disk, or the names in a folder, where the system can. Raises StorageError."""
    try:
        _sync(path)
    except OSError as error:
        raise failed(path, error) from error


def failed(path: Name, error: OSError) -> StorageError:
    """What is told of a file that cannot be used: its name, and why."""
    if isinstance(error, StorageError):
        return error
    return StorageError(f"{os.fspath(path)}: {error.strerror or error}")


def _make(path: Name, data: bytes, mode: int) -> None:
    place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), mode)
    try:
        _write(place, data)
    except OSError:
        os.unlink(path)
        raise


def _write(place: int, data: bytes) -> None:
    """Write everything to an open file, and close it."""
    try:
        written = os.write(place, data)
        while written < len(data):
            written += os.write(place, data[written:])
    finally:
        os.close(place)


def _sync(path: Name) -> None:
    try:
        place = os.open(path, os.O_RDONLY)
    except OSError:
        return  # Windows opens no folders, and a file may have been taken away
    try:
        os.fsync(place)
    finally:
        os.close(place)
