"""Ratings: known fits, another package's fits, and what must not change them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from random import Random

import choix
import numpy as np
import pytest

from avalon_ai.elo import ELO_PER_LOGIT
from avalon_ai.ratings import Ratings, components, rate
from avalon_ai.results import Played

NO_PRIOR = 1e-7
SEATS = ("first", "second", "third", "fourth")


def table(group: int, number: int, bots: tuple[str, ...], results: tuple[float, ...]) -> Played:
    return Played(group, number, bots, SEATS[: len(bots)], results, "points")


def duels(*found: tuple[str, str, float]) -> list[Played]:
    """Single games: a bot, another, the first one's result."""
    return [table(group, 0, (one, other), (won, 1 - won)) for group, (one, other, won) in enumerate(found)]


def field(seed: int = 1, groups: int = 120, *, draws: bool = False) -> list[Played]:
    """Pairs of games between five bots that are 40 points apart each."""
    rng = Random(seed)
    pairs = list(combinations(range(5), 2))
    games = []
    for group in range(groups):
        one, other = pairs[group % len(pairs)]
        for number, (first, second) in enumerate(((one, other), (other, one))):
            chance = 1 / (1 + 10 ** ((second - first) / 10))
            result = float(rng.random() < chance)
            if draws and rng.random() < 0.4:
                result = 0.5
            games.append(table(group, number, (f"b{first}", f"b{second}"), (result, 1 - result)))
    return games


def tables_of_five(seed: int, groups: int = 60) -> list[Played]:
    """Two evil against three good, six bots mixed, every seat."""
    rng = Random(seed)
    games = []
    for group in range(groups):
        bots, sides = rng.sample("uvwxyz", 5), rng.sample(["evil"] * 2 + ["good"] * 3, 5)
        for number in range(5):
            evil = float(rng.random() < 0.4)
            results = tuple(evil if side == "evil" else 1 - evil for side in sides)
            games.append(Played(group, number, tuple(bots[number:] + bots[:number]), tuple(sides), results, "quests"))
    return games


def elo(found: Ratings) -> dict[str, float]:
    return {rating.bot: rating.elo for rating in found.bots}


def terms(found: Ratings) -> dict[str, float]:
    return {term.side: term.elo for term in found.sides}


def centred(values: object) -> list[float]:
    natural = np.asarray(values, dtype=float)
    return list(ELO_PER_LOGIT * (natural - natural.mean()))


# --- by hand -------------------------------------------------------------------------------------


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    games = duels(*[("x", "y", 1.0)] * 30, *[("y", "x", 1.0)] * 10)
    found = rate(games, sides=False, prior=NO_PRIOR, resamples=1)
    assert elo(found) == pytest.approx({"x": 200 * math.log10(3), "y": -200 * math.log10(3)}, abs=1e-3)
    assert [(rating.bot, rating.score, rating.games) for rating in found.bots] == [("x", 0.75, 40), ("y", 0.25, 40)]
    assert found.sides == ()


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn = duels(*[("x", "y", 1.0)] * 10, *[("x", "y", 0.5)] * 20)
    split = duels(*[("x", "y", 1.0)] * 20, *[("x", "y", 0.0)] * 10)
    assert elo(rate(drawn, sides=False, resamples=1)) == pytest.approx(elo(rate(split, sides=False, resamples=1)))


def test_side_terms_by_hand() -> None:
    games = duels(*[("x", "y", 1.0)] * 8, *[("x", "y", 0.0)] * 2, *[("y", "x", 1.0)] * 5, *[("y", "x", 0.0)] * 5)
    found = rate(games, prior=NO_PRIOR, resamples=1)
    lead, first = ELO_PER_LOGIT * math.log(4) / 2, ELO_PER_LOGIT * math.log(4) / 2
    assert elo(found)["x"] - elo(found)["y"] == pytest.approx(lead, abs=1e-3)
    assert terms(found) == pytest.approx({"first": first / 2, "second": -first / 2}, abs=1e-3)


