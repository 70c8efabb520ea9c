"""Elo points, pairs and groups: examples reckoned by hand."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from avalon_ai import elo, scores, student
from avalon_ai.results import Played


def game(group: int, number: int, bots: tuple[str, ...], results: tuple[float, ...]) -> Played:
    return Played(group, number, bots, ("first", "second", "third")[: len(bots)], results, "points")


def pairs(*counts: int) -> list[list[float]]:
    """Pairs of games that came to 0, 1/2, 1, 3/2 and 2 points."""
    kinds = ([0.0, 0.0], [0.5, 0.0], [0.0, 1.0], [1.0, 0.5], [1.0, 1.0])
    return [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


# --- points and scores ---------------------------------------------------------------------------


def test_four_hundred_points_are_ten_to_one() -> None:
    assert elo.expected(0) == 0.5
    assert elo.expected(400) == pytest.approx(10 / 11)
    assert elo.expected(-400) == pytest.approx(1 / 11)
    assert elo.from_score(0.75) == pytest.approx(400 * math.log10(3))
    assert (elo.from_score(0), elo.from_score(1)) == (-math.inf, math.inf)


def test_points_and_scores_are_each_others_inverse() -> None:
    for points in (-2_000.0, -30.0, 0.0, 7.5, 900.0):
        assert elo.from_score(elo.expected(points)) == pytest.approx(points)
    assert elo.expected(-1e6) == 0.0


def test_no_points_for_what_is_no_score() -> None:
    with pytest.raises(ValueError, match=r"from 0 to 1, got 1\.1"):
        elo.from_score(1.1)


# --- Student -------------------------------------------------------------------------------------


def test_student_agrees_with_printed_tables() -> None:
    for freedom, value in ((1, 12.7062), (2, 4.3027), (3, 3.1824), (10, 2.2281), (31, 2.0395), (math.inf, 1.95996)):
        assert student.quantile(0.975, freedom) == pytest.approx(value, abs=1e-4)
        assert student.cdf(value, freedom) == pytest.approx(0.975, abs=1e-5)
        assert student.quantile(0.025, freedom) == -student.quantile(0.975, freedom)


def test_student_refuses_what_makes_no_sense() -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        student.cdf(1.0, 0)
    with pytest.raises(ValueError, match="degrees of freedom"):
        student.cdf(1.0, 2.5)
    with pytest.raises(ValueError, match="inside 0 to 1"):
        student.quantile(1.0, 3)


# --- differences ---------------------------------------------------------------------------------


def test_difference_of_single_games() -> None:
    found = elo.difference([[1.0]] * 60 + [[0.0]] * 40)
    assert (found.groups, found.games) == (100, 100)
    assert found.score == pytest.approx(0.6)
    assert found.elo == pytest.approx(400 * math.log10(1.5))
    assert found.los == pytest.approx(student.normal(2))  # (60 - 40) / sqrt(100)
    assert found.normalized == pytest.approx(0.1 / math.sqrt(0.24 * 100 / 99) * 800 / math.log(10))


def test_interval_begins_at_nothing_where_superiority_is_975() -> None:
    for wins in range(11, 30):
        found = elo.difference([[1.0, 0.5]] * wins + [[0.0, 0.5]] * (30 - wins))
        assert (found.low > 0) == (found.los > 0.975)


def test_pairs_that_split_say_more_than_single_games() -> None:
    split = elo.difference(pairs(0, 0, 40, 0, 10))
    alike = elo.difference(pairs(20, 0, 0, 0, 30))
    assert split.score == alike.score == 0.6
    assert split.los > 0.999 > 0.95 > alike.los
    assert split.high - split.low < (alike.high - alike.low) / 2


def test_normalized_points_have_an_interval() -> None:
    found = elo.difference([[1.0]] * 60 + [[0.0]] * 40)
    ratio = 0.1 / math.sqrt(0.24 * 100 / 99)
    # a deviation of wins and losses follows from their number: d(ratio) = d(score) (1 + ratio^2) / deviation
    error = (1 + ratio**2) / math.sqrt(100) * student.quantile(0.975, 99) * 800 / math.log(10)
    middle = ratio * 800 / math.log(10)
    ends = [found.normalized_low, found.normalized_high]
    assert ends == pytest.approx([middle - error, middle + error], rel=0.01, abs=0.1)
    draws = elo.difference([[1.0, 0.5]] * 30 + [[0.5, 0.5]] * 300 + [[0.0, 0.5]] * 20)
    assert draws.normalized is not None
    assert draws.normalized > 2 * draws.elo


def test_normalized_points_of_few_pairs_that_mostly_split() -> None:
    chances = (0.0526, 0, 0.7356, 0, 0.2118)  # of 0 to 2 points
    mean = sum(chance * place / 4 for place, chance in enumerate(chances))
    spread = sum(chance * (place / 4 - mean) ** 2 for place, chance in enumerate(chances))
    truth = (mean - 0.5) / math.sqrt(2 * spread) * 800 / math.log(10)
    rng, held = Random(6), 0
    for _ in range(2_000):
        drawn = rng.choices(range(5), chances, k=30)
        found = elo.difference(pairs(*map(drawn.count, range(5))))
        if found.normalized_low is not None and found.normalized_high is not None:
            held += found.normalized_low <= truth <= found.normalized_high
    assert 0.925 <= held / 2_000 <= 0.97  # .91 where nothing is said of rare groups; a standard error is .006


def test_few_groups_are_marked() -> None:
    for groups, few in ((19, True), (20, False)):
        found = elo.difference([[1.0, 0.5], *[[0.0, 1.0]] * (groups - 1)])
        assert found.as_json()["few_groups"] is few
        assert found.text().count(")*,") == 2 * few


def test_leads_are_told_for_all_that_met() -> None:
    games = [
        game(0, 0, ("x", "y"), (1.0, 0.0)),
        game(0, 1, ("y", "x"), (0.5, 0.5)),
        game(1, 0, ("x", "y"), (0.0, 1.0)),
        game(1, 1, ("y", "x"), (0.0, 1.0)),
        game(2, 0, ("y", "z"), (1.0, 0.0)),
    ]
    found = elo.differences(games, ["y", "x"])
    assert list(found) == [("y", "x"), ("y", "z")]
    assert (found["y", "x"].groups, found["y", "x"].games) == (2, 4)
    assert found["y", "x"].score == pytest.approx((0.25 + 0.5) / 2)
    straight = elo.difference([[0.0, 0.5], [1.0, 0.0]])
    assert found["y", "x"] == straight
    assert found["y", "z"].as_json() == {
        "groups": 1, "games": 1, "score": 1.0, "elo": None, "low": None, "high": None, "los": 0.5,
        "few_groups": True, "normalized": {"elo": None, "low": None, "high": None},
    }  # fmt: skip


def test_a_draw_is_half_of_each() -> None:
    found = elo.difference([[0.5, 0.5]] * 10)
    assert (found.elo, found.los, found.normalized) == (0, 0.5, None)
    assert elo.difference(pairs(5, 0, 10, 0, 5)).elo == 0


def test_whoever_won_everything_has_no_upper_end() -> None:
    found = elo.difference([[1.0, 1.0]] * 12)
    assert (found.elo, found.high) == (math.inf, math.inf)
    assert 0 < found.low < 300
    assert found.los == pytest.approx(student.normal(math.sqrt(12)))


@pytest.mark.parametrize("groups", range(2, 60))
def test_ends_of_the_scale_are_reached_exactly(groups: int) -> None:
    assert scores.interval([[1.0, 1.0]] * groups)[2] == 1
    assert scores.interval([[0.0]] * groups)[1] == 0


def test_one_group_says_nothing() -> None:
    assert elo.superiority([[1.0, 1.0]]) == 0.5
    found = elo.difference([[1.0, 0.0]])
    assert (found.low, found.high) == (-math.inf, math.inf)


def test_names_and_order_change_nothing() -> None:
    groups = pairs(3, 4, 11, 7, 5)
    mixed = Random(1).sample(groups, len(groups))
    one, other = elo.difference(groups), elo.difference([[1 - result for result in group] for group in mixed])
    assert one.elo == pytest.approx(-other.elo)
    assert [one.low, one.high] == pytest.approx([-other.high, -other.low])
    assert one.los == pytest.approx(1 - other.los)


def test_interval_of_mixed_groups_by_hand() -> None:
    groups = [[1.0, 0.5], [0.5, 0.5], [0.0, 0.5], [1.0, 1.0]] * 5
    score, low, high = scores.interval(groups)
    # Means 3/4, 1/2, 1/4, 1, five of each; a twentieth of a group at 0 and at 1 beside them: their mean is 12.55 / 20.1
    middle = 12.55 / 20.1
    squares = 5 * sum((mean - middle) ** 2 for mean in (0.75, 0.5, 0.25, 1)) + 0.05 * (middle**2 + (1 - middle) ** 2)
    worth = 20 * middle * (1 - middle) / (squares / 18.6)
    assert scores.worth(groups) == pytest.approx(worth) == pytest.approx(54.90, abs=0.01)  # draws, and pairs that split
    for truth in (low, high):  # both so far from the ends of the scale that neither side is spared
        away = abs(score - 0.5 - (1 - (1.959964**2 - 1) / 3 / worth) * (truth - 0.5))
        assert away == pytest.approx(1.959964 * math.sqrt(truth * (1 - truth) / worth))


@pytest.mark.parametrize("number", [10, 30, 100])
def test_interval_of_single_games_has_the_tails_of_the_binomial_distribution(number: int) -> None:
    near = 0.05 ** (1 / number)  # what is nearer to 1 than that cannot be refused for being too low
    for wins in range(1, number):
        _, _, high = scores.interval([[1.0]] * wins + [[0.0]] * (number - wins))
        chances = [math.comb(number, won) * high**won * (1 - high) ** (number - won) for won in range(wins + 1)]
        tail = sum(chances[:-1]) + chances[-1] / 2
        if high < near - 1e-9:
            assert 0.025 < tail < 0.0295
        elif high > near + 1e-9:
            assert 0.05 < tail < 0.066
        else:
            assert 0.025 < tail < 0.066


@pytest.mark.parametrize("number", [2, 3, 10, 50, 300])
def test_who_won_all_may_lose_what_so_many_groups_do_not_show(number: int) -> None:
    _, low, high = scores.interval([[1.0, 1.0]] * number)
    assert low**number == pytest.approx(0.05)
    assert high == 1
    few_lost = [[1.0] * 4 + [0.0]] + [[1.0] * 5] * (number - 1)
    assert scores.interval(few_lost)[1] <= low + 1e-12


@pytest.mark.parametrize("number", [2, 3, 7, 20, 101])
def test_better_scores_have_higher_ends(number: int) -> None:
    found = [scores.interval([[1.0, 1.0]] * won + [[0.0, 0.0]] * (number - won)) for won in range(number + 1)]
    for (_, low, high), (_, next_low, next_high) in pairwise(found):
        assert low <= next_low
        assert high <= next_high


def test_what_one_wins_the_other_loses_and_intervals_hold_the_score() -> None:
    rng = Random(9)
    for _ in range(500):
        size, share = rng.choice((1, 2, 5)), rng.random() ** 3
        groups = [
            [rng.choice((0.0, 0.5, float(rng.random() < share), 1.0)) if rng.random() < share else 0.0] * size
            + [float(rng.random() < share)]
            for _ in range(rng.randrange(2, 60))
        ]
        score, low, high = scores.interval(groups)
        assert 0 <= low <= score <= high <= 1
        turned = scores.interval([[1 - result for result in group] for group in groups])
        assert turned == pytest.approx((1 - score, 1 - high, 1 - low))


def test_groups_of_other_sizes_count_by_their_games() -> None:
    even = scores.interval([[1.0, 0.0]] * 5 + [[1.0, 1.0]] * 5)
    assert scores.interval([[1.0, 0.0] * 3] * 5 + [[1.0, 1.0] * 3] * 5) == pytest.approx(even)
    one_large = scores.interval([[1.0, 0.0] * 50, *[[1.0, 0.0]] * 5, *[[1.0, 1.0]] * 5])
    assert one_large[2] - one_large[1] > even[2] - even[1]


@pytest.mark.parametrize(("truth", "number", "size", "alike"), [(0.7, 20, 2, 0.5), (0.95, 50, 5, 0.8), (0.9, 30, 1, 0)])
def test_interval_holds_the_truth_as_often_as_it_says(truth: float, number: int, size: int, alike: float) -> None:
    rng, held = Random(4), 0
    for _ in range(1_500):
        groups = []
        for _ in range(number):  # a part of the games take their luck from the group's
            common = rng.random()
            luck = (common if rng.random() < alike else rng.random() for _ in range(size))
            groups.append([float(one < truth) for one in luck])
        _, low, high = scores.interval(groups)
        held += low <= truth <= high
    assert 0.93 - 0.012 <= held / 1_500 <= 0.97  # two standard errors of .006 below the least that is aimed at


# --- pairs and groups ----------------------------------------------------------------------------


def test_pairs_are_counted_by_points() -> None:
    assert elo.pentanomial([[1, 1], [1, 0], [0, 1], [0.5, 0.5], [0.5, 1], [0, 0.5], [0, 0]]) == (1, 1, 3, 1, 1)
    assert elo.pentanomial([]) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("group", [[1.0], [1.0, 0.0, 1.0], [0.25, 0.5]])
def test_only_pairs_of_whole_results_are_counted(group: list[float]) -> None:
    with pytest.raises(ValueError, match="group 1: two results"):
        elo.pentanomial([[1.0, 1.0], group])


def test_group_score_of_two_seats_is_the_mean_result() -> None:
    games = [game(4, 0, ("x", "y"), (1.0, 0.0)), game(4, 1, ("y", "x"), (0.5, 0.5))]
    assert elo.group_score(games, "x", "y") == 0.75
    assert elo.group_score(games, "y", "x") == 0.25


def test_group_score_of_more_seats_is_the_difference_of_means() -> None:
    games = [game(0, 0, ("x", "y", "y"), (1.0, 0.0, 1.0)), game(0, 1, ("y", "x", "z"), (0.0, 1.0, 1.0))]
    assert elo.group_score(games, "x", "y") == pytest.approx(0.5 + (1 - 1 / 3) / 2)
    assert elo.group_score(games, "x", "z") == 0.5
    with pytest.raises(ValueError, match="group 0: w did not play"):
        elo.group_score(games, "x", "w")


def test_results_come_by_group_in_the_order_of_numbers() -> None:
    games = [
        game(2, 1, ("x", "y"), (0.0, 1.0)),
        game(1, 0, ("x", "y"), (1.0, 0.0)),
        game(2, 0, ("x", "x"), (0.5, 0.25)),
        game(3, 0, ("y", "z"), (0.0, 1.0)),
    ]
    assert elo.results(games, "x") == [[1.0], [0.5, 0.25, 0.0]]
    assert list(elo.by_group(games)) == [1, 2, 3]
