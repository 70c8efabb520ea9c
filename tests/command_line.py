"""The command, called in this process."""

from __future__ import annotations

import pytest

from avalon_bot.main import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *args: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of the command."""
    capsys.readouterr()
    code = main(args)
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return code, told.out, told.err