def test_sides_are_as_strong_as_their_members_are_on_average() -> None:
    """One x among five y: as evil it wins 3 of 4, as good 2 of 3, y alone wins half as either."""
    games: list[Played] = []
    seats = ("evil", "evil", "good", "good", "good")
    for bots, evil_wins, count in (
        (("x", "y", "y", "y", "y"), 9, 12),
        (("y", "y", "x", "y", "y"), 4, 12),
        (("y", "y", "y", "y", "y"), 6, 12),
    ):
        for number in range(count):
            won = float(number < evil_wins)
            results = tuple(won if side == "evil" else 1 - won for side in seats)
            games.append(Played(len(games), 0, bots, seats, results, "quests"))
    found = rate(games, prior=NO_PRIOR, resamples=1)
    # likelihood of d, the lead of x, and e, the term of evil: logit of evil's chance is d/2 + e, e - d/3, e
    lead, evil = (elo(found)["x"] - elo(found)["y"]) / ELO_PER_LOGIT, 2 * terms(found)["evil"] / ELO_PER_LOGIT
    chances = [1 / (1 + math.exp(-power)) for power in (lead / 2 + evil, evil - lead / 3, evil)]
    assert sum(12 * chance for chance in chances) == pytest.approx(19, abs=1e-4)
    assert 12 * chances[0] / 2 - 12 * chances[1] / 3 == pytest.approx(9 / 2 - 4 / 3, abs=1e-4)


def test_shared_wins_are_shares_and_losers_are_not_compared() -> None:
    shared = [table(0, 0, ("a", "b", "c", "d"), (0.5, 0.5, 0.0, 0.0)), table(1, 0, ("a", "b", "c", "d"), (0, 0, 1, 0))]
    also = [replace(game, results=tuple(float(result > 0) for result in game.results)) for game in shared]
    found = rate(shared * 3, sides=False, resamples=1)
    assert elo(found) == elo(rate(also * 3, sides=False, resamples=1))
    assert elo(found)["a"] == pytest.approx(elo(found)["b"])
    assert elo(found)["c"] > elo(found)["a"] > elo(found)["d"]


def test_seats_of_one_side_only_play_for_themselves() -> None:
    games = [table(group, 0, ("a", "b", "c"), (1.0, 0.0, 0.0)) for group in range(4)]
    games += [table(group, 0, ("c", "b", "a"), (0.0, 1.0, 0.0)) for group in range(4, 6)]
    alone = [replace(game, sides=("player",) * 3) for game in games]
    assert elo(rate(alone, resamples=1)) == pytest.approx(elo(rate(games, sides=False, resamples=1)))
    assert rate(alone, resamples=1).sides == ()


def test_games_that_nobody_won_count_for_the_score_only() -> None:
    games = field()
    lost = [table(1000 + number, 0, ("b0", "b4"), (0.0, 0.0)) for number in range(7)]
    with_lost, without = rate(games + lost, resamples=1), rate(games, resamples=1)
    assert elo(with_lost) == pytest.approx(elo(without))
    assert with_lost.games == without.games + 7


# --- against choix -------------------------------------------------------------------------------


@pytest.mark.parametrize("draws", [False, True])
def test_two_seats_agree_with_choix(draws: bool) -> None:
    games = field(draws=draws)
    wins = np.zeros((5, 5))
    for game in games:
        one, other = (int(bot[1]) for bot in game.bots)
        wins[one, other] += game.results[0]
        wins[other, one] += game.results[1]
    found = elo(rate(games, sides=False, prior=NO_PRIOR, resamples=1))
    ours = [found[f"b{index}"] for index in range(5)]
    assert ours == pytest.approx(centred(choix.ilsr_pairwise_dense(wins, tol=1e-12)), abs=1e-3)


def test_two_seats_agree_with_choix_by_games() -> None:
    games = field(7)
    won = []
    for game in games:
        one, other = (int(bot[1]) for bot in game.bots)
        won.append((one, other) if game.results[0] else (other, one))
    found = elo(rate(games, sides=False, prior=NO_PRIOR, resamples=1))
    expected = centred(choix.opt_pairwise(5, won, method="Newton-CG", tol=1e-10))
    assert [found[f"b{index}"] for index in range(5)] == pytest.approx(expected, abs=1e-3)


