"""Speed of single steps, with pytest-benchmark: `make bench`. The default game, at the fixed bench's positions."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from avalon_ai import bench, games, search
from avalon_ai._state import Generator, State, View

GAME = games.load(games.DEFAULT)


@pytest.fixture(scope="module")
def state() -> State:
    """A position right after the deal."""
    return GAME.start(GAME.deal(1)[0])


@pytest.fixture(scope="module")
def view() -> View:
    """A position in the middle of a game."""
    return list(bench.positions(GAME))[2]


def test_copy(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(state.copy)


def test_view(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(state.view, 0)


def test_legal(benchmark: BenchmarkFixture, view: View) -> None:
    benchmark(view.legal)


def test_determinize(benchmark: BenchmarkFixture, view: View) -> None:
    benchmark(view.determinize, Generator(1))


def test_fields(benchmark: BenchmarkFixture, view: View) -> None:
    benchmark(GAME.fields, view)


def test_random_playouts(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(state.random_playouts, 100, 1)


def test_search_of_2000_visits(benchmark: BenchmarkFixture, view: View) -> None:
    benchmark(search.analyze, view, GAME.model(), visits=2_000, seed=1)


def test_first_screen_of_the_command(benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, "-m", "avalon_bot", "--help"]
    benchmark(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
