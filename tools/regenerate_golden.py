"""Writes the golden files of our own making anew and says which ones changed; see tests/golden_made.py.

Read every changed line before it is committed, and say in the commit why it changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent / folder) for folder in ("tests", "")]

import golden_made  # noqa: E402


def main() -> int:
    """Write the files that differ."""
    golden_made.FOLDER.mkdir(parents=True, exist_ok=True)
    for name in golden_made.FILES:
        path, text = golden_made.FOLDER / name, golden_made.content(name)
        same = path.exists() and path.read_text(encoding="utf-8") == text
        if not same:
            path.write_text(text, encoding="utf-8")
        print(f"{path}: {'same' if same else 'changed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
