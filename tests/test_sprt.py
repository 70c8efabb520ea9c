"""The sequential test: likeliest distributions, known ratios, decisions."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from avalon_ai.elo import expected
from avalon_ai.sprt import LEAST_GROUPS, UNSEEN, Sprt, ahead_by, ratio, tilt

WINS = {0.0: 40.0, 1.0: 60.0}


def test_ratio_of_wins_and_losses_is_that_of_a_coin() -> None:
    want = 60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5)
    assert ratio(WINS, 0.5, 0.6) == pytest.approx(want)
    assert ratio(WINS, 0.6, 0.5) == pytest.approx(-want)


def test_ratio_of_three_values_by_hand() -> None:
    # At its own mean the counts are likeliest as they are; at another the distribution is known by two conditions.
    counts = {0.0: 1.0, 0.5: 2.0, 1.0: 1.0}
    shares = [(value, count / 4) for value, count in counts.items()]
    assert tilt(shares, 0.5) == pytest.approx(0, abs=1e-12)
    x = tilt(shares, 0.6)
    likeliest = [share / (1 + x * (value - 0.6)) for value, share in shares]
    assert sum(likeliest) == pytest.approx(1)
    assert sum(chance * value for chance, (value, _) in zip(likeliest, shares, strict=True)) == pytest.approx(0.6)
    want = math.log(likeliest[0] / 0.25) + 2 * math.log(likeliest[1] / 0.5) + math.log(likeliest[2] / 0.25)
    assert ratio(counts, 0.5, 0.6) == pytest.approx(want)


@given(
    st.lists(st.tuples(st.floats(0.01, 0.99), st.floats(1e-3, 1e3)), max_size=6),
    st.floats(1e-3, 1e3),
    st.floats(1e-3, 1e3),
    st.floats(0.02, 0.98),
)
@example([(0.8046875, 809.0), (0.7421875, 499.0)], 0.001, 162.0, 0.078125)  # nearly all of it on what hardly occurred
def test_likeliest_distribution_has_the_mean_asked_for(
    inner: list[tuple[float, float]], losses: float, wins: float, mean: float
) -> None:
    counts = dict([(0.0, losses), *inner, (1.0, wins)])
    total = sum(counts.values())
    shares = [(value, count / total) for value, count in counts.items()]
    x = tilt(shares, mean)
    likeliest = [share / (1 + x * (value - mean)) for value, share in shares]
    assert min(likeliest) > 0
    assert sum(likeliest) == pytest.approx(1, abs=1e-6)
    assert sum(p * value for p, (value, _) in zip(likeliest, shares, strict=True)) == pytest.approx(mean, abs=1e-6)


def test_no_distribution_of_that_mean_is_likelier() -> None:
    shares = [(0.0, 0.2), (0.25, 0.1), (0.5, 0.3), (0.75, 0.1), (1.0, 0.3)]
    x = tilt(shares, 0.6)
    best = [share / (1 + x * (value - 0.6)) for value, share in shares]
    value = sum(share * math.log(p) for p, (_, share) in zip(best, shares, strict=True))
    rng = Random(1)
    for _ in range(200):
        size = rng.uniform(-0.02, 0.02)
        one, two, three = rng.sample(range(5), 3)
        other = list(best)  # keep total and mean: move along the null space of three places
        a, b, c = (shares[place][0] for place in (one, two, three))
        for place, change in ((one, c - b), (two, a - c), (three, b - a)):
            other[place] += size * change
        if min(other) > 0:
            assert sum(share * math.log(p) for p, (_, share) in zip(other, shares, strict=True)) <= value + 1e-12


@pytest.mark.parametrize(
    ("losses", "draws", "wins", "elo0", "elo1", "want"),
    [(21184, 40708, 21404, 0.5, 2.5, -1.57), (57030, 106593, 57433, 0, 2, -2.59)],
)
def test_ratio_agrees_with_what_fastchess_states(
    losses: int, draws: int, wins: int, elo0: float, elo1: float, want: float
) -> None:
    counts = {0.0: losses, 0.5: draws, 1.0: wins}
    assert ratio(counts, expected(elo0), expected(elo1)) == pytest.approx(want, abs=0.005)


def test_what_never_happened_counts_a_thousandth() -> None:
    assert ratio({}, 0.5, 0.6) == 0
    assert ratio({1.0: 7}, 0.5, 0.6) == pytest.approx(ratio({0.0: UNSEEN, 1.0: 7}, 0.5, 0.6))
    assert ratio({1.0: 7}, 0.5, 0.6) == pytest.approx(7 * math.log(0.6 / 0.5), abs=0.01)
    assert math.isfinite(ratio({0.5: 50}, 0.5, 0.6))


def test_ratio_hangs_on_how_often_each_score_came() -> None:
    values = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1 / 3, 0.1 + 0.2, 0.3] * 3
    straight, mixed, mirrored = Sprt(-10, 30), Sprt(-10, 30), Sprt(-30, 10)
    for value in values:
        straight.add(value)
        mirrored.add(1 - value)
    for value in Random(2).sample(values, len(values)):
        mixed.add(value)
    assert straight.llr == pytest.approx(mixed.llr)
    assert straight.llr == pytest.approx(-mirrored.llr)
    assert straight.counts[0.3] == 6
    assert (straight.groups, sum(straight.counts.values())) == (27, 27)


# --- normalized points ---------------------------------------------------------------------------


PAIRS = {0.0: 12.0, 0.25: 30.0, 0.5: 70.0, 0.75: 41.0, 1.0: 25.0}


@pytest.mark.parametrize("ahead", [-0.6, -0.05, 0.0, 0.02, 0.3, 0.9])
@pytest.mark.parametrize(
    "counts", [PAIRS, {0.0: 1e-3, 0.5: 50.0, 1.0: 1e-3}, {0.0: 400.0, 0.3: 20.0, 1.0: 1e-3}, {0.0: 20.0, 1.0: 100.0}]
)
def test_likeliest_distribution_is_as_many_deviations_ahead(counts: dict[float, float], ahead: float) -> None:
    total = sum(counts.values())
    chances = ahead_by([(value, count / total) for value, count in counts.items()], ahead)
    mean = sum(chance * value for chance, value in zip(chances, counts, strict=True))
    deviation = math.sqrt(sum(chance * (value - mean) ** 2 for chance, value in zip(chances, counts, strict=True)))
    assert min(chances) > 0
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert mean - 0.5 == pytest.approx(ahead * deviation, abs=1e-6)


def test_no_distribution_as_far_ahead_is_likelier() -> None:
    shares = [(value, count / 178) for value, count in PAIRS.items()]
    best = ahead_by(shares, 0.3)
    likeliest = sum(share * math.log(chance) for chance, (_, share) in zip(best, shares, strict=True))
    rng = Random(5)
    for _ in range(300):
        other = [max(1e-6, chance + rng.uniform(-0.03, 0.03)) for chance in best]
        mixed = [chance / sum(other) for chance in other]
        for _ in range(60):  # move along wins until it is as far ahead
            mean = sum(chance * value for chance, (value, _) in zip(mixed, shares, strict=True))
            spread = sum(chance * (value - mean) ** 2 for chance, (value, _) in zip(mixed, shares, strict=True))
            mixed[-1] *= 1 + 0.3 - (mean - 0.5) / math.sqrt(spread)
            mixed = [chance / sum(mixed) for chance in mixed]
        assert (
            sum(share * math.log(chance) for chance, (_, share) in zip(mixed, shares, strict=True)) < likeliest + 1e-9
        )


def test_wins_and_losses_say_the_same_on_both_scales() -> None:
    # Without draws and pairs the deviation follows from the score, so both scales name the same two coins.
    score = expected(60)
    points = (score - 0.5) / math.sqrt(score * (1 - score)) * 800 / math.log(10)
    one, other = Sprt(0, 60), Sprt(0, points, model="normalized", games=1)
    for result in [1.0, 1.0, 0.0] * 30:
        one.add(result)
        other.add(result)
    assert one.llr == pytest.approx(other.llr, abs=1e-3)
    assert one.decision == other.decision


def test_a_group_of_more_games_has_to_be_further_ahead() -> None:
    one, other = (Sprt(0, points, model="normalized", games=games) for points, games in ((20, 8), (40, 2)))
    for result in [0.75, 0.5, 0.5, 1.0, 0.25] * 10:
        one.add(result)
        other.add(result)
    assert one.llr == pytest.approx(other.llr)


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(ValueError, match="model: one of logistic, normalized"):
        Sprt(0, 5, model="bayesian")


def test_bounds_are_those_of_wald() -> None:
    assert list(Sprt(0, 10).bounds) == pytest.approx([math.log(1 / 19), math.log(19)])
    assert list(Sprt(0, 10, alpha=0.01, beta=0.1).bounds) == pytest.approx([math.log(0.1 / 0.99), math.log(90)])


def test_it_decides_once_and_for_all() -> None:
    test = Sprt(0, 50)
    while test.decision is None:
        test.add([1.0, 0.5, 0.5, 1.0, 0.0][test.groups % 5])
    assert test.decision == "H1"
    for _ in range(200):
        test.add(0.0)
    assert test.llr < test.bounds[0]
    assert test.decision == "H1"


def test_it_gives_up_on_what_is_not_stronger() -> None:
    test = Sprt(0, 50)
    while test.decision is None:
        test.add([0.0, 1.0, 0.5][test.groups % 3])
    assert test.decision == "H0"


def test_it_does_not_judge_by_a_handful() -> None:
    test = Sprt(0, 150)
    for _ in range(LEAST_GROUPS - 1):
        test.add(0.5)
    assert test.llr < test.bounds[0]
    assert test.decision is None
    test.add(0.5)
    assert test.decision == "H0"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [((10, 0, 0.05, 0.05), "elo0 must be below"), ((0, 5, 0.0, 0.05), "alpha"), ((0, 5, 0.05, 0.5), "beta")],
)
def test_what_makes_no_test(arguments: tuple[float, float, float, float], told: str) -> None:
    elo0, elo1, alpha, beta = arguments
    with pytest.raises(ValueError, match=told):
        Sprt(elo0, elo1, alpha=alpha, beta=beta)


def test_what_is_no_score() -> None:
    with pytest.raises(ValueError, match="group 0: a score is from 0 to 1"):
        Sprt(0, 5).add(-0.1)


def test_errors_are_about_what_was_asked_for() -> None:
    rng = Random(3)
    wrong = 0
    for _ in range(200):
        test = Sprt(0, 120)
        while test.decision is None:
            luck = rng.random()
            test.add(1.0 if luck < 0.25 else 0.0 if luck < 0.5 else 0.5)
        wrong += test.decision == "H1"
    assert wrong <= 20  # 10 expected
