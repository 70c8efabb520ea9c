from collections.abc import Sequence
from typing import Any

from avalon_ai._state import Rules, State, View

REASONS: tuple[str, ...]
PHASES: tuple[str, ...]
INVARIANTS: tuple[str, ...]

def make_rules(
    *,
    players: int,
    evil: int,
    sizes: Sequence[int],
    needed: Sequence[int],
    lady: bool,
    any_carrier: bool,
) -> Rules: ...
def load_rules(table: bytes) -> Rules: ...
def start(rules: Rules, leader: int, roles: Sequence[int], carrier: int = -1) -> State: ...
def start_view(
    rules: Rules,
    seat: int,
    leader: int,
    role_set: Sequence[int],
    role: int,
    seen: int,
    carries: bool,
    open_carrier: bool,
) -> View: ...
def fields(position: State | View) -> dict[str, Any]: ...
def history(position: State | View) -> list[int]: ...
def evil_sets(view: View) -> list[tuple[int, int]]: ...
def possible_roles(view: View) -> list[int]: ...
def make_model(habits: Sequence[float], *, behaviour: bytes | None = None) -> bytes: ...
def make_behaviour(values: Sequence[float]) -> bytes: ...
def posterior(view: View, behaviour: bytes | None = None) -> tuple[list[tuple[int, float]], list[list[float]]]: ...
def notes(
    position: State | View, model: bytes, ignored: int = -1, *, along: bool = False
) -> tuple[bytes, list[bytes], list[bytes]]: ...
def open_worth(view: View, model: bytes) -> list[tuple[int, float]]: ...
def acts(
    position: State | View, rates: Sequence[float]
) -> tuple[
    list[tuple[int, int, int, int, int, bytes, bytes, bytes]],
    list[tuple[int, int, int, bytes, bytes]],
]: ...
