"""Searches in the background: running reports, stopping within a visit, asyncio, many threads at one search."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import cache

import pytest

from avalon_ai import Match, Report, Search, Stream, analyze, load, make_bot
from avalon_ai import _search as core

GAMES = ("duel", "resistance")
WAIT = 60.0  # seconds after which a test has failed
TRIES = 20
MARGIN = (
    0.25  # seconds within which a stopped search has ended: bench/engine.py holds it to 0.05, the machine may be busy
)


@cache
def stream(name: str) -> Stream:
    game = load(name)
    table, bot = Match.new(game, ["greedy"] * game.seats, seed=2), make_bot("greedy", game)
    for _ in range(6):
        seat = table.advance()
        assert seat is not None
        table.move(bot.act(table.streams[seat]).event)
    return table.streams[table.advance() or 0]


def endless(name: str = "duel", **options: float) -> Search:
    return Search(stream(name), visits=None, seconds=3_600, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_a_search_in_the_background_finds_what_one_in_this_thread_finds(name: str) -> None:
    there, here = (
        Search(stream(name), visits=900, seed=3).start().result(WAIT),
        analyze(stream(name), visits=900, seed=3),
    )
    assert there.moves == here.moves
    assert (there.visits, there.nodes) == (here.visits, here.nodes)


def test_a_view_needs_weights_beside_it() -> None:
    view = stream("duel").view
    with pytest.raises(ValueError, match=r"expected weights beside a View, as game.model\(\) gives them"):
        Search(view)
    given = analyze(view, stream("duel").game.model(), visits=200)
    assert given.moves == analyze(stream("duel"), visits=200).moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_search_ends_at_once(name: str, threads: int) -> None:
    """The best of several tries counts: the machine may be busy, the search may not."""
    seconds = []
    for _ in range(TRIES):
        search = endless(name, threads=threads).start()
        while search.report().visits < 100:
            time.sleep(0.001)
        began = time.perf_counter()
        search.stop()
        report = search.result(WAIT)
        seconds.append(time.perf_counter() - began)
        assert search.over
        assert report.visits >= 100
    assert min(seconds) < MARGIN


def test_a_search_stopped_before_it_began_makes_one_visit() -> None:
    search = endless()
    assert not search.over
    search.stop()
    report = search.result(WAIT)
    assert report.visits == 1
    assert report.moves[0].visits == 1
    assert not search.step()


def test_nothing_is_reported_before_the_first_visit() -> None:
    report = endless().report()
    assert report.visits == 0
    assert report.value is None


def test_a_result_is_waited_for_no_longer_than_asked() -> None:
    with endless() as search:
        with pytest.raises(TimeoutError, match=r"not ended within 0.01 seconds"):
            search.result(0.01)
        assert not search.over
    assert search.over


def test_running_reports_grow_and_the_last_one_is_final() -> None:
    search = Search(stream("duel"), visits=None, seconds=0.3, report_every=0.02)
    visits = [report.visits for report in search]
    assert len(visits) > 3
    assert visits == sorted(visits)
    assert visits[-1] == search.result().visits
    assert search.over


def test_leaving_the_loop_stops_the_search() -> None:
    search = endless(report_every=0.01)
    for _ in search:
        break
    assert search.result(WAIT).visits >= 1


def test_a_fault_in_the_background_is_raised_where_the_result_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    search = endless()

    def broken(_: int) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(search, "_grow", broken)
    with pytest.raises(MemoryError, match="no room"):
        search.result(WAIT)


# --- asyncio ---------------------------------------------------------------------------------------


def test_reports_come_to_an_asynchronous_loop_while_others_work() -> None:
    async def work() -> tuple[list[int], int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        ticking = asyncio.create_task(tick())
        search = Search(stream("duel"), visits=None, seconds=0.4, report_every=0.05)
        found = [report.visits async for report in search]
        ticking.cancel()
        return found, ticks

    visits, ticks = asyncio.run(work())
    assert len(visits) > 2
    assert visits == sorted(visits)
    assert ticks > 5


def test_a_search_is_awaited() -> None:
    async def work() -> list[Report]:
        return list(await asyncio.gather(*(_awaited(seed) for seed in range(4))))

    async def _awaited(seed: int) -> Report:
        return await Search(stream("duel"), visits=400, seed=seed)

    found = asyncio.run(work())
    assert [report.moves for report in found] == [
        analyze(stream("duel"), visits=400, seed=seed).moves for seed in range(4)
    ]


def test_a_cancelled_task_stops_its_search() -> None:
    search = endless()

    async def work() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(_wait(), 0.05)

    async def _wait() -> Report:
        return await search

    asyncio.run(work())
    assert search.result(WAIT).visits >= 1


# --- threads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_many_threads_step_and_read_one_search(name: str) -> None:
    """However the steps fall to threads, the tree is the same, and every report is whole."""
    search = Search(stream(name), visits=3_000, seed=5)
    faults: list[str] = []

    def work() -> None:
        while search.step(20):
            report = search.report()
            if report.visits % 20 or sum(move.visits for move in report.moves) > report.visits:
                faults.append(f"{report.visits} visits")

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert search.report().moves == analyze(stream(name), visits=3_000, seed=5).moves


def is_busy(tree: core.Search) -> bool:
    try:
        tree.moves()
    except RuntimeError:
        return True
    return False


def test_the_core_refuses_a_second_thread() -> None:
    game, view = stream("duel").game, stream("duel").view
    tree = core.Search(
        view, game.model(), seed=1, memory=1 << 24, exploration=1.0, reduction=0.1, changes=2, weighted=True,
        others=0.3, pull=20.0,
    )  # fmt: skip
    running = threading.Thread(target=tree.run, args=(1_000_000_000,))
    running.start()
    while not is_busy(tree):
        pass
    with pytest.raises(RuntimeError, match="another thread"):
        tree.run(1)
    tree.stop()
    running.join(WAIT)
    assert not running.is_alive()
    assert sum(move[1] for move in tree.moves()) == tree.visits
