from collections.abc import Mapping, Sequence
from typing import Any

from avalon_ai._state import Rules, State, View

REASONS: tuple[str, ...]
PHASES: tuple[str, ...]
INVARIANTS: tuple[str, ...]

def make_rules(
    *,
    lands: Sequence[int],
    crowns: Sequence[int],
    castles: Sequence[int],
    circle: int,
    tiles: Sequence[int],
    colours: int,
    copies: int,
    hand: int,
    crowns_to_win: int,
    turn_cap: int,
    land_order: Sequence[int] | None = None,
) -> Rules: ...
def load_rules(table: bytes) -> Rules: ...
def start(rules: Rules, first: int, stacks: Sequence[Sequence[int]], hands: Sequence[Sequence[int]]) -> State: ...
def start_view(rules: Rules, seat: int, first: int, stacks: Sequence[Sequence[int]], hand: Sequence[int]) -> View: ...
def fields(position: State | View) -> dict[str, Any]: ...
def supplies(position: State | View) -> list[list[int]]: ...

GREEDY_NAMES: tuple[str, ...]
SIDE_FEATURES: tuple[str, ...]
FEATURE_NAMES: tuple[str, ...]

def make_model(
    rules: Rules,
    greedy: Mapping[str, float],
    evaluation: Mapping[str, Sequence[float]],
    *,
    early: float,
    noise: float,
    sharpness: float,
    decline: Sequence[float],
    variety: float,
) -> bytes: ...
def held_chances(view: View, model: bytes) -> list[float]: ...
def self_play(rules: Rules, first: bytes, second: bytes, pairs: int, seed: int) -> tuple[list[float], int, int]: ...
def self_play_features(
    rules: Rules, model: bytes, games: int, seed: int, every: int
) -> tuple[list[float], list[float]]: ...
