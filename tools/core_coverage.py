"""Which lines of the core have run: `core_coverage.py FOLDER` after tests of a trace build in that tree.

gcov counts the lines of the generated C files; Cython's comments tell which line of the core each piece of C stands
for. Prints a table, and writes FOLDER/core_coverage.txt: the sources with `!` before each line that never ran.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

MARK = re.compile(r' */\* "(?:cext/)?(avalon_ai/[^"]+\.p[yx][xdi])":(\d+)$')
Line = tuple[str, int]  # file of the core, line number


def c_counts(data: Path) -> dict[int, int]:
    """Times run for each line of the C file behind a .gcda file."""
    gcov = [os.environ.get("GCOV", "gcov"), "--json-format", "--stdout", str(data)]
    said = json.loads(subprocess.run(gcov, check=True, stdout=subprocess.PIPE).stdout)
    counts: Counter[int] = Counter()
    for file in said["files"]:
        if Path(file["file"]).stem == data.stem and file["file"].endswith(".c"):
            for line in file["lines"]:
                counts[line["line_number"]] += line["count"]
    return counts


def core_counts(c_file: Path, counts: dict[int, int]) -> Iterator[tuple[Line, int]]:
    """Times run for the lines of the core in one C file: a line counts as often as the first C line made from it."""
    place: Line | None = None
    for number, text in enumerate(c_file.read_text(encoding="utf-8").splitlines(), 1):
        if mark := MARK.match(text):
            place = f"cext/{mark[1]}", int(mark[2])
        elif place is not None and number in counts:
            yield place, counts[number]
            place = None


def collect(tree: Path) -> Counter[Line]:
    """Times run for every line of the core that made code."""
    total: Counter[Line] = Counter()
    for data in sorted(tree.glob("build/trace/temp*/**/*.gcda")):
        c_file = tree / "build" / "trace" / "c" / "cext" / "avalon_ai" / f"{data.stem}.c"
        for line, count in core_counts(c_file, c_counts(data)):
            total[line] += count
    return total


def report(tree: Path, total: Counter[Line]) -> None:
    """Print the table and write the marked sources."""
    with (tree / "core_coverage.txt").open("w", encoding="utf-8") as out:
        for name in sorted({name for name, _ in total}):
            lines = {number: count for (file, number), count in total.items() if file == name}
            missed = sum(not count for count in lines.values())
            print(f"{name:<40} {len(lines):>6} {missed:>6} {1 - missed / len(lines):>6.0%}")
            out.write(f"==== {name}\n")
            for number, text in enumerate((tree / name).read_text(encoding="utf-8").splitlines(), 1):
                out.write(f"{'!' if lines.get(number) == 0 else ' '} {number:>4}  {text}\n")
    missed = sum(not count for count in total.values())
    print(f"{'TOTAL':<40} {len(total):>6} {missed:>6} {1 - missed / max(len(total), 1):>6.0%}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: core_coverage.py FOLDER")
    report(Path(sys.argv[1]), collect(Path(sys.argv[1])))
