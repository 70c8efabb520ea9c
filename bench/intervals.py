"""How far the statistics can be trusted: games of known strength are made up, and what is said of them is checked.

    python bench/intervals.py               # everything, some minutes on one core
    python bench/intervals.py sprt --runs 2000
    python bench/intervals.py normalized --runs 2000
    python bench/intervals.py ratings --runs 400
    python bench/intervals.py scores --runs 10000

Errors of the sequential test against the nominal ones, and how often 95 % intervals hold the truth. Games of a group
are not independent of each other; every game by itself follows the model exactly, so that the truth is known.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import click
import numpy as np
import numpy.typing as npt

from avalon_ai import scores
from avalon_ai.elo import ELO_PER_LOGIT, difference, expected
from avalon_ai.ratings import rate
from avalon_ai.results import Played
from avalon_ai.sprt import Sprt

Floats = npt.NDArray[np.float64]
Rng = np.random.Generator


# --- the sequential test ---------------------------------------------------------------------------------------------


def pair_outcomes(lead: float, deal: float, luck: float, draw: float) -> Floats:
    """Chances of 0, 1/2, 1, 3/2 and 2 points in two games on one deal, seats swapped.

    Natural units: `deal` is the spread of what the cards give one seat, `luck` of what both games give the first bot,
    `draw` how far ahead one must be to win.
    """
    places, weights = np.polynomial.hermite_e.hermegauss(21)
    weights = weights / weights.sum()
    found = np.zeros(5)
    for card, of_card in zip(places, weights, strict=True):
        for common, of_common in zip(places, weights, strict=True):
            one, other = (single(lead + sign * deal * card + luck * common, draw) for sign in (1, -1))
            found += of_card * of_common * np.convolve(one, other)
    return np.asarray(found / found.sum())


def single(ahead: float, draw: float) -> list[float]:
    """Chances of loss, draw and win."""
    loss, win = 1 / (1 + math.exp(ahead + draw)), 1 / (1 + math.exp(draw - ahead))
    return [loss, max(0.0, 1 - loss - win), win]


def pairs_worth(elo: float, deal: float, luck: float, draw: float) -> Floats:
    """The same, with the lead that makes the mean just what `elo` points stand for."""
    low, high = -12.0, 12.0
    for _ in range(50):
        middle = (low + high) / 2
        mean = pair_outcomes(middle, deal, luck, draw) @ np.arange(5) / 4
        low, high = (middle, high) if mean < expected(elo) else (low, middle)
    return pair_outcomes(low, deal, luck, draw)


def ends(
    chances: Floats, values: Floats, elo0: float, elo1: float, runs: int, rng: Rng, *, model: str = "logistic"
) -> tuple[float, float]:
    """Share of tests that end in H1, and how many groups they took on average."""
    accepted, groups = 0, 0
    for _ in range(runs):
        test = run_of(Sprt(elo0, elo1, model=model), chances, values, rng)
        accepted += test.decision == "H1"
        groups += test.groups
    return accepted / runs, groups / runs


def run_of(test: Sprt, chances: Floats, values: Floats, rng: Rng) -> Sprt:
    """The test with groups added until it is decided."""
    while True:
        for index in rng.choice(len(values), size=50, p=chances):
            test.add(values[index])
            if test.decision is not None:
                return test


NORMALIZED_PAIRS = (30, 100, 300)
SPRT_CASES = (
    ("independent games", 0, 60, 0.0, 0.0, 0.0),
    ("many draws", 0, 60, 0.0, 0.0, 3.0),
    ("deals decide much", 0, 60, 3.0, 0.0, 0.0),
    ("deals decide nearly all", 0, 60, 15.0, 0.0, 0.0),
    ("the same, far apart", 0, 150, 15.0, 0.0, 0.0),
    ("luck of the pair", 0, 60, 1.0, 1.5, 0.5),
    ("closer together", -10, 30, 1.0, 1.0, 0.5),
    ("strong against weak", 300, 400, 1.0, 0.5, 0.0),
)


def sprt_lines(runs: int, seed: int) -> Iterator[str]:
    """Errors of both kinds; nominal .05."""
    yield f"Sequential test, alpha = beta = .05, {runs} runs a line, seed {seed}; groups: mean number to a decision"
    yield f"{'pairs of games':26}{'elo0':>6}{'elo1':>6}{'error I':>9}{'groups':>8}{'error II':>10}{'groups':>8}"
    rng = np.random.default_rng(seed)
    for name, elo0, elo1, *shape in SPRT_CASES:
        first, first_groups = ends(pairs_worth(elo0, *shape), np.arange(5) / 4, elo0, elo1, runs, rng)
        second, second_groups = ends(pairs_worth(elo1, *shape), np.arange(5) / 4, elo0, elo1, runs, rng)
        yield f"{name:26}{elo0:6}{elo1:6}{first:9.3f}{first_groups:8.0f}{1 - second:10.3f}{second_groups:8.0f}"
    values = np.arange(11) / 10
    elo1 = 60
    for_h0, for_h1 = five_seats(expected(0)), five_seats(expected(elo1))
    first, first_groups = ends(for_h0, values, 0, elo1, runs, rng)
    second, second_groups = ends(for_h1, values, 0, elo1, runs, rng)
    name = "five seats, 11 values"
    yield f"{name:26}{0:6}{elo1:6}{first:9.3f}{first_groups:8.0f}{1 - second:10.3f}{second_groups:8.0f}"


NORMALIZED_CASES = (
    ("independent games", 0, 80, 0.0, 0.0, 0.0),
    ("many draws", 0, 80, 0.0, 0.0, 3.0),
    ("deals decide much", 0, 80, 3.0, 0.0, 0.0),
    ("luck of the pair", 0, 80, 1.0, 1.5, 0.5),
    ("apart", 100, 180, 1.0, 0.5, 0.0),
)


def normalized(chances: Floats) -> float:
    """How far the first of two bots is ahead, in normalized points, by the chances of its points in a pair."""
    values = np.arange(5) / 4
    mean = chances @ values
    return float((mean - 0.5) / math.sqrt(2 * (chances @ (values - mean) ** 2)) * 2 * ELO_PER_LOGIT)


def pairs_ahead(points: float, deal: float, luck: float, draw: float) -> Floats:
    """Pairs of games with just so many normalized points between the bots."""
    low, high = -8.0, 8.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if normalized(pair_outcomes(middle, deal, luck, draw)) < points else (low, middle)
    return pair_outcomes(low, deal, luck, draw)


def normalized_lines(runs: int, seed: int) -> Iterator[str]:
    """Errors of the sequential test on normalized points, and coverage of their intervals."""
    yield f"Normalized points, alpha = beta = .05, {runs} runs a line, seed {seed}; intervals by number of pairs"
    head = f"{'pairs of games':26}{'elo0':>6}{'elo1':>6}{'error I':>9}{'groups':>8}{'error II':>10}{'groups':>8}"
    yield head + "".join(f"{f'{count} at elo1':>13}" for count in NORMALIZED_PAIRS)
    values = np.arange(5) / 4
    for place, (name, elo0, elo1, *shape) in enumerate(NORMALIZED_CASES):
        rng, errors = np.random.default_rng([seed, place]), []
        for points in (elo0, elo1):
            accepted, groups = ends(pairs_ahead(points, *shape), values, elo0, elo1, runs, rng, model="normalized")
            errors += [accepted if points == elo0 else 1 - accepted, groups]
        chances = pairs_ahead(elo1, *shape)
        held = [normalized_held(chances, elo1, count, runs, rng) for count in NORMALIZED_PAIRS]
        told = "{:9.3f}{:8.0f}{:10.3f}{:8.0f}".format(*errors) + "".join(f"{part:13.3f}" for part in held)
        yield f"{name:26}{elo0:6}{elo1:6}{told}"


def normalized_held(chances: Floats, points: float, count: int, runs: int, rng: Rng) -> float:
    """How often the interval of normalized points from so many pairs holds the truth; without one it does not."""
    found = 0
    for drawn in rng.multinomial(count, chances, size=runs):
        pairs = [[score, score] for score in np.repeat(np.arange(5) / 4, drawn).tolist()]
        lead = difference(pairs)
        if lead.normalized_low is not None and lead.normalized_high is not None:
            found += lead.normalized_low <= points <= lead.normalized_high
    return found / runs


def five_seats(mean: float) -> Floats:
    """Chances of two bots' results in five games differing by k wins, by k from -5 to 5; half the deals are lucky."""
    found = np.zeros(11)
    for gap in (-0.3, 0.3):
        chance = 2 * mean - 1 + gap
        up, down = 0.3 + chance / 2, 0.3 - chance / 2
        sums = np.ones(1)
        for _ in range(5):
            sums = np.convolve(sums, [down, 1 - up - down, up])
        found += sums / 2
    return found


