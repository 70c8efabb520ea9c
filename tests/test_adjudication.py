"""Decided games that are not played out: who loses, by what bots tell or by the position."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import adjudication, bots, games, match, record, tournament
from avalon_ai._duel import fields as duel_fields
from avalon_ai._resistance import fields as resistance_fields
from avalon_ai.adjudication import Judge
from avalon_ai.bots import Choice
from avalon_ai.errors import OptionError
from avalon_ai.games.base import Game
from avalon_ai.streams import Stream
from command_line import Capture, run


class Teller:
    """Plays the first legal move and tells the values of a list, the last one again and again."""

    spec = "random"

    def __init__(self, values: Sequence[float | None]) -> None:
        self._values = list(values)

    def start(self, stream: Stream, seed: int) -> None:
        """Nothing hangs on the game."""

    def act(self, stream: Stream) -> Choice:
        """The first legal move."""
        value = self._values.pop(0) if len(self._values) > 1 else self._values[0]
        return Choice(stream.view.legal()[0], value=value)


def told(game: Game, *values: Sequence[float | None], **adjudicate: Any) -> record.Record:
    return match.play(game, [Teller(own) for own in values], seed=1, adjudicate=adjudicate)


def own_moves(played: record.Record, seat: int) -> int:
    return sum(entry.seat == seat and "value" in entry.extra for entry in played.entries)


def duel(**options: Any) -> Game:
    return games.load("duel", **{"first": "A", **options})


# --- by what bots tell ---------------------------------------------------------------------------


def test_who_tells_low_values_loses_where_the_other_agrees() -> None:
    played = told(duel(), [0.02], [0.99], resign=0.02, resign_moves=4)
    assert played.result == {"result": {"A": 0.0, "B": 1.0}, "reason": "adjudicated", "loser": "A"}
    assert own_moves(played, 0) >= 4
    assert min(own_moves(played, 0), own_moves(played, 1)) == 4


def test_without_agreement_the_game_goes_on_unless_none_is_asked_for() -> None:
    assert (told(duel(), [0.01], [0.97], resign=0.02).result or {})["reason"] == "cap"
    played = told(duel(), [0.01], [0.97], resign=0.02, agreed=False)
    assert ((played.result or {})["loser"], own_moves(played, 0)) == ("A", 3)
    silent = told(duel(), [0.01], [None], resign=0.02)
    assert (silent.result or {})["reason"] == "cap"


def test_one_better_value_begins_the_count_anew_and_a_silent_move_does_not() -> None:
    played = told(duel(), [0.0, 0.0, 0.5, 0.0], [0.5], resign=0.1, agreed=False)
    assert own_moves(played, 0) == 6
    played = told(duel(), [0.0, 0.0, None, 0.0], [0.5], resign=0.1, agreed=False)
    assert own_moves(played, 0) == 3


def test_all_seats_of_a_side_must_have_given_up() -> None:
    game = games.load("resistance", players=5)
    sides = game.sides(game.deal(1)[0])
    values = [[0.05] if side == "evil" else [0.95] for side in sides]
    played = told(game, *values, resign=0.05, resign_moves=1)
    said = played.result or {}
    assert (said["reason"], sides["ABCDE".index(said["loser"])]) == ("adjudicated", "evil")
    assert [said["result"][letter] for letter in "ABCDE"] == [float(side == "good") for side in sides]
    one_hopes = [[0.5] if seat == sides.index("evil") else value for seat, value in enumerate(values)]
    assert (told(game, *one_hopes, resign=0.05, resign_moves=1).result or {})["reason"] != "adjudicated"


# --- by the position -----------------------------------------------------------------------------


def test_who_is_behind_loses_after_so_many_events() -> None:
    game = duel()
    players = [bots.make("greedy", game), bots.make("random", game)]
    whole = match.play(game, players, seed=2)
    for events in (60, 120):
        played = match.play(game, players, seed=2, adjudicate={"events": events})
        assert [entry.event for entry in played.entries] == [e.event for e in whole.entries[: len(played.entries)]]
        assert len(played.entries) >= events
        one, other = duel_fields(record.position(played, played.last_line))["crowns"]
        assert one > other
        assert (played.result or {})["loser"] == "B"


def test_between_equals_play_goes_on() -> None:
    played = told(duel(turn_cap=3), [None], [None], events=1)
    assert (played.result or {})["reason"] == "cap"
    assert duel_fields(record.position(played))["crowns"] == [0, 0]


def test_crowns_of_the_duel_are_counted() -> None:
    game = duel()
    players = [bots.make("greedy", game), bots.make("random", game)]
    played = match.play(game, players, seed=2, adjudicate={"crowns": 4})
    one, other = duel_fields(record.position(played, played.last_line))["crowns"]
    assert (one - other >= 4, (played.result or {})["loser"]) == (True, "B")


def test_quests_say_which_side_is_behind() -> None:
    game = games.load("resistance", players=7)
    seen = set()
    for seed in range(12):
        played = match.play(game, [bots.make("random", game) for _ in range(7)], seed=seed, adjudicate={"events": 25})
        state = record.position(played, played.last_line)
        found, said = resistance_fields(state), played.result or {}
        if said["reason"] != "adjudicated":
            continue
        behind = "good" if found["lost"] > found["won"] else "evil"
        assert found["lost"] != found["won"]
        assert game.sides(played.deal)["ABCDEFG".index(said["loser"])] == behind
        seen.add(behind)
    assert seen == {"good", "evil"}


# --- asking --------------------------------------------------------------------------------------


def test_nothing_is_adjudicated_unless_asked_for() -> None:
    assert (told(duel(), [0.0], [1.0]).result or {})["reason"] == "cap"
    assert (told(duel(), [0.0], [1.0], resign_moves=1).result or {})["reason"] == "cap"


def test_rules_decide_before_the_judge() -> None:
    game = duel()
    players = [bots.make("greedy", game), bots.make("random", game)]
    whole = match.play(game, players, seed=2)
    played = match.play(game, players, seed=2, adjudicate={"events": len(whole.entries)})
    assert played.result == whole.result


def test_each_game_names_what_it_has() -> None:
    assert adjudication.parse("duel", ["crowns=9", "resign=0.05"]) == {"crowns": 9, "resign": 0.05}
    with pytest.raises(OptionError, match="adjudicate has no option crowns; it has: resign, resign_moves, agreed, ev"):
        adjudication.parse("resistance", ["crowns=9"])
    with pytest.raises(OptionError, match=r"resign: expected a number from 0 to 0\.5, got 0\.7"):
        Judge(duel(), duel().deal(1)[0], {"resign": 0.7})


def test_adjudicated_records_are_fine_and_the_command_tells_the_reason(tmp_path: Path, capsys: Capture) -> None:
    asked = ("--adjudicate", "events=40", "--record", f"{tmp_path}/", "--games", "4", "--json")
    code, out, _ = run(capsys, "play", "duel", "greedy", "random", *asked)
    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, {line["reason"] for line in lines[:-1]}) == (0, {"adjudicated"})
    code, out, _ = run(capsys, "verify", *(line["file"] for line in lines[:-1]))
    assert (code, out.count(": fine")) == (0, 4)


def test_tournaments_count_them_and_refuse_other_terms_on_resume(tmp_path: Path) -> None:
    def settings(**adjudicate: Any) -> tournament.Settings:
        return tournament.configure("duel", ["greedy", "random"], rounds=2, adjudicate=adjudicate)

    with tournament.Store(tmp_path / "t", settings(events=40)) as store:
        found = tournament.play(tournament.Run(settings(events=40), store=store), workers=1)
    rows = found.standings.rows()
    assert [(row.bot, row.forfeits["adjudicated"]) for row in rows] == [("greedy", 0), ("random", 4)]
    assert found.as_json()["reasons"] == {"adjudicated": 4}
    assert all(record.verify(file).text.endswith("fine") for file in (tmp_path / "t" / "records").iterdir())
    with pytest.raises(OptionError, match=r"adjudicate was \{'events': 40\}, is now \{'events': 50\}"):
        tournament.Store(tmp_path / "t", settings(events=50))
    with pytest.raises(OptionError, match="adjudicate was"):
        tournament.Store(tmp_path / "t", settings())


def test_file_of_settings_has_a_table_of_them(tmp_path: Path, capsys: Capture) -> None:
    config = tmp_path / "t.toml"
    config.write_text('game = "duel"\nbots = ["greedy", "random"]\nrounds = 1\n[adjudicate]\nevents = 40\ncrowns = 9\n')
    code, out, _ = run(capsys, "tournament", "--config", str(config), "--adjudicate", "events=30", "--json")
    assert (code, json.loads(out)["tournament"]["adjudicate"]) == (0, {"events": 30, "crowns": 9})
    config.write_text('game = "duel"\nbots = ["greedy", "random"]\nadjudicate = 3\n')
    code, _, err = run(capsys, "tournament", "--config", str(config))
    assert (code, err.count("\n")) == (2, 1)
    assert "adjudicate: expected a table" in err
