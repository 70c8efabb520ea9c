"""Tournaments as they run: forfeits, workers that die, order of results, and what stands in the folder."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import bots, games, match, record
from avalon_ai.errors import AvalonError, OptionError, RecordError, StorageError
from avalon_ai.tournament import Outcome, Run, Settings, Store, configure, play, text
from avalon_ai.tournament.tables import grid
from avalon_ai.tournament.workers import WorkerError
from tournament_bots import make


class Here(Executor):
    """Plays in this process, at once."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """The result, already there."""
        future: Future[Any] = Future()
        try:
            future.set_result(task(*args, **more))
        except Exception as error:
            future.set_exception(error)
        return future


def chosen(*specs: str, game: str = "duel", **more: Any) -> Settings:
    return configure(game, specs or ("random", "greedy"), make=make, **{"rounds": 3, "seed": 7, **more})


def outcome(settings: Settings, store: Store | None = None, **how: Any) -> Outcome:
    return play(Run(settings, store=store), **{"executor": Here, "workers": 1, "make": make, **how})


def said(found: Outcome) -> dict[str, Any]:
    """All that is told of a tournament, times aside."""
    return {key: value for key, value in found.as_json().items() if key != "seconds"}


def test_interrupt_waits_until_a_task_is_handed_over() -> None:
    handed = []

    class Interrupted(Here):
        def submit(self, task: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
            """Interrupted in the middle."""
            signal.raise_signal(signal.SIGINT)
            handed.append(task)
            return super().submit(task, *args, **more)

    with pytest.raises(KeyboardInterrupt):
        outcome(chosen(), executor=Interrupted)
    assert len(handed) == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# --- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "reason", "fault"),
    [
        ("starts-badly", "crash", "ValueError: no start"),
        ("breaks", "crash", "IndexError: list index out of range"),
        ("leaves", "crash", "SystemExit: 3"),
        ("mumbles", "crash", "ValueError: Out of range float values are not JSON compliant"),
        ("spoils", "crash", "SpoiltView: the view of seat"),
        ("cheats", "illegal", None),
    ],
)
def test_fault_ends_the_game_and_the_tournament_goes_on(
    tmp_path: Path, spec: str, reason: str, fault: str | None
) -> None:
    settings = chosen(spec, "random", rounds=2)
    with Store(tmp_path / "t", settings) as store:
        found = outcome(settings, store)
    played = [game for group in found.groups for game in group]
    assert [game.reason for game in played] == [reason] * 4
    assert all(game.loser is not None and game.bots[game.loser] == spec for game in played)
    assert [row.forfeits[reason] for row in found.standings.rows()] == [0, 4]
    assert all(f": {spec}: {fault}" in line for line in found.faults)
    assert len(found.faults) == 4 * (fault is not None)
    assert all(record.verify(file).text.endswith("fine") for file in (tmp_path / "t" / "records").iterdir())


def test_fault_loses_for_the_side() -> None:
    found = outcome(chosen("cheats", "logic", game="resistance", format="hero", heroes=1, rounds=1))
    for game in found.groups[0]:
        assert game.loser is not None
        lost = game.sides[game.loser]
        assert game.results == tuple(float(side != lost) for side in game.sides)


def test_late_move_loses_by_the_clock_that_is_given() -> None:
    game = games.load("duel", first="A")
    ticks = iter([0.0, 1.0, 10.0, 11.5])
    players = [bots.make("random", game), bots.make("random", game)]
    played = match.play(game, players, seed=1, move_time=1.0, clock=lambda: next(ticks))
    assert played.result is not None
    assert played.result["reason"] == "time"
    assert sum(entry.event is not None and entry.seat >= 0 for entry in played.entries) >= 1


@pytest.mark.parametrize("spec", ["slow", "never"])
def test_bot_that_takes_too_long_forfeits_on_time(spec: str) -> None:
    found = outcome(chosen(spec, "first", move_time=0.3, rounds=1))
    assert {game.reason for game in found.groups[0]} == {"time"}
    assert {game.bots[game.loser or 0] for game in found.groups[0]} == {spec}


def test_slow_bot_is_late_where_nothing_can_interrupt_it() -> None:
    settings = chosen("slow", "first", move_time=0.3, rounds=1)
    with ThreadPoolExecutor(1) as pool:
        found = outcome(settings, executor=lambda: pool)
    assert {game.reason for game in found.groups[0]} == {"time"}


def test_fault_goes_on_where_nobody_asked_to_catch_it() -> None:
    game = games.load("duel")
    with pytest.raises(ValueError, match="no start"):
        match.play(game, [make("starts-badly", game), make("random", game)], seed=1)


def test_sides_are_told_in_the_words_of_the_game() -> None:
    duel = outcome(chosen(rounds=1)).groups[0]
    assert [sorted(game.sides) for game in duel] == [["first", "second"]] * 2
    assert duel[0].sides == duel[1].sides
    table = outcome(chosen("random", "logic", game="resistance", format="hero", rounds=1, heroes=1)).groups[0]
    assert {tuple(sorted(game.sides)) for game in table} == {("evil", "evil", "good", "good", "good")}


# --- standings -----------------------------------------------------------------------------------


def test_standings_count_games_sides_and_meetings() -> None:
    found = outcome(chosen("random", "greedy", "greedy"))
    told = said(found)
    assert (told["groups"], told["games"], told["complete"]) == (9, 18, True)
    assert {row["bot"]: row["games"] for row in told["standings"]} == {"random": 12, "greedy": 12, "greedy #2": 12}
    for row in told["standings"]:
        assert sum(side["games"] for side in row["sides"].values()) == 12
        assert row["low"] <= row["score"] <= row["high"]
    assert told["cross"]["greedy"]["random"] == {
        "games": 6, "score": 1.0, "low": 0.368403, "high": 1.0, "few_groups": True,
    }  # fmt: skip


def test_hero_alone_is_counted_among_its_copies() -> None:
    found = outcome(chosen("random", "logic", game="resistance", format="hero", rounds=2))
    assert {row.bot: row.total.games for row in found.standings.rows()} == {"random": 10, "logic": 10}
    assert found.standings.against("random", "logic") is not None


def test_long_words_over_columns_stand_apart() -> None:
    sides = ["druids", "fomorians", "knights", "undead"]
    head, row = grid(["greedy"], sides, lambda *_: None)
    assert head.split() == sides
    assert row.split() == ["1", "greedy", *"----"]
    assert len(head) == len(row)


def test_tables_are_at_most_100_columns_wide() -> None:
    names = [f"random:seed={1000 + place}" for place in range(13)]
    found = outcome(chosen(*names, "ismcts:visits=10,exploration=0.51234567,memory=7", format="gauntlet", rounds=1))
    lines = text(found.settings, found.standings).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(names[0] in line for line in lines) == 4


def test_watcher_ends_the_tournament_where_it_has_seen_enough(tmp_path: Path) -> None:
    settings = chosen(rounds=50)

    def enough(so_far: Outcome) -> bool:
        return len(so_far.groups) == 4

    with Store(tmp_path / "t", settings) as store:
        first = play(Run(settings, store=store, watch=enough), executor=Here, workers=3)
    assert (first.stopped, len(first.groups)) == (True, 4)
    with Store(tmp_path / "t", settings) as store:
        again = play(Run(settings, store=store, watch=enough), executor=Here)
    assert said(again) == said(first)


# --- workers -------------------------------------------------------------------------------------


def test_results_do_not_hang_on_the_number_of_workers(tmp_path: Path) -> None:
    settings = chosen("random", "random:seed=3", "greedy", rounds=8)
    alone = outcome(settings)
    for workers in (1, 2):
        with Store(tmp_path / str(workers), settings) as store:
            assert said(outcome(settings, store, executor=None, workers=workers)) == said(alone)
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / workers / "records").iterdir()} for workers in "12"
    )
    assert first == second
    assert len(first) == 48


@pytest.mark.parametrize(("shape", "specs"), [("knockout", 5), ("ladder", 4)])
def test_formats_that_wait_for_results_go_on(shape: str, specs: int) -> None:
    names = [f"random:seed={place}" for place in range(specs - 1)]
    settings = chosen(*names, "greedy", format=shape, rounds=4)
    with ThreadPoolExecutor(3) as pool:
        found = outcome(settings, executor=lambda: pool, workers=3)
    assert said(found) == said(outcome(settings))
    assert found.standings.rows()[0].bot == "greedy"


def test_killed_worker_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    settings = chosen(f"kills:{mark}", "random", rounds=6)
    with Store(tmp_path / "t", settings) as store:
        found = outcome(settings, store, executor=None, workers=2)
    assert mark.exists()
    assert [[game.group for game in group] for group in found.groups] == [[group] * 2 for group in range(6)]
    assert said(found) == said(outcome(settings))


def test_worker_that_dies_every_time_is_given_up(tmp_path: Path) -> None:
    settings = chosen("kills", "random", rounds=1)
    with pytest.raises(WorkerError, match=r"5 times while group 0 .* \(kills random\)"):
        outcome(settings, executor=None, workers=1)


# --- the folder ----------------------------------------------------------------------------------


def finish(folder: Path, settings: Settings) -> dict[str, Any]:
    with Store(folder, settings) as store:
        return said(outcome(settings, store))


def test_torn_last_line_is_dropped(tmp_path: Path) -> None:
    settings = chosen()
    whole = finish(tmp_path, settings)
    file = tmp_path / "results.jsonl"
    data = file.read_bytes()
    for size in (len(data) - 1, len(data) // 2, 1, 0):
        file.write_bytes(data[:size])
        assert finish(tmp_path, settings) == whole
        assert len(file.read_text().splitlines()) == 3


def test_group_whose_records_are_not_whole_is_played_again_until_all_is_complete(tmp_path: Path) -> None:
    settings = chosen()
    whole = finish(tmp_path, settings)
    record_file = tmp_path / "records" / "000001-0.avr"
    text_of_record = record_file.read_text()
    record_file.write_text(text_of_record[:100])
    assert finish(tmp_path, settings) == whole
    assert record_file.read_text() == text_of_record[:100]
    (tmp_path / "summary.json").unlink()
    assert finish(tmp_path, settings) == whole
    assert record_file.read_text() == text_of_record


def test_summary_says_what_the_end_says(tmp_path: Path) -> None:
    settings = chosen()
    whole = finish(tmp_path, settings)
    summary = json.loads((tmp_path / "summary.json").read_text())
    summary.pop("seconds")
    assert summary == whole


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 8},
        {"rounds": 4},
        {"move_time": 3.0},
        {"specs": ("greedy", "random")},
        {"options": {"hand": 4}},
        {"format": "hero"},
    ],
)
def test_other_settings_are_refused_with_the_difference(tmp_path: Path, change: dict[str, Any]) -> None:
    finish(tmp_path, chosen())
    with pytest.raises(OptionError, match=r"settings\.json: other settings than before: \w+ was .*, is now "):
        Store(tmp_path, chosen(*change.pop("specs", ()), **change))
    assert finish(tmp_path, chosen())["games"] == 6


@pytest.mark.parametrize(
    ("file", "content", "error"),
    [
        ("settings.json", b"{", StorageError),
        ("settings.json", b"[1]", StorageError),
        ("settings.json", b"\xff\xfe", StorageError),
        ("settings.json", b'{"tournament": 2}', StorageError),
        ("results.jsonl", b"hello\n", RecordError),
        ("results.jsonl", b"\xff\n", RecordError),
        ("results.jsonl", b'{"group": 0, "games": [1, 2]}\n', RecordError),
        ("results.jsonl", b'{"group": 1, "games": [1, 2], "bytes": []}\n', RecordError),
        ("results.jsonl", b'{"group": 0, "games": [1, 2], "bytes": []}\n', RecordError),
        ("results.jsonl", b'{"group": 0, "games": [{"bots": ["random", "greedy"]}, 2], "bytes": []}\n', RecordError),
    ],
)
def test_foreign_state_is_refused_in_one_line(
    tmp_path: Path, file: str, content: bytes, error: type[AvalonError]
) -> None:
    settings = chosen()
    finish(tmp_path, settings)
    (tmp_path / file).write_bytes(content)
    with pytest.raises(error) as told:
        finish(tmp_path, settings)
    assert str(told.value).startswith(str(tmp_path / file))
    assert "\n" not in str(told.value)
    assert (tmp_path / file).read_bytes() == content


def test_one_group_too_many_is_refused(tmp_path: Path) -> None:
    settings = chosen()
    finish(tmp_path, settings)
    line = json.loads((tmp_path / "results.jsonl").read_text().splitlines()[0]) | {"group": 3, "bytes": []}
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    with pytest.raises(RecordError, match="line 4: expected the end of the file"):
        finish(tmp_path, settings)


def test_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(StorageError, match=r"found letter\.txt"):
        Store(tmp_path, chosen())
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    settings = chosen()
    with Store(tmp_path, settings), pytest.raises(StorageError, match="another run"):
        Store(tmp_path, settings)
    Store(tmp_path, settings).close()


def test_full_disk_keeps_what_was_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = chosen(rounds=6)
    whole = finish(tmp_path / "whole", settings)
    wrote = record.Writer.write

    def full(self: record.Writer, *lines: Any) -> None:
        if any(line["group"] >= 2 for line in lines):
            raise StorageError(f"{self.path}: No space left on device")
        wrote(self, *lines)

    with monkeypatch.context() as patch:
        patch.setattr(record.Writer, "write", full)
        with pytest.raises(StorageError, match="No space left"):
            finish(tmp_path / "t", settings)
    assert len((tmp_path / "t" / "results.jsonl").read_text().splitlines()) <= 2
    assert finish(tmp_path / "t", settings) == whole
