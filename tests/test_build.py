"""The build: hints fail it, changed declarations reach it, the modes and the source distribution are whole."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

SLOW_CALL = """
cdef int twice(int value) nogil:
    return 2 * value

cdef void all_of_them() nogil:
    twice(3)
"""
SHARED = """
cdef inline int factor() noexcept nogil:
    return {factor}
"""
USER = """
from avalon_ai._shared cimport factor

def value():
    return factor()
"""
DECLARATIONS = """\
cdef struct Ops:
    int (*legal)(const void*) nogil
    int (*apply)(void*,
                 int) noexcept nogil
cdef int count(int a,
               int b) nogil
cdef int fine(int a) except -1
cdef class Kind(Base):
    cdef int a
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project built by our setup.py, without a core yet."""
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "avalon_ai").mkdir()
    (tmp_path / "avalon_ai" / "__init__.py").touch()
    (tmp_path / "cext" / "avalon_ai").mkdir(parents=True)
    return tmp_path


def run(folder: Path, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("AVALON_BUILD", "PYTHONPATH")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=kept | environment, capture_output=True, text=True, timeout=300
    )


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "setup.py", "build_ext", "--inplace", **environment)


def test_performance_hint_fails_every_build_until_it_is_mended(project: Path) -> None:
    source = project / "cext" / "avalon_ai" / "_slow.pyx"
    source.write_text(SLOW_CALL)
    for _ in range(2):
        done = build(project)
        assert done.returncode != 0
        assert "performance hint: cext/avalon_ai/_slow.pyx:" in done.stderr
        assert "Cython performance hint(s)" in done.stderr


def test_changed_declaration_is_built_again(project: Path) -> None:
    shared = project / "cext" / "avalon_ai" / "_shared.pxd"
    (project / "cext" / "avalon_ai" / "_user.pyx").write_text(USER)
    for factor in (2, 3):
        shared.write_text(SHARED.format(factor=factor))
        done = build(project)
        assert done.returncode == 0, done.stderr
        said = run(project, "-c", "import avalon_ai._user as user; print(user.value())")
        assert said.stdout.strip() == str(factor), said.stderr


def test_unknown_mode_names_the_modes(project: Path) -> None:
    done = build(project, AVALON_BUILD="fast")
    assert done.returncode != 0
    assert "'fast', expected one of: release, debug, trace" in done.stderr


def test_core_rules_find_each_kind_of_breach(project: Path) -> None:
    core = project / "cext" / "avalon_ai"
    (core / "_game.pyx").write_text("# cython: boundscheck=False\n")
    (core / "_game.pxd").write_text(DECLARATIONS)
    done = run(project, ROOT / "tools" / "check_core.py")
    assert done.returncode == 1
    found = [line.split(": ")[0] for line in done.stdout.splitlines()]
    assert found == [
        "cext/avalon_ai/_game.pxd:2",
        "cext/avalon_ai/_game.pxd:5",
        "cext/avalon_ai/_game.pyx:1",
        "cext/avalon_ai/_game.pyx:1",
    ]


def test_mirror_follows_the_tree_and_keeps_what_was_built(project: Path) -> None:
    copy = project / "copy"
    gone = project / "avalon_ai" / "gone.py"
    gone.touch()
    assert run(project, ROOT / "tools" / "mirror.py", copy).returncode == 0
    assert (copy / "avalon_ai" / "gone.py").exists()
    gone.unlink()
    (project / "avalon_ai" / "new.py").write_text("NEW = 1\n")
    (copy / "avalon_ai" / "_core.so").touch()
    assert run(project, ROOT / "tools" / "mirror.py", copy).returncode == 0
    assert sorted(path.name for path in (copy / "avalon_ai").iterdir()) == ["__init__.py", "_core.so", "new.py"]


def test_source_distribution_has_all_sources_and_nothing_built(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    ignore = shutil.ignore_patterns(".git", ".venv*", "build", "dist", "out", "*.egg-info", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, tree, ignore=ignore)
    done = run(tree, "setup.py", "--quiet", "sdist", "--dist-dir", tmp_path)
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("avalon_bot-*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[1] for name in opened.getnames() if "/" in name}
    folders = ("cext", "avalon_ai", "cli", "tests")
    made = (".so", ".c", ".pyc")
    paths = (path for folder in folders for path in (tree / folder).rglob("*") if path.is_file())
    sources = {str(path.relative_to(tree)) for path in paths if path.suffix not in made}
    sources |= {str(path.relative_to(tree)) for path in (tree / "examples").rglob("*.*") if path.suffix != ".pyc"}
    assert sources <= names
    assert {"setup.py", "pyproject.toml", "Makefile", "LICENSE", "README.md"} <= names
    assert not [name for name in names - sources if name.endswith(made)]


def test_no_usable_python_is_said_with_what_is_needed() -> None:
    done = subprocess.run(
        [ROOT / "tools" / "find_python.sh"], env=os.environ | {"PYTHON": "python0.9"}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "python0.9" in done.stderr
    assert "3.10" in done.stderr
