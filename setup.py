"""Builds the compiled core: every cext/avalon_ai/*.pyx becomes the module avalon_ai.<stem>.

AVALON_BUILD chooses the mode: `release` (default), `debug` (C assertions, bounds checks, address and
undefined-behaviour sanitizers) or `trace` (counts how often each line ran). Each mode keeps what it builds in
build/<mode>.
"""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

MODES = ("release", "debug", "trace")
HINT = "performance hint:"

# Set here once, for all modules: no file changes a check by itself.
DIRECTIVES: dict[str, bool | int] = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "nonecheck": False,
    "cdivision": True,
    "binding": True,
    "embedsignature": False,
    "show_performance_hints": True,
}
CHECKED: dict[str, bool | int] = {"boundscheck": True, "initializedcheck": True, "nonecheck": True}
MODE_DIRECTIVES: dict[str, dict[str, bool | int]] = {
    "release": {},
    "debug": CHECKED,
    "trace": {},
}

# One portable build whose results are equal on every machine: no -march, no fused multiply-add, no -ffast-math.
FLAGS = ["-ffp-contract=off", "-fno-math-errno", "-Wno-unused-function", "-Wno-discarded-qualifiers"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COUNT = ["--coverage"]  # gcov: line tracing by Cython itself takes the GIL at every line, 100 times slower
MODE_FLAGS: dict[str, list[str]] = {
    "release": ["-O3", "-g0", "-DNDEBUG", "-DCYTHON_WITHOUT_ASSERTIONS"],
    "debug": ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", "-fno-wrapv", *SANITIZE],
    "trace": ["-O0", "-UNDEBUG", *COUNT, "-fprofile-update=atomic"],
}
MODE_LINK: dict[str, list[str]] = {"release": [], "debug": SANITIZE, "trace": COUNT}


def build_mode() -> str:
    """The mode asked for by AVALON_BUILD; an unknown one ends the build."""
    mode = os.environ.get("AVALON_BUILD") or "release"
    if mode not in MODES:
        raise SystemExit(f"AVALON_BUILD is {mode!r}, expected one of: {', '.join(MODES)}")
    return mode


def core_modules(mode: str) -> list[Extension]:
    """One extension for every .pyx file of the core."""
    return [
        Extension(
            f"avalon_ai.{Path(source).stem}",
            [source],
            extra_compile_args=[*MODE_FLAGS[mode], *FLAGS, f'-DAVALON_BUILD_MODE="{mode}"'],
            extra_link_args=MODE_LINK[mode],
        )
        for source in sorted(glob("cext/avalon_ai/*.pyx"))
    ]


@contextlib.contextmanager
def captured_stderr() -> Iterator[list[str]]:
    """Collects what this process and its children write to file descriptor 2, and shows it afterwards all the same."""
    lines: list[str] = []
    sys.stderr.flush()
    with tempfile.TemporaryFile() as store:
        kept = os.dup(2)
        os.dup2(store.fileno(), 2)
        try:
            yield lines
        finally:
            sys.stderr.flush()
            os.dup2(kept, 2)
            os.close(kept)
            store.seek(0)
            text = store.read().decode(errors="replace")
            lines += text.splitlines()
            print(text, end="", file=sys.stderr)


def translate(modules: list[Extension], mode: str, jobs: int) -> list[Extension]:
    """Cython to C under build/<mode>/c; in a release build a performance hint fails the build.

    Hints are read from what the translator prints, since it may work in other processes. A failed run removes what it
    wrote: otherwise the next build would find it up to date.
    """
    from Cython.Build import cythonize

    folder = Path("build", mode, "c")
    made_before = {name: os.path.getmtime(name) for name in glob(f"{folder}/**/*.c", recursive=True)}
    stale = any(made < os.path.getmtime("setup.py") for made in made_before.values())
    directives = {**DIRECTIVES, **MODE_DIRECTIVES[mode]}
    failed = True
    try:
        with captured_stderr() as lines:
            made: list[Extension] = cythonize(
                modules,
                build_dir=str(folder),
                compiler_directives=directives,
                include_path=["cext"],
                nthreads=jobs,
                force=stale or None,
            )
        hints = [line for line in lines if HINT in line]
        failed = bool(hints) and mode == "release"
    finally:
        if failed:
            for name in glob(f"{folder}/**/*.c", recursive=True):
                if made_before.get(name) != os.path.getmtime(name):
                    os.remove(name)
    if failed:
        raise SystemExit(f"{len(hints)} Cython performance hint(s), shown above: each one is a slow call, fix it")
    return made


class Build(build):  # type: ignore[misc]
    """build that keeps the modes apart."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.build_base = f"build/{build_mode()}"

    def run(self) -> None:
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path.suffix != ".so":
                path.unlink()  # a module that has gone from the tree must not come back in a wheel
        super().run()


class BuildCore(build_ext):  # type: ignore[misc]
    """build_ext that translates to C first and compiles in parallel."""

    parallel: int | None

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or min(os.cpu_count() or 1, 8)
        if self.editable_mode:  # an editable install would build in a folder of its own, and all over again each time
            kept = Build(self.distribution)
            kept.ensure_finalized()
            self.build_lib, self.build_temp = kept.build_lib, kept.build_temp

    def build_extensions(self) -> None:
        made_modules = translate(self.extensions, build_mode(), self.parallel or 1)
        for mine, made in zip(self.extensions, made_modules, strict=True):
            mine.sources, mine.depends = made.sources, [*made.depends, "setup.py"]
        super().build_extensions()

    def copy_extensions_to_source(self) -> None:
        self.force = True  # another mode's module in the tree may be newer than this one
        super().copy_extensions_to_source()


if __name__ == "__main__":
    setup(ext_modules=core_modules(build_mode()), cmdclass={"build": Build, "build_ext": BuildCore})
