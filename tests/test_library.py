"""What `import avalon_ai` gives: documented, its examples run, copied, pickled, shared between threads."""

from __future__ import annotations

import copy
import doctest
import inspect
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import avalon_ai
from avalon_ai import OVER, Game, Generator, Match, analyze, load, make_bot, play

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
CODE = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
CONSTANTS = {"CHANCE", "HIDDEN", "OVER"}
DOCUMENTED = sorted(set(avalon_ai.__all__) - CONSTANTS)
GAMES = ("duel", "resistance")


def examples(thing: Any, name: str) -> list[doctest.Example]:
    return [each for test in doctest.DocTestFinder(recurse=False).find(thing, name) for each in test.examples]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    thing = getattr(avalon_ai, name)
    found = doctest.DocTestFinder(recurse=False).find(thing, name, module=False, globs={})
    assert sum(len(test.examples) for test in found) > 0
    for test in found:
        told: list[str] = []
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
        assert result.failed == 0, "".join(told)


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(avalon_ai).failed == 0


def test_every_public_method_stands_in_an_example() -> None:
    """In the docstring of its class, or on the page."""
    said = CODE + "".join(
        each.source for name in DOCUMENTED for each in examples(getattr(avalon_ai, name), name) if each.source
    )
    for name in ("Game", "Generator", "Match", "Record", "Search", "State", "Stream", "View"):
        kind = getattr(avalon_ai, name)
        for method, value in inspect.getmembers(kind):
            public = not method.startswith("_") and (callable(value) or isinstance(value, property))
            if public and value.__doc__ and method not in HOSTS:
                assert re.search(rf"\.{method}\b", said), f"{name}.{method}"


HOSTS = {  # for those who write hosts or games; their docstrings say how
    *("adjudged", "behind", "belief_scores", "cards", "deal_of", "deal_outcomes", "own_cards", "show", "unfinished"),
    *("see", "remember", "hear_result", "close", "put", "forfeit"),
}


def test_every_public_name_stands_on_the_page() -> None:
    listed = re.findall(r"`(\w+)`", PAGE.partition("## Games")[0])
    assert set(avalon_ai.__all__) <= set(listed)
    assert set(avalon_ai.__all__) <= set(dir(avalon_ai))
    with pytest.raises(AttributeError, match="no attribute 'load_game'"):
        _ = avalon_ai.load_game


def run(*arguments: str | Path, folder: Path) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=120, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_runs(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(CODE, encoding="utf-8")
    said = run(file, folder=tmp_path)
    assert not [line for line in said.splitlines() if line.startswith("False")]
    assert "greedy" in said


def test_importing_costs_nothing(tmp_path: Path) -> None:
    code = "import sys, avalon_ai; print([m for m in sys.modules if 'numpy' in m or m.startswith('avalon_ai.')])"
    assert run("-c", code, folder=tmp_path) == "[]\n"


def test_the_program_that_embeds_a_bot_is_short_and_ends(tmp_path: Path) -> None:
    file = ROOT / "examples" / "embed_duel.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 30
    said = run(file, "20", folder=tmp_path).splitlines()
    assert "'reason'" in said[-1]
    assert {line.split()[0] for line in said[:-1]} == {"me", "bot"}


# --- copying and pickling --------------------------------------------------------------------------


def under_way(name: str, moves: int = 8) -> Match:
    game = load(name)
    table, bot = Match.new(game, ["greedy"] * game.seats, seed=2), make_bot("greedy", game)
    for _ in range(moves):
        seat = table.advance()
        assert seat is not None
        table.move(bot.act(table.streams[seat]).event)
    table.advance()
    return table


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_positions_streams_records_and_games_are_copied_and_pickled(name: str, way: str) -> None:
    table = under_way(name)
    seat = table.state.actor()
    for thing in (table.game, table.state, table.state.view(seat), table.streams[seat], table.record):
        other = WAYS[way](thing)
        assert other == thing
        assert type(other) is type(thing)
        assert other is not thing or isinstance(thing, Game)
    report = analyze(table.streams[seat], visits=50)
    assert WAYS[way](report) == report


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_its_own_way(name: str, way: str) -> None:
    table = under_way(name)
    state, view, stream, record = (
        WAYS[way](thing)
        for thing in (
            table.state,
            table.state.view(table.state.actor()),
            table.streams[table.state.actor()],
            table.record,
        )
    )
    before = (table.state.to_bytes(), table.streams[0].lines(), list(table.record.lines()))
    move = state.legal()[0]
    state.apply(move)
    view.apply(move)
    stream.see(move)
    record.entries.pop()
    assert state != table.state
    assert stream != table.streams[table.state.actor()]
    assert record != table.record
    assert before == (table.state.to_bytes(), table.streams[0].lines(), list(table.record.lines()))


def test_games_with_equal_options_are_equal() -> None:
    assert load("duel") == load("duel") != load("duel", hand=4)
    assert len({load("duel"), load("duel"), load("resistance"), load("resistance", players=6)}) == 3
    assert load("duel") != "duel"


# --- threads ---------------------------------------------------------------------------------------


def together(work: Callable[[int], Any], count: int = 6) -> list[Any]:
    """What the same work gives in so many threads at once."""
    found: list[Any] = [None] * count
    start = threading.Barrier(count)

    def go(number: int) -> None:
        start.wait()
        try:
            found[number] = work(number)
        except Exception as error:
            found[number] = error

    threads = [threading.Thread(target=go, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_threads_share_a_game_and_a_stream_to_search(name: str) -> None:
    stream = (table := under_way(name)).streams[table.state.actor()]
    alone = analyze(stream, visits=600, seed=1).moves
    assert all(report.moves == alone for report in together(lambda _: analyze(stream, visits=600, seed=1)))


@pytest.mark.parametrize("name", GAMES)
def test_threads_share_a_game_to_play(name: str) -> None:
    game = load(name)

    def played(_: int) -> Any:
        return play(game, [make_bot("ismcts:visits=8", game) for _ in range(game.seats)], seed=4)

    found = together(played, 4)
    assert all(record == found[0] for record in found)
    assert found[0].result is not None


def test_a_state_may_be_counted_while_another_thread_plays_it_on() -> None:
    """Counting goes over the position that was there when it began."""
    state, rng = load("resistance", players=10).new(3), Generator(1)
    passed = {state.perft(1)}
    counted = set()

    def work(number: int) -> None:
        while state.actor() != OVER:
            if number:
                counted.add(state.perft(1))
                state.random_playouts(2, number)
                continue
            moves = state.legal()
            state.apply(moves[rng.below(len(moves))] if moves else state.sample(rng))
            passed.add(state.perft(1))

    assert together(work) == [None] * 6
    assert counted <= passed
    assert state.check() == 0
