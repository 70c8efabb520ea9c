"""Copy the working tree into a folder, so that another build mode lives there with its own compiled modules.

Usage: mirror.py DEST. Only what changed is copied, with its time; what has gone from the tree goes from the copy too.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

TREE = (".ci", "avalon_ai", "bench", "cext", "cli", "docs", "tests", "tools")
FILES = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "MANIFEST.in",
    "Makefile",
    "README.md",
    "pyproject.toml",
    "setup.py",
)
MADE = ("*.so", "*.c", "*.pyc")  # made in each tree for itself


def sources(root: Path) -> Iterator[Path]:
    """Every file of the tree that is not made by a build, relative to the root."""
    yield from (Path(name) for name in FILES if (root / name).exists())
    for name in TREE:
        for path in (root / name).rglob("*"):
            if path.is_file() and not any(path.match(pattern) for pattern in MADE):
                yield path.relative_to(root)


def mirror(root: Path, dest: Path) -> None:
    """Make the copy equal to the tree, apart from what was built in it."""
    wanted = set(sources(root))
    for path in wanted:
        target = dest / path
        if not target.exists() or target.stat().st_mtime_ns != (root / path).stat().st_mtime_ns:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, target)
    for path in set(sources(dest)) - wanted:
        os.remove(dest / path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: mirror.py DEST")
    mirror(Path.cwd(), Path(sys.argv[1]))