# --- ratings ---------------------------------------------------------------------------------------------------------


BOTS = 6
TRUTH = np.array([-150.0, -80.0, -20.0, 20.0, 80.0, 150.0])
SIDE = 40.0  # what the first seat, or evil, is ahead between equals
SAME_LUCK = 0.5  # chance that a game takes its luck from the group's
NAMES = [f"bot {index}" for index in range(BOTS)]


def luck(rng: Rng, count: int) -> Floats:
    """Numbers from 0 to 1 for the games of a group, half of them the same for all."""
    return np.where(rng.random(count) < SAME_LUCK, rng.random(), rng.random(count))


def two_seats(rng: Rng, size: int, truth: Floats, draws: float = 0.0) -> Iterator[Played]:
    """Everyone against everyone, `size` pairs of games each. A part `draws` of what could be drawn is drawn."""
    number = 0
    for pair in combinations(range(BOTS), 2):
        for _ in range(size):
            for game, (luck_of_seats, (one, other)) in enumerate(zip(luck(rng, 2), (pair, pair[::-1]), strict=True)):
                chance = expected(truth[one] - truth[other] + SIDE)
                half = draws * min(chance, 1 - chance)
                result = float(luck_of_seats < chance - half) / 2 + float(luck_of_seats < chance + half) / 2
                yield Played(
                    number, game, (NAMES[one], NAMES[other]), ("first", "second"), (result, 1 - result), "made up"
                )
            number += 1


