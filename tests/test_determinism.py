"""The same seed gives the same bytes in every run: nothing hangs on the order of hashes, on memory or on time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import kit
from avalon_ai import bots, games, match, search
from avalon_ai._state import Generator

ROOT = Path(__file__).resolve().parent.parent
TABLE = {"players": 7, "roles": "all", "lady": True, "assassin": "any"}
SMALL = {"territories": ["plain1", "forest1", "avalon"], "colours": 2, "crowns_to_win": 3, "copies": 5}


def fingerprint() -> str:
    """A digest of games, views, resampled worlds, a recorded match and searches."""
    digest = hashlib.sha256()
    for seed in range(6):
        if seed < 4:
            game = games.load("duel", **(SMALL if seed % 2 else {}))
        else:
            game = games.load("resistance", **TABLE) if seed == 4 else games.load("veil", players=3)
        table, rng = kit.Table.deal(game, seed), Generator(seed)
        for _ in kit.walk(table, seed, kit.uniform, 60 + table.game.rules.longest):
            if len(table.events) > 60:
                break
            for view in table.views:
                digest.update(view.to_bytes())
                digest.update(view.determinize(rng).to_bytes())
                if view.legal() and len(table.events) % 10 == 0:
                    report = search.analyze(view, game.model("hand"), visits=150, seed=seed)
                    digest.update(repr(replace(report, seconds=0.0)).encode())
        players = [bots.make(("random", "greedy:weights=hand")[seat % 2], game) for seat in range(game.seats)]
        digest.update(repr(list(match.play(game, players, seed=seed).lines())).encode())
    return digest.hexdigest()


def test_two_runs_with_other_hashes_agree() -> None:
    found = [in_a_process_of_its_own(hash_seed) for hash_seed in ("1", "77")]
    assert found == [fingerprint()] * 2


def in_a_process_of_its_own(hash_seed: str) -> str:
    folders = os.pathsep.join(str(ROOT / folder) for folder in ("tests", "", "cli"))
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": folders}
    said = [sys.executable, "-c", "import test_determinism; print(test_determinism.fingerprint())"]
    return subprocess.run(said, env=environment, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()
