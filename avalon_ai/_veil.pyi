from collections.abc import Mapping, Sequence
from typing import Any

from avalon_ai._state import Rules, State, View

REASONS: tuple[str, ...]
INVARIANTS: tuple[str, ...]
EVENTS: dict[str, tuple[int, int]]
SECTIONS: dict[str, tuple[int, int]]
FIXED: tuple[str, ...]
FRAMES: tuple[str, ...]
AWAITED: tuple[str, ...]
GREEDY_NAMES: tuple[str, ...]
FEATURE_NAMES: tuple[str, ...]

def make_rules(
    *,
    players: int,
    seasons: int,
    deterministic: bool,
    favor_side: int,
    green_knight: bool,
    decline: bool,
    tables: Mapping[str, Sequence[Sequence[int]]],
) -> Rules: ...
def load_rules(table: bytes) -> Rules: ...
def start(rules: Rules, factions: Sequence[int]) -> State: ...
def start_view(rules: Rules, seat: int, factions: Sequence[int]) -> View: ...
def fields(position: State | View) -> dict[str, Any]: ...
def details(position: State | View) -> dict[str, Any]: ...
def strengths(position: State | View) -> list[list[int]]: ...
def limits(position: State | View) -> list[int]: ...
def battle_strengths(position: State | View) -> list[int]: ...
def without(state: State, loser: int) -> list[int]: ...
def arranged(state: State, what: Mapping[str, Any]) -> State: ...
def make_model(
    rules: Rules,
    greedy: Mapping[str, float],
    evaluation: Mapping[str, Sequence[float]],
    *,
    noise: float,
    sharpness: float,
    margin: float,
) -> bytes: ...
def self_play(rules: Rules, first: bytes, second: bytes, deals: int, seed: int) -> tuple[list[float], int]: ...
def self_play_features(
    rules: Rules, model: bytes, games: int, seed: int
) -> tuple[list[float], list[int], list[int], list[int]]: ...