def with_ties(rng: Rng, size: int, truth: Floats) -> Iterator[Played]:
    """The same with many draws."""
    return two_seats(rng, size, truth, draws=0.6)


def hero(rng: Rng, size: int, truth: Floats) -> Iterator[Played]:
    """Five seats, 2 evil against 3 good: each bot in every seat of `size` deals, among bots of the first kind."""
    for bot in range(1, BOTS):
        for deal in range(size):
            yield from table_of_five(rng, (bot - 1) * size + deal, [bot, 0, 0, 0, 0], truth)


def mixed(rng: Rng, size: int, truth: Floats) -> Iterator[Played]:
    """Five seats, bots of all kinds mixed."""
    for deal in range(size * BOTS):
        yield from table_of_five(rng, deal, list(rng.permutation(BOTS)[:5]), truth)


def table_of_five(rng: Rng, number: int, bots: list[int], truth: Floats) -> Iterator[Played]:
    """One deal of roles, everyone in every seat."""
    sides = list(rng.permutation(["evil", "evil", "good", "good", "good"]))
    for game, of_game in enumerate(luck(rng, 5)):
        seated = bots[game:] + bots[:game]
        means = {
            side: np.mean([truth[bot] for bot, own in zip(seated, sides, strict=True) if own == side])
            for side in ("evil", "good")
        }
        evil = float(of_game < expected(float(means["evil"] - means["good"]) + SIDE))
        results = tuple(evil if side == "evil" else 1 - evil for side in sides)
        yield Played(number, game, tuple(NAMES[bot] for bot in seated), tuple(map(str, sides)), results, "made up")


def four_alone(rng: Rng, size: int, truth: Floats) -> Iterator[Played]:
    """Four seats, each for itself; one game in four is shared by two winners."""
    seats = ("first", "second", "third", "fourth")
    for deal in range(size * BOTS):
        bots = [int(bot) for bot in rng.permutation(BOTS)[:4]]
        for game, of_game in enumerate(luck(rng, 4)):
            seated = bots[game:] + bots[:game]
            powers = np.exp((truth[seated] + np.array([SIDE, 0, 0, 0])) / ELO_PER_LOGIT)
            edges = np.cumsum(powers / powers.sum())
            winners = [int(np.searchsorted(edges, of_game))]
            if rng.random() < 0.25:
                winners.append(int(np.searchsorted(edges, rng.random())))
            results = tuple(winners.count(seat) / len(winners) for seat in range(4))
            yield Played(deal, game, tuple(NAMES[bot] for bot in seated), seats, results, "made up")


