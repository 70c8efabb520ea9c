from collections.abc import Sequence
from typing import final

from avalon_ai._state import Rules, View

def one_tree(rules: Rules) -> bool: ...

@final
class Search:
    def __new__(
        cls,
        view: View,
        model: bytes,
        *,
        seed: int,
        memory: int,
        exploration: float,
        reduction: float,
        changes: int,
        weighted: bool,
        others: float,
        pull: float,
    ) -> Search: ...
    def run(self, visits: int) -> int: ...
    def follow(self, view: View, moves: Sequence[int]) -> int: ...
    def stop(self) -> None: ...
    def moves(self) -> list[tuple[int, int, int, float, float, float, tuple[int, ...]]]: ...
    @property
    def visits(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def full(self) -> bool: ...
