"""Files that are put in place in one step: what was there stays until then, and what is no file stays what it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from avalon_ai import files
from avalon_ai.errors import StorageError

FULL = Path("/dev/full")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("lasting", [False, True])
def test_file_is_replaced_with_its_mode_and_nothing_is_left_beside_it(tmp_path: Path, lasting: bool) -> None:
    target = tmp_path / "x"
    target.write_bytes(b"before, and longer than after")
    files.replace(target, b"after", mode=0o600, lasting=lasting)
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"after", 0o600)
    assert names(tmp_path) == ["x"]


def test_link_stays_and_what_it_names_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/x")
    for text in (b"first", b"second"):
        files.replace(tmp_path / "link", text)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "folder" / "x").read_bytes() == text
    assert names(tmp_path / "folder") == ["x"]


def test_folder_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(StorageError, match="x: Is a directory"):
        files.replace(tmp_path / "x", b"text")
    with pytest.raises(StorageError, match="x: Is a directory"):
        files.write(tmp_path / "x", b"text")
    assert names(tmp_path) == ["x"]


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_full_device_is_told_and_stays() -> None:
    with pytest.raises(StorageError, match=r"^/dev/full: No space left on device$"):
        files.replace(FULL, b"text")
    assert FULL.exists()


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_what_was_there_stays_when_the_disk_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    target = tmp_path / "x"
    target.write_bytes(b"before")
    monkeypatch.setattr(os, call, fail)
    with pytest.raises(StorageError, match="x: No space left on device"):
        files.replace(target, b"after", lasting=True)
    monkeypatch.undo()
    assert target.read_bytes() == b"before"
    assert names(tmp_path) == ["x"]


def test_no_half_of_a_new_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Callable[[int, bytes], int] = os.write
    asked: list[int] = []

    def write(place: int, data: bytes) -> int:
        asked.append(len(data))
        if len(asked) == 3:
            raise OSError(28, "No space left on device")
        return honest(place, data[:2])

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(StorageError, match="x: No space left on device"):
        files.write(tmp_path / "x", b"123456")
    assert asked == [6, 4, 2]
    assert names(tmp_path) == []
    files.write(tmp_path / "x", b"123456")
    assert (tmp_path / "x").read_bytes() == b"123456"


def test_what_may_not_be_opened_is_not_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    target = tmp_path / "x"
    target.write_bytes(b"before")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(StorageError, match="x: Permission denied"):
        files.write(target, b"after")
    monkeypatch.undo()
    assert target.read_bytes() == b"before"


def test_missing_folder_is_told_by_the_name_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no/x: No such file or directory"):
        files.replace(tmp_path / "no" / "x", b"text")