FAR = 3 * TRUTH
RATING_CASES: tuple[tuple[str, Callable[[Rng, int, Floats], Iterator[Played]], int, Floats], ...] = (
    ("two seats, 10 pairs each", two_seats, 10, TRUTH),
    ("two seats, 40 pairs each", two_seats, 40, TRUTH),
    ("the same, three times as far apart", two_seats, 40, FAR),
    ("with ties, 10 pairs each", with_ties, 10, TRUTH),
    ("with ties, 40 pairs each", with_ties, 40, TRUTH),
    ("five seats, hero, 100 deals each", hero, 100, TRUTH),
    ("five seats, mixed, 120 deals", mixed, 20, TRUTH),
    ("four alone, 120 deals", four_alone, 20, TRUTH),
)


def rating_lines(runs: int, seed: int) -> Iterator[str]:
    """Coverage of ratings, of differences and of side terms."""
    yield f"Ratings of {BOTS} bots, {runs} tournaments a line, seed {seed}: 95 % intervals that hold the truth"
    yield f"{'tournament':36}{'ratings':>9}{'worst bot':>11}{'differences':>13}{'sides':>8}{'width':>8}{'s/run':>8}"
    for place, (name, play, size, truth) in enumerate(RATING_CASES):
        began = time.perf_counter()
        games = partial(play, np.random.default_rng([seed, place]), size, truth)
        bots, leads, sides, width = coverage(games, truth, runs)
        spent = (time.perf_counter() - began) / runs
        yield f"{name:36}{bots.mean():9.3f}{bots.min():11.3f}{leads:13.3f}{sides:8.3f}{width:8.0f}{spent:8.2f}"


def coverage(games: Callable[[], Iterator[Played]], truth: Floats, runs: int) -> tuple[Floats, float, float, float]:
    """By bot; of all differences; of side terms; and how wide a rating's interval is, in Elo points."""
    bots, leads, sides, width = np.zeros(BOTS), 0.0, 0.0, 0.0
    pairs = list(combinations(range(BOTS), 2))
    for run in range(runs):
        found = rate(games(), seed=run)
        for rating in found.bots:
            bot = NAMES.index(rating.bot)
            bots[bot] += rating.low <= truth[bot] <= rating.high
            width += (rating.high - rating.low) / BOTS
        for one, other in pairs:
            _, low, high = found.lead(NAMES[one], NAMES[other])
            leads += (low <= truth[one] - truth[other] <= high) / len(pairs)
        term = found.sides[0]
        sides += term.low <= SIDE * (1 - 1 / len(found.sides)) <= term.high
    return bots / runs, leads / runs, sides / runs, width / runs


# --- scores ----------------------------------------------------------------------------------------------------------


FEW, MORE = 30, 4
TRUTHS, AROUND, NUMBERS = (0.5, 0.7, 0.9, 0.95), 0.05, (10, 20, 30, 50, 100, 300)
AT_ONCE = 2_000_000  # games that are drawn at a time
SCORE_CASES = (  # games of a group, the part of them that take their luck from the group's, that of drawn games
    ("1", 1, 0.0, 0.0),
    ("1, draws", 1, 0.0, 0.6),
    ("2, independent", 2, 0.0, 0.0),
    ("2, half alike", 2, 0.5, 0.0),
    ("2, half alike, draws", 2, 0.5, 0.6),
    ("2, alike", 2, 1.0, 0.0),
    ("2, half unlike", 2, -0.5, 0.0),
    ("5, independent", 5, 0.0, 0.0),
    ("5, half alike", 5, 0.5, 0.0),
    ("5, four fifths alike", 5, 0.8, 0.0),
    ("10, independent", 10, 0.0, 0.0),
    ("10, half alike", 10, 0.5, 0.0),
)


