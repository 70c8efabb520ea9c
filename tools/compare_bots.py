"""Plays random games twice, in worlds with other hidden things that one seat cannot tell apart, and compares all bytes
that a program at that seat is sent.

    python tools/compare_bots.py --games 500

The first difference ends it with exit code 1 and says which game it was.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent / folder) for folder in ("tests", "cli", "")]

from bot_bytes import PAIRS, told  # noqa: E402


def main() -> int:
    """Compare; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500, help="random games of each game (default: %(default)s)")
    parser.add_argument("--game", action="append", choices=list(PAIRS), help="this game alone, or these")
    wish = parser.parse_args()
    for game in wish.game or PAIRS:
        pairs = PAIRS[game]
        played = compared = size = 0
        number = 0
        while played < wish.games:
            found = list(pairs(number))
            played += bool(found)
            for pair in found:
                one, other = told(pair.one, pair.seat, number), told(pair.other, pair.seat, number + 1)
                if one != other:
                    print(f"{game}: number {number}, seat {pair.seat}: not the same bytes")
                    return 1
                compared, size = compared + 1, size + len(one)
            number += 1
        print(f"{game}: {compared} pairs of worlds from {played} games, {size} bytes each way, all equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
