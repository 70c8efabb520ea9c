"""Our default search beside OpenSpiel's C++ ISMCTSBot, in one run on one core.

Usage: python bench/peers.py [--rounds N]. Installs OpenSpiel's wheel on the first run, into a virtual environment of
its own in build/peers. Both search from what one seat may see, with 2,000 visits; OpenSpiel calls them simulations: one
way down, one rollout and one way back up. OpenSpiel plays hearts with its C++ game and its C++ resampler, one random
rollout a simulation and no limit on worlds, so that each simulation has a new one, as ours does. Passing cards is left
out: all positions are of the play phase. Both have one thread and are timed in processor seconds; rounds alternate, so
that both meet the same machine. Exit 1 if the ratio of medians is below 4.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import Any

VISITS = 2_000
DEALS = 4
BAR = 4.0
HOME = Path(__file__).resolve().parent.parent / "build" / "peers"
STAGES = (0, 12, 24, 36)  # hearts: cards played before the position; 52 end the game


# OpenSpiel's half: runs in the other environment and imports nothing of ours.


def hearts_positions(pyspiel: Any) -> list[Any]:
    """Fixed positions of the play phase with something to choose, after 0 to 36 cards of seeded random play."""
    positions = []
    game = pyspiel.load_game("hearts(pass_cards=false)")
    for deal in range(DEALS):
        for stage in STAGES:
            rng = random.Random(1_000 * deal + stage)
            state = game.new_initial_state()
            played = 0
            while played < stage or state.is_chance_node() or len(state.legal_actions()) < 2:
                played += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
            positions.append(state)
    return positions


def measure_openspiel(seed: int) -> list[float]:
    """Simulations a second at each position."""
    import pyspiel

    speeds = []
    for position in hearts_positions(pyspiel):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, VISITS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT)
        begin = time.process_time()
        bot.step(position)
        speeds.append(VISITS / (time.process_time() - begin))
    return speeds


# Ours.


def measure_own(game: Any, views: list[Any], seed: int) -> list[float]:
    """Visits a second at each position."""
    from avalon_ai.search import analyze

    speeds = []
    for view in views:
        begin = time.process_time()
        report = analyze(view, game.model(), visits=VISITS, seed=seed)
        speeds.append(report.visits / (time.process_time() - begin))
    return speeds


# Both, side by side.


def openspiel_python() -> Path:
    """The interpreter of the environment with OpenSpiel, made on the first call."""
    python = HOME / "bin" / "python"
    ready = HOME / "ready"
    if not ready.exists():
        print(f"installing OpenSpiel into {HOME}", file=sys.stderr)
        venv.create(HOME, clear=True, with_pip=True)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
        subprocess.run([str(python), *install, "open_spiel"], check=True)
        ready.touch()
    return python


def ask_openspiel(seed: int) -> dict[str, Any]:
    """One round of OpenSpiel's half: its version and simulations a second at each position."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [str(openspiel_python()), __file__, "--openspiel", str(seed)]
    answer: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment).stdout
    )
    return answer


def answer_openspiel(seed: int) -> None:
    """What the other environment prints."""
    from importlib.metadata import version

    print(json.dumps({"version": version("open_spiel"), "speeds": measure_openspiel(seed)}))


def line(title: str, speeds: list[float]) -> str:
    """Median and range in one line."""
    return f"{title:<44} {statistics.median(speeds):>10,.0f}   {min(speeds):,.0f} to {max(speeds):,.0f}"


def compare(rounds: int) -> float:
    """Run the rounds, print both and return the ratio of the medians."""
    from avalon_ai import bench, games

    game = games.load(games.DEFAULT)
    views = list(bench.positions(game))
    theirs: list[float] = []
    ours: list[float] = []
    version = ""
    for seed in range(rounds):
        answer = ask_openspiel(seed)
        version = answer["version"]
        theirs += answer["speeds"]
        ours += measure_own(game, views, seed)
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"{platform.machine()}, Python {platform.python_version()}; one thread; {VISITS:,} visits;")
    print(f"{rounds} rounds over fixed positions from the start to late in the game, {len(views)} of ours (those of")
    print(
        f"avalon-bot bench) and {DEALS * len(STAGES)} of theirs (the play phase of {DEALS} deals, seeded random cards)"
    )
    print(f"{'':<44} {'median/s':>10}   range")
    print(line(f"avalon_ai search, {games.DEFAULT}", ours))
    print(line(f"OpenSpiel {version} ISMCTSBot (C++), hearts", theirs))
    print(f"ratio {ratio:.1f} (at least {BAR:.0f} expected)")
    return ratio


def main() -> None:
    """Compare, or answer for the other environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--openspiel", type=int, metavar="SEED", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.openspiel is not None:
        answer_openspiel(options.openspiel)
    elif compare(options.rounds) < BAR:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
