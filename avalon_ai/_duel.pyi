from collections.abc import Sequence
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
