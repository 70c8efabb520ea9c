"""`tournament --report`: the page holds what the command tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run

Capture = pytest.CaptureFixture[str]


def test_page_is_written_at_the_end(tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "t.html"
    bots = ("greedy", "greedy:weights=hand")
    code, out, err = run(
        capsys, "tournament", "duel", *bots, "--rounds", "60", "--sprt", "0,80", "--workers", "1", "--report", str(page)
    )
    assert (code, err) == (0, "")
    text = page.read_text("utf-8")
    assert "accepted after" in out
    assert "H1 accepted: 80 points" in text
    assert all(bot in text for bot in bots)


def test_page_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    command = ("tournament", "duel", "random", "greedy", "--rounds", "1", "--workers", "1")
    code, _, err = run(capsys, *command, "--report", str(tmp_path))
    assert code == 1
    assert len(err.strip().splitlines()) == 1
