"""The printed table of The Resistance: Avalon, and which roles the options put on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from avalon_ai import toml
from avalon_ai.errors import OptionError
from avalon_ai.games.resistance_codes import EVIL_ROLES, GOOD_ROLES, ROLES

FILE = "resistance.toml"
HABITS = "resistance_habits.toml"
QUESTS = 5
FEWEST, MOST = 5, 10
COMMON = ("servant", "minion")


@dataclass(frozen=True)
class Board:
    """What the number of players fixes: evil seats, sizes of the teams, fails that make each quest fail."""

    players: int
    evil: int
    sizes: tuple[int, ...]
    needed: tuple[int, ...]

    @property
    def good(self) -> int:
        """How many are good."""
        return self.players - self.evil


@cache
def _file(name: str = FILE) -> dict[str, Any]:
    return toml.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


@cache
def board(players: int) -> Board:
    """The table for a number of players, 5 to 10."""
    row, two = _file()["players"][str(players)], _file()["two_fails"]
    needed = tuple(2 if quest == two["quest"] and players >= two["players"] else 1 for quest in range(1, QUESTS + 1))
    return Board(players, row["evil"], tuple(row["teams"]), needed)


def presets() -> tuple[str, ...]:
    """The names of the choices of roles."""
    return tuple(_file()["presets"])


def models() -> dict[str, dict[str, Any]]:
    """The weights by name; `behaviour` names a model of beliefs."""
    found: dict[str, dict[str, Any]] = _file()["models"]
    return found


def habits() -> dict[str, Any]:
    """How players of each role are taken to act, by the names of the core's struct and in its order."""
    return _file(HABITS)


def role_set(roles: str | Sequence[str], table: Board) -> list[str]:
    """The roles of all seats, in the order of ROLES, for a preset or for roles by name.

    Raises OptionError where the named roles cannot be dealt.
    """
    named = _preset(roles, table) if isinstance(roles, str) else list(roles)
    sides = ((GOOD_ROLES, table.good, "good", "servant"), (EVIL_ROLES, table.evil, "evil", "minion"))
    found: list[str] = []
    for side, places, word, common in sides:
        chosen = [role for role in named if role in side]
        if len(chosen) > places:
            raise OptionError(
                f"roles: expected at most {places} {word} ones with {table.players} players, got {', '.join(chosen)}"
            )
        found += chosen + [common] * (places - len(chosen))
    _check_doubles(named)
    return sorted(found, key=ROLES.index)


def _check_doubles(named: Sequence[str]) -> None:
    doubles = [role for role, number in Counter(named).items() if number > 1 and role not in COMMON]
    if doubles:
        raise OptionError(f"roles: expected each role but {' and '.join(COMMON)} once, got {doubles[0]} twice")


def _preset(name: str, table: Board) -> list[str]:
    """The roles that a preset names, as many as there are seats for."""
    row = _file()["presets"][name]
    wanted = row["roles"] + (row.get("more", []) if table.players >= row.get("more_from", 0) else [])
    evil = [role for role in wanted if role in EVIL_ROLES][: table.evil]
    return [role for role in wanted if role in GOOD_ROLES or role in evil]


def doubts(roles: Sequence[str]) -> list[str]:
    """What is allowed and yet odd about a role set, in a line each."""
    found = []
    if "merlin" not in roles:
        found += [f"{role} without merlin changes nothing" for role in ("assassin", "mordred") if role in roles]
        if "percival" in roles:
            found.append("percival without merlin sees nobody to protect")
    if "morgana" in roles and "percival" not in roles:
        found.append("morgana without percival deceives nobody")
    if len(roles) == FEWEST and {"merlin", "percival"} <= {*roles} and not {"mordred", "morgana"} & {*roles}:
        found.append("percival among 5 players makes good strong: mordred or morgana is recommended beside him")
    return found
