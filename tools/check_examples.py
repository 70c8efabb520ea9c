"""Checks the examples as a stranger has them: outside the checkout, against an installed wheel, with mypy --strict.

    python tools/check_examples.py

Builds the wheel (without network, by this Python's own setuptools and Cython), installs it in a virtual environment of
its own, copies examples/ elsewhere, checks the types there and runs the program that embeds a bot.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("numpy",)  # of what this Python has, what the wheel needs


def run(*arguments: str | Path, folder: Path) -> str:
    """What a program tells; its failure ends this one."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "MYPYPATH", "AVALON_BUILD")}
    done = subprocess.run([*map(str, arguments)], cwd=folder, env=kept, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def installed(folder: Path) -> Path:
    """The Python of an environment that has the wheel and, from this environment, what it needs."""
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT, folder=folder)
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder).strip()
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--target", target, wheel, folder=folder)
    for name in NEEDED:
        for found in Path(sysconfig.get_path("purelib")).glob(f"{name}*"):
            (Path(target) / found.name).symlink_to(found)
    return python


def main() -> None:
    """Check everything; the exit code is that of the first check that fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = installed(folder)
        shutil.copytree(ROOT / "examples", folder / "examples")
        examples = sorted(path.relative_to(folder) for path in folder.glob("examples/**/*.py"))
        place = run(python, "-c", "import avalon_ai; print(avalon_ai.__file__)", folder=folder).strip()
        print(f"against {Path(place).relative_to(folder.resolve())}: {', '.join(map(str, examples))}")
        check: list[str | Path] = [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--python-executable",
            python,
        ]
        for example in examples:
            print(f"{example}: {run(*check, example, folder=folder).strip()}")
        print(run(python, "examples/embed_duel.py", "50", folder=folder).splitlines()[-1])


if __name__ == "__main__":
    main()
