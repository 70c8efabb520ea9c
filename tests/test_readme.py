"""The README's examples run, its commands exist, and it tells no one to install by a name that is not ours."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = sorted(set(re.findall(r"`avalon-bot ([a-z-]+)", README)))
PAGES = re.findall(r"\]\((?!https?:)([^)#]+)", README)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_python_block_runs(block: str) -> None:
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_command_exists(command: str) -> None:
    start = [sys.executable, "-m", "avalon_bot", command, "--help"]
    done = subprocess.run(start, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES)
def test_linked_page_exists(page: str) -> None:
    assert (ROOT / page).exists()


def test_every_install_is_from_the_checkout() -> None:
    installs = re.findall(r"(?:pip|pipx|uv tool) install ([^`\n]+)", README)
    assert installs
    assert all("." in install.split()[-1].strip("'")[:1] for install in installs)