def score_lines(runs: int, seed: int) -> Iterator[str]:
    """Coverage of `scores.interval`, at one true score, and where every sample has a truth of its own near it."""
    yield f"Scores, {runs} samples a cell, {MORE} times as many up to {FEW} groups, seed {seed}"
    yield "95 % intervals that hold the truth, by number of groups; below 1/2 as often as above"
    for place, truth in enumerate(TRUTHS):
        rng = np.random.default_rng([seed, place])
        yield f"{'':22}{f'truth {truth}':>{8 * len(NUMBERS)}}{f'{truth} +- {AROUND}':>{8 * len(NUMBERS)}}"
        yield f"{'games of a group':22}" + "".join(f"{number:8}" for number in NUMBERS) * 2
        for name, games, same, draws in SCORE_CASES:
            cells = [
                held(truth, off, number, games, same, draws, runs * (MORE if number <= FEW else 1), rng)
                for off in (0, AROUND)
                for number in NUMBERS
            ]
            yield f"{name:22}" + "".join(f"{cell:8.3f}" for cell in cells)
        bounds = [attainable(truth, number) for number in NUMBERS]
        for side, word in enumerate(("below", "above")):
            yield f"{f'1, possible {word} .95':22}" + "".join(f"{bound[side]:8.3f}" for bound in bounds)


def attainable(chance: float, number: int) -> tuple[float, float]:
    """Coverages next to .95, from below and above, that intervals of so many single games can have at all.

    Ends that rise with the score hold the truth for a run of numbers of wins; at one half the run is the same for both.
    """
    chances = [math.comb(number, wins) * chance**wins * (1 - chance) ** (number - wins) for wins in range(number + 1)]
    sums = np.concatenate([[0.0], np.cumsum(chances)])
    runs = [
        float(sums[last + 1] - sums[first])
        for first in range(number + 1)
        for last in range(first, number + 1)
        if chance != 0.5 or first + last == number
    ]
    return max(run for run in runs if run <= 0.95), min(run for run in runs if run >= 0.95)


def held(truth: float, off: float, number: int, games: int, same: float, draws: float, runs: int, rng: Rng) -> float:
    """How often the interval of so many groups holds the true score, which is `off` from `truth` at most."""
    truths = truth + off * rng.uniform(-1, 1, runs)
    parts = np.array_split(truths, 1 + runs * number * games // AT_ONCE)
    counted = np.concatenate([_counted(part, number, games, same, draws, rng) for part in parts])
    samples, place = np.unique(counted, axis=0, return_inverse=True)  # the order of groups and games does not matter
    low, high = np.array([_ends(sample.tolist()) for sample in samples])[place].T
    return float(((low <= truths) & (truths <= high)).mean())


def _counted(truths: Floats, number: int, games: int, same: float, draws: float, rng: Rng) -> npt.NDArray[np.int64]:
    """A row for each truth: in how many of the groups 0, 1/2, 1, ... of the points were won."""
    shape, chance = (len(truths), number, games), truths[:, None, None]
    own, common = rng.random(shape), np.broadcast_to(rng.random((len(truths), number, 1)), shape)
    if same < 0:  # what is good for one game is bad for the other
        common = np.concatenate([common[..., :1], 1 - common[..., :1]], axis=2)
    luck_of_games = np.where(rng.random(shape) < abs(same), common, own)
    half = draws * np.minimum(chance, 1 - chance)
    halves = sum((luck_of_games < chance + part).sum(axis=2) for part in (-half, half))
    return np.stack([(halves == count).sum(axis=1) for count in range(2 * games + 1)], axis=1)


def _ends(counts: list[int]) -> tuple[float, float]:
    """The interval, where so many groups won 0, 1/2, 1, ... of their points. Of one size, they are their means."""
    groups = [[halves / (len(counts) - 1)] for halves, count in enumerate(counts) for _ in range(count)]
    return scores.interval(groups)[1:]


PARTS = {
    "sprt": (sprt_lines, 2_000),
    "normalized": (normalized_lines, 2_000),
    "ratings": (rating_lines, 400),
    "scores": (score_lines, 10_000),
}


@click.command()
@click.argument("what", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--runs", type=int, help="a line  [default: 400 to 10000]")
@click.option("--seed", default=77_000, show_default=True)
def main(what: tuple[str, ...], runs: int | None, seed: int) -> None:
    """Check WHAT, or everything."""
    for name in what or PARTS:
        lines, usual = PARTS[name]
        for line in lines(runs or usual, seed):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