def test_four_seats_agree_with_choix() -> None:
    rng = Random(4)
    games, first = [], []
    for group in range(200):
        bots = rng.sample(range(6), 4)
        (winner,) = rng.choices(bots, [2**bot for bot in bots])
        first.append((winner, tuple(bot for bot in bots if bot != winner)))
        games.append(table(group, 0, tuple(f"b{bot}" for bot in bots), tuple(float(bot == winner) for bot in bots)))
    found = elo(rate(games, sides=False, prior=NO_PRIOR, resamples=1))
    expected = centred(choix.ilsr_top1(6, first, tol=1e-12))
    assert [found[f"b{index}"] for index in range(6)] == pytest.approx(expected, abs=1e-3)


# --- what changes nothing ------------------------------------------------------------------------


def test_order_of_games_changes_nothing() -> None:
    games = tables_of_five(3)
    assert rate(games, resamples=20) == rate(Random(1).sample(games, len(games)), resamples=20)


def test_order_of_seats_and_names_changes_no_rating() -> None:
    games = field(draws=True)
    turned = [replace(game, bots=game.bots[::-1], sides=game.sides[::-1], results=game.results[::-1]) for game in games]
    assert rate(games, resamples=20) == rate(turned, resamples=20)
    names = {"b0": "v", "b1": "q", "b2": "z", "b3": "a", "b4": "m"}
    named = [replace(game, bots=tuple(names[bot] for bot in game.bots)) for game in games]
    assert {names[bot]: value for bot, value in elo(rate(games, resamples=1)).items()} == pytest.approx(
        elo(rate(named, resamples=1))
    )


def test_advantage_of_a_seat_is_its_term_and_not_in_the_ratings() -> None:
    strengths = {"b0": -100.0, "b1": 0.0, "b2": 100.0}

    def exact(first: float) -> list[Played]:
        """Every pair in both seats, with the expected results themselves."""
        games = []
        for group, (one, other) in enumerate(combinations(strengths, 2)):
            for number, (a, b) in enumerate(((one, other), (other, one))):
                chance = 1 / (1 + 10 ** (-(strengths[a] - strengths[b] + first) / 400))
                games.append(table(group, number, (a, b), (chance, 1 - chance)))
        return games

    for first in (0.0, 60.0, 200.0):
        found = rate(exact(first), prior=NO_PRIOR, resamples=1)
        assert elo(found) == pytest.approx(strengths, abs=1e-2)
        assert terms(found) == pytest.approx({"first": first / 2, "second": -first / 2}, abs=1e-2)


def test_ratings_and_terms_average_nothing() -> None:
    found = rate(tables_of_five(5), resamples=20)
    assert sum(elo(found).values()) == pytest.approx(0, abs=1e-9)
    assert sum(terms(found).values()) == pytest.approx(0, abs=1e-9)
    assert set(terms(found)) == {"evil", "good"}
    assert np.allclose(found.resampled.mean(axis=1), 0)


# --- intervals -----------------------------------------------------------------------------------


def test_same_seed_gives_the_same_intervals() -> None:
    games = field()
    assert rate(games, seed=4) == rate(games, seed=4)
    assert rate(games, seed=4) != rate(games, seed=5)


