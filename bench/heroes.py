"""What a hero among copies of another bot scores in each role: the figures of docs/measurements.md, from a tournament.

    avalon-bot tournament resistance rules logic --format hero --heroes 1 --rounds 400 --seed 910000 --out heroes/
    python bench/heroes.py heroes/

For each pair of bots how often the hero's side won, with the 95 % interval over deals: in all, by side, by role, and
how the games ended.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from avalon_ai import scores
from avalon_ai.games.base import SEAT_LETTERS


@dataclass(frozen=True)
class Part:
    """One game as the hero saw it."""

    group: int
    pair: tuple[str, str]
    side: str
    role: str
    result: float
    reason: str


def games(folder: Path) -> Iterator[Part]:
    """Every game of a tournament with one hero at the table."""
    for line in (folder / "results.jsonl").read_text("utf-8").splitlines():
        said = json.loads(line)
        for game in said["games"]:
            (seat,) = (seat for seat, bot in enumerate(game["bots"]) if game["bots"].count(bot) == 1)
            other = game["bots"][seat - 1]
            role = roles(folder / game["record"])[SEAT_LETTERS[seat]]
            yield Part(
                said["group"], (game["bots"][seat], other), game["sides"][seat], role, game["results"][seat],
                game["reason"],
            )  # fmt: skip


def roles(record: Path) -> dict[str, str]:
    """The roles by seat, as the second line of a record deals them."""
    with record.open(encoding="utf-8") as file:
        next(file)
        deal: dict[str, Any] = json.loads(next(file))["deal"]
    return dict(deal["roles"])


def told(word: str, parts: list[Part]) -> str:
    """A line: mean, interval, games, how they ended."""
    groups: dict[int, list[float]] = defaultdict(list)
    for part in parts:
        groups[part.group].append(part.result)
    score, low, high = scores.interval(list(groups.values()))
    ends = Counter(part.reason for part in parts)
    reasons = ", ".join(f"{reason} {number}" for reason, number in sorted(ends.items()))
    return f"  {word:10} {score:.3f} [{low:.3f}, {high:.3f}]  {len(parts)} games; {reasons}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Tell the scores of each hero of the tournament in FOLDER."""
    found: dict[tuple[str, str], list[Part]] = defaultdict(list)
    for part in games(folder):
        found[part.pair].append(part)
    for (hero, other), parts in found.items():
        print(f"{hero} among {other}")
        print(told("all", parts))
        for side in sorted({part.side for part in parts}, reverse=True):
            print(told(f"as {side}", [part for part in parts if part.side == side]))
        for role in sorted({part.role for part in parts}):
            print(told(role, [part for part in parts if part.role == role]))


if __name__ == "__main__":
    main()
