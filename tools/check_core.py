"""Rules for the core that no other checker knows: prints each breach as file:line and exits 1 if there is one.

- No file sets a Cython directive by itself: setup.py does, for all modes.
- Every C function and function pointer declared in a .pxd says how it fails (`noexcept` or `except`).
- Every compiled module has a stub in avalon_ai/.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

CORE = Path("cext/avalon_ai")
STUBS = Path("avalon_ai")

DIRECTIVE = re.compile(
    r"^\s*#\s*cython\s*:|\bcython\.(boundscheck|wraparound|cdivision|initializedcheck|nonecheck|overflowcheck"
    r"|profile|linetrace|infer_types|language_level)\b"
)
# `cdef [inline] TYPE name(` or a pointer `TYPE (*name)(`; a Python object as the result needs no clause.
FUNCTION = re.compile(r"^\s*(?:cdef|cpdef|ctypedef)\s+(?!class\b)(?:inline\s+)?(?P<type>[\w.* ]*?)\b\w+\s*\(")
POINTER = re.compile(r"\(\s*\*\s*\w+\s*\)\s*\(")
OBJECT = re.compile(r"^(object|bytes|str|list|dict|tuple|set|[A-Z]\w*)?\s*$")
FAILS = re.compile(r"\b(noexcept|except)\b")


def declarations(text: str) -> Iterator[tuple[int, str]]:
    """Each statement of a .pxd outside `cdef extern` blocks, joined over the lines of its parentheses."""
    extern_indent, start, held = -1, 0, ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].rstrip()
        indent = len(line) - len(line.lstrip())
        if not line:
            continue
        if extern_indent >= 0 and indent > extern_indent:
            continue
        extern_indent = indent if re.match(r"\s*cdef extern\b", line) else -1
        start, held = (start, f"{held} {line.strip()}") if held else (number, line)
        if held.count("(") <= held.count(")"):
            yield start, held
            held = ""


def undeclared(path: Path) -> Iterator[str]:
    """Functions of a .pxd that do not say how they fail."""
    for number, text in declarations(path.read_text()):
        function = FUNCTION.match(text)
        c_result = function is not None and not OBJECT.match(function["type"].strip())
        if (c_result or POINTER.search(text)) and not FAILS.search(text):
            yield f"{path}:{number}: say how this fails, `noexcept` or `except`: {text.strip()}"


def breaches() -> Iterator[str]:
    """All breaches, in the order of the files."""
    for path in sorted(CORE.iterdir()):
        if path.suffix not in {".pyx", ".pxd", ".pxi"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if DIRECTIVE.search(line):
                yield f"{path}:{number}: directives are set in setup.py alone: {line.strip()}"
        if path.suffix == ".pxd":
            yield from undeclared(path)
        if path.suffix == ".pyx" and not (STUBS / path.stem).with_suffix(".pyi").exists():
            yield f"{path}:1: no stub {STUBS / path.stem}.pyi"


if __name__ == "__main__":
    found = list(breaches())
    print("\n".join(found) or "core rules: fine")
    sys.exit(bool(found))