def test_copies_of_games_within_a_group_say_nothing_new() -> None:
    games = field(draws=True)
    copies = [replace(game, number=game.number + 2 * copy) for game in games for copy in range(4)]
    within, alone = rate(copies, prior=4.0), rate(games)
    apart = rate([replace(game, group=game.group + 1000 * (game.number // 2)) for game in copies], prior=4.0)
    assert elo(within) == pytest.approx(elo(alone), abs=1e-4)
    width = [sum(rating.high - rating.low for rating in found.bots) for found in (within, alone, apart)]
    assert width[0] == pytest.approx(width[1], rel=1e-2)
    assert width[2] == pytest.approx(width[1] / 2, rel=0.15)


def test_intervals_agree_with_theory() -> None:
    """Two bots, independent games: the standard error of the lead is that of a logit."""
    games = duels(*[("x", "y", 1.0)] * 240, *[("x", "y", 0.0)] * 160)
    lead, low, high = rate(games, sides=False, resamples=2_000).lead("x", "y")
    error = ELO_PER_LOGIT / math.sqrt(400 * 0.6 * 0.4)
    assert lead == pytest.approx(ELO_PER_LOGIT * math.log(1.5), abs=0.5)
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.06)


def test_who_never_lost_is_rated_and_known_to_be_uncertain() -> None:
    games = duels(*[("x", "y", 1.0)] * 20, *[("y", "z", float(number % 2)) for number in range(20)])
    found = rate(games, sides=False)
    best = found.bots[0]
    assert best.bot == "x"
    assert 200 < best.elo < 600
    assert best.low < best.elo - 80
    assert best.high > best.elo + 150
    assert found.superiority("x", "y") > 0.99


def test_superiority_is_the_share_of_resamples() -> None:
    found = rate(field(), resamples=199)
    assert found.superiority("b4", "b0") == pytest.approx(1 - found.superiority("b0", "b4"))
    assert 0 < found.superiority("b0", "b4") < 0.01
    assert found.superiority("b2", "b2") == 0.5
    assert found.lead("b2", "b2") == (0, 0, 0)


def test_one_group_alone_says_nothing() -> None:
    found = rate([table(0, 0, ("x", "y"), (1.0, 0.0)), table(0, 1, ("y", "x"), (0.0, 1.0))])
    assert (found.bots[0].low, found.bots[0].high) == (-math.inf, math.inf)
    assert found.lead("x", "y")[1:] == (-math.inf, math.inf)


# --- what cannot be rated ------------------------------------------------------------------------


def test_bots_that_never_met_are_named() -> None:
    games = duels(("a", "b", 1.0), ("c", "d", 0.5), ("b", "e", 0.0))
    assert components(games) == [("a", "b", "e"), ("c", "d")]
    with pytest.raises(ValueError, match=r"a, b, e \| c, d"):
        rate(games)
    nobody_won = [table(9, 0, ("b", "c"), (0.0, 0.0)), table(9, 1, ("f", "c"), (0.0, 0.0))]
    with pytest.raises(ValueError, match=r"a, b, e \| c, d \| f"):
        rate(games + nobody_won)


def test_partners_for_ever_cannot_be_told_apart() -> None:
    seats = ("evil", "evil", "good", "good")
    games = [Played(0, 0, ("a", "b", "c", "c"), seats, (1.0, 1.0, 0.0, 0.0), "quests")]
    games += [Played(1, 0, ("c", "c", "b", "a"), seats, (1.0, 1.0, 0.0, 0.0), "quests")]
    with pytest.raises(ValueError, match="do not tell apart what a, b"):
        rate(games)


def test_bots_that_never_changed_sides_cannot_be_told_from_the_sides() -> None:
    games = duels(("a", "b", 1.0), ("a", "b", 0.0))
    with pytest.raises(ValueError, match="rotate the seats"):
        rate(games)
    assert elo(rate(games, sides=False)) == pytest.approx({"a": 0, "b": 0}, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (table(3, 1, ("x", "y"), (1.5, 0.0)), "group 3, game 1: results are from 0 to 1"),
        (table(3, 1, ("x", "y"), (1.0,)), "group 3, game 1: at least two seats"),
        (table(3, 1, ("x",), (1.0,)), "group 3, game 1: at least two seats"),
    ],
)
def test_games_that_make_no_sense_are_named(game: Played, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        rate([game])


def test_what_else_cannot_be() -> None:
    with pytest.raises(ValueError, match="at least one game that somebody won is needed, got 0 games"):
        rate([])
    with pytest.raises(ValueError, match="got 1 games"):
        rate([table(0, 0, ("x", "y"), (0.0, 0.0))])
    with pytest.raises(ValueError, match="prior must be above 0"):
        rate(field(), prior=0)
    with pytest.raises(ValueError, match="nobody is not rated"):
        rate(field(), resamples=1).lead("b0", "nobody")
