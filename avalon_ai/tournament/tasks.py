"""What a worker does: play whole groups and hand back results, with the records as text where they are kept."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from avalon_ai import bots as kinds
from avalon_ai import match
from avalon_ai.games.base import Game
from avalon_ai.json_lines import dumps
from avalon_ai.record import Record, entry_line
from avalon_ai.results import Played
from avalon_ai.streams import line
from avalon_ai.tournament.schedule import Group
from avalon_ai.tournament.settings import Make, Settings

FORFEITS = ("time", "illegal", "crash", "adjudicated")


@dataclass(frozen=True)
class Finished:
    """A group that was played: its games, what broke down in them, and their records (none where none are kept)."""

    group: Group
    games: tuple[Played, ...]
    faults: Mapping[int, str]
    records: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The group as its line stands in the file of results."""
        games = [_game_json(game, self.faults.get(game.number)) for game in self.games]
        return {"group": self.group.number, "games": games}


def _game_json(game: Played, fault: str | None) -> dict[str, Any]:
    said = {key: value for key, value in vars(game).items() if value is not None}
    del said["group"], said["number"]
    return said if fault is None else said | {"fault": fault}


@dataclass(frozen=True)
class Task:
    """Groups that one worker plays one after the other."""

    settings: Settings
    groups: tuple[Group, ...]
    keep: bool = False  # whether records are handed back
    make: Make = kinds.make


def play(task: Task) -> list[Finished]:
    """Play the groups of a task."""
    return [play_group(task, group) for group in task.groups]


def play_group(task: Task, group: Group) -> Finished:
    """Play every game of a group; each begins with fresh bots, so that nothing hangs on who played before."""
    game = _game(task.settings.game, json.dumps(dict(task.settings.options)))
    games, faults, records = [], {}, []
    for number in range(game.seats):
        began = time.perf_counter()
        record = _play(task, group, number, game)
        games.append(_played(task, group, number, record, time.perf_counter() - began))
        if record.fault is not None:
            faults[number] = record.fault
        if task.keep:
            records.append(_text(record, _Lines.of(game)))
    return Finished(group, tuple(games), faults, tuple(records))


@lru_cache(maxsize=4)
def _game(name: str, options: str) -> Game:
    return Settings(name, (), json.loads(options)).load()


class _Lines(dict[int, str]):
    """The line of each event in a record, written once: most events come again and again."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    @staticmethod
    @lru_cache(maxsize=4)
    def of(game: Game) -> _Lines:
        """Those of a game."""
        return _Lines(game)

    def __missing__(self, event: int) -> str:
        text = self[event] = dumps(line(self._game, event))
        return text


def _text(record: Record, lines: _Lines) -> str:
    """A record as it stands in its file."""
    found = [dumps(record.header), dumps({"deal": record.deal})]
    for entry in record.entries:
        if entry.event is None or entry.extra:
            found.append(dumps(entry_line(record.game, entry)))
        else:
            found.append(lines[entry.event])
    found.append(dumps(record.result or {}))
    return "\n".join(found) + "\n"


def _play(task: Task, group: Group, number: int, game: Game) -> Record:
    settings = task.settings
    return match.play(
        game,
        [task.make(settings.bots[bot], game) for bot in group.players],
        seed=settings.seed,
        deal_index=group.number,
        rotation=number,
        move_time=settings.move_time,
        interrupt=True,
        catch=True,
        reveal=number == game.seats - 1,  # before, the same deal is still to be played in other seats
        adjudicate=settings.adjudicate,
    )


def _played(task: Task, group: Group, number: int, record: Record, seconds: float) -> Played:
    names = task.settings.names
    said = record.result or {}
    return Played(
        group=group.number,
        number=number,
        bots=tuple(names[bot] for bot in group.seated(number)),
        sides=record.game.sides(record.deal),
        results=tuple(record.result_by_seat()),
        reason=said["reason"],
        loser=_loser(said),
        events=len(record.entries),
        seconds=round(seconds, 6),
        record=record_name(group.number, number) if task.keep else None,
    )


def _loser(said: Mapping[str, Any]) -> int | None:
    return list(said["result"]).index(said["loser"]) if "loser" in said else None


def record_name(group: int, number: int) -> str:
    """Where the record of a game stands in the tournament's folder."""
    return f"records/{group:06}-{number}.avr"
