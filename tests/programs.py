"""Programs as bots under test: specs of those that come with the tests and the examples, and what is left running."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ODD = ROOT / "tests" / "odd_bot.py"
EXAMPLES = ROOT / "examples" / "bots"
LIMIT = 0.3  # seconds for what never comes
PATIENCE = 20.0  # seconds within which what is to happen happens, however slow the machine


def odd(mode: str, *files: Path, **options: float | str) -> str:
    """The spec of the odd bot in a mode."""
    said = "".join(f"{name}={value}," for name, value in options.items())
    return f"cmd:{said}{shlex.join([sys.executable, str(ODD), mode, *map(str, files)])}"


def command_of(spec: str) -> str:
    """The command of a spec without options."""
    return spec.partition(":")[2]


def example(name: str, folder: Path) -> str:
    """The command of an example; one in C is compiled into the folder. Skips where what runs it is not there."""
    source = EXAMPLES / name
    tools = {".py": sys.executable, ".js": "node", ".c": "cc"}
    tool = shutil.which(tools[source.suffix])
    if tool is None:
        pytest.skip(f"{name} needs {tools[source.suffix]}, which is not installed here")
    if source.suffix != ".c":
        return shlex.join([tool, str(source)])
    built = folder / source.stem
    if not built.exists():
        subprocess.run([tool, "-Wall", "-Wextra", "-Werror", "-O1", "-o", str(built), str(source)], check=True)
    return shlex.quote(str(built))


def pids(file: Path) -> list[int]:
    """The numbers of processes that a bot noted."""
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def gone(numbers: Iterable[int]) -> bool:
    """Whether all these processes end soon; what only waits to be collected has ended."""
    end = time.monotonic() + PATIENCE
    while any(map(_runs, numbers)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _runs(number: int) -> bool:
    if Path("/proc/self/stat").exists():
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].strip()
        except OSError:
            return False
    else:
        said = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False)
        state = said.stdout.strip()
    return state[:1] not in ("", "Z")
