"""Recorded games of The Resistance: Avalon as arrays for tools/fit_beliefs.py; features come from the compiled core.

A file has one JSON object a line: `r` one letter per seat (M merlin, P percival, L servant, E or A plain evil,
G morgana, D mordred, O oberon), `q` the quests, each [[[leader, team mask, approvers mask], ...], fails or null, mask
of the seats that failed].
"""

from __future__ import annotations

import gzip
import itertools
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from avalon_ai import _resistance, games
from avalon_ai._state import MOVE, NO_SEAT, REFEREE_EVENT, State, make_event
from avalon_ai.games import resistance_codes as codes
from avalon_ai.games.base import Game, seat_letter

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ROLES = {
    "M": "merlin",
    "P": "percival",
    "L": "servant",
    "E": "minion",
    "A": "minion",
    "G": "morgana",
    "D": "mordred",
} | {"O": "oberon"}
GOOD, EVIL, SPECIAL = "MPL", "EAGDO", "MPGDO"
MERLIN, PERCIVAL, MORGANA, MORDRED, OBERON = range(len(SPECIAL))
RATES = (0.25, 0.55, 0.65, 0.75, 0.9)  # how often evil members fail each quest, for plain suspicion
SEAT, TABLE, LEAD, QUEST, PAIR = 31, 33, 13, 32, 14  # numbers of features
OUTCOME, OPEN = 5, 1  # where the five kinds of outcome begin among a seat's features; the quest not played yet


@dataclass
class Table:
    """All games with one number of players.

    Sets of evil seats stand in the order of their masks' letters; `true` is a game's set, `place` where its special
    roles are: Merlin and Percival among the good seats of the set, the others among the evil ones; -1 if not in play.
    """

    players: int
    sets: Ints  # set, evil seat
    good: Ints  # set, good seat
    game: Ints  # number in the file
    letters: list[str]
    flags: Floats  # game, special role: in play
    true: Ints
    place: Ints  # game, special role
    proposals: Ints  # row: game, quest, attempt, leader, team, approved
    seats: Floats  # proposal, seat, features
    shared: Floats  # proposal, features
    leads: Floats
    quests: Ints  # row: game, quest, team, fails
    played: Floats  # quest, features
    pairs: Floats  # quest, seat, seat, features

    @property
    def evil(self) -> int:
        """How many are evil."""
        return int(self.sets.shape[1])


def usual(table: Table, game: int) -> bool:
    """Whether a game's roles are as the model takes them: no Percival without Merlin."""
    return not (table.flags[game, PERCIVAL] and not table.flags[game, MERLIN])


def tables(path: str) -> dict[int, Table]:
    """The games of a file by number of players, 5 to 10."""
    found: dict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for number, game in enumerate(_lines(path)):
        found[len(game["r"])].append((number, game))
    return {players: _table(players, rows) for players, rows in sorted(found.items())}


def _lines(path: str) -> Iterator[dict[str, Any]]:
    raw = Path(path).read_bytes()
    text = gzip.decompress(raw) if Path(path).suffix == ".gz" else raw
    for line in text.splitlines():
        yield json.loads(line)


def _table(players: int, rows: Sequence[tuple[int, dict[str, Any]]]) -> Table:
    evil = sum(letter not in GOOD for letter in rows[0][1]["r"])
    sets = list(itertools.combinations(range(players), evil))
    good = [[seat for seat in range(players) if seat not in chosen] for chosen in sets]
    number = {chosen: i for i, chosen in enumerate(sets)}
    letters = [game["r"] for _, game in rows]
    true = [number[tuple(seat for seat in range(players) if word[seat] not in GOOD)] for word in letters]
    place = [_places(word, sets[i], good[i]) for word, i in zip(letters, true, strict=True)]
    return Table(
        players=players,
        sets=np.array(sets),
        good=np.array(good),
        game=np.array([i for i, _ in rows]),
        letters=letters,
        flags=np.array([[letter in word for letter in SPECIAL] for word in letters], np.float32),
        true=np.array(true),
        place=np.array(place),
        **_acts(players, [game for _, game in rows]),
    )


def _places(word: str, evil: Sequence[int], good: Sequence[int]) -> list[int]:
    """Where the special roles are among the seats of their side."""
    sides = [good if letter in GOOD else evil for letter in SPECIAL]
    return [
        list(side).index(word.index(letter)) if letter in word else -1
        for letter, side in zip(SPECIAL, sides, strict=True)
    ]


def _acts(players: int, played: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What was done in each game, with its features."""
    proposals: list[tuple[int, ...]] = []
    quests: list[tuple[int, ...]] = []
    parts: dict[str, list[bytes]] = defaultdict(list)
    for number, game in enumerate(played):
        made, done = _resistance.acts(_replayed(game), RATES)
        for *row, seats, shared, lead in made:
            proposals.append((number, *row))
            parts["seats"].append(seats)
            parts["shared"].append(shared)
            parts["leads"].append(lead)
        for *row, features, pairs in done:
            quests.append((number, *row))
            parts["played"].append(features)
            parts["pairs"].append(pairs)
    shapes = {"seats": (players, SEAT), "shared": (TABLE,), "leads": (LEAD,), "played": (QUEST,)}
    arrays: dict[str, Any] = {name: _floats(parts[name], shape) for name, shape in shapes.items()}
    arrays["pairs"] = _square(players, _floats(parts["pairs"], (players * (players - 1) // 2, PAIR)))
    return arrays | {"proposals": np.array(proposals), "quests": np.array(quests)}


def _floats(parts: Sequence[bytes], shape: tuple[int, ...]) -> Floats:
    return np.frombuffer(b"".join(parts), np.float32).reshape(len(parts), *shape)


def _square(players: int, pairs: Floats) -> Floats:
    """From a row for each two seats to a table of seats; 0 on the diagonal."""
    full = np.zeros((len(pairs), players, players, PAIR), np.float32)
    for i, (one, two) in enumerate(itertools.combinations(range(players), 2)):
        full[:, one, two] = full[:, two, one] = pairs[:, i]
    return full


# --- replaying ---------------------------------------------------------------------------------


@cache
def _game(players: int) -> Game:
    return games.load("resistance", players=players, roles="none", assassin="any")


def _replayed(game: dict[str, Any]) -> State:
    """The position at the end of a game, before any shot."""
    word = game["r"]
    rules = _game(len(word))
    deal: dict[str, Any] = {"leader": seat_letter(game["q"][0][0][0][0])}
    deal["roles"] = {seat_letter(seat): ROLES[letter] for seat, letter in enumerate(word)}
    if "M" in word:
        deal["assassin"] = seat_letter(next(seat for seat, letter in enumerate(word) if letter not in GOOD))
    state = rules.start(deal)
    for event in _events(len(word), game["q"]):
        state.apply(event)
    return state


def _events(players: int, quests: Sequence[Any]) -> Iterator[int]:
    for proposals, fails, failed in quests:
        for leader, team, approved in proposals:
            yield make_event(codes.TEAM + team, leader, MOVE)
            for seat in range(players):
                yield make_event(codes.APPROVE if approved >> seat & 1 else codes.REJECT, seat, MOVE)
            yield make_event(codes.VOTES + approved, NO_SEAT, REFEREE_EVENT)
        if fails is None:
            return
        for seat in codes.seats_in(proposals[-1][1]):
            yield make_event(codes.FAIL if failed >> seat & 1 else codes.SUCCESS, seat, MOVE)
        yield make_event(codes.FAILS + fails, NO_SEAT, REFEREE_EVENT)
