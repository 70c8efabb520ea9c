"""The command with The Resistance: Avalon: 5 to 10 bots, records, views, counts, a game at the keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import bench, bots, games, match, record
from avalon_ai._state import MOVE, event_source
from avalon_ai.bots import Choice
from avalon_ai.streams import Stream
from avalon_bot import vs
from command_line import Capture, run
from fakes import FakeClock, FakeTerminal

GOLDEN = Path(__file__).parent / "golden" / "resistance"
FIRST, CARRIED = str(GOLDEN / "00.avr"), str(GOLDEN / "carried02.avr")


# --- play and verify ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("roles", ["none", "standard", "all"])
def test_as_many_bots_as_seats_play_and_their_records_verify(
    capsys: Capture, tmp_path: Path, players: int, roles: str
) -> None:
    specs = ["greedy", *["random"] * (players - 1)]
    more = ["--games", str(players), "--record", f"{tmp_path}/", "--legal", "--json", "-o", f"roles={roles}"]
    code, out, err = run(capsys, "play", "resistance", *specs, "-o", f"lady={str(players % 2 == 0).lower()}", *more)
    assert (code, err) == (0, "")
    *lines, summary = [json.loads(text) for text in out.splitlines()]
    assert [line["deal"] for line in lines] == [0] * players
    assert [line["players"].index("greedy") for line in lines] == [
        (players - turn) % players for turn in range(players)
    ]
    assert all(row["games"] == players for row in summary["summary"])
    files = sorted(str(path) for path in tmp_path.glob("*.avr"))
    assert run(capsys, "verify", *files) == (0, "".join(f"{file}: fine\n" for file in files), "")
    assert len({json.dumps(record.read(file).deal) for file in files}) == 1


def test_a_summary_counts_by_bot(capsys: Capture) -> None:
    specs = [f"random:seed={seed}" for seed in range(5)]
    out = run(capsys, "play", "resistance", *specs, "--games", "10", "--json")[1]
    rows = json.loads(out.splitlines()[-1])["summary"]
    assert [row["bot"] for row in rows] == specs
    assert all(row["games"] == 10 for row in rows)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["random"] * 4, "resistance has 5 seats: expected 5 bots, got 4"),
        (["random"] * 11, "resistance has 5 seats: expected 5 bots, got 11"),
        ([*["random"] * 6, "-o", "players=5"], "expected 5 bots, got 6"),
        (
            [*["random"] * 5, "-o", "roles=assassin,mordred,morgana"],
            "roles: expected at most 2 evil ones with 5 players",
        ),
        ([*["random"] * 5, "-o", "roles=merlin"], "roles: expected assassin beside merlin"),
        ([*["random"] * 5, "-o", "lady=perhaps"], "lady: expected true or false, got perhaps"),
    ],
)
def test_wrong_usage_ends_with_2_and_one_line(capsys: Capture, args: list[str], said: str) -> None:
    code, out, err = run(capsys, "play", "resistance", *args)
    assert (code, out) == (2, "")
    told = [text for text in err.splitlines() if text and not text.startswith(("Usage:", "Try "))]
    assert len(told) == 1
    assert said in told[0]


def test_odd_roles_are_played_with_a_warning(capsys: Capture) -> None:
    code, out, err = run(capsys, "play", "resistance", *["random"] * 5, "-o", "roles=percival,minion", "--json")
    assert code == 0
    assert err == "roles: percival without merlin sees nobody to protect\n"
    assert out.count("\n") == 2


def test_bots_choose_without_the_others_pending_choices() -> None:
    seen: list[str] = []

    class Watcher:
        spec = "watcher"

        def start(self, stream: Stream, seed: int) -> None:
            pass

        def act(self, stream: Stream) -> Choice:
            pending = [stream.game.text(event) for event in stream.events[-9:] if event_source(event) == MOVE]
            seen.extend(pending)
            return Choice(stream.view.legal()[-1])

    game = games.load("resistance", players=9)
    played = match.play(game, [*(bots.make("random", game) for _ in range(8)), Watcher()], seed=2)
    assert played.result is not None
    assert {"vote ?"} <= set(seen)
    others = [text for text in seen if text in ("approve", "reject")]
    assert set(others) <= {"reject"}, "the watcher's own votes only"


# --- records --------------------------------------------------------------------------------------------


def test_view_shows_what_a_seat_knew(capsys: Capture) -> None:
    code, out, _ = run(capsys, "view", CARRIED, "--at", "8", "--seat", "G")
    said = json.loads(out)
    assert code == 0
    assert said["deal"]["roles"] == {**dict.fromkeys("ABCDEF", "?"), "G": "oberon"}
    assert said["deal"]["assassin"] == "G"
    assert said["deal"]["role_set"] == sorted(said["deal"]["role_set"])
    assert [line["move"] for line in said["events"][1:]] == ["vote ?"] * 4
    assert (said["actor"], said["legal"]) == ("E", [])


def test_around_the_shot_a_view_tells_no_more_than_it_may(capsys: Capture) -> None:
    last = len(Path(FIRST).read_text().splitlines())

    def said(seat: str, at: int | None) -> dict[str, Any]:
        more = [] if at is None else ["--at", str(at)]
        found: dict[str, Any] = json.loads(run(capsys, "view", FIRST, "--seat", seat, *more)[1])
        return found

    assert [said(seat, last - 1)["actor"] for seat in "ABCDE"] == ["hidden"] * 4 + ["E"]
    assert said("E", last - 1)["legal"] == ["shoot A", "shoot B", "shoot C", "shoot D"]
    assert [said(seat, last)["actor"] for seat in "AE"] == ["chance"] * 2
    assert said("A", last)["view"]["evil"] is None
    end = said("A", None)
    assert (end["actor"], end["view"]["evil"], end["events"][-1]["reason"]) == (None, "BE", "quests")


def test_perft_counts_referee_lines_once_and_the_result_as_none(capsys: Capture) -> None:
    counts = {at: int(run(capsys, "perft", FIRST, "--at", str(at), "--depth", "2")[1]) for at in (3, 8, 9, 41, 42)}
    assert counts == {3: 20, 8: 2, 9: 1, 41: 4, 42: 1}
    assert run(capsys, "perft", FIRST, "--at", "41", "--depth", "6")[1] == "4\n"


def test_analyze_searches_for_the_seat_to_act(capsys: Capture) -> None:
    code, out, _ = run(capsys, "analyze", FIRST, "--at", "3", "--visits", "60", "--json")
    said = json.loads(out)
    assert code == 0
    assert (
        sorted(move["move"] for move in said["moves"]) == json.loads(Path(FIRST).read_text().splitlines()[2])["legal"]
    )
    assert set(said["beliefs"]["evil"]) == set("ABCDE")
    for at in ("9", "42"):
        assert run(capsys, "analyze", FIRST, "--at", at, "--json")[0] == 1


def test_replay_tells_everything_or_what_a_seat_saw(capsys: Capture) -> None:
    code, out, _ = run(capsys, "replay", FIRST)
    assert code == 0
    assert "   41  E shoots B\n" in out
    assert out.rstrip().endswith("   42  Result: A 1, B 0, C 1, D 1, E 0 (quests)")
    assert "assassin" in out
    code, out, _ = run(capsys, "replay", FIRST, "--seat", "A", "--ascii", "--screens")
    assert code == 0
    out.encode("ascii")
    assert "oberon  " not in out.partition("42  Result")[0].partition("shoots")[0].replace("oberon\n", "")


def test_cut_record_is_told_up_to_its_last_whole_event(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    path.write_bytes(Path(FIRST).read_bytes()[:2500])
    assert run(capsys, "replay", str(path))[0] == 0
    assert run(capsys, "verify", str(path))[0] == 1


def test_games_lists_the_options(capsys: Capture) -> None:
    out = run(capsys, "games")[1]
    assert "resistance: The Resistance: Avalon" in out
    assert "roles none: from 5 players no role of their own" in out
    assert "true or false; default: false" in out


# --- the bench ------------------------------------------------------------------------------------------


def test_the_bench_measures_five_players_without_special_roles() -> None:
    game = games.load("resistance", **games.kind("resistance").BENCH)
    assert game.options == {"players": 5, "roles": "none"}
    assert len(list(bench.positions(game))) > 3


# --- a game at the keyboard ---------------------------------------------------------------------------------


def wish(**change: Any) -> vs.Wish:
    usual: dict[str, Any] = {
        "game": "resistance", "pairs": ("players=7", "roles=all", "lady=true"), "spec": "random", "watch": False,
        "seat": "C", "seed": 11, "pace": 0.0, "kept": None, "resume": None,
    }  # fmt: skip
    return vs.Wish(**{**usual, **change})


class Player:
    """Types what the question offers first; `made` counts the questions."""

    def __init__(self) -> None:
        self.made = 0

    def __iter__(self) -> Player:
        return self

    def __next__(self) -> str:
        self.made += 1
        return "#1" if self.made < 200 else "quit"


@pytest.mark.parametrize("live", [False, True])
def test_a_whole_game_against_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: bool) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    kept = tmp_path / "game.avr"
    terminal = FakeTerminal(Player(), FakeClock(), live=live)
    monkeypatch.setattr(Player, "__next__", lambda self: "quit" if "the game is over" in _last(terminal) else "#1")
    assert vs.play(wish(kept=kept), terminal, FakeClock()) == 0
    assert record.verify(kept).text.endswith("fine")
    text = terminal.text()
    assert re.search(r"^(You win with [A-G].*|[A-G], .* win): ", text, re.MULTILINE)
    assert "merlin" in text.rpartition("win")[2]
    assert record.read(kept).header["players"][2] == "human"


def _last(terminal: FakeTerminal) -> str:
    asked = [text for kind, text, _ in terminal.events if kind == "ask"]
    return "the game is over" if asked and asked[-1].startswith("again") else ""


def test_a_game_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first = FakeTerminal(iter(["#1"] * 4 + ["quit"]), FakeClock(), live=False)
    assert vs.play(wish(), first, FakeClock()) == 0
    (path,) = tmp_path.glob("avalon-bot/*.avr")
    assert "unfinished" in record.verify(path).text
    again = FakeTerminal(["undo", "undo", "board", "#1", "resign", "quit"], FakeClock(), live=False)
    assert vs.play(wish(resume=path, game=None, pairs=(), seed=None), again, FakeClock()) == 0
    assert record.read(path).result is not None
    assert (record.read(path).result or {})["loser"] == "C"


def test_bad_input_at_the_prompt_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    lines = ["shoot a", "team z", "votes ABC", "fail", "", "?", "rules", "quit"]
    terminal = FakeTerminal(iter(lines), FakeClock(), live=False)
    assert vs.play(wish(), terminal, FakeClock()) == 0
    (path,) = tmp_path.glob("avalon-bot/*.avr")
    moves = [entry for entry in record.read(path).entries if entry.seat == 2]
    assert moves == []
    assert "THE LADY" in terminal.said()


def test_a_watched_game_shows_all_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    terminal = FakeTerminal(["quit"], FakeClock(), live=True)
    monkeypatch.setattr(bots, "DEFAULT", "random")
    assert vs.play(wish(watch=True, pairs=("roles=all",)), terminal, FakeClock()) == 0
    first = next(text for kind, text, _ in terminal.events if kind == "paint")
    assert "merlin" in first
    assert "morgana" in first
